// `tickproof frontier`: what memory costs in time: the least ticks for every cap on in-flight activations, proven.
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cli/certified.h"
#include "cli/certified_options.h"
#include "cli/command.h"
#include "cli/frontier_report.h"
#include "cli/interruptible.h"
#include "cli/optimum_report.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/running_limits.h"
#include "smt/bounds/op_class.h"

namespace tickproof::cli {

namespace {

// One microbatch alone has an activation of each stage in flight.
std::uint64_t smallest_cap(const Problem& problem) {
    std::vector<std::uint64_t> stages(problem.ranks, 0);
    for (std::uint64_t stage = 0; stage < problem.stages(); ++stage) ++stages[problem.placement.rank_of(stage)];
    return std::ranges::max(stages);
}

// From the smallest cap up: what fits under a cap fits under the next, so each schedule is where the next search starts
// from above, and the optima fall until they are the one without a cap.
class Walk {
public:
    Walk(const Problem& problem, const RunningLimits& limits, Progress& progress)
        : limits_(limits), progress_(progress) {
        frontier_.problem = problem;
    }

    [[nodiscard]] std::expected<Frontier, Unsound> run() && {
        auto uncapped = point_of(std::nullopt);
        if (!uncapped) return std::unexpected(std::move(uncapped.error()));
        frontier_.uncapped = *std::move(uncapped);
        const std::uint64_t first = smallest_cap(frontier_.problem);
        const std::uint64_t last = std::max(first, saturating_mul(first, frontier_.problem.microbatches));
        for (std::uint64_t cap = first; !is_flat(); ++cap) {
            auto point = point_of(cap);
            if (!point) return std::unexpected(std::move(point.error()));
            frontier_.points.push_back(*std::move(point));
            if (cap == last || limits_.is_over()) break;
        }
        frontier_.is_complete = is_flat() || frontier_.points.back().cap == last;
        return std::move(frontier_);
    }

private:
    // No cap is better than none.
    [[nodiscard]] bool is_flat() const {
        return !frontier_.points.empty() && frontier_.points.back().upper_ticks == frontier_.uncapped.lower_ticks;
    }

    [[nodiscard]] std::expected<FrontierPoint, Unsound> point_of(std::optional<std::uint64_t> cap) {
        Problem problem = frontier_.problem;
        problem.max_in_flight = cap;
        const std::string at = cap ? fmt::format("cap {}", *cap) : "no cap";
        certify::Options options = limits_.options();
        options.limits.interrupted = [&, interrupted = options.limits.interrupted] {
            progress_.show(at);
            return interrupted && interrupted();
        };
        options.candidates = candidate_schedules(problem);
        if (shorter_cap_) options.candidates.push_back(*shorter_cap_);
        auto found = certified(problem, options);
        if (!found) return std::unexpected(std::move(found.error()));
        certificate::Certificate& known = found->certificate;
        if (auto* schedule = std::get_if<Schedule>(&known.upper_evidence); schedule != nullptr && cap) {
            shorter_cap_ = std::move(*schedule);
        }
        return FrontierPoint{cap, known.lower, known.upper, std::string(word(known.lower_evidence)),
                             std::move(found->undecided)};
    }

    const RunningLimits& limits_;
    Progress& progress_;
    Frontier frontier_;
    std::optional<Schedule> shorter_cap_;  // the best under the cap before
};

ExitCode unusable(std::string_view why) {
    print_error(fmt::format("tickproof frontier: {}", why));
    return ExitCode::unusable;
}

}  // namespace

ExitCode run_frontier(Arguments arguments) {
    Options options(
        "frontier",
        "The least ticks for every cap on the in-flight activations of a rank, from the smallest that one microbatch\n"
        "fits under to the one from which on no cap is better. Each is proven and rechecked; where a limit leaves one\n"
        "open, the exit code is 3.",
        "tickproof frontier --stages 4 --virtual 2 --microbatches 6");
    const ShapeOptions shape(options, ShapeOptions::Of::problem);
    const ProblemOptions problem_options(options, ProblemOptions::Of::optimum);
    const CertifyOptions certify_options(options);
    GlobalOptions globals;
    if (const auto exit = options.parse(arguments, globals)) return *exit;
    const auto problem = asked_problem(shape, problem_options);
    if (!problem) return unusable(problem.error());
    if (problem->max_in_flight) return unusable("--max-in-flight: every cap is looked at");
    if (const auto is_sound = sound(*problem); !is_sound && is_sound.error().kind == Unsound::Kind::malformed) {
        return unusable(is_sound.error().message);
    }
    const auto settings = certify_options.options();
    if (!settings) return unusable(settings.error());

    const auto frontier = [&] {
        const Interruptible until_here;
        Progress progress("frontier");
        return Walk(*problem, RunningLimits(*settings), progress).run();
    }();
    if (!frontier) {
        print(globals.json ? no_frontier_as_json(*problem, frontier.error()) : no_optimum_as_text(frontier.error()));
        return ExitCode::undecided;
    }
    print(globals.json ? frontier_as_json(*frontier) : frontier_as_text(*frontier, !globals.quiet));
    return frontier->is_proven() ? ExitCode::holds : ExitCode::undecided;
}

}  // namespace tickproof::cli
