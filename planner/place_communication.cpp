#include "planner/place_communication.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "planner/model/limits.h"

namespace tickproof {

namespace {

// What a rank does at a time: an action, or the two of an overlapped pair.
struct Unit {
    std::uint32_t rank = 0;
    std::uint32_t first = 0;  // of its actions in the rank's order
    std::uint32_t actions = 1;
    std::uint32_t awaited = 0;  // units that have not run yet
    std::uint64_t start_tick = 0;
    std::uint64_t ticks = 1;
};

// One pass of the data of a microbatch through a stage: up as F, down as B or I.
struct Result {
    bool forward = true;
    std::uint32_t stage = 0;
    std::uint32_t microbatch = 0;
};

[[nodiscard]] std::optional<Result> result_of(const Action& action) {
    if (!is_compute(action.kind) || action.kind == ActionKind::backward_weight) return std::nullopt;
    return Result{action.kind == ActionKind::forward, action.stage, action.microbatch};
}

[[nodiscard]] std::string in_words(const Result& result) {
    return fmt::format("the {} of microbatch {} on stage {}", result.forward ? "forward" : "backward",
                       result.microbatch, result.stage);
}

class Placing {
public:
    explicit Placing(const Orders& orders) : orders_(orders), stages_(saturating_mul(orders.ranks, orders.chunks)) {}

    [[nodiscard]] std::expected<Orders, std::string> go() && {
        for (const auto step : {&Placing::find_units, &Placing::find_waits, &Placing::run}) {
            if (auto done = (this->*step)(); !done) return std::unexpected(std::move(done.error()));
        }
        return placed();
    }

private:
    using Done = std::expected<void, std::string>;
    using Makers = std::unordered_map<std::uint64_t, std::uint32_t>;

    [[nodiscard]] static std::uint64_t key(const Result& result) {
        return (std::uint64_t{result.stage} << 32U) | result.microbatch;
    }
    [[nodiscard]] std::optional<std::uint32_t> maker_of(const Result& result) const {
        const Makers& makers = made_by_[result.forward ? 0 : 1];
        const auto found = makers.find(key(result));
        return found == makers.end() ? std::nullopt : std::optional(found->second);
    }
    [[nodiscard]] const Action& action(const Unit& unit, std::uint32_t nth) const {
        return orders_.by_rank[unit.rank][unit.first + nth];
    }

    [[nodiscard]] Done find_units() {
        for (std::uint32_t rank = 0; rank < orders_.by_rank.size(); ++rank) {
            const std::vector<Action>& actions = orders_.by_rank[rank];
            for (std::uint32_t at = 0; at < actions.size(); at += units_.back().actions) {
                if (is_send(actions[at].kind) || is_receive(actions[at].kind)) {
                    return std::unexpected("there are sends and receives already");
                }
                const bool is_pair = actions[at].overlaps_next && at + 1 < actions.size();
                units_.push_back({.rank = rank, .first = at, .actions = is_pair ? 2U : 1U});
                if (auto done = enter(units_.back()); !done) return done;
            }
        }
        return {};
    }

    [[nodiscard]] Done enter(Unit& unit) {
        unit.ticks = 0;
        for (std::uint32_t nth = 0; nth < unit.actions; ++nth) {
            unit.ticks += is_compute(action(unit, nth).kind) ? 1U : 0U;
            const auto result = result_of(action(unit, nth));
            if (!result) continue;
            Makers& makers = made_by_[result->forward ? 0 : 1];
            const auto number = static_cast<std::uint32_t>(units_.size() - 1);
            if (makers.try_emplace(key(*result), number).second) continue;
            return std::unexpected(fmt::format("{} is there twice", in_words(*result)));
        }
        return {};
    }

    // The results that an action needs.
    [[nodiscard]] std::vector<Result> needs_of(const Action& action) const {
        const auto [stage, microbatch] = std::pair(action.stage, action.microbatch);
        std::vector<Result> needs;
        if (action.kind == ActionKind::forward && stage > 0) needs.push_back({true, stage - 1, microbatch});
        if (action.kind == ActionKind::backward || action.kind == ActionKind::backward_input) {
            needs.push_back({true, stage, microbatch});
            if (std::uint64_t{stage} + 1 < stages_) needs.push_back({false, stage + 1, microbatch});
        }
        if (action.kind == ActionKind::backward_weight) needs.push_back({false, stage, microbatch});
        return needs;
    }

