#include "properties/gate/gate.h"

#include <algorithm>
#include <future>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "planner/formats/request_json.h"
#include "planner/validate.h"
#include "properties/gate/cases.h"
#include "properties/gate/examine.h"
#include "properties/gate/shell_words.h"
#include "properties/gate/shrink.h"
#include "properties/generators/configs.h"

namespace tickproof::gate {

namespace {

// So much is asked before anything is counted: it bounds the memory, since the answers to a batch are held together.
constexpr std::uint64_t most_cases_a_batch = 64;
constexpr std::uint64_t most_events_a_batch = std::uint64_t{1} << 18;

// Of every so many random or small cases, one is asked three times.
constexpr std::size_t one_is_asked_again = 8;

// What a case costs, in events: also one that is refused costs something, and none is beyond our size limit.
std::uint64_t weight_of(const Question& question) {
    constexpr std::uint64_t of_any = 16;
    if (validate(question.config)) return of_any;
    const std::uint64_t items = generators::events_of(question.config) + generators::stages_of(question.config);
    return of_any + (question.again ? 3 : 1) * items;
}

using Questions = std::span<const Question>;

// The first of them that together weigh no more than `most`; one at least.
Questions first_up_to(Questions questions, std::uint64_t most) {
    std::uint64_t weight = 0;
    std::size_t count = 0;
    while (count < questions.size() && (count == 0 || weight + weight_of(questions[count]) <= most)) {
        weight += weight_of(questions[count++]);
    }
    return questions.first(count);
}

// As many parts as there are workers, of about equal weight, in order.
std::vector<Questions> shared_out(Questions questions, std::size_t workers) {
    std::uint64_t whole = 0;
    for (const Question& question : questions) whole += weight_of(question);
    std::vector<Questions> parts;
    for (std::size_t left = workers; left > 1 && !questions.empty(); --left) {
        parts.push_back(first_up_to(questions, whole / workers));
        questions = questions.subspan(parts.back().size());
    }
    if (!questions.empty()) parts.push_back(questions);
    return parts;
}

class Run {
public:
    Run(const Candidate& candidate, const GateOptions& options, const GateWatch& watch,
        const std::vector<PipelineConfig>& cases)
        : candidate_(candidate), options_(options), watch_(watch) {
        result_.level = options.level;
        result_.seed = options.seed;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const bool is_the_users = i < options.configs.size();
            questions_.push_back({cases[i], is_the_users || i % one_is_asked_again == 0});
        }
        for (std::uint64_t i = 0; i < std::max<std::uint64_t>(options.threads, 1); ++i) {
            planners_.push_back(candidate.make());
        }
    }

    std::expected<GateResult, std::string> run() && {
        if (candidate_.golden && options_.own_cases) judge_golden_data();
        Questions rest = questions_;
        while (!rest.empty() && result_.stopped.empty()) {
            const Questions batch =
                first_up_to(rest.first(std::min<std::size_t>(rest.size(), most_cases_a_batch)), most_events_a_batch);
            take_batch(batch);
            rest = rest.subspan(batch.size());
            watch_.progress(1.0 - static_cast<double>(rest.size()) / static_cast<double>(questions_.size()));
            notice_interruption();
        }
        if (result_.cases == 0 && !not_started_.empty()) return std::unexpected(not_started_);
        hear_out();
        notice_interruption();
        list_gone();
        return std::move(result_);
    }

private:
    struct Group {
        std::string property;
        ScheduleKind schedule;
        std::vector<Finding>* list;
        std::size_t index;
    };

    void judge_golden_data() {
        Findings findings(options_.max_failures);
        result_.golden = judge_golden(*candidate_.golden, findings);
        result_.failed += findings.count();
        for (const Finding& finding : findings.first_ones()) {
            if (is_accepted(finding)) {
                result_.known.push_back(finding);
                --result_.failed;
            } else {
                result_.findings.push_back(finding);
            }
        }
    }

    [[nodiscard]] std::vector<Outcome> examine(Questions batch) {
        const std::vector<Questions> parts = shared_out(batch, planners_.size());
        std::vector<std::future<std::vector<Outcome>>> others;
        for (std::size_t i = 1; i < parts.size(); ++i) {
            // Where there can be no further thread, the parts wait for each other.
            others.push_back(std::async(std::launch::async | std::launch::deferred,
                                        [this, planner = planners_[i].get(), part = parts[i]] {
                                            return gate::examine(*planner, options_.level, part);
                                        }));
        }
        std::vector<Outcome> outcomes = gate::examine(*planners_.front(), options_.level, parts.front());
        for (auto& other : others) std::ranges::move(other.get(), std::back_inserter(outcomes));
        return outcomes;
    }

    void take_batch(Questions batch) {
        const std::vector<Outcome> outcomes = examine(batch);
        for (std::size_t i = 0; i < batch.size() && result_.stopped.empty(); ++i) take(batch[i], outcomes[i]);
    }

    void take(const Question& question, const Outcome& outcome) {
        if (outcome.not_started) return give_up(*outcome.not_started);
        if (!outcome.failures.empty()) count(question, outcome);
        if (fails_again_and_again(outcome)) {
            result_.stopped = fmt::format("the planner failed {} times in a row", most_failures_in_a_row);
        } else if (!outcome.complete) {
            interrupt();
        } else if (result_.failed >= options_.max_failures) {
            result_.stopped = fmt::format("{} cases failed (--max-failures)", result_.failed);
        }
    }

    // That there is no room for it is nobody's fault; what cannot be started at all is a wrong command.
    void give_up(const Failure& failure) {
        result_.stopped = failure.what;
        if (failure.kind == FailureKind::not_started) not_started_ = failure.what;
    }

