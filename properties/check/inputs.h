// Who waits for whom, stated once for the rule that judges times and for the execution that finds them. The rules are
// those of planner/model/problem.h. An op that is not there is exactly-once's matter and is passed over here.
#pragma once

#include "properties/check/op_index.h"

namespace tickproof::check {

// The B or I of a cell: whichever hands the gradient on.
[[nodiscard]] inline std::uint32_t find_gradient(const OpIndex& index, std::uint64_t stage, std::uint64_t microbatch) {
    const std::uint32_t full = index.find(OpKind::backward, stage, microbatch);
    return full != OpIndex::none ? full : index.find(OpKind::backward_input, stage, microbatch);
}

// Calls visit(position) for each op whose result `op` needs.
template <class Visit>
void each_input(const OpIndex& index, const TimedOp& op, Visit visit) {
    const auto visit_found = [&](std::uint32_t position) {
        if (position != OpIndex::none) visit(position);
    };
    switch (op.kind) {
        case OpKind::forward:
            if (op.stage > 0) visit_found(index.find(OpKind::forward, op.stage - 1, op.microbatch));
            break;
        case OpKind::backward:
        case OpKind::backward_input:
            visit_found(index.find(OpKind::forward, op.stage, op.microbatch));
            visit_found(find_gradient(index, std::uint64_t{op.stage} + 1, op.microbatch));
            break;
        case OpKind::backward_weight:
            visit_found(index.find(OpKind::backward_input, op.stage, op.microbatch));
            break;
    }
}

// Calls visit(position) for each op that needs the result of `op`.
template <class Visit>
void each_output(const OpIndex& index, const TimedOp& op, Visit visit) {
    const auto visit_found = [&](std::uint32_t position) {
        if (position != OpIndex::none) visit(position);
    };
    if (op.kind == OpKind::forward) {
        visit_found(index.find(OpKind::forward, std::uint64_t{op.stage} + 1, op.microbatch));
        visit_found(find_gradient(index, op.stage, op.microbatch));
    } else if (op.kind != OpKind::backward_weight && op.stage > 0) {
        visit_found(find_gradient(index, op.stage - 1, op.microbatch));
    }
    if (op.kind == OpKind::backward_input) {
        visit_found(index.find(OpKind::backward_weight, op.stage, op.microbatch));
    }
}

// What a result takes from the start of its op until `to` may use it.
[[nodiscard]] inline std::uint64_t ticks_until_usable(const Problem& problem, const TimedOp& from, const TimedOp& to) {
    const std::uint64_t duration = problem.duration(from.kind);
    return from.rank == to.rank ? duration : saturating_add(duration, problem.hop_latency_ticks);
}

}  // namespace tickproof::check
