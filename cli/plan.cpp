// `tickproof plan`: a configuration in, a plan as JSON out.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/shape.h"
#include "planner/build_plan.h"
#include "planner/formats/plan_json.h"
#include "planner/validate.h"

namespace tickproof::cli {

namespace {

// Before the first is written, so that a refusal leaves no output. One plan at a time is in memory.
std::optional<std::string> refusal_of(const std::vector<PipelineConfig>& configs) {
    for (const PipelineConfig& config : configs) {
        if (const auto error = validate(config)) return error->message;
    }
    return std::nullopt;
}

}  // namespace

ExitCode run_plan(Arguments arguments) {
    Options options(
        "plan",
        "Makes a plan and writes it as JSON, one line a schedule (docs/formats.md). gpipe and interleaved_1f1b need\n"
        "V <= S, interleaved_1f1b M >= S; every schedule needs L >= S*V and at most 67108864 events (2*S*V*M).",
        "tickproof plan --stages 4 --virtual 2 --microbatches 8 --schedule gpipe -o plan.json");
    const ShapeOptions shape(options);
    std::string output;
    options.text("-o,--output", "where to write it (standard output)", "FILE", output);
    GlobalOptions globals;
    if (const auto exit = options.parse(arguments, globals)) return *exit;

    const auto unusable = [](const std::string& why) {
        print_error(why);
        return ExitCode::unusable;
    };
    const auto configs = shape.configs();
    if (!configs) return unusable(configs.error());
    if (const auto refusal = refusal_of(*configs)) return unusable(*refusal);

    const auto write = [&](const Sink& sink) {
        for (const PipelineConfig& config : *configs) {
            formats::write_plan(build_plan(config).value(), sink);
            sink("\n");
        }
    };
    if (output.empty() || output == "-") {
        write([](std::string_view text) { print(text); });
    } else if (const auto written = write_file(output, write); !written) {
        return unusable(written.error());
    }
    return ExitCode::holds;
}

}  // namespace tickproof::cli
