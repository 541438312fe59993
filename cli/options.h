// The options of one command, over CLI11, which only options.cpp sees: it is slow to compile.
//
// Values arrive as text. Numbers are read by parse_count, since CLI11 takes 010 for eight and 0x10 for sixteen.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/exit_code.h"

namespace CLI {
class App;
}

namespace tickproof::cli {

using Arguments = std::span<const std::string>;

// Options that every command takes.
struct GlobalOptions {
    bool quiet = false;
    bool json = false;
};

class Options {
public:
    // `example` is a line that a reader can type.
    Options(std::string_view command, std::string_view summary, std::string_view example);
    ~Options();
    Options(const Options&) = delete;
    Options& operator=(const Options&) = delete;

    // The targets must live until parse() has returned.
    void flag(const std::string& name, const std::string& help, bool& target);
    void text(const std::string& name, const std::string& help, const std::string& type, std::string& target);
    void count(const std::string& name, const std::string& help, std::optional<std::uint64_t>& target);
    void optional_positional(const std::string& name, const std::string& help, std::string& target);
    void positionals(const std::string& name, const std::string& help, std::vector<std::string>& target);
    void optional_positionals(const std::string& name, const std::string& help, std::vector<std::string>& target);

    // Nothing when the command should go on; else it has printed its help (holds) or one line of error (unusable).
    [[nodiscard]] std::optional<ExitCode> parse(Arguments arguments, GlobalOptions& globals);

private:
    struct CountOption {
        std::string name;
        std::string text;
        std::optional<std::uint64_t>* target;
    };
    [[nodiscard]] std::expected<void, std::string> read_values();

    std::unique_ptr<CLI::App> app_;
    std::vector<std::pair<std::string, const std::string*>> texts_;
    std::vector<std::unique_ptr<CountOption>> counts_;
};

// Digits only, at most 2^64-1; the error is a sentence without the option's name.
[[nodiscard]] std::expected<std::uint64_t, std::string> parse_count(std::string_view text);

}  // namespace tickproof::cli
