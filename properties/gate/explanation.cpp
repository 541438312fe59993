#include "properties/gate/explanation.h"

#include <algorithm>
#include <array>

namespace tickproof::gate {

namespace {

constexpr std::array<Explanation, 19> all{{
    {"shape",
     "The plan answers what was asked: ranks, chunks, microbatches, schedule, partition and layers are those of the "
     "request.",
     "the plan has 4 microbatches, 3 were asked for",
     "If the plan is right for another request, the planner answers out of order or writes lines nobody asked for."},
    {"deadlock-free",
     "Each rank's own order of ops runs to the end without a clock, in no more ticks than the plan takes.",
     "rank 0 waits to receive 1B0 from rank 1, which waits to receive 2B0 from rank 0",
     "Each rank named waits for an op that the next one has not reached. Reorder one of them."},
    {"bound",
     "No plan takes fewer ticks than the proven optimum, 2(V max(M,S) + min(M,S) - 1). Left out where a rule of safety "
     "is broken too: then it only follows.",
     "the plan takes 1 tick, the optimum is 4",
     "No valid plan can do this, so please report it: a rule that should have failed did not."},
    {"work-conservation",
     "Level conform: gpipe and interleaved_1f1b leave no rank idle while a task of its own is ready.",
     "rank 1 is idle at tick 3, where F of microbatch 1 on stage 1 is ready (it runs at 4)",
     "Look in every tick at all chunks of a rank and all microbatches, not only at the next one expected."},
    {"one-chunk-optimum", "Level conform: with one chunk a rank the plan takes the proven optimum of ticks.",
     "the plan takes 12 ticks, the optimum is 10",
     "The production planner meets it. Look for the first tick in which a rank waits without need."},
    {"gpipe-optimum", "Level conform: gpipe takes the proven optimum of ticks where S divides M.",
     "the plan takes 20 ticks, the optimum is 18",
     "The production planner meets it. Look for the first tick in which a rank waits without need."},
    {"optimal-optimum", "optimal, which is tickproof's own, always takes the proven optimum of ticks.",
     "the plan takes 20 ticks, the optimum is 18", "This is a fault of tickproof itself: please report it."},
    {"refusal",
     "The planner refuses a configuration that the reference planner plans. It may have its reasons, so the gate is "
     "undecided, not failed.",
     "'only gpipe is supported', where the reference planner has a plan",
     "Plan it, keep to sizes that the planner knows (--stages, --virtual, --microbatches), or accept the id in a "
     "baseline."},
    {"refusal-message", "Level conform: it refuses what the reference planner refuses, in the same words.",
     "'no', where the reference planner says 'pipeline requires n_layer > 0'",
     "tickproof plan --config prints the words."},
    {"must-refuse", "Level conform: what the reference planner refuses is refused.",
     "there is a plan, where the reference planner says 'pipeline requires n_layer > 0'",
     "Make the reference's checks first: tickproof plan --config says what it refuses."},
    {"deterministic",
     "The same request gets the same answer. Each rank plans for itself, so that with two answers the ranks hang or "
     "train wrongly.",
     "event 3 was F of microbatch 1 on stage 0 at tick 1, then F of microbatch 1 on stage 0 at tick 2",
     "Look for random numbers, for the order of a hash table, and for state that one request leaves to the next."},
    {"layer-independent", "Level conform: more layers on the same shape leave all events as they are.",
     "with another number of layers, there were 8 events, then 9",
     "The number of layers must matter to the assignments alone."},
    {"golden", "The built-in planners reproduce what the production planner printed, byte for byte.",
     "greedy_planner makes another plan", "This is a fault of tickproof itself: please report it."},
    {"planner-crash", "The planner was ended by a signal before it had answered.",
     "it was ended by signal 11 before it had answered", "Run the reproduce command under a debugger."},
    {"planner-early-end", "The planner ended, or closed its output, before it had answered.",
     "it ended with exit code 1 before it had answered",
     "What it wrote to stderr stands with the finding. It must go on until its input ends, also after a request that "
     "it "
     "refuses."},
    {"planner-hang", "There was no answer within the timeout, or the planner did not end when its input had ended.",
     "there is no answer after 10000 ms (is every line flushed?)",
     "Flush the output after each line, and answer each request before reading the next; a planner that is only slow "
     "needs a longer --timeout."},
    {"planner-garbage", "What came for a request is not {\"plan\":…} or {\"error\":\"…\"} on one line.",
     "no answer of the protocol: 'Traceback!': column 1: expected a value",
     "Write nothing but answers to stdout: greetings, progress and warnings belong on stderr."},
    {"planner-flood", "The planner wrote more lines than it was asked for, or a line longer than any answer can be.",
     "it wrote more lines than it was asked for",
     "Write one line for each request: no blank line between answers, and no second answer."},
    {"planner-bad-exit", "Every answer was there, but the exit code was not 0.",
     "after its last answer it ended with exit code 1", "End with exit code 0 when the input has ended."},
}};

}  // namespace

std::span<const Explanation> explanations() { return all; }

std::optional<Explanation> explanation_named(std::string_view id) {
    const auto* const found = std::ranges::find(all, id, &Explanation::id);
    return found == all.end() ? std::nullopt : std::optional(*found);
}

}  // namespace tickproof::gate
