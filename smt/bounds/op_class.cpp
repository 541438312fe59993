#include "smt/bounds/op_class.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace tickproof {

namespace {

class Classes {
public:
    explicit Classes(const Problem& problem)
        : problem_(problem), stages_(static_cast<std::uint32_t>(problem.stages())) {}

    [[nodiscard]] std::vector<OpClass> all() && {
        const bool split = problem_.backward_form == BackwardForm::split;
        add_forwards();
        add_backwards(split ? OpKind::backward_input : OpKind::backward);
        if (split) add_weights();
        add_tails();
        return std::move(classes_);
    }

private:
    void add(OpKind kind, std::uint32_t stage, std::optional<std::uint32_t> before) {
        OpClass one{.kind = kind,
                    .stage = stage,
                    .rank = static_cast<std::uint32_t>(problem_.placement.rank_of(stage)),
                    .duration = problem_.duration(kind),
                    .before = before};
        if (before) {
            const OpClass& from = classes_[*before];
            one.lag = from.duration + (from.rank == one.rank ? 0 : problem_.hop_latency_ticks);
            one.head = from.head + one.lag;
        }
        classes_.push_back(one);
    }
    void add_forwards() {
        for (std::uint32_t v = 0; v < stages_; ++v) {
            add(OpKind::forward, v, v > 0 ? std::optional(v - 1) : std::nullopt);
        }
    }
    // From the last stage to the first, as they follow one another; then in the order of the stages.
    void add_backwards(OpKind kind) {
        for (std::uint32_t v = stages_; v-- > 0;) add(kind, v, static_cast<std::uint32_t>(classes_.size()) - 1);
        std::reverse(classes_.begin() + stages_, classes_.end());
        for (std::uint32_t v = 0; v < stages_; ++v) {
            classes_[stages_ + v].before = v + 1 < stages_ ? stages_ + v + 1 : stages_ - 1;
        }
    }
    void add_weights() {
        for (std::uint32_t v = 0; v < stages_; ++v) add(OpKind::backward_weight, v, stages_ + v);
    }
    // A class comes after all that need it in the order F(0) .. F(K-1), I(K-1) .. I(0), W, read from the end.
    void add_tails() {
        for (std::uint32_t c = 2 * stages_; c < classes_.size(); ++c) add_tail_before(c);
        for (std::uint32_t c = stages_; c < 2 * stages_; ++c) add_tail_before(c);
        for (std::uint32_t c = stages_; c-- > 0;) add_tail_before(c);
    }
    void add_tail_before(std::uint32_t c) {
        const OpClass& after = classes_[c];
        if (!after.before) return;
        OpClass& before = classes_[*after.before];
        before.tail = std::max(before.tail, after.lag - before.duration + after.duration + after.tail);
    }

    const Problem& problem_;
    std::uint32_t stages_;
    std::vector<OpClass> classes_;
};

using Complaint = std::optional<Unsound>;

Complaint complaint_about_shape(const Problem& problem) {
    if (problem.ranks == 0 || problem.chunks == 0 || problem.microbatches == 0) {
        return Unsound{Unsound::Kind::malformed, "stages, virtual stages and microbatches must be at least 1"};
    }
    if (problem.backward_form == BackwardForm::any) {
        return Unsound{Unsound::Kind::malformed, "the backward must be full everywhere or split everywhere"};
    }
    if (problem.stages() > max_stages_of_problem) {
        return Unsound{Unsound::Kind::too_large, fmt::format("{} virtual stages in all, and the limit is {}",
                                                             problem.stages(), max_stages_of_problem)};
    }
    return std::nullopt;
}

Complaint complaint_about_placement(const Problem& problem) {
    const std::vector<std::uint32_t>& list = problem.placement.list();
    if (problem.placement.kind() != Placement::Kind::listed) return std::nullopt;
    if (list.size() != problem.stages()) {
        return Unsound{Unsound::Kind::malformed, fmt::format("the placement lists {} ranks for {} virtual stages",
                                                             list.size(), problem.stages())};
    }
    const auto stray = std::ranges::find_if(list, [&](std::uint32_t rank) { return rank >= problem.ranks; });
    if (stray == list.end()) return std::nullopt;
    return Unsound{Unsound::Kind::malformed, fmt::format("the placement names rank {} of {}", *stray, problem.ranks)};
}

Complaint complaint_about_times(const Problem& problem) {
    const Durations& ticks = problem.durations;
    const std::array durations{ticks.forward, ticks.backward, ticks.backward_input, ticks.backward_weight};
    const auto [least, most] = std::ranges::minmax(durations);
    if (least == 0 || std::max(most, problem.hop_latency_ticks) > limits::max_duration_ticks) {
        return Unsound{Unsound::Kind::malformed,
                       fmt::format("durations must be from 1 to {} ticks, and the latency at most that",
                                   limits::max_duration_ticks)};
    }
    const std::uint64_t ops = saturating_mul(3, saturating_mul(problem.stages(), problem.microbatches));
    if (saturating_mul(ops, most + problem.hop_latency_ticks) < std::uint64_t{1} << 62) return std::nullopt;
    return Unsound{Unsound::Kind::too_large, "the ops one after another take 2^62 ticks or more"};
}

Complaint complaint_about_cap(const Problem& problem) {
    if (!problem.max_in_flight) return std::nullopt;
    std::vector<std::uint64_t> held(problem.ranks, 0);
    for (std::uint64_t v = 0; v < problem.stages(); ++v) ++held[problem.placement.rank_of(v)];
    const auto most = std::ranges::max_element(held);
    if (*most <= *problem.max_in_flight) return std::nullopt;
    return Unsound{Unsound::Kind::infeasible,
                   fmt::format("one microbatch alone has {} activations in flight on rank {}, and the cap is {}", *most,
                               most - held.begin(), *problem.max_in_flight)};
}

}  // namespace

std::vector<OpClass> op_classes(const Problem& problem) { return Classes(problem).all(); }

std::expected<void, Unsound> sound(const Problem& problem) {
    constexpr std::array judges{complaint_about_shape, complaint_about_placement, complaint_about_times,
                                complaint_about_cap};
    for (const auto judge : judges) {
        if (Complaint complaint = judge(problem)) return std::unexpected(*std::move(complaint));
    }
    return {};
}

}  // namespace tickproof
