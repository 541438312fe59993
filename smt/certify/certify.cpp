#include "smt/certify/certify.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "properties/check/check.h"
#include "smt/bounds/bound.h"
#include "smt/certify/list_schedule.h"
#include "smt/certify/query.h"

namespace tickproof::certify {

namespace {

certificate::LowerEvidence as_evidence(const Bound& bound) {
    if (const auto* load = std::get_if<LoadBound>(&bound)) {
        return certificate::LoadBound{load->rank, load->chunks, load->head, load->tail, load->load};
    }
    const auto& held = std::get<InFlightBound>(bound);
    return certificate::InFlightBound{held.rank, held.stage, held.head, held.tail, held.held};
}

class Certifier {
public:
    Certifier(const Problem& problem, const Options& options) : problem_(problem), options_(options) {
        certified_.certificate.problem = problem;
    }

    [[nodiscard]] std::expected<Certified, Unsound> run() && {
        if (has_closed_form(problem_)) {
            start_from_closed_form();
        } else if (const auto started = start_from_bounds(); !started) {
            return std::unexpected(started.error());
        }
        if (options_.engine == Engine::bound) {
            if (lower() < upper()) certified_.undecided = "bounds alone do not meet";
            return std::move(certified_);
        }
        close_in();
        if (certified_.undecided.empty() && options_.engine != Engine::automatic) confirm();
        return std::move(certified_);
    }

private:
    [[nodiscard]] std::uint64_t& lower() { return certified_.certificate.lower; }
    [[nodiscard]] std::uint64_t& upper() { return certified_.certificate.upper; }

    void set_lower(std::uint64_t ticks, certificate::LowerEvidence evidence) {
        lower() = ticks;
        certified_.certificate.lower_evidence = std::move(evidence);
    }
    void set_upper(std::uint64_t ticks, certificate::UpperEvidence evidence) {
        upper() = ticks;
        certified_.certificate.upper_evidence = std::move(evidence);
    }

    void start_from_closed_form() {
        const LoadBound bound = unit_time_bound(problem_);
        set_lower(bound.ticks(), as_evidence(bound));
        set_upper(bound.ticks(), certificate::Construction{});
    }

    [[nodiscard]] std::expected<void, Unsound> start_from_bounds() {
        const std::vector<OpClass> classes = op_classes(problem_);
        const Bound bound = best_bound(problem_, classes);
        set_lower(ticks(bound), as_evidence(bound));
        std::optional<Schedule> best = list_schedule(problem_, classes, [this] { return is_out_of_time(); });
        for (const Schedule& candidate : options_.candidates) {
            if (best && makespan_of(problem_, candidate) >= makespan_of(problem_, *best)) continue;
            if (check::check_schedule(problem_, candidate).valid()) best = candidate;
        }
        if (!best) {
            return std::unexpected(
                Unsound{Unsound::Kind::too_large,
                        fmt::format("at least {} ticks, and no schedule to show: {}", lower(),
                                    is_out_of_time() ? "time limit" : "there are too many ops to write one down")});
        }
        const std::uint64_t makespan = makespan_of(problem_, *best);
        set_upper(makespan, *std::move(best));
        if (upper() < lower()) contradict("a bound", lower() - 1, "a schedule");
        return {};
    }

    // The interval is halved at each answer.
    void close_in() {
        while (lower() < upper() && certified_.undecided.empty()) {
            take(lower() + (upper() - lower()) / 2);
        }
    }

    void take(std::uint64_t horizon) {
        Reply reply = put(horizon, options_.engine, options_.on_query);
        if (auto* yes = std::get_if<Yes>(&reply)) {
            const std::uint64_t makespan = makespan_of(problem_, yes->schedule);
            if (makespan < lower()) contradict("a bound", lower() - 1, "a schedule");
            set_upper(makespan, std::move(yes->schedule));
            answered_yes_ = makespan;
        } else if (auto* no = std::get_if<No>(&reply)) {
            if (options_.engine == Engine::z3) no->evidence = refutation_of(horizon);
            if (!certified_.undecided.empty()) return;
            set_lower(horizon + 1, std::move(no->evidence));
            answered_no_ = horizon;
        } else {
            certified_.undecided = std::get<Open>(reply).reason;
        }
    }

    // Z3's word is no evidence: CaDiCaL has to say the same, and to prove it.
    [[nodiscard]] certificate::LowerEvidence refutation_of(std::uint64_t horizon) {
        Reply reply = put(horizon, Engine::cadical, nullptr);
        if (std::holds_alternative<Yes>(reply)) contradict("Z3", horizon, "CaDiCaL");
        if (auto* open = std::get_if<Open>(&reply)) {
            certified_.undecided = open->reason + " (CaDiCaL, for a proof of what Z3 found)";
            return {};
        }
        return std::move(std::get<No>(reply).evidence);
    }

    // The two queries at the optimum, unless they were what proved it.
    void confirm() {
        if (answered_yes_ != upper()) {
            const Reply reply = put(upper(), options_.engine, options_.on_query);
            if (std::holds_alternative<No>(reply)) contradict(engine_words(), upper(), "a schedule");
            if (!note_if_open(reply)) return;
        }
        if (answered_no_ != lower() - 1 && lower() > 1) {
            const Reply reply = put(lower() - 1, options_.engine, options_.on_query);
            if (std::holds_alternative<Yes>(reply)) contradict("a bound", lower() - 1, engine_words());
            if (!note_if_open(reply)) return;
        }
        certified_.cross_checks.push_back(
            fmt::format("{}: a schedule of {} ticks, none of {}", engine_words(), upper(), lower() - 1));
    }

    // Within what is left of the time.
    [[nodiscard]] Reply put(std::uint64_t horizon, Engine engine, const OnQuery& on_query) const {
        if (options_.limits.time && Clock::now() >= deadline_) return Open{"time limit"};
        return ask({problem_, horizon, engine, options_.limits, deadline_, on_query});
    }

    [[nodiscard]] bool is_out_of_time() const {
        const solver::Limits& limits = options_.limits;
        return (limits.time && Clock::now() >= deadline_) || (limits.interrupted && limits.interrupted());
    }

    [[nodiscard]] bool note_if_open(const Reply& reply) {
        const auto* open = std::get_if<Open>(&reply);
        if (open != nullptr) certified_.undecided = open->reason;
        return open == nullptr;
    }

    [[nodiscard]] const char* engine_words() const {
        switch (options_.engine) {
            case Engine::z3:
                return "z3";
            case Engine::cadical:
                return "cadical";
            default:
                return "search";
        }
    }

    [[noreturn]] void contradict(const char* denies, std::uint64_t ticks, const char* shows) {
        throw Contradiction(
            fmt::format("S={} V={} M={}: {} says that no schedule has {} ticks or fewer, {} says otherwise",
                        problem_.ranks, problem_.chunks, problem_.microbatches, denies, ticks, shows));
    }

    const Problem& problem_;
    const Options& options_;
    // A time that is too long to be added never ends.
    Clock::time_point deadline_ =
        Clock::now() + std::min<std::chrono::milliseconds>(options_.limits.time.value_or(std::chrono::hours(1)),
                                                           std::chrono::hours(24 * 365 * 10));
    Certified certified_;
    std::optional<std::uint64_t> answered_yes_;
    std::optional<std::uint64_t> answered_no_;
};

}  // namespace

std::expected<Certified, Unsound> certify(const Problem& problem, const Options& options) {
    if (const auto is_sound = sound(problem); !is_sound) return std::unexpected(is_sound.error());
    return Certifier(problem, options).run();
}

}  // namespace tickproof::certify
