// `tickproof gate`: every property against the built-in planners, and the production planner's own output.
#include "properties/gate/gate.h"

#include <limits>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/json_array.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "planner/formats/json/write.h"

namespace tickproof::cli {

namespace {

// "4" or "1..6".
std::expected<gate::Range, std::string> parse_range(const std::string& text) {
    const std::size_t dots = text.find("..");
    const auto first = parse_count(text.substr(0, dots));
    const auto last = dots == std::string::npos ? first : parse_count(text.substr(dots + 2));
    if (!first) return std::unexpected(first.error());
    if (!last) return std::unexpected(last.error());
    if (*first < 1) return std::unexpected(fmt::format("'{}' does not begin at 1 or more", text));
    if (*first > *last) return std::unexpected(fmt::format("'{}' ends before it begins", text));
    if (*last == std::numeric_limits<std::uint64_t>::max())
        return std::unexpected(fmt::format("'{}' has no end", text));
    return gate::Range{*first, *last};
}

struct RangeOption {
    const char* name;
    const std::string& text;
    gate::Range& target;
};

std::expected<void, std::string> read_ranges(std::initializer_list<RangeOption> ranges) {
    for (const RangeOption& option : ranges) {
        if (option.text.empty()) continue;
        const auto range = parse_range(option.text);
        if (!range) return std::unexpected(fmt::format("{}: {}", option.name, range.error()));
        option.target = *range;
    }
    return {};
}

std::string finding_json(const gate::Finding& finding) {
    return fmt::format(R"({{"property":{},"witness":{},"reproduce":{}}})", json::quoted(finding.property),
                       json::quoted(finding.witness), json::quoted(finding.reproduce));
}

ExitCode verdict_of(const gate::GateResult& result) {
    if (result.findings.count() > 0) return ExitCode::refuted;
    return result.planned == 0 ? ExitCode::undecided : ExitCode::holds;
}

std::string in_words(const gate::GateResult& result) {
    switch (verdict_of(result)) {
        case ExitCode::holds:
            return "gate: passed";
        case ExitCode::undecided:
            return "gate: undecided: no configuration of this grid was planned";
        default:
            return fmt::format("gate: failed, {} findings", result.findings.count());
    }
}

std::string_view verdict_word(const gate::GateResult& result) {
    switch (verdict_of(result)) {
        case ExitCode::holds:
            return "passed";
        case ExitCode::undecided:
            return "undecided";
        default:
            return "failed";
    }
}

std::string as_json(const gate::GateResult& result) {
    return fmt::format(
        R"({{"schema":"tickproof/gate/1","verdict":"{}","planned":{},"refused":{},"golden":{{"plans":{},"digests":{},"errors":{}}},"findings":{},"finding_count":{}}})"
        "\n",
        verdict_word(result), result.planned, result.refused, result.golden.plans, result.golden.digests,
        result.golden.errors, json_array(result.findings.first_ones(), finding_json), result.findings.count());
}

std::string findings_as_text(const gate::GateResult& result) {
    std::string text;
    for (const gate::Finding& finding : result.findings.first_ones()) {
        text += fmt::format("{}\n  {}\n  {}\n", finding.property, finding.witness, finding.reproduce);
    }
    const std::uint64_t unseen = result.findings.count() - result.findings.first_ones().size();
    if (unseen > 0) text += fmt::format("and {} more\n", unseen);
    return text;
}

std::string as_text(const gate::GateResult& result) {
    return fmt::format(
        "golden data: {} plans, {} digests and {} refusals of the production planner\n"
        "built-in planners: {} configurations planned, {} refused as the reference refuses them\n"
        "{}\n",
        result.golden.plans, result.golden.digests, result.golden.errors, result.planned, result.refused,
        in_words(result));
}

}  // namespace

ExitCode run_gate(Arguments arguments) {
    Options options(
        "gate",
        "Judges the built-in planners: every schedule over a grid of shapes against the reference, the rules\n"
        "and the proven optimum, and everything that the production planner itself printed.",
        "tickproof gate --stages 1..8 --microbatches 1..24");
    std::string stages;
    std::string chunks;
    std::string microbatches;
    std::optional<std::uint64_t> max_failures;
    options.text("--stages", "ranks to try (1..6)", "A..B", stages);
    options.text("--virtual", "virtual stages of a rank to try (1..4)", "A..B", chunks);
    options.text("--microbatches", "microbatches to try (1..16)", "A..B", microbatches);
    options.count("--max-failures", "findings to print (20); all are counted", max_failures);
    GlobalOptions globals;
    if (const auto exit = options.parse(arguments, globals)) return *exit;

    gate::GateOptions settings;
    const auto read = read_ranges({{"--stages", stages, settings.stages},
                                   {"--virtual", chunks, settings.virtual_stages},
                                   {"--microbatches", microbatches, settings.microbatches}});
    if (!read) {
        print_error(fmt::format("tickproof gate: {}", read.error()));
        return ExitCode::unusable;
    }
    settings.max_findings = max_failures.value_or(settings.max_findings);

    gate::GateResult result;
    {
        Progress progress("gate");
        result = gate::run_gate(settings, [&](double share) { progress.show(share); });
    }
    if (globals.json) {
        print(as_json(result));
    } else {
        print(findings_as_text(result));
        if (!globals.quiet || verdict_of(result) != ExitCode::holds) print(as_text(result));
    }
    return verdict_of(result);
}

}  // namespace tickproof::cli
