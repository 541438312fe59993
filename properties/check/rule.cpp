#include "properties/check/rule.h"

namespace tickproof::check {

namespace {

constexpr std::array<RuleText, rule_count> texts{{
    {Rule::exactly_once, "exactly-once", RuleClass::safety,
     "Each microbatch passes each virtual stage once forward and once backward: one F, and one B or, where backwards "
     "may be split, one I with its W.",
     "F of microbatch 3 on stage 2 comes again, first at event 17",
     "Look at the loop bounds of the planner: an op that is missing loses a gradient or hangs its neighbours, and one "
     "that comes twice counts a gradient twice."},
    {Rule::dependency, "dependency", RuleClass::safety,
     "An op starts only when its inputs are usable: an F after the F of the stage below, a B or I after its own F and "
     "after the backward of the stage above, a W after its I. A result is usable when its op has ended, and on another "
     "rank one latency later.",
     "B of microbatch 3 on stage 2 starts at tick 9, but F of microbatch 3 on stage 2 (rank 0) ends at tick 10",
     "A result must not be used in the tick that makes it: update what is done at the end of a tick, not within it."},
    {Rule::one_op, "one-op", RuleClass::safety, "A rank runs one op at a time, for the op's whole duration.",
     "rank 1 runs F of microbatch 2 on stage 1 from tick 4 for 1 tick, and B of microbatch 0 on stage 1 starts at "
     "tick 4",
     "Choose one op for a rank and tick across all the chunks that the rank holds."},
    {Rule::own_rank, "own-rank", RuleClass::safety,
     "An op runs on the rank that holds its stage's layers, by the placement.",
     "F of microbatch 0 on stage 3 is on rank 0, but rank 1 holds stage 3",
     "Compare the planner's placement with the one that was checked (loop unless another is given)."},
    {Rule::in_flight_cap, "in-flight-cap", RuleClass::safety,
     "A rank never holds more in-flight activations than the cap: forwards done whose B (or W) is not. Judged only if "
     "a cap is given.",
     "F of microbatch 4 on stage 0 is in-flight activation 5 of rank 0 at tick 4, but the cap is 4",
     "Run fewer warm-up forwards, or raise the cap if memory allows."},
    {Rule::cover, "cover", RuleClass::safety,
     "Each layer belongs to exactly one stage, no stage is empty, and the stages in id order read the layers in order.",
     "layers 6-7 belong to no stage",
     "Spread the remainder of layers over stages instead of dropping it, and deal layers by stage, not by rank."},
    {Rule::ids, "ids", RuleClass::safety,
     "Ids and counts agree: the table of stages has one entry a stage in order, and every rank and local index is the "
     "placement's.",
     "local_stage_index of stage 5 is 0, not 1",
     "A reader that trusts the table would load the wrong layers: derive all ids from one placement."},
    {Rule::metrics, "metrics", RuleClass::safety,
     "The figures that a plan claims are those of its events: ticks, events, busy and idle ticks a rank, bubble.",
     "total_ticks is 71, but the events give 78",
     "Compute the figures from the events, after the last change to them."},
    {Rule::deadlock, "deadlock", RuleClass::safety,
     "Run in the given orders, every rank gets through: there is no cycle of ranks that wait for each other, under "
     "`dependencies` and under every communication model that --comm names.",
     "rank 0 waits to receive 1B0 from rank 1, which waits to receive 2B0 from rank 0",
     "Each rank named waits for something that the next one has not reached. Reorder one of them, or let sends wait in "
     "a buffer."},
    {Rule::payload, "payload", RuleClass::safety,
     "Each result that another rank needs is sent once and received once, by the ranks that make and need it; under a "
     "model with +fifo, where messages carry no tag, each receive gets what it expects.",
     "rank 0 expects 1B1 from rank 1 and gets 1B0, message 0 between them",
     "Receive in the order in which the other rank sends, or tag the messages; give each send one receive."},
    {Rule::buffer, "buffer", RuleClass::safety,
     "An activation slot holds one microbatch of one stage at a time, from the first action that uses it for them to "
     "the last. Judged where orders say which slot each action uses.",
     "0F2 writes slot 0, which 0F0 at op 0 filled and 0B0 at op 4 has yet to use",
     "Give the rank more slots, or run the backward that frees the slot first."},
    {Rule::sharding, "sharding", RuleClass::safety,
     "A stage computes only while its weights are unsharded, and only unsharded weights are resharded; where gradients "
     "are reduced, each stage's are, once and after its last B or W. Judged where orders hold such actions; a stage "
     "starts sharded.",
     "0F0 computes with weights that are sharded",
     "Move the UNSHARD before the stage's first op and the RESHARD behind its last, and the REDUCE_GRAD behind its "
     "last B or W."},
    {Rule::lowering, "lowering", RuleClass::safety,
     "Orders with communication compute on every rank what the orders that they implement compute, in the same order. "
     "Judged where `check --implements` names those.",
     "computes 1F1 where the orders to implement compute 1F0",
     "Only sends, receives and sharding may be put between the computes; whatever moves an op makes another schedule."},
    {Rule::balance, "balance", RuleClass::convention,
     "Stage sizes differ by one layer at most, and larger stages come first.",
     "stage 3 holds 3 layers, more than the 2 of stage 2 before it",
     "Give one of the remaining layers to each of the first stages."},
    {Rule::event_order, "event-order", RuleClass::convention, "Events are listed by tick, and within a tick by rank.",
     "tick 4 rank 0 is listed after tick 4 rank 1", "Sort the events by tick, then by rank."},
    {Rule::exact_metrics, "exact-metrics", RuleClass::convention,
     "The bubble fraction is the f32 of the production planner, bit for bit: idle ticks as f32 divided by "
     "ticks * ranks as f32.",
     "bubble_fraction is 0.20000002 (bits 0x3e4cccce), but 4 / 20 in f32 is 0.2 (bits 0x3e4ccccd)",
     "Round both counts to f32 before the division, and divide in f32."},
    {Rule::progress, "progress", RuleClass::convention,
     "No tick passes without an op while work remains: in unit time and without latency some op is always ready.",
     "nothing runs in tick 7, but work remains for tick 8", "Do not advance the tick when nothing was scheduled."},
    {Rule::reference, "reference", RuleClass::convention,
     "The assignments and events are those of the reference planner of the plan's schedule (its figures are judged by "
     "metrics and exact-metrics).",
     "tick 2 rank 1 B of microbatch 0 on stage 1, where the reference planner of gpipe has tick 2 rank 1 F of "
     "microbatch 1 on "
     "stage 1",
     "A valid plan may differ. If yours is meant to agree with the production planner, start at the first event that "
     "differs."},
}};

}  // namespace

const std::array<RuleText, rule_count>& rule_texts() { return texts; }

const RuleText& text(Rule rule) { return texts[static_cast<std::size_t>(rule)]; }

std::optional<Rule> rule_named(std::string_view id) {
    for (const RuleText& known : texts) {
        if (known.id == id) return known.rule;
    }
    return std::nullopt;
}

}  // namespace tickproof::check
