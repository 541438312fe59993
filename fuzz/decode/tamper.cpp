#include "fuzz/decode/tamper.h"

#include <array>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "fuzz/decode/edit.h"

namespace tickproof::fuzz {

namespace {

using namespace certificate;

Tampering change(Bytes& bytes, std::string_view what, std::uint64_t& value, bool is_figure) {
    const std::uint64_t was = value;
    switch (bytes.between(0, 3)) {
        case 0:
            ++value;
            break;
        case 1:
            --value;
            break;
        case 2:
            value = bytes.between(0, 15);
            break;
        default:
            value = bytes.any();
            break;
    }
    return {fmt::format("{}: {} becomes {}", what, was, value), is_figure && value != was};
}

struct LowerTamper {
    Bytes& bytes;

    Tampering operator()(LoadBound& bound) const {
        switch (bytes.between(0, 4)) {
            case 0:
                return change(bytes, "rank", bound.rank, false);
            case 1:
                return change(bytes, "chunks", bound.chunks, true);
            case 2:
                return change(bytes, "head", bound.head, true);
            case 3:
                return change(bytes, "tail", bound.tail, true);
            default:
                return change(bytes, "load", bound.load, true);
        }
    }
    Tampering operator()(InFlightBound& bound) const {
        switch (bytes.between(0, 4)) {
            case 0:
                return change(bytes, "rank", bound.rank, false);
            case 1:
                return change(bytes, "stage", bound.stage, false);
            case 2:
                return change(bytes, "head", bound.head, true);
            case 3:
                return change(bytes, "tail", bound.tail, true);
            default:
                return change(bytes, "held", bound.held, true);
        }
    }
    Tampering operator()(StateCounts& counts) const {
        if (bytes.one_in(4)) return change(bytes, "horizon", counts.horizon, true);
        if (bytes.one_in(4) || counts.states.empty()) {
            counts.states.push_back(bytes.between(0, 3));
            return {"a layer more", true};
        }
        return change(bytes, "states", counts.states[bytes.between(0, counts.states.size() - 1)], true);
    }
    Tampering operator()(Refutation& refutation) const {
        if (bytes.one_in(4)) return change(bytes, "horizon", refutation.horizon, true);
        if (refutation.proof.empty() || bytes.one_in(8)) {
            refutation.formula_sha256.resize(bytes.between(0, 63), '0');
            return {"the formula's hash cut off", true};
        }
        const std::size_t at = bytes.between(0, refutation.proof.size() - 1);
        if (bytes.one_in(4)) {
            refutation.proof.resize(at);
            return {fmt::format("the proof cut off at {}", at)};
        }
        refutation.proof[at] = static_cast<char>(refutation.proof[at] ^ (1 << bytes.between(0, 7)));
        return {fmt::format("a bit of the proof's byte {}", at)};
    }
};

Tampering tamper_durations(Bytes& bytes, Durations& durations) {
    const std::array<std::uint64_t*, 4> all{&durations.forward, &durations.backward, &durations.backward_input,
                                            &durations.backward_weight};
    return change(bytes, "a duration", *all[bytes.between(0, all.size() - 1)], false);
}

Tampering tamper_cap(Bytes& bytes, std::optional<std::uint64_t>& cap) {
    if (!cap) {
        cap = bytes.between(0, 7);
        return {fmt::format("a cap of {}", *cap)};
    }
    if (!bytes.one_in(4)) return change(bytes, "cap", *cap, false);
    cap.reset();
    return {"no cap"};
}

Tampering tamper_problem(Bytes& bytes, Problem& problem) {
    switch (bytes.between(0, 7)) {
        case 0:
            return change(bytes, "ranks", problem.ranks, false);
        case 1:
            return change(bytes, "chunks", problem.chunks, false);
        case 2:
            return change(bytes, "microbatches", problem.microbatches, false);
        case 3:
            return tamper_durations(bytes, problem.durations);
        case 4:
            return change(bytes, "latency", problem.hop_latency_ticks, false);
        case 5:
            return tamper_cap(bytes, problem.max_in_flight);
        case 6: {
            const bool is_full = problem.backward_form == BackwardForm::full;
            problem.backward_form = is_full ? BackwardForm::split : BackwardForm::full;
            return {"the other backward form"};
        }
        default: {
            const bool is_loop = problem.placement.kind() == Placement::Kind::loop;
            problem.placement = is_loop ? Placement::v_shaped(problem.ranks) : Placement::loop(problem.ranks);
            return {"another placement"};
        }
    }
}

Tampering tamper_upper(Bytes& bytes, UpperEvidence& upper) {
    if (bytes.one_in(16) || std::holds_alternative<Construction>(upper)) {
        const bool was_construction = std::holds_alternative<Construction>(upper);
        upper = was_construction ? UpperEvidence(Schedule{}) : UpperEvidence(Construction{});
        return {"another kind of upper evidence"};
    }
    return {edit_schedule(bytes, std::get<Schedule>(upper))};
}

Tampering swap_kind(Bytes& bytes, LowerEvidence& lower) {
    switch (bytes.between(0, 3)) {
        case 0:
            lower = LoadBound{};
            break;
        case 1:
            lower = InFlightBound{};
            break;
        case 2:
            lower = StateCounts{.horizon = bytes.between(0, 31), .states = {1, 0}};
            break;
        default:
            lower = Refutation{};
            break;
    }
    return {"another kind of lower evidence"};
}

}  // namespace

Tampering tamper(Bytes& bytes, Certificate& certificate) {
    switch (bytes.between(0, 7)) {
        case 0:
            return change(bytes, "lower", certificate.lower, true);
        case 1:
            return change(bytes, "upper", certificate.upper, true);
        case 2:
        case 3:
            return tamper_problem(bytes, certificate.problem);
        case 4:
            return swap_kind(bytes, certificate.lower_evidence);
        case 5:
            return tamper_upper(bytes, certificate.upper_evidence);
        default:
            return std::visit(LowerTamper{bytes}, certificate.lower_evidence);
    }
}

}  // namespace tickproof::fuzz
