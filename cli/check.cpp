// `tickproof check`: judges every object of every file, each on its own.
#include <algorithm>
#include <array>
#include <new>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/ci_report_check.h"
#include "cli/command.h"
#include "cli/file_orders.h"
#include "cli/json_array.h"
#include "cli/judge.h"
#include "cli/output.h"
#include "cli/split.h"
#include "planner/formats/json/write.h"
#include "properties/check/words.h"

namespace tickproof::cli {

namespace {

std::string violation_json(const check::Violation& violation) {
    return fmt::format(R"({{"rule":{},"place":{},"witness":{}}})", json::quoted(check::text(violation.rule).id),
                       json::quoted(violation.place), json::quoted(violation.witness));
}

std::string wait_json(const check::Wait& wait) {
    return fmt::format(R"({{"rank":{},"op":{},"waits":{},"for_rank":{}}})", wait.rank, wait.position,
                       json::quoted(check::in_words(wait)), wait.other_rank);
}

struct ModelJson {
    std::string operator()(std::uint64_t ticks) const { return fmt::format(R"("verdict":"runs","ticks":{})", ticks); }
    std::string operator()(const check::Deadlock& deadlock) const {
        return fmt::format(R"("verdict":"deadlock","witness":{},"cycle":{})", json::quoted(check::in_words(deadlock)),
                           json_array(deadlock.cycle, wait_json));
    }
    std::string operator()(const check::Report& faults) const {
        return fmt::format(R"("verdict":"fault","witness":{})", json::quoted(faults.violations().front().witness));
    }
};

std::string model_json(const check::ModelOutcome& outcome) {
    return fmt::format(R"({{"model":{},{}}})", json::quoted(name(outcome.model)),
                       std::visit(ModelJson{}, outcome.found));
}

// Nothing unless models were asked for.
std::string models_json(const Judged& judged) {
    if (judged.models.empty()) return {};
    std::string text = fmt::format(R"(,"models":{})", json_array(judged.models, model_json));
    if (judged.least_slots) text += fmt::format(R"(,"least_slots":{})", *judged.least_slots);
    if (!judged.activation_slots.empty()) {
        text += fmt::format(R"(,"activation_slots":[{}])", fmt::join(judged.activation_slots, ","));
    }
    return text;
}

struct ModelText {
    std::string operator()(std::uint64_t ticks) const { return check::counted(ticks, "tick"); }
    std::string operator()(const check::Deadlock& deadlock) const { return "deadlock: " + check::in_words(deadlock); }
    std::string operator()(const check::Report& faults) const {
        return "fault: " + faults.violations().front().witness;
    }
};

std::string models_text(const Judged& judged) {
    constexpr std::size_t most_shown = 16;
    std::string text;
    for (const check::ModelOutcome& outcome : judged.models) {
        text += fmt::format("  {}: {}\n", name(outcome.model), std::visit(ModelText{}, outcome.found));
    }
    if (judged.least_slots) {
        text += fmt::format("  least buffer that runs: {}\n", check::counted(*judged.least_slots, "slot"));
    }
    const std::vector<std::uint64_t>& slots = judged.activation_slots;
    if (slots.size() > most_shown) {
        text += fmt::format("  least activation slots: {} at most\n", std::ranges::max(slots));
    } else if (!slots.empty()) {
        text += fmt::format("  least activation slots: {}\n", fmt::join(slots, " "));
    }
    return text;
}

std::string result_json(const Judged& judged) {
    return fmt::format(
        R"({{"file":{},"line":{},"id":{},"verdict":"{}","summary":{},"violations":{},"violation_count":{},"remarks":{},"not_judged":[]{}}})",
        json::quoted(judged.file), judged.line, json::quoted(judged.id), word(judged.verdict),
        json::quoted(judged.summary), json_array(judged.report.violations(), violation_json), judged.report.count(),
        json_array(judged.remarks, json::quoted), models_json(judged));
}

std::string result_text(const Judged& judged) {
    std::string text =
        fmt::format("{}:{}: {}{}{}: {}\n", shown_name(judged.file), judged.line, shortened(judged.id),
                    judged.id.empty() ? "" : ": ", judged.as_expected ? "as expected" : word(judged.verdict),
                    shortened(judged.summary, 2000));
    text += models_text(judged);
    if (judged.verdict != Verdict::refuted) return text;
    for (const std::string& remark : judged.remarks) text += fmt::format("  {}\n", printable(remark));
    for (const check::Violation& violation : judged.report.violations()) {
        text += fmt::format("  {} at {}: {}\n", check::text(violation.rule).id, violation.place,
                            printable(violation.witness));
    }
    const std::uint64_t unseen = judged.report.count() - judged.report.violations().size();
    if (unseen > 0) text += fmt::format("  and {} more\n", unseen);
    return text;
}

// Prints results as they come, so that a long file shows progress and memory holds one object at a time.
class Results {
public:
    Results(const GlobalOptions& globals, CiReport& ci) : globals_(globals), ci_(ci) {
        if (globals_.json) print(R"({"schema":"tickproof/verdict/1","results":[)");
    }
    void add(const Judged& judged) {
        if (judged.verdict == Verdict::unusable) print_error(judged.summary);
        if (globals_.json) {
            print((count() == 0 ? "\n" : ",\n") + result_json(judged));
        } else if (judged.verdict != Verdict::unusable && !(globals_.quiet && judged.verdict == Verdict::valid)) {
            print(result_text(judged));
        }
        ++counts_[static_cast<std::size_t>(judged.verdict)];
        as_expected_ += judged.as_expected ? 1 : 0;
        if (ci_.wanted()) ci_.add(reported(judged));
    }
    [[nodiscard]] ExitCode finish() const {
        if (globals_.json) print("\n]}\n");
        if (!globals_.json && !globals_.quiet && count() > 1) print(totals());
        std::vector<ExitCode> codes{ci_.finish()};
        for (const Verdict verdict : verdicts) {
            if (counts_[static_cast<std::size_t>(verdict)] > 0) codes.push_back(exit_code(verdict));
        }
        return combined(codes);
    }

private:
    static constexpr std::array verdicts{Verdict::valid, Verdict::refuted, Verdict::undecided, Verdict::unusable};

