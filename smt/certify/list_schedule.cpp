#include "smt/certify/list_schedule.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

namespace tickproof::certify {

namespace {

enum class Precedence : std::uint8_t { backward, forward, longest_tail };

constexpr std::uint64_t max_work = std::uint64_t{1} << 31;

class Builder {
public:
    Builder(const Problem& problem, std::span<const OpClass> classes, Precedence precedence)
        : problem_(problem),
          classes_(classes),
          precedence_(precedence),
          inside_(most_inside()),
          next_(classes.size(), 0),
          starts_(classes.size()),
          rank_free_(problem.ranks, 0),
          ends_(problem.microbatches, 0),
          left_(problem.microbatches, classes.size()) {}

    [[nodiscard]] Schedule build() && {
        const std::uint64_t ops = classes_.size() * problem_.microbatches;
        schedule_.reserve(ops);
        while (schedule_.size() < ops) place_next();
        return std::move(schedule_);
    }

private:
    static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

    // How many microbatches may be inside without any rank holding more than its cap.
    [[nodiscard]] std::uint64_t most_inside() const {
        if (!problem_.max_in_flight) return problem_.microbatches;
        std::vector<std::uint64_t> stages(problem_.ranks, 0);
        for (const OpClass& one : classes_) stages[one.rank] += one.kind == OpKind::forward ? 1 : 0;
        return *problem_.max_in_flight / std::ranges::max(stages);
    }

    // Of its next op; never while something that it needs has no place yet.
    [[nodiscard]] std::uint64_t earliest(std::size_t c) const {
        const OpClass& one = classes_[c];
        const std::uint64_t m = next_[c];
        if (m == problem_.microbatches) return never;
        std::uint64_t start = rank_free_[one.rank];
        if (one.before) {
            if (starts_[*one.before].size() <= m) return never;
            return std::max(start, starts_[*one.before][m] + one.lag);
        }
        if (m < inside_) return start;
        return left_[m - inside_] > 0 ? never : std::max(start, ends_[m - inside_]);
    }

    // Smaller goes first.
    [[nodiscard]] std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> rank_of(std::size_t c) const {
        const OpClass& one = classes_[c];
        const bool is_forward = one.kind == OpKind::forward;
        switch (precedence_) {
            case Precedence::backward:
                return {earliest(c), is_forward ? 1 : 0, next_[c]};
            case Precedence::forward:
                return {earliest(c), is_forward ? 0 : 1, next_[c]};
            case Precedence::longest_tail:
                break;
        }
        return {earliest(c), never - one.tail, next_[c]};
    }

    void place_next() {
        std::size_t best = 0;
        for (std::size_t c = 1; c < classes_.size(); ++c) {
            if (rank_of(c) < rank_of(best)) best = c;
        }
        place(best, earliest(best));
    }

    void place(std::size_t c, std::uint64_t start) {
        const OpClass& one = classes_[c];
        const std::uint64_t m = next_[c]++;
        const auto chunk = static_cast<std::uint32_t>(problem_.placement.chunk_of(one.stage));
        schedule_.push_back({start, one.rank, one.stage, chunk, static_cast<std::uint32_t>(m), one.kind});
        starts_[c].push_back(start);
        rank_free_[one.rank] = start + one.duration;
        ends_[m] = std::max(ends_[m], start + one.duration);
        --left_[m];
    }

    const Problem& problem_;
    std::span<const OpClass> classes_;
    Precedence precedence_;
    std::uint64_t inside_;
    std::vector<std::uint64_t> next_;                 // microbatch, by class
    std::vector<std::vector<std::uint64_t>> starts_;  // by class and microbatch
    std::vector<std::uint64_t> rank_free_;            // from which tick on
    std::vector<std::uint64_t> ends_;                 // by microbatch, so far
    std::vector<std::uint64_t> left_;                 // ops without a place, by microbatch
    Schedule schedule_;
};

}  // namespace

std::optional<Schedule> list_schedule(const Problem& problem, std::span<const OpClass> classes) {
    const std::uint64_t ops = saturating_mul(classes.size(), problem.microbatches);
    if (saturating_mul(ops, classes.size()) > max_work) return std::nullopt;
    std::optional<Schedule> best;
    for (const Precedence precedence : {Precedence::backward, Precedence::forward, Precedence::longest_tail}) {
        Schedule one = Builder(problem, classes, precedence).build();
        if (!best || makespan_of(problem, one) < makespan_of(problem, *best)) best = std::move(one);
    }
    return best;
}

std::uint64_t makespan_of(const Problem& problem, const Schedule& schedule) {
    std::uint64_t end = 0;
    for (const TimedOp& op : schedule) end = std::max(end, saturating_add(op.start_tick, problem.duration(op.kind)));
    return end;
}

}  // namespace tickproof::certify
