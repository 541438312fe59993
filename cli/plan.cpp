// `tickproof plan`: a configuration in, a plan as JSON out.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/shape.h"
#include "planner/build_plan.h"
#include "planner/formats/plan_json.h"

namespace tickproof::cli {

namespace {

std::expected<std::vector<Plan>, std::string> build_all(const std::vector<PipelineConfig>& configs) {
    std::vector<Plan> plans;
    for (const PipelineConfig& config : configs) {
        auto plan = build_plan(config);
        if (!plan) return std::unexpected(plan.error().message);
        plans.push_back(std::move(*plan));
    }
    return plans;
}

}  // namespace

ExitCode run_plan(Arguments arguments) {
    Options options("plan", "Makes a plan and writes it as JSON, one line a schedule.",
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
    const auto plans = build_all(*configs);
    if (!plans) return unusable(plans.error());

    const auto write = [&](const Sink& sink) {
        for (const Plan& plan : *plans) {
            formats::write_plan(plan, sink);
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