    [[nodiscard]] bool fails_again_and_again(const Outcome& outcome) {
        return std::ranges::any_of(outcome.failures, [this](bool failure) {
            failures_in_a_row_ = failure ? failures_in_a_row_ + 1 : 0;
            return failures_in_a_row_ >= most_failures_in_a_row;
        });
    }

    void notice_interruption() {
        if (watch_.interrupted() && result_.stopped.empty()) interrupt();
    }

    void interrupt() {
        result_.interrupted = true;
        result_.stopped = "it was interrupted";
    }

    void count(const Question& question, const Outcome& outcome) {
        ++result_.cases;
        if (outcome.planned) ++result_.planned;
        if (outcome.refused) ++result_.refused;
        bool fails = false;
        for (const Broken& broken : outcome.broken) {
            if (&list_of(question, broken, outcome.stderr_tail) == &result_.findings) fails = true;
        }
        if (fails) ++result_.failed;
    }

    // The list that holds what this belongs to, after it was counted there.
    std::vector<Finding>& list_of(const Question& question, const Broken& broken, const std::string& stderr_tail) {
        const ScheduleKind schedule = question.config.schedule;
        for (const Group& group : groups_) {
            if (group.property != broken.property || group.schedule != schedule) continue;
            ++(*group.list)[group.index].cases;
            return *group.list;
        }
        const ShrinkLimits limits{.interrupted = watch_.interrupted};
        Shrunk shrunk = shrink({question.config, broken, stderr_tail}, *planners_.front(), options_.level, limits);
        return add(as_finding(std::move(shrunk)), schedule);
    }

    // To a planner that has heard nothing else. One that answers by what it was asked before may pass.
    [[nodiscard]] bool shows_alone(const PipelineConfig& config, const std::string& property) const {
        const std::unique_ptr<Planner> fresh = candidate_.make();
        const Question question{config, true};
        const Outcome outcome = gate::examine(*fresh, options_.level, {&question, 1}).front();
        const bool is_broken = std::ranges::find(outcome.broken, property, &Broken::property) != outcome.broken.end();
        if (is_broken || !outcome.complete || watch_.interrupted()) return true;
        return std::ranges::any_of(fresh->finish(), [&](const Failure& failure) {
            return judge(config, failure, options_.level).front().property == property;
        });
    }

    [[nodiscard]] Finding as_finding(Shrunk shrunk) const {
        const bool is_alone = watch_.interrupted() || shows_alone(shrunk.config, shrunk.broken.property);
        return {.property = shrunk.broken.property,
                .witness = std::move(shrunk.broken.witness),
                .reproduce = is_alone ? command_for(shrunk.config) : candidate_.whole_run,
                .id = finding_id(shrunk.broken.property, shrunk.config),
                .config = shrunk.config,
                .stderr_tail = std::move(shrunk.stderr_tail),
                .note = is_alone
                            ? ""
                            : fmt::format("fails only after other requests: run the whole gate again with --seed {}",
                                          options_.seed)};
    }

    [[nodiscard]] std::string command_for(const PipelineConfig& config) const {
        return fmt::format("echo {} | {} --config -", shell_quoted(formats::write_request(config)),
                           candidate_.gate_command);
    }

    [[nodiscard]] bool is_accepted(const Finding& finding) const {
        return std::ranges::find(options_.baseline, finding.id) != options_.baseline.end();
    }

    std::vector<Finding>& add(const Finding& finding, ScheduleKind schedule) {
        std::vector<Finding>& list = is_accepted(finding)                  ? result_.known
                                     : finding.property == broken::refusal ? result_.undecided
                                                                           : result_.findings;
        groups_.push_back({finding.property, schedule, &list, list.size()});
        list.push_back(finding);
        return list;
    }

    // What shows only once nothing is asked any more is told of the first case: any would do.
    void hear_out() {
        if (questions_.empty() || watch_.interrupted()) return;
        const PipelineConfig& config = questions_.front().config;
        for (const std::unique_ptr<Planner>& planner : planners_) {
            for (const Failure& failure : planner->finish()) {
                const Broken broken = judge(config, failure, options_.level).front();
                const bool is_told = std::ranges::find(groups_, broken.property, &Group::property) != groups_.end();
                if (!is_told) add(as_finding({config, broken, failure.stderr_tail}), config.schedule);
            }
        }
    }

    void list_gone() {
        if (!result_.stopped.empty() || !options_.own_cases) return;
        for (const std::string& id : options_.baseline) {
            if (std::ranges::find(result_.known, id, &Finding::id) == result_.known.end()) result_.gone.push_back(id);
        }
    }

    const Candidate& candidate_;
    const GateOptions& options_;
    const GateWatch& watch_;
    std::vector<Question> questions_;
    std::vector<std::unique_ptr<Planner>> planners_;
    std::vector<Group> groups_;
    std::size_t failures_in_a_row_ = 0;
    std::string not_started_;  // why the planner's command is wrong
    GateResult result_;
};

}  // namespace

std::expected<GateResult, std::string> run_gate(const Candidate& candidate, const GateOptions& options,
                                                const GateWatch& watch) {
    const auto cases = cases_of(options, candidate.schedules);
    if (!cases) return std::unexpected(cases.error());
    return Run(candidate, options, watch, *cases).run();
}

GateVerdict verdict_of(const GateResult& result) {
    if (!result.findings.empty() && !result.interrupted) return GateVerdict::failed;
    const bool is_decided = result.stopped.empty() && result.undecided.empty() && result.planned > 0;
    return is_decided ? GateVerdict::passed : GateVerdict::undecided;
}

}  // namespace tickproof::gate