    [[nodiscard]] Done find_waits() {
        for (std::uint32_t number = 0; number < units_.size(); ++number) {
            Unit& unit = units_[number];
            if (unit.first > 0) wait(number, number - 1);
            for (std::uint32_t nth = 0; nth < unit.actions; ++nth) {
                for (const Result& need : needs_of(action(unit, nth))) {
                    const auto maker = maker_of(need);
                    if (!maker) return std::unexpected(fmt::format("{} is needed, and not there", in_words(need)));
                    wait(number, *maker);
                }
            }
        }
        std::ranges::sort(waits_);
        return {};
    }

    void wait(std::uint32_t waiting, std::uint32_t awaited) {
        waits_.push_back({awaited, waiting});
        ++units_[waiting].awaited;
    }

    [[nodiscard]] Done run() {
        std::vector<std::uint32_t> ready;
        for (std::uint32_t number = 0; number < units_.size(); ++number) {
            if (units_[number].awaited == 0) ready.push_back(number);
        }
        std::size_t have_run = 0;
        while (!ready.empty()) {
            const std::uint32_t number = ready.back();
            ready.pop_back();
            ++have_run;
            const std::uint64_t end = units_[number].start_tick + units_[number].ticks;
            for (auto at = std::ranges::lower_bound(waits_, Wait{number, 0});
                 at != waits_.end() && at->awaited == number; ++at) {
                Unit& next = units_[at->waiting];
                next.start_tick = std::max(next.start_tick, end);
                if (--next.awaited == 0) ready.push_back(at->waiting);
            }
        }
        if (have_run < units_.size()) return std::unexpected("ranks wait for each other in a circle");
        return {};
    }

    // A unit runs when it starts and hands on its results when it ends, before what starts then: a rank that received
    // a result while it is being made would wait for it.
    struct Event {
        std::uint64_t tick = 0;
        bool runs = false;
        std::uint32_t number = 0;
        auto operator<=>(const Event&) const = default;
    };
    [[nodiscard]] std::vector<Event> events() const {
        std::vector<Event> events;
        events.reserve(2 * units_.size());
        for (std::uint32_t number = 0; number < units_.size(); ++number) {
            const Unit& unit = units_[number];
            events.push_back({unit.start_tick, true, number});
            if (unit.ticks > 0) events.push_back({unit.start_tick + unit.ticks, false, number});
        }
        std::ranges::sort(events);
        return events;
    }

    [[nodiscard]] Orders placed() const {
        Orders placed = orders_;
        placed.buffers.clear();
        placed.columns.clear();
        for (std::vector<Action>& actions : placed.by_rank) actions.clear();
        for (const Event& event : events()) {
            const Unit& unit = units_[event.number];
            for (std::uint32_t nth = 0; nth < unit.actions; ++nth) {
                if (event.runs) {
                    placed.by_rank[unit.rank].push_back(action(unit, nth));
                } else {
                    hand_on(unit, action(unit, nth), placed);
                }
            }
        }
        return placed;
    }

    void hand_on(const Unit& unit, const Action& made, Orders& placed) const {
        const auto result = result_of(made);
        const bool ends =
            result && (result->forward ? std::uint64_t{result->stage} + 1 >= stages_ : result->stage == 0);
        if (!result || ends) return;
        const std::uint32_t next_stage = result->forward ? result->stage + 1 : result->stage - 1;
        const auto consumer = maker_of({result->forward, next_stage, result->microbatch});
        if (!consumer || units_[*consumer].rank == unit.rank) return;
        const bool up = result->forward;
        placed.by_rank[unit.rank].push_back(
            {up ? ActionKind::send_forward : ActionKind::send_backward, false, result->stage, result->microbatch});
        placed.by_rank[units_[*consumer].rank].push_back(
            {up ? ActionKind::receive_forward : ActionKind::receive_backward, false, next_stage, result->microbatch});
    }

    struct Wait {
        std::uint32_t awaited = 0;
        std::uint32_t waiting = 0;
        auto operator<=>(const Wait&) const = default;
    };

    const Orders& orders_;
    std::uint64_t stages_;
    std::vector<Unit> units_;        // rank after rank
    std::array<Makers, 2> made_by_;  // by result: forwards, backwards
    std::vector<Wait> waits_;        // sorted
};

}  // namespace

std::expected<Orders, std::string> place_communication(const Orders& orders) { return Placing(orders).go(); }

}  // namespace tickproof