    [[nodiscard]] std::uint64_t count() const {
        std::uint64_t sum = 0;
        for (const std::uint64_t verdicts_of_one_kind : counts_) sum += verdicts_of_one_kind;
        return sum;
    }
    [[nodiscard]] std::string totals() const {
        std::string text;
        const auto add = [&text](std::uint64_t many, std::string_view what) {
            if (many > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", many, what);
        };
        add(as_expected_, "as expected");
        for (const Verdict verdict : verdicts) {
            const std::uint64_t many = counts_[static_cast<std::size_t>(verdict)];
            add(verdict == Verdict::valid ? many - as_expected_ : many, word(verdict));
        }
        text += '\n';
        return text;
    }

    GlobalOptions globals_;
    CiReport& ci_;
    std::array<std::uint64_t, verdicts.size()> counts_{};
    std::uint64_t as_expected_ = 0;  // of those that are valid
};

// Fills in the models that --comm names.
std::expected<JudgeSettings, std::string> with_models(JudgeSettings settings, const std::string& asked) {
    if (asked.empty()) return settings;
    settings.only_report_models = asked == "all";
    constexpr std::string_view all =
        "dependencies,rendezvous,buffered:1,buffered:2,grouped,dependencies+fifo,rendezvous+fifo,buffered:1+fifo,"
        "buffered:2+fifo,grouped+fifo";
    for (const std::string_view word : split(settings.only_report_models ? all : std::string_view(asked), ',')) {
        const auto model = read_communication(word);
        if (!model) return std::unexpected(fmt::format("--comm: '{}': {}, or all", word, model.error()));
        settings.models.push_back(*model);
    }
    return settings;
}

Judged not_judged(const std::string& file, Verdict verdict, std::string why) {
    Judged judged;
    judged.file = file;
    judged.verdict = verdict;
    judged.summary = std::move(why);
    return judged;
}

// What memory does not suffice for is undecided; the other files are judged all the same.
void check_file(const std::string& file, const HowToRead& how, const JudgeSettings& settings, Results& results) {
    try {
        const auto text = read_file(file);
        if (!text) return results.add(not_judged(file, Verdict::unusable, text.error()));
        for_each_object(file, *text, how,
                        [&](const InputObject& object) { results.add(judge(file, object, settings)); });
    } catch (const std::bad_alloc&) {
        results.add(not_judged(file, Verdict::undecided, "out of memory; free some, or raise the limit (ulimit -v)"));
    }
}

ExitCode check_files(const std::vector<std::string>& files, const HowToRead& how, const JudgeSettings& settings,
                     const GlobalOptions& globals, CiReport& ci) {
    Results results(globals, ci);
    for (const std::string& file : files) check_file(file, how, settings, results);
    return results.finish();
}

}  // namespace

ExitCode run_check(Arguments arguments) {
    Options options(
        "check",
        "Judges plans and orders (docs/formats.md): one object a file, or one a line. Exit code 0 if all are\n"
        "valid, 1 if one is refuted, 2 if one is unusable, 3 if one is undecided; of several the first of 2, 1,\n"
        "3 counts. An object with `expect` is judged against that alone.",
        "tickproof check plan.json --conform");
    std::vector<std::string> files;
    std::string rules;
    std::string models;
    std::string implemented;
    bool conform = false;
    JudgeSettings settings;
    options.positionals("FILE", "files with plans or orders; - is standard input", files);
    options.flag("--conform", "judge plans by the production planner's conventions too", conform);
    options.text("--rules", "safety, or all rules (safety)", "safety|all", rules);
    options.text("--comm",
                 "also run under these communication models: rendezvous, buffered:K, grouped, each also with +fifo",
                 "MODEL[,MODEL...]|all", models);
    options.text("--implements", "a file without communication; orders must compute the same in the same order", "FILE",
                 implemented);
    const InputOptions input(options);
    const ProblemOptions problem(options);
    CiReport ci(options);
    GlobalOptions globals;
    if (const auto exit = options.parse(arguments, globals)) return *exit;

    const auto unusable = [](const std::string& why) {
        print_error(fmt::format("tickproof check: {}", why));
        return ExitCode::unusable;
    };
    if (!rules.empty() && rules != "safety" && rules != "all")
        return unusable(fmt::format("--rules: '{}' is neither safety nor all", rules));
    if (conform && rules == "safety") return unusable("--conform and --rules safety exclude each other");
    if (conform || rules == "all") settings.rules = check::Rules::all;
    const auto how = input.how();
    if (!how) return unusable(how.error());
    auto with = with_models(std::move(settings), models);
    if (!with) return unusable(with.error());
    settings = *std::move(with);
    if (!implemented.empty()) {
        auto orders = file_orders(implemented, *how);
        if (!orders) return unusable(fmt::format("--implements: {}", orders.error()));
        settings.implements = *std::move(orders);
    }
    const auto problem_settings = problem.settings();
    if (!problem_settings) return unusable(problem_settings.error());
    settings.problem = *problem_settings;
    return check_files(files, *how, settings, globals, ci);
}

}  // namespace tickproof::cli
