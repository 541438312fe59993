#include "properties/gate/golden.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "planner/build_plan.h"
#include "planner/formats/json_lines.h"
#include "planner/formats/sha256/sha256.h"
#include "planner/reference_planner.h"
#include "planner/shared_weight.h"
#include "properties/gate/golden_data.h"
#include "properties/gate/golden_lines.h"

namespace tickproof::gate {

namespace {

class GoldenJudge {
public:
    explicit GoldenJudge(Findings& findings) : findings_(findings) {}

    void differs(const PipelineConfig& config, std::string witness) {
        findings_.add({.property = std::string(golden_property),
                       .witness = std::move(witness),
                       .reproduce = reproduce_command(config),
                       .id = finding_id(golden_property, config),
                       .config = config});
    }
    void unreadable(std::string_view file, std::uint64_t line, std::string_view why) {
        findings_.add({.property = std::string(golden_property),
                       .witness = fmt::format("{}:{}: cannot be read: {}", file, line, why),
                       .reproduce = "tickproof gate",
                       .id = std::string(golden_property)});
    }

private:
    Findings& findings_;
};

struct NamedPlanner {
    std::string_view name;
    PlanResult (*plan)(const PipelineConfig&);
};
constexpr NamedPlanner planners[] = {{"reference_planner", reference_plan}, {"greedy_planner", build_plan}};

bool same_bits(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }

void judge_plan(const PipelineConfig& config, const Plan& golden, GoldenJudge& judge) {
    for (const NamedPlanner& planner : planners) {
        PlanResult ours = planner.plan(config);
        if (!ours) {
            judge.differs(config, fmt::format("{} refuses: {}", planner.name, ours.error().message));
            continue;
        }
        ours->n_layer = golden.n_layer;  // the production planner does not print it
        if (*ours != golden || !same_bits(ours->metrics.bubble_fraction, golden.metrics.bubble_fraction)) {
            judge.differs(config, fmt::format("{} makes another plan", planner.name));
        }
    }
}

// The gradients, learning rate and weight with which the golden data was made.
SharedWeight our_shared_weight(const Plan& plan) {
    const auto gradient_of = [](std::uint64_t layer, std::uint64_t microbatch) {
        return static_cast<float>(layer) * 0.1F + static_cast<float>(microbatch) * 0.25F - 0.3F;
    };
    const SharedWeightReport report = simulate_shared_weight_gradient_merge(plan, 0.1F, 1.0F, gradient_of);
    SharedWeight bits{std::bit_cast<std::uint32_t>(report.reference_gradient),
                      std::bit_cast<std::uint32_t>(report.merged_gradient),
                      {},
                      std::bit_cast<std::uint32_t>(report.updated_weight)};
    for (const float gradient : report.stage_local_gradients) {
        bits.stage_local_gradients.push_back(std::bit_cast<std::uint32_t>(gradient));
    }
    return bits;
}

void judge_golden_plan(const GoldenPlan& golden, GoldenJudge& judge) {
    judge_plan(golden.config, golden.plan, judge);
    if (std::bit_cast<std::uint32_t>(golden.plan.metrics.bubble_fraction) != golden.bubble_bits) {
        judge.differs(golden.config, "bubble_fraction reads as another f32 than the production planner's");
    }
    if (our_shared_weight(golden.plan) != golden.shared_weight) {
        judge.differs(golden.config, "the shared-weight gradient merge gives other f32 bits");
    }
}

void judge_golden_error(const GoldenError& golden, GoldenJudge& judge) {
    for (const NamedPlanner& planner : planners) {
        const PlanResult ours = planner.plan(golden.config);
        if (ours) {
            judge.differs(golden.config,
                          fmt::format("{} accepts what is refused with: {}", planner.name, golden.message));
        } else if (ours.error().message != golden.message) {
            judge.differs(golden.config, fmt::format("{} refuses with '{}' instead of '{}'", planner.name,
                                                     ours.error().message, golden.message));
        }
    }
}

std::string digest_of(const std::vector<TimedOp>& events) {
    Sha256 sha;
    for (const TimedOp& event : events) {
        sha.add(fmt::format("{} {} {} {} {} {}\n", event.start_tick, event.rank, event.stage, event.chunk,
                            event.microbatch, event.kind == OpKind::forward ? "forward" : "backward"));
    }
    return sha.finish();
}

void judge_digest_of(const NamedPlanner& planner, const GoldenDigest& golden, GoldenJudge& judge) {
    const PlanResult ours = planner.plan(golden.config);
    if (!ours) {
        judge.differs(golden.config, fmt::format("{} refuses: {}", planner.name, ours.error().message));
    } else if (ours->metrics.total_ticks != golden.total_ticks || ours->metrics.total_events != golden.total_events) {
        judge.differs(golden.config, fmt::format("{}: {} ticks and {} events instead of {} and {}", planner.name,
                                                 ours->metrics.total_ticks, ours->metrics.total_events,
                                                 golden.total_ticks, golden.total_events));
    } else if (digest_of(ours->events) != golden.events_sha256) {
        judge.differs(golden.config, fmt::format("{}: the events have another SHA-256", planner.name));
    }
}

void judge_golden_digest(const GoldenDigest& golden, GoldenJudge& judge) {
    // The reference planner takes minutes for the largest.
    constexpr std::uint64_t most_for_reference = 1000;
    for (const NamedPlanner& planner : planners) {
        if (planner.plan == reference_plan && golden.total_events > most_for_reference) continue;
        judge_digest_of(planner, golden, judge);
    }
}

template <class Read, class Judge>
std::uint64_t for_each_json_line(std::string_view file, std::string_view text, GoldenJudge& judge, Read&& read,
                                 Judge&& use) {
    std::uint64_t lines = 0;
    formats::JsonLines documents(text);
    while (const auto document = documents.next()) {
        ++lines;
        if (!document->tree) {
            judge.unreadable(file, document->line, document->tree.error().message);
        } else if (const auto golden = read(document->tree->root()); golden) {
            use(*golden, judge);
        } else {
            judge.unreadable(file, document->line, golden.error());
        }
    }
    return lines;
}

std::uint64_t for_each_digest(std::string_view text, GoldenJudge& judge) {
    std::uint64_t line_number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (++line_number == 1) continue;  // the names of the columns
        if (const auto golden = read_golden_digest(line); golden) {
            judge_golden_digest(*golden, judge);
        } else {
            judge.unreadable("digests.csv", line_number, golden.error());
        }
    }
    if (line_number < 2) judge.unreadable("digests.csv", 1, "there is no digest in it");
    return line_number < 2 ? 0 : line_number - 1;
}

}  // namespace

GoldenData built_in_golden_data() { return {golden_plans, golden_digests, golden_errors}; }

GoldenCounts judge_golden(const GoldenData& data, Findings& findings) {
    GoldenJudge judge(findings);
    GoldenCounts counts;
    counts.plans = for_each_json_line("plans.jsonl", data.plans, judge, read_golden_plan, judge_golden_plan);
    counts.errors = for_each_json_line("errors.jsonl", data.errors, judge, read_golden_error, judge_golden_error);
    counts.digests = for_each_digest(data.digests, judge);
    return counts;
}

}  // namespace tickproof::gate
