#include "properties/check/difference.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "properties/check/check.h"
#include "properties/check/words.h"

namespace tickproof::check {

namespace {

using Actions = std::vector<Action>;

// Whether what a W computes from is also what the other op of its microbatch comes before or after.
[[nodiscard]] bool is_bound_to(const Action& weight_gradient, const Action& other) {
    if (other.kind == ActionKind::backward_weight) return other.stage == weight_gradient.stage;
    return other.kind == ActionKind::forward || other.stage >= weight_gradient.stage;
}

[[nodiscard]] bool are_independent(const Action& a, const Action& b) {
    if (!is_compute(a.kind) || !is_compute(b.kind) || a.overlaps_next || b.overlaps_next) return false;
    if (a.microbatch != b.microbatch) return true;
    if (a.kind == ActionKind::backward_weight) return !is_bound_to(a, b);
    if (b.kind == ActionKind::backward_weight) return !is_bound_to(b, a);
    return false;
}

[[nodiscard]] std::optional<std::string> other_shape(const Orders& first, const Orders& second) {
    const auto differs = [](const char* name, std::uint64_t a, std::uint64_t b) {
        return fmt::format("{} is {} in the first, {} in the second", name, a, b);
    };
    if (first.ranks != second.ranks) return differs("stages", first.ranks, second.ranks);
    if (first.chunks != second.chunks) return differs("virtual", first.chunks, second.chunks);
    if (first.microbatches != second.microbatches) {
        return differs("microbatches", first.microbatches, second.microbatches);
    }
    if (first.by_rank.size() != second.by_rank.size()) {
        return differs("the number of lists", first.by_rank.size(), second.by_rank.size());
    }
    return std::nullopt;
}

class Comparison {
public:
    Comparison(const Orders& first, const Orders& second) : first_(first), second_(second) {}

    [[nodiscard]] Difference go() && {
        if (auto shape = other_shape(first_, second_)) return Differ{std::move(*shape)};
        for (std::size_t rank = 0; rank < first_.by_rank.size(); ++rank) {
            if (auto place = parting_place(rank)) return Differ{words_at(rank, *place)};
        }
        if (swaps_.empty()) return SameOrders{};
        if (auto words = harm_of_swaps()) return Differ{std::move(*words)};
        return SameButForSwaps{std::move(swaps_)};
    }

private:
    // What the other ranks wait for may come to depend on a swap: a backward that changes places with a forward of
    // another microbatch, which the backward's own maker runs after.
    [[nodiscard]] std::optional<std::string> harm_of_swaps() const {
        const Report before = check_orders(problem_of(first_), first_).report;
        const Report after = check_orders(problem_of(second_), second_).report;
        if (before.valid() == after.valid()) return std::nullopt;
        const bool first_is_wrong = !before.valid();
        return fmt::format("{}, and only the {} is valid: in the {} {}", in_words(swaps_.front()),
                           first_is_wrong ? "second" : "first", first_is_wrong ? "first" : "second",
                           (first_is_wrong ? before : after).violations().front().witness);
    }

    // Collects swaps on the way.
    [[nodiscard]] std::optional<std::size_t> parting_place(std::size_t rank) {
        const Actions& a = first_.by_rank[rank];
        const Actions& b = second_.by_rank[rank];
        const std::size_t both = std::min(a.size(), b.size());
        std::size_t at = 0;
        while (at < both) {
            if (a[at] == b[at]) {
                ++at;
            } else if (is_swap(a, b, at)) {
                swaps_.push_back({rank, at, a[at], a[at + 1]});
                at += 2;
            } else {
                return at;
            }
        }
        if (a.size() != b.size()) return both;
        return std::nullopt;
    }

    // The backward of an overlapped pair does not say itself that it is part of one.
    [[nodiscard]] static bool is_swap(const Actions& a, const Actions& b, std::size_t at) {
        const bool within_pair = at > 0 && a[at - 1].overlaps_next;
        return !within_pair && at + 1 < std::min(a.size(), b.size()) && a[at] == b[at + 1] && a[at + 1] == b[at] &&
               are_independent(a[at], a[at + 1]);
    }

    [[nodiscard]] std::string words_at(std::size_t rank, std::size_t place) const {
        const auto what = [place](const Actions& actions) {
            return place < actions.size() ? action_token(actions[place]) : std::string("the end");
        };
        const std::string a = what(first_.by_rank[rank]);
        const std::string b = what(second_.by_rank[rank]);
        // Only whether it is half of an overlapped pair can tell two apart that are called the same.
        const char* const note = a == b ? ", overlapped with the next in one of them only" : "";
        return fmt::format("rank {} op {}: {} in the first, {} in the second{}", rank, place, a, b, note);
    }

    const Orders& first_;
    const Orders& second_;
    std::vector<Swap> swaps_;
};

}  // namespace

Difference difference(const Orders& first, const Orders& second) { return Comparison(first, second).go(); }

std::string in_words(const Swap& swap) {
    return fmt::format("rank {} op {}: {} and {} are swapped", swap.rank, swap.position, action_token(swap.first),
                       action_token(swap.second));
}

}  // namespace tickproof::check
