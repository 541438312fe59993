// `tickproof diff`: whether two files say the same, with one line for each swap or for the first place where they part.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/file_orders.h"
#include "cli/json_array.h"
#include "cli/output.h"
#include "planner/formats/json/write.h"
#include "properties/check/difference.h"
#include "properties/check/words.h"

namespace tickproof::cli {

namespace {

std::string swap_json(const check::Swap& swap) {
    return fmt::format(R"({{"rank":{},"position":{},"first":{},"second":{}}})", swap.rank, swap.position,
                       json::quoted(check::action_token(swap.first)), json::quoted(check::action_token(swap.second)));
}

struct AsJson {
    std::string operator()(const check::SameOrders& /*same*/) const { return R"("verdict":"same")"; }
    std::string operator()(const check::SameButForSwaps& same) const {
        return fmt::format(R"("verdict":"swapped","swaps":{})", json_array(same.swaps, swap_json));
    }
    std::string operator()(const check::Differ& differ) const {
        return fmt::format(R"("verdict":"different","difference":{})", json::quoted(differ.words));
    }
};

struct AsText {
    bool quiet = false;
    std::string operator()(const check::SameOrders& /*same*/) const { return quiet ? "" : "the same orders\n"; }
    std::string operator()(const check::SameButForSwaps& same) const {
        if (quiet) return {};
        std::string text =
            fmt::format("the same up to {} of independent neighbours\n", check::counted(same.swaps.size(), "swap"));
        for (const check::Swap& swap : same.swaps) text += fmt::format("  {}\n", check::in_words(swap));
        return text;
    }
    std::string operator()(const check::Differ& differ) const { return fmt::format("different: {}\n", differ.words); }
};

}  // namespace

ExitCode run_diff(Arguments arguments) {
    Options options(
        "diff",
        "Compares what each rank does in which order, whatever the formats and the ticks (docs/formats.md).\n"
        "Exit code 0 if it is the same, or the same up to swaps of neighbours of which neither needs the\n"
        "other's result; 1 with the first place where they part.",
        "tickproof diff plan.json schedule.csv");
    std::vector<std::string> files;
    options.positionals("A B", "two files, of one plan, orders or schedule each; - is standard input", files);
    const InputOptions input(options);
    GlobalOptions globals;
    if (const auto exit = options.parse(arguments, globals)) return *exit;
    const auto unusable = [](const std::string& why) {
        print_error(why);
        return ExitCode::unusable;
    };
    if (files.size() != 2) {
        return unusable(fmt::format("tickproof diff: two files are needed, A and B, not {}", files.size()));
    }
    const auto how = input.how();
    if (!how) return unusable(fmt::format("tickproof diff: {}", how.error()));
    const auto first = file_orders(files[0], *how);
    if (!first) return unusable(first.error());
    const auto second = file_orders(files[1], *how);
    if (!second) return unusable(second.error());

    const check::Difference difference = check::difference(*first, *second);
    print(globals.json ? fmt::format("{{\"schema\":\"tickproof/diff/1\",{}}}\n", std::visit(AsJson{}, difference))
                       : std::visit(AsText{globals.quiet}, difference));
    return std::holds_alternative<check::Differ>(difference) ? ExitCode::refuted : ExitCode::holds;
}

}  // namespace tickproof::cli
