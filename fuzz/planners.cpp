// A configuration to every planner: the fast ones against the specification, all of them against the checker, the slow
// simulation and the proven bounds, and what is made of a plan against its definition.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "fuzz/decode/config.h"
#include "fuzz/differ.h"
#include "fuzz/slow/plan.h"
#include "fuzz/words.h"
#include "planner/build_plan.h"
#include "planner/reference_planner.h"
#include "planner/shared_weight.h"
#include "planner/workload.h"
#include "properties/check/check.h"
#include "properties/check/statistics.h"
#include "smt/bounds/unit_time.h"

using namespace tickproof;
using fuzz::differ;
using fuzz::in_words;
using fuzz::Suspect;

namespace {

bool same(const PlanResult& a, const PlanResult& b) {
    if (a && b) return *a == *b;
    return !a && !b && a.error().kind == b.error().kind && a.error().message == b.error().message;
}

void expect_the_specification(const PipelineConfig& config, const PlanResult& fast) {
    if (config.schedule == ScheduleKind::optimal) return;
    const PlanResult reference = reference_plan(config);
    if (same(reference, fast)) return;
    differ(Suspect::planner, "the fast planner and the specification",
           {{"configuration", in_words(config)}, {"reference", in_words(reference)}, {"fast", in_words(fast)}});
}

void expect_valid(const PipelineConfig& config, const Plan& plan) {
    // `optimal` idles where there are fewer microbatches than ranks.
    const bool is_production = config.schedule != ScheduleKind::optimal;
    const check::Rules rules = is_production ? check::Rules::all : check::Rules::safety;
    const check::Report report = check::check_plan(plan, {.rules = rules, .placement = {}, .max_in_flight = {}});
    const slow::PlanSeen seen = slow::judge(plan);
    if (report.valid() && (is_production ? seen.as_the_production_planner() : seen.safe())) return;
    differ(report.valid() ? Suspect::checker : Suspect::planner, "a planner's plan is not valid",
           {{"configuration", in_words(config)},
            {"plan", in_words(PlanResult(plan))},
            {"checker", in_words(report)},
            {"slow simulation", in_words(seen)}});
}

void expect_bounds(const PipelineConfig& config, const Plan& plan) {
    const auto optimum =
        unit_time_optimum(config.stage_count, config.virtual_stages_per_rank, config.microbatches).value_or(0);
    const std::uint64_t ticks = plan.metrics.total_ticks;
    const bool must_meet = config.schedule == ScheduleKind::optimal || config.virtual_stages_per_rank == 1;
    if (must_meet ? ticks == optimum : ticks >= optimum) return;
    differ(Suspect::planner, "a plan's ticks and the proven optimum",
           {{"configuration", in_words(config)},
            {"optimum", fmt::to_string(optimum)},
            {"planner", fmt::to_string(ticks)}});
}

// A cap at the peak is kept, and one below it is broken.
void expect_peaks(const PipelineConfig& config, const Plan& plan) {
    const Problem problem = check::problem_of(plan);
    const auto peaks = check::in_flight_peaks(problem, plan.events, check::FreedAt::weight_gradient);
    const auto seen = slow::simulate(problem, plan.events).peaks;
    const std::uint64_t peak = std::ranges::max(seen);
    const bool at = check::check_plan(plan, {.placement = {}, .max_in_flight = peak}).valid();
    const bool below = check::check_plan(plan, {.placement = {}, .max_in_flight = peak - 1}).valid();
    if (peaks == seen && at && !below) return;
    differ(Suspect::checker, "in-flight peaks of a plan",
           {{"configuration", in_words(config)},
            {"slow simulation", fmt::format("highest peak {}", peak)},
            {"checker", fmt::format("highest peak {}; a cap of it {}, one below {}", std::ranges::max(peaks),
                                    at ? "kept" : "broken", below ? "kept" : "broken")}});
}

// Each event and assignment is in the workload of its rank, and nothing else is.
void expect_workloads(const PipelineConfig& config, const Plan& plan) {
    std::size_t events = 0;
    std::size_t assignments = 0;
    for (std::uint64_t rank = 0; rank < plan.physical_stage_count; ++rank) {
        const RankWorkload work = build_pipeline_rank_workload(plan, rank + 100, rank, 3);
        const auto is_here = [&](const TimedOp& op) { return op.rank == rank; };
        const bool in_place = std::ranges::all_of(work.forward_events, is_here) &&
                              std::ranges::all_of(work.backward_events, is_here) &&
                              std::ranges::is_sorted(work.forward_events, {}, &TimedOp::start_tick) &&
                              std::ranges::is_sorted(work.backward_events, {}, &TimedOp::start_tick);
        if (!in_place) {
            differ(Suspect::planner, "a workload's events",
                   {{"configuration", in_words(config)},
                    {"forwards", in_words(work.forward_events)},
                    {"backwards", in_words(work.backward_events)}});
        }
        events += work.forward_events.size() + work.backward_events.size();
        assignments += work.stage_assignments.size();
    }
    if (events == plan.events.size() && assignments == plan.stage_assignments.size()) return;
    differ(Suspect::planner, "workloads do not add up",
           {{"configuration", in_words(config)},
            {"plan", fmt::format("{} events, {} assignments", plan.events.size(), plan.stage_assignments.size())},
            {"workloads", fmt::format("{} events, {} assignments", events, assignments)}});
}

// With gradients that are small whole numbers, sums of f32 are exact in any order.
void expect_merged_gradient(const PipelineConfig& config, const Plan& plan) {
    if (config.n_layer > 64) return;
    const auto report = simulate_shared_weight_gradient_merge(
        plan, 0.5F, 1.0F, [](std::uint64_t layer, std::uint64_t m) { return static_cast<float>((layer + 3 * m) % 7); });
    std::uint64_t sum = 0;
    for (std::uint64_t layer = 0; layer < config.n_layer; ++layer) {
        for (std::uint64_t m = 0; m < config.microbatches; ++m) sum += (layer + 3 * m) % 7;
    }
    const auto exact = static_cast<float>(sum);
    if (report.merged_gradient == exact && report.reference_gradient == exact &&
        report.updated_weight == 1.0F - 0.5F * exact) {
        return;
    }
    differ(Suspect::planner, "a shared weight's gradient",
           {{"configuration", in_words(config)},
            {"exact", fmt::to_string(exact)},
            {"reference, merged", fmt::format("{}, {}", report.reference_gradient, report.merged_gradient)}});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Bytes bytes(data, size);
    const PipelineConfig config = fuzz::decode_config(bytes);
    const PlanResult result = build_plan(config);
    expect_the_specification(config, result);
    if (!result) return 0;
    expect_valid(config, *result);
    expect_bounds(config, *result);
    expect_peaks(config, *result);
    expect_workloads(config, *result);
    expect_merged_gradient(config, *result);
    return 0;
}
