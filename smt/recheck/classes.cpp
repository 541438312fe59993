#include "smt/recheck/classes.h"

namespace tickproof::recheck {

namespace {

// The stage and the kind whose result an op needs; only the last stage's gradient turns from backward to forward.
[[nodiscard]] std::optional<std::uint32_t> class_before(OpKind kind, std::uint32_t stage, std::uint32_t stages) {
    switch (kind) {
        case OpKind::forward:
            return stage > 0 ? std::optional(stage - 1) : std::nullopt;
        case OpKind::backward:
        case OpKind::backward_input:
            return stage + 1 < stages ? stages + stage + 1 : stage;
        case OpKind::backward_weight:
            break;
    }
    return stages + stage;
}

void append_kind(std::vector<ClassOfOps>& classes, const Problem& problem, OpKind kind) {
    const auto stages = static_cast<std::uint32_t>(problem.stages());
    for (std::uint32_t stage = 0; stage < stages; ++stage) {
        ClassOfOps next{.kind = kind,
                        .stage = stage,
                        .rank = static_cast<std::uint32_t>(problem.placement.rank_of(stage)),
                        .duration = static_cast<std::int64_t>(problem.duration(kind)),
                        .before = class_before(kind, stage, stages),
                        .lag = 0};
        classes.push_back(next);
    }
}

}  // namespace

std::vector<ClassOfOps> classes_of(const Problem& problem) {
    std::vector<ClassOfOps> classes;
    append_kind(classes, problem, OpKind::forward);
    if (problem.backward_form == BackwardForm::full) {
        append_kind(classes, problem, OpKind::backward);
    } else {
        append_kind(classes, problem, OpKind::backward_input);
        append_kind(classes, problem, OpKind::backward_weight);
    }
    for (ClassOfOps& each : classes) {
        if (!each.before) continue;
        const ClassOfOps& before = classes[*each.before];
        const bool hops = before.rank != each.rank;
        each.lag = before.duration + (hops ? static_cast<std::int64_t>(problem.hop_latency_ticks) : 0);
    }
    return classes;
}

std::vector<std::uint32_t> along_the_chain(const std::vector<ClassOfOps>& classes) {
    std::vector<std::uint32_t> order;
    order.reserve(classes.size());
    const auto append_if = [&](std::uint32_t each, bool wanted) {
        if (wanted) order.push_back(each);
    };
    const auto count = static_cast<std::uint32_t>(classes.size());
    const auto is_gradient = [&](std::uint32_t each) {
        return classes[each].kind == OpKind::backward || classes[each].kind == OpKind::backward_input;
    };
    for (std::uint32_t each = 0; each < count; ++each) append_if(each, classes[each].kind == OpKind::forward);
    for (std::uint32_t each = count; each-- > 0;) append_if(each, is_gradient(each));
    for (std::uint32_t each = 0; each < count; ++each) append_if(each, classes[each].kind == OpKind::backward_weight);
    return order;
}

}  // namespace tickproof::recheck
