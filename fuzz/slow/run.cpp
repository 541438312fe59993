#include "fuzz/slow/run.h"

#include <algorithm>
#include <optional>

#include "fuzz/slow/table.h"

namespace tickproof::slow {

namespace {

class Execution {
public:
    Execution(const Problem& problem, const Orders& orders)
        : problem_(problem),
          orders_(orders),
          table_(problem),
          reached_(orders.by_rank.size()),
          busy_until_(orders.by_rank.size()),
          rows_(orders.by_rank.size()) {}

    [[nodiscard]] Outcome run() && {
        for (std::optional<Moment> now = 0; now; now = next_moment(*now)) {
            for (std::size_t rank = 0; rank < reached_.size(); ++rank) step(rank, *now);
        }
        if (const std::uint64_t left = never_run(); left > 0) return Stuck{reached_, left};
        Ran ran;
        for (const Schedule& row : rows_) ran.schedule.insert(ran.schedule.end(), row.begin(), row.end());
        return ran;
    }

private:
    void step(std::size_t rank, Moment now) {
        if (busy_until_[rank] > now || reached_[rank] == orders_.by_rank[rank].size()) return;
        const Action& action = orders_.by_rank[rank][reached_[rank]];
        const TimedOp op{.start_tick = static_cast<std::uint64_t>(now),
                         .rank = static_cast<std::uint32_t>(rank),
                         .stage = action.stage,
                         .chunk = static_cast<std::uint32_t>(problem_.placement.chunk_of(action.stage)),
                         .microbatch = action.microbatch,
                         .kind = static_cast<OpKind>(action.kind)};
        if (!table_.ready(op, now)) return;
        table_.at(op) = Start{now, op.rank};
        busy_until_[rank] = now + problem_.duration(op.kind);
        moments_.push_back(busy_until_[rank]);
        moments_.push_back(busy_until_[rank] + problem_.hop_latency_ticks);
        rows_[rank].push_back(op);
        ++reached_[rank];
    }

    // When next anything changes: an op ends, or its result arrives.
    [[nodiscard]] std::optional<Moment> next_moment(Moment now) {
        std::erase_if(moments_, [&](Moment moment) { return moment <= now; });
        if (moments_.empty()) return std::nullopt;
        return *std::ranges::min_element(moments_);
    }

    [[nodiscard]] std::uint64_t never_run() const {
        std::uint64_t left = 0;
        for (std::size_t rank = 0; rank < reached_.size(); ++rank)
            left += orders_.by_rank[rank].size() - reached_[rank];
        return left;
    }

    const Problem& problem_;
    const Orders& orders_;
    Table table_;
    std::vector<std::size_t> reached_;
    std::vector<Moment> busy_until_;
    std::vector<Moment> moments_;
    std::vector<Schedule> rows_;
};

}  // namespace

Outcome run(const Problem& problem, const Orders& orders) { return Execution(problem, orders).run(); }

}  // namespace tickproof::slow
