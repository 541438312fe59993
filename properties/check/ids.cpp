// The ids of a plan agree with each other: counts, the table of stages, and the local index of every event.
//
// An event on a wrong rank is own-rank's matter.
#include <fmt/format.h>

#include "properties/check/rules.h"

namespace tickproof::check {

namespace {

constexpr Rule rule = Rule::ids;

std::pair<std::string, std::string> in_header(std::string words) { return {"plan", std::move(words)}; }

Report judge_counts(const Plan& plan) {
    Report report;
    const auto positive = [&report](const char* name, std::uint64_t count) {
        if (count == 0) report.add(rule, [&] { return in_header(fmt::format("{} is 0", name)); });
    };
    positive("physical_stage_count", plan.physical_stage_count);
    positive("virtual_stages_per_rank", plan.virtual_stages_per_rank);
    positive("microbatches", plan.microbatches);
    if (checked_mul(plan.physical_stage_count, plan.virtual_stages_per_rank) != plan.total_virtual_stages) {
        report.add(rule, [&] {
            return in_header(fmt::format("total_virtual_stages is {}, but {} ranks of {} stages each are declared",
                                         plan.total_virtual_stages, plan.physical_stage_count,
                                         plan.virtual_stages_per_rank));
        });
    }
    return report;
}

void judge_assignment(Report& report, const StageAssignment& assignment, std::size_t i, const StagePlace& place) {
    const auto compare = [&](const char* name, std::uint64_t claimed, std::uint64_t right) {
        if (claimed == right) return;
        report.add(rule, [&] {
            return std::pair{
                fmt::format("stage assignment {}", i),
                fmt::format("{} of stage {} is {}, not {}", name, assignment.virtual_stage_id, claimed, right)};
        });
    };
    compare("physical_stage_id", assignment.physical_stage_id, place.rank);
    compare("local_stage_index", assignment.local_stage_index, place.chunk);
}

Report judge_table(const Plan& plan, const Problem& problem, const StageTable& stages) {
    Report report;
    const std::vector<StageAssignment>& table = plan.stage_assignments;
    if (table.size() != problem.stages()) {
        report.add(rule, [&] {
            return in_header(fmt::format("stage_assignments tells of {}, but there are {}",
                                         counted(table.size(), "stage"), counted(problem.stages(), "stage")));
        });
    }
    for (std::size_t i = 0; i < table.size(); ++i) {
        const std::uint64_t stage = table[i].virtual_stage_id;
        if (stage != i) {
            report.add(rule, [&] {
                return std::pair{fmt::format("stage assignment {}", i), fmt::format("virtual_stage_id is {}", stage)};
            });
        }
        if (stage < problem.stages()) judge_assignment(report, table[i], i, stages.at(stage));
    }
    return report;
}

Report judge_events(const Plan& plan, const Problem& problem, const StageTable& stages) {
    Report report;
    const std::uint64_t stage_count = problem.stages();
    for (std::size_t position = 0; position < plan.events.size(); ++position) {
        const TimedOp& event = plan.events[position];
        if (event.stage >= stage_count || stages.at(event.stage).chunk == event.chunk) continue;
        report.add(rule, [&] {
            return std::pair{event_place(position),
                             fmt::format("local_stage_index of {} is {}, not {}", op_words(event), event.chunk,
                                         stages.at(event.stage).chunk)};
        });
    }
    return report;
}

}  // namespace

Report ids(const Plan& plan, const Problem& problem, const StageTable& stages) {
    Report report = judge_counts(plan);
    report.append(placement_list(problem, "plan"));
    report.append(judge_table(plan, problem, stages));
    report.append(judge_events(plan, problem, stages));
    return report;
}

}  // namespace tickproof::check
