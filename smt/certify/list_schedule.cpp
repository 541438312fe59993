#include "smt/certify/list_schedule.h"

#include <algorithm>
#include <array>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

namespace tickproof::certify {

namespace {

// 32 bytes each, three times over.
constexpr std::uint64_t max_ops = std::uint64_t{1} << 22;

// Ops between two looks at whether to stop: a small problem has a schedule whatever the limits.
constexpr std::size_t asked_every = 4096;

// How many microbatches may be inside at a time, and which op goes first of those that could start at the same tick.
struct Rule {
    std::uint64_t inside;
    std::array<std::uint8_t, 4> turn_of_kind;  // by OpKind; equal turns: the longest tail
};

class Builder {
public:
    Builder(const Problem& problem, std::span<const OpClass> classes, const Rule& rule)
        : problem_(problem),
          classes_(classes),
          rule_(rule),
          next_(classes.size(), 0),
          starts_(classes.size()),
          in_line_(classes.size(), false),
          after_(classes.size()),
          forwards_(problem.ranks),
          rank_free_(problem.ranks, 0),
          in_flight_(problem.ranks, 0),
          ends_(problem.microbatches, 0),
          left_(problem.microbatches, classes.size()) {
        for (std::size_t c = 0; c < classes.size(); ++c) {
            if (classes[c].before) after_[*classes[c].before].push_back(c);
            if (classes[c].kind == OpKind::forward) forwards_[classes[c].rank].push_back(c);
        }
    }

    // Nothing if it ran into a dead end or was told to stop.
    [[nodiscard]] std::optional<Schedule> build(const std::function<bool()>& stop) && {
        const std::uint64_t ops = classes_.size() * problem_.microbatches;
        schedule_.reserve(ops);
        offer(0);
        while (!line_.empty()) {
            if (schedule_.size() % asked_every == asked_every - 1 && stop && stop()) return std::nullopt;
            take_first();
        }
        if (schedule_.size() < ops) return std::nullopt;
        return std::move(schedule_);
    }

private:
    static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
    // Smaller goes first.
    using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::size_t>;

    // Of its next op; never while something that it needs has no place yet.
    [[nodiscard]] std::uint64_t earliest(std::size_t c) const {
        const OpClass& one = classes_[c];
        const std::uint64_t m = next_[c];
        if (m == problem_.microbatches || !has_room(c)) return never;
        const std::uint64_t start = rank_free_[one.rank];
        if (one.before) {
            if (starts_[*one.before].size() <= m) return never;
            return std::max(start, starts_[*one.before][m] + one.lag);
        }
        if (m < rule_.inside) return start;
        return left_[m - rule_.inside] > 0 ? never : std::max(start, ends_[m - rule_.inside]);
    }

    // An early stage leaves room for each later one of its rank, so that what has entered can get through.
    [[nodiscard]] bool has_room(std::size_t c) const {
        const OpClass& one = classes_[c];
        if (!problem_.max_in_flight || one.kind != OpKind::forward) return true;
        const std::vector<std::size_t>& own = forwards_[one.rank];
        const auto later = static_cast<std::uint64_t>(own.end() - std::ranges::find(own, c)) - 1;
        return in_flight_[one.rank] + later < *problem_.max_in_flight;
    }

    [[nodiscard]] Key key_of(std::size_t c) const {
        const OpClass& one = classes_[c];
        const std::uint64_t turn = rule_.turn_of_kind[static_cast<std::size_t>(one.kind)];
        return {earliest(c), turn, never - one.tail, next_[c], c};
    }

    // A class stands in line while its next op could be placed.
    void offer(std::size_t c) {
        if (in_line_[c] || earliest(c) == never) return;
        line_.push(key_of(c));
        in_line_[c] = true;
    }

    // What was true when a class came into line can only have become later since.
    void take_first() {
        const Key first = line_.top();
        const std::size_t c = std::get<4>(first);
        line_.pop();
        in_line_[c] = false;
        if (key_of(c) == first) {
            place(c, earliest(c));
        } else {
            offer(c);
        }
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
        count_in_flight(one);
        offer(c);
        for (const std::size_t next : after_[c]) offer(next);
        if (left_[m] == 0) offer(0);
    }

    void count_in_flight(const OpClass& one) {
        if (!problem_.max_in_flight) return;
        if (one.kind == OpKind::forward) ++in_flight_[one.rank];
        if (one.kind != OpKind::backward && one.kind != OpKind::backward_weight) return;
        --in_flight_[one.rank];
        for (const std::size_t forward : forwards_[one.rank]) offer(forward);
    }

    const Problem& problem_;
    std::span<const OpClass> classes_;
    const Rule& rule_;
    std::vector<std::uint64_t> next_;                 // microbatch, by class
    std::vector<std::vector<std::uint64_t>> starts_;  // by class and microbatch
    std::vector<bool> in_line_;                       // by class
    std::vector<std::vector<std::size_t>> after_;     // classes that need a class
    std::vector<std::vector<std::size_t>> forwards_;  // classes of a rank, by stage
    std::vector<std::uint64_t> rank_free_;            // from which tick on
    std::vector<std::uint64_t> in_flight_;            // by rank, if there is a cap
    std::vector<std::uint64_t> ends_;                 // by microbatch, so far
    std::vector<std::uint64_t> left_;                 // ops without a place, by microbatch
    std::priority_queue<Key, std::vector<Key>, std::greater<>> line_;
    Schedule schedule_;
};

// So few microbatches that no rank can come to its cap.
std::uint64_t always_safe(const Problem& problem, std::span<const OpClass> classes) {
    if (!problem.max_in_flight) return problem.microbatches;
    std::vector<std::uint64_t> stages(problem.ranks, 0);
    for (const OpClass& one : classes) stages[one.rank] += one.kind == OpKind::forward ? 1 : 0;
    return *problem.max_in_flight / std::ranges::max(stages);
}

std::vector<Rule> rules_for(const Problem& problem, std::span<const OpClass> classes) {
    // F, B, I, W: each order of F, I and W; B goes as I does.
    constexpr std::array<std::array<std::uint8_t, 4>, 7> turns{
        {{0, 0, 0, 0}, {0, 1, 1, 2}, {0, 2, 2, 1}, {1, 0, 0, 2}, {2, 0, 0, 1}, {1, 2, 2, 0}, {2, 1, 1, 0}}};
    const std::uint64_t safe = always_safe(problem, classes);
    std::vector<Rule> rules;
    for (const auto& turn : turns) {
        if (safe < problem.microbatches) rules.push_back({safe, turn});
        rules.push_back({problem.microbatches, turn});
    }
    return rules;
}

}  // namespace

std::optional<Schedule> list_schedule(const Problem& problem, std::span<const OpClass> classes,
                                      const std::function<bool()>& stop) {
    if (saturating_mul(classes.size(), problem.microbatches) > max_ops) return std::nullopt;
    std::optional<Schedule> best;
    for (const Rule& rule : rules_for(problem, classes)) {
        if (best && stop && stop()) break;
        std::optional<Schedule> one = Builder(problem, classes, rule).build(stop);
        if (!one) continue;
        if (!best || makespan_of(problem, *one) < makespan_of(problem, *best)) best = std::move(one);
    }
    return best;
}

std::uint64_t makespan_of(const Problem& problem, const Schedule& schedule) {
    std::uint64_t end = 0;
    for (const TimedOp& op : schedule) end = std::max(end, saturating_add(op.start_tick, problem.duration(op.kind)));
    return end;
}

}  // namespace tickproof::certify
