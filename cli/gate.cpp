// `tickproof gate`: every property against the built-in planners, or against anybody's in a process of its own.
#include "properties/gate/gate.h"

#include <algorithm>
#include <array>
#include <limits>
#include <thread>

#include <fmt/format.h>

#include "cli/ci_report_gate.h"
#include "cli/command.h"
#include "cli/documents.h"
#include "cli/gate_report.h"
#include "cli/input.h"
#include "cli/interruptible.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/range.h"
#include "cli/split.h"
#include "planner/formats/request_json.h"
#include "planner/validate.h"
#include "properties/gate/built_in.h"
#include "properties/gate/external_planner.h"
#include "properties/gate/shell_words.h"

namespace tickproof::cli {

namespace {

template <class T>
using OrError = std::expected<T, std::string>;

// As they are typed.
struct Words {
    std::string planner;
    std::string level;
    std::string stages;
    std::string chunks;
    std::string microbatches;
    std::string baseline;
    std::string config;
    std::optional<std::uint64_t> cases;
    std::optional<std::uint64_t> seed;
    std::optional<std::uint64_t> timeout;
    std::optional<std::uint64_t> threads;
    std::optional<std::uint64_t> max_failures;
};

void declare(Options& options, Words& words) {
    options.text("--planner", "the planner to judge, split like shell words (default: the built-in planners)", "CMD",
                 words.planner);
    options.text("--level",
                 "valid: safe to run (default with --planner); conform: the reference's events, metrics and messages",
                 "LEVEL", words.level);
    options.count("--cases", "random configurations (1000)", words.cases);
    options.count("--seed", "of the random configurations (1)", words.seed);
    options.count("--timeout", "milliseconds for one answer (10000)", words.timeout);
    options.text("--stages", "ranks to try (1..6; 1..3 with --planner)", "A..B", words.stages);
    options.text("--virtual", "virtual stages of a rank to try (1..4; 1..2 with --planner)", "A..B", words.chunks);
    options.text("--microbatches", "microbatches to try (1..16; 1..6 with --planner)", "A..B", words.microbatches);
    options.text("--config", "requests to try, one a line; nothing else unless --cases or a range is given", "FILE",
                 words.config);
    options.count("--max-failures", "stop after so many failed configurations (20)", words.max_failures);
    options.text("--baseline", "ids of accepted findings, one a line, # begins a comment", "FILE", words.baseline);
    options.count("--threads", "workers, each with a planner of its own (all cores; 1 with --planner)", words.threads);
}

OrError<gate::Level> level_of(const Words& words) {
    // The built-in planners are the reference's own: less would judge nothing of what is promised of them.
    if (words.level.empty()) return words.planner.empty() ? gate::Level::conform : gate::Level::valid;
    for (const gate::Level level : {gate::Level::valid, gate::Level::conform}) {
        if (words.level == name(level)) return level;
    }
    return std::unexpected(fmt::format("--level: '{}' is neither valid nor conform", words.level));
}

OrError<std::optional<gate::Range>> optional_range(const char* option, const std::string& text) {
    if (text.empty()) return std::nullopt;
    const auto range = parse_range(text);
    if (!range) return std::unexpected(fmt::format("{}: {}", option, range.error()));
    return *range;
}

OrError<std::vector<std::string>> baseline_of(const std::string& path) {
    if (path.empty()) return {};
    const auto text = read_file(path);
    if (!text) return std::unexpected(text.error());
    std::vector<std::string> ids;
    std::uint64_t number = 0;
    for (std::string_view line : split(*text, '\n')) {
        ++number;
        line = line.substr(0, line.find('#'));
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string_view::npos) continue;
        const std::string_view id = line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
        if (!gate::property_of_id(id)) {
            return std::unexpected(fmt::format("{}:{}: '{}' is no id of a finding (PROPERTY:SCHEDULE:S2V1M3L2)",
                                               shown_name(path), number, shortened(id, 60)));
        }
        ids.emplace_back(id);
    }
    return ids;
}

std::optional<std::string> why_not_asked(const PipelineConfig& config, bool external) {
    if (external && config.schedule == ScheduleKind::optimal) return "no planner but ours is asked for optimal";
    const std::optional<PlanError> error = validate(config);
    if (error && error->kind == PlanError::Kind::too_large) return error->message;
    return std::nullopt;
}

OrError<std::vector<PipelineConfig>> configs_of(const Words& words) {
    if (words.config.empty()) return {};
    const auto text = read_file(words.config);
    if (!text) return std::unexpected(text.error());
    std::vector<PipelineConfig> configs;
    std::string error;
    for_each_document(words.config, *text, [&](const InputDocument& document) {
        if (!error.empty()) return;
        error = document.error;
        if (!document.value) return;
        const auto config = formats::read_request(*document.value);
        const auto complaint = config ? why_not_asked(*config, !words.planner.empty()) : std::nullopt;
        if (!config) {
            error = placed(words.config, config.error());
        } else if (complaint) {
            error = placed(words.config, {document.value->place(), *complaint});
        } else {
            configs.push_back(*config);
        }
    });
    if (!error.empty()) return std::unexpected(error);
    return configs;
}

// A number that would take longer than a person waits, or more workers than any machine has, is a slip.
OrError<std::uint64_t> within(const char* option, std::optional<std::uint64_t> value, std::uint64_t otherwise,
                              std::uint64_t most) {
    const std::uint64_t given = value.value_or(otherwise);
    if (given < 1 || given > most) return std::unexpected(fmt::format("{}: {} is not in 1..{}", option, given, most));
    return given;
}

OrError<void> read_shapes(const Words& words, gate::GateOptions& settings) {
    const auto stages = optional_range("--stages", words.stages);
    if (!stages) return std::unexpected(stages.error());
    const auto chunks = optional_range("--virtual", words.chunks);
    if (!chunks) return std::unexpected(chunks.error());
    const auto microbatches = optional_range("--microbatches", words.microbatches);
    if (!microbatches) return std::unexpected(microbatches.error());
    settings.stages = *stages;
    settings.virtual_stages = *chunks;
    settings.microbatches = *microbatches;
    settings.grid = words.planner.empty() ? gate::built_in_grid : gate::external_grid;
    settings.random_events = words.planner.empty() ? gate::built_in_random_events : gate::external_random_events;
    settings.own_cases = words.config.empty() || words.cases || *stages || *chunks || *microbatches;
    return {};
}

OrError<void> read_numbers(const Words& words, gate::GateOptions& settings) {
    const std::uint64_t cores = words.planner.empty() ? std::max(std::thread::hardware_concurrency(), 1U) : 1;
    const auto threads = within("--threads", words.threads, std::min<std::uint64_t>(cores, 64), 1024);
    if (!threads) return std::unexpected(threads.error());
    const auto most = std::numeric_limits<std::uint64_t>::max();
    const auto max_failures = within("--max-failures", words.max_failures, settings.max_failures, most);
    if (!max_failures) return std::unexpected(max_failures.error());
    settings.threads = *threads;
    settings.max_failures = *max_failures;
    settings.cases = words.cases.value_or(settings.cases);
    settings.seed = words.seed.value_or(settings.seed);
    return {};
}

OrError<gate::GateOptions> settings_of(const Words& words) {
    gate::GateOptions settings;
    if (const auto read = read_shapes(words, settings); !read) return std::unexpected(read.error());
    if (const auto read = read_numbers(words, settings); !read) return std::unexpected(read.error());
    const auto level = level_of(words);
    if (!level) return std::unexpected(level.error());
    auto baseline = baseline_of(words.baseline);
    if (!baseline) return std::unexpected(baseline.error());
    auto configs = configs_of(words);
    if (!configs) return std::unexpected(configs.error());
    settings.level = *level;
    settings.baseline = std::move(*baseline);
    settings.configs = std::move(*configs);
    return settings;
}

// As it was typed, with the seed that it would have anyway.
std::string command_of_run(Arguments arguments, const Words& words) {
    std::string command = "tickproof gate";
    for (const std::string& argument : arguments) command += " " + gate::shell_quoted(argument);
    if (!words.seed) command += fmt::format(" --seed {}", gate::GateOptions{}.seed);
    return command;
}

OrError<gate::Candidate> candidate_of(const Words& words, gate::Level level, Arguments arguments) {
    constexpr std::uint64_t a_day = std::uint64_t{24} * 3600 * 1000;
    const auto timeout = within("--timeout", words.timeout, 10'000, a_day);
    if (!timeout) return std::unexpected(timeout.error());
    if (words.planner.empty()) return gate::built_in_planners();
    const auto command = gate::shell_words(words.planner);
    if (!command) return std::unexpected(fmt::format("--planner: {}", command.error()));
    const gate::ExternalCommand external{
        .words = *command, .timeout = std::chrono::milliseconds(*timeout), .interrupted = was_interrupted};
    std::string again =
        fmt::format("tickproof gate --planner {} --level {}", gate::shell_quoted(words.planner), name(level));
    if (words.timeout) again += fmt::format(" --timeout {}", *words.timeout);
    return gate::Candidate{.name = "planner",
                           .make = [external] { return std::make_unique<gate::ExternalPlanner>(external); },
                           .schedules = {ScheduleKind::gpipe, ScheduleKind::interleaved_1f1b},
                           .gate_command = std::move(again),
                           .whole_run = command_of_run(arguments, words)};
}

ExitCode unusable(std::string_view why) {
    print_error(fmt::format("tickproof gate: {}", why));
    return ExitCode::unusable;
}

ExitCode exit_code_of(const gate::GateResult& result) {
    switch (gate::verdict_of(result)) {
        case gate::GateVerdict::passed:
            return ExitCode::holds;
        case gate::GateVerdict::failed:
            return ExitCode::refuted;
        case gate::GateVerdict::undecided:
            break;
    }
    return ExitCode::undecided;
}

}  // namespace

ExitCode run_gate(Arguments arguments) {
    Options options(
        "gate",
        "Judges a planner: small configurations exhaustively, larger ones at random. Without --planner the built-in\n"
        "planners are judged, and by everything that the production planner itself printed.",
        "tickproof gate --planner 'python3 planner.py' --level conform --cases 2000");
    Words words;
    declare(options, words);
    CiReport ci(options);
    GlobalOptions globals;
    if (const auto exit = options.parse(arguments, globals)) return *exit;
    const auto settings = settings_of(words);
    if (!settings) return unusable(settings.error());
    const auto candidate = candidate_of(words, settings->level, arguments);
    if (!candidate) return unusable(candidate.error());

    const auto result = [&] {
        const Interruptible until_here;
        Progress progress("gate");
        return gate::run_gate(
            *candidate, *settings,
            {.progress = [&](double share) { progress.show(share); }, .interrupted = was_interrupted});
    }();
    if (!result) return unusable(result.error());
    if (globals.json) {
        print(gate_as_json(*result));
    } else {
        const bool brief = globals.quiet && gate::verdict_of(*result) == gate::GateVerdict::passed;
        print(brief ? "" : gate_as_text(*result, *candidate));
    }
    for (ReportedCase& one : reported(*result, file_of_planner(words.planner))) ci.add(std::move(one));
    return combined(std::array{exit_code_of(*result), ci.finish()});
}

}  // namespace tickproof::cli
