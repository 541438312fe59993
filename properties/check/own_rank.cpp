// An op runs on the rank that holds its stage.
#include <fmt/format.h>

#include "properties/check/rules.h"

namespace tickproof::check {

namespace {

std::string wrong_rank(const Problem& problem, const TimedOp& op, std::uint64_t holder) {
    if (op.rank >= problem.ranks) {
        return fmt::format("{} is on rank {}, but there are only {}", op_words(op), op.rank,
                           counted(problem.ranks, "rank"));
    }
    if (holder == Placement::no_rank) {
        return fmt::format("{} is on rank {}, but the placement gives stage {} to no rank", op_words(op), op.rank,
                           op.stage);
    }
    return fmt::format("{} is on rank {}, but rank {} holds stage {}", op_words(op), op.rank, holder, op.stage);
}

}  // namespace

Report own_rank(const Subject& subject, const StageTable& stages) {
    Report report;
    const std::uint64_t stage_count = subject.problem.stages();
    for (std::size_t position = 0; position < subject.ops.size(); ++position) {
        const TimedOp& op = subject.ops[position];
        const bool in_range = op.rank < subject.problem.ranks;
        if (in_range && (op.stage >= stage_count || stages.at(op.stage).rank == op.rank)) continue;
        report.add(Rule::own_rank, [&] {
            return std::pair{subject.place_of(position), wrong_rank(subject.problem, op, stages.at(op.stage).rank)};
        });
    }
    return report;
}

}  // namespace tickproof::check
