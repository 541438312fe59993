#include "cli/certified.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "cli/schedules_of.h"
#include "planner/validate.h"
#include "smt/bounds/bound.h"
#include "smt/recheck/recheck.h"

namespace tickproof::cli {

Problem problem_of(const PipelineConfig& config, const ProblemSettings& settings) {
    Problem problem;
    problem.ranks = config.stage_count;
    problem.chunks = config.virtual_stages_per_rank;
    problem.microbatches = config.microbatches;
    problem.placement = Placement::loop(config.stage_count);
    problem.backward_form = settings.halves_given ? BackwardForm::split : BackwardForm::full;
    return settings.applied_to(std::move(problem));
}

std::expected<Problem, std::string> asked_problem(const ShapeOptions& shape, const ProblemOptions& options) {
    auto config = shape.config();
    if (!config) return std::unexpected(config.error());
    // The schedule of a request is not what is asked for, and its own demands on the shape do not count.
    config->schedule = ScheduleKind::optimal;
    const auto error = validate(*config);
    if (error && error->kind == PlanError::Kind::invalid_config) return std::unexpected(error->message);
    const auto settings = options.settings();
    if (!settings) return std::unexpected(settings.error());
    return problem_of(*config, *settings);
}

namespace {

// A hundred megabytes or so each; certify looks at three more.
constexpr std::uint64_t max_candidate_ops = std::uint64_t{1} << 21;

}  // namespace

std::vector<Schedule> candidate_schedules(const Problem& problem) {
    std::vector<Schedule> schedules;
    const std::uint64_t ops = saturating_mul(3, saturating_mul(problem.stages(), problem.microbatches));
    if (!sound(problem) || has_closed_form(problem) || ops > max_candidate_ops) return schedules;
    for (const ScheduleName& known : schedule_names) {
        const PipelineConfig config{.n_layer = problem.stages(),
                                    .stage_count = problem.ranks,
                                    .virtual_stages_per_rank = problem.chunks,
                                    .schedule = known.kind,
                                    .microbatches = problem.microbatches};
        if (auto schedule = schedule_of(config, problem)) schedules.push_back(*std::move(schedule));
    }
    return schedules;
}

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// What a recheck gets where the limits have been used up, so that the best bounds so far can be shown.
constexpr milliseconds last_time{800};
constexpr std::uint64_t least_memory = std::uint64_t{64} << 20;

std::string as_bytes(const recheck::Verdict& verdict) {
    if (const auto* wrong = std::get_if<recheck::NotEstablished>(&verdict)) return "n" + wrong->why;
    if (const auto* open = std::get_if<recheck::Undecided>(&verdict)) return "u" + open->why;
    return "e";
}

recheck::Verdict read_verdict(const std::string& bytes) {
    if (bytes == "e") return recheck::Established{};
    if (bytes.starts_with('n')) return recheck::NotEstablished{bytes.substr(1)};
    return recheck::Undecided{bytes.starts_with('u') ? bytes.substr(1) : "ended without an answer"};
}

struct Explain {
    recheck::Verdict operator()(const solver::Finished& finished) const { return read_verdict(finished.bytes); }
    recheck::Verdict operator()(solver::Stopped stopped) const {
        constexpr std::array words{"time limit", "memory limit", "interrupted"};
        return recheck::Undecided{words.at(static_cast<std::size_t>(stopped))};
    }
    recheck::Verdict operator()(const solver::Broken& broken) const { return recheck::Undecided{broken.how}; }
};

// In a child, so that it can be ended at any moment.
recheck::Verdict recheck_within(const certificate::Certificate& certificate, const solver::ChildLimits& limits) {
    recheck::Limits own;
    own.memory_bytes = std::min(own.memory_bytes, limits.memory_bytes);
    return std::visit(Explain{},
                      solver::in_child([&] { return as_bytes(recheck::recheck(certificate, own)); }, limits));
}

}  // namespace

std::optional<std::string> why_not_established(const certificate::Certificate& certificate,
                                               const solver::ChildLimits& limits) {
    const recheck::Verdict verdict = recheck_within(certificate, limits);
    if (const auto* wrong = std::get_if<recheck::NotEstablished>(&verdict)) {
        const Problem& of = certificate.problem;
        throw certify::Contradiction(
            fmt::format("S={} V={} M={}: recheck refuses the certificate of {} to {} ticks: {}", of.ranks, of.chunks,
                        of.microbatches, certificate.lower, certificate.upper, wrong->why));
    }
    const auto* open = std::get_if<recheck::Undecided>(&verdict);
    return open == nullptr ? std::nullopt : std::optional(open->why);
}

namespace {

class Rechecker {
public:
    Rechecker(const Problem& problem, const certify::Options& options) : problem_(problem), options_(options) {}

    [[nodiscard]] std::expected<certify::Certified, Unsound> run() const {
        auto found = certify::certify(problem_, options_);
        if (!found) return found;
        const auto why_not = why_not_established(found->certificate, left());
        if (!why_not) return found;
        return with_bounds_alone(*std::move(found), *why_not);
    }

private:
    [[nodiscard]] solver::ChildLimits left() const {
        const solver::Limits& limits = options_.limits;
        solver::ChildLimits left{limits.time, std::max(limits.memory_bytes, least_memory), limits.interrupted};
        if (left.time) {
            const auto spent = std::chrono::floor<milliseconds>(Clock::now() - started_);
            left.time = std::max(last_time, *left.time - spent);
        }
        return limits.interrupted && limits.interrupted() ? at_last() : left;
    }
    // Whatever has happened.
    [[nodiscard]] solver::ChildLimits at_last() const {
        return {last_time, std::max(options_.limits.memory_bytes, least_memory), nullptr};
    }

    [[nodiscard]] std::expected<certify::Certified, Unsound> with_bounds_alone(certify::Certified found,
                                                                               const std::string& why_not) const {
        certify::Options bounds_alone;
        bounds_alone.engine = certify::Engine::bound;
        auto weaker = certify::certify(problem_, bounds_alone);
        if (!weaker) return weaker;
        found.certificate.lower = weaker->certificate.lower;
        found.certificate.lower_evidence = std::move(weaker->certificate.lower_evidence);
        found.undecided = fmt::format("{} (of the recheck)", why_not);
        if (const auto still = why_not_established(found.certificate, at_last())) {
            return std::unexpected(
                Unsound{Unsound::Kind::too_large, fmt::format("the bounds could not be rechecked: {}", *still)});
        }
        return found;
    }

    const Problem& problem_;
    const certify::Options& options_;
    Clock::time_point started_ = Clock::now();
};

}  // namespace

std::expected<certify::Certified, Unsound> certified(const Problem& problem, const certify::Options& options) {
    return Rechecker(problem, options).run();
}

std::string_view word(const certificate::LowerEvidence& evidence) {
    if (std::holds_alternative<certificate::Refutation>(evidence)) return "refutation";
    if (std::holds_alternative<certificate::StateCounts>(evidence)) return "search";
    return "bound";
}

}  // namespace tickproof::cli
