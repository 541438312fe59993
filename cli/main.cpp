// The entry point: finds the command, and is the one place where an exception becomes an exit code.
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/version.h"

namespace tickproof::cli {
namespace {

constexpr std::array commands{
    Command{"plan", "make a plan and write it as JSON", run_plan},
    Command{"check", "judge plans and orders from files", run_check},
    Command{"diff", "say whether two files hold the same orders", run_diff},
    Command{"convert", "write plans and orders in another format", run_convert},
    Command{"gate", "judge the planners against every property and the production planner's own output", run_gate},
    Command{"optimum", "prove the least ticks that any schedule takes", run_optimum},
    Command{"compare", "put schedules beside the proven optimum", run_compare},
    Command{"frontier", "prove the least ticks for every cap on in-flight activations", run_frontier},
    Command{"atlas", "compare over a grid of shapes, as CSV", run_atlas},
    Command{"recheck", "check a certificate of an optimum", run_recheck},
    Command{"theorems", "prove the statements for all sizes", run_theorems},
    Command{"show", "draw a plan or orders as a text timeline", run_show},
    Command{"explain", "say what a rule means and what to do about it", run_explain},
};

void print_help() {
    print(
        "tickproof proves things about pipeline-parallel training schedules.\n\n"
        "Usage: tickproof COMMAND [OPTIONS]\n\nCommands:\n");
    for (const Command& command : commands) print(fmt::format("  {:<10}{}\n", command.name, command.summary));
    print(
        "\nEvery command takes --help, --json and --quiet. `-` as a file is standard input.\n"
        "Exit codes: 0 holds, 1 refuted, 2 unusable input, 3 undecided, 4 a fault of tickproof itself.\n\n"
        "Example:\n  tickproof plan --stages 4 --microbatches 8 | tickproof check -\n");
}

void print_version(bool as_json) {
    print(as_json ? fmt::format("{{\"schema\":\"tickproof/version/1\",\"version\":\"{}\"}}\n", version)
                  : fmt::format("tickproof {}\n", version));
}

bool has(const std::vector<std::string>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

// --json and --quiet may stand before the command too.
std::size_t command_position(const std::vector<std::string>& words) {
    const auto found =
        std::ranges::find_if(words, [](const std::string& word) { return word != "--json" && word != "--quiet"; });
    return static_cast<std::size_t>(found - words.begin());
}

ExitCode dispatch(std::vector<std::string> words) {
    if (words.size() > 1 && words.front() == "help") words = {words[1], "--help"};
    const std::size_t position = command_position(words);
    if (position == words.size()) {
        print_error("tickproof: no command was given (see tickproof --help)");
        return ExitCode::unusable;
    }
    const std::string name = words[position];
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(position));
    if (name == "--help" || name == "-h" || name == "help") {
        print_help();
        return ExitCode::holds;
    }
    if (name == "--version" || has(words, "--version")) {
        print_version(has(words, "--json"));
        return ExitCode::holds;
    }
    const auto* const command = std::ranges::find(commands, name, &Command::name);
    if (command == commands.end()) {
        print_error(fmt::format("tickproof: there is no command '{}' (see tickproof --help)", name));
        return ExitCode::unusable;
    }
    return command->run(words);
}

ExitCode guarded(const std::vector<std::string>& words) {
    try {
        const ExitCode code = dispatch(words);
        flush_output();
        return code;
    } catch (const OutputLost& lost) {
        print_error(fmt::format("tickproof: cannot write to standard output: {}", std::strerror(lost.error_number)));
        return ExitCode::unusable;
    } catch (const std::bad_alloc&) {
        print_error("tickproof: undecided: out of memory; free some, or raise the limit (ulimit -v)");
        return ExitCode::undecided;
    } catch (const std::exception& error) {
        print_error(
            fmt::format("tickproof: a fault of tickproof itself: {}; please report it with this command line and its "
                        "input",
                        error.what()));
        return ExitCode::own_fault;
    }
}

// Of the first three descriptors one that came closed would go to the next file or pipe, which would be mixed up with
// it. What takes its place fails as it would have.
void occupy_closed_descriptors() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        const bool is_closed = fcntl(descriptor, F_GETFD) < 0;
        if (is_closed) (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

}  // namespace
}  // namespace tickproof::cli

int main(int argc, char** argv) {
    tickproof::cli::occupy_closed_descriptors();
    std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is then an error of write(), told as such
    const std::vector<std::string> words(argv + 1, argv + argc);
    return static_cast<int>(tickproof::cli::guarded(words));
}
