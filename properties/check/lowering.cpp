#include "properties/check/lowering.h"

#include <algorithm>

#include <fmt/format.h>

#include "properties/check/compute_ops.h"

namespace tickproof::check {

namespace {

// Walks over the computes of a rank and knows where it is among all its actions.
class Computes {
public:
    explicit Computes(const std::vector<Action>& actions) : actions_(actions) { skip(); }

    [[nodiscard]] bool ended() const { return position_ == actions_.size(); }
    [[nodiscard]] std::size_t position() const { return position_; }
    [[nodiscard]] const Action& action() const { return actions_[position_]; }
    void next() {
        ++position_;
        skip();
    }

private:
    void skip() {
        while (!ended() && !is_compute(action().kind)) ++position_;
    }

    const std::vector<Action>& actions_;
    std::size_t position_ = 0;
};

[[nodiscard]] std::string shown(const Computes& computes) {
    if (computes.ended()) return "the end";
    return action_token(computes.action()) + (computes.action().overlaps_next ? " of an overlapped pair" : "");
}

const std::vector<Action>& actions_of(const Orders& orders, std::size_t rank) {
    static const std::vector<Action> none;
    return rank < orders.by_rank.size() ? orders.by_rank[rank] : none;
}

void compare_rank(const Orders& compute_only, const Orders& lowered, std::size_t rank, Report& report) {
    Computes wanted(actions_of(compute_only, rank));
    Computes found(actions_of(lowered, rank));
    while (!wanted.ended() && !found.ended() && wanted.action() == found.action()) {
        wanted.next();
        found.next();
    }
    if (wanted.ended() && found.ended()) return;
    report.add(Rule::lowering, [&] {
        return std::pair{
            place_of(lowered, rank, found.position()),
            fmt::format("computes {} where the orders to implement compute {}", shown(found), shown(wanted))};
    });
}

}  // namespace

Report check_lowering(const Orders& compute_only, const Orders& lowered) {
    Report report;
    const std::size_t ranks = std::max(compute_only.by_rank.size(), lowered.by_rank.size());
    for (std::size_t rank = 0; rank < ranks; ++rank) compare_rank(compute_only, lowered, rank, report);
    return report;
}

}  // namespace tickproof::check
