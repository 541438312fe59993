#include "cli/options.h"

#include <charconv>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/output.h"

namespace tickproof::cli {

Options::Options(std::string_view command, std::string_view summary, std::string_view example)
    : app_(std::make_unique<CLI::App>(std::string(summary), fmt::format("tickproof {}", command))) {
    app_->footer(fmt::format("\nExample:\n  {}", example));
    app_->set_help_flag("-h,--help", "print this help and an example");
}

Options::~Options() = default;

void Options::flag(const std::string& name, const std::string& help, bool& target) {
    app_->add_flag(name, target, help);
}

void Options::text(const std::string& name, const std::string& help, const std::string& type, std::string& target) {
    app_->add_option(name, target, help)->type_name(type);
}

void Options::count(const std::string& name, const std::string& help, std::optional<std::uint64_t>& target) {
    counts_.push_back(std::make_unique<CountOption>(CountOption{name, {}, &target}));
    app_->add_option(name, counts_.back()->text, help)->type_name("N");
}

void Options::optional_positional(const std::string& name, const std::string& help, std::string& target) {
    app_->add_option(name, target, help)->type_name("");
}

void Options::positionals(const std::string& name, const std::string& help, std::vector<std::string>& target) {
    app_->add_option(name, target, help)->type_name("")->required();
}

std::expected<void, std::string> Options::read_counts() {
    for (const auto& count : counts_) {
        if (app_->get_option(count->name)->count() == 0) continue;
        const auto value = parse_count(count->text);
        if (!value) return std::unexpected(fmt::format("{}: {}", count->name, value.error()));
        *count->target = *value;
    }
    return {};
}

std::optional<ExitCode> Options::parse(Arguments arguments, GlobalOptions& globals) {
    flag("--json", "print one JSON document instead of text", globals.json);
    flag("--quiet", "print only what is asked for", globals.quiet);
    try {
        app_->parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::CallForHelp&) {
        print(app_->help());
        return ExitCode::holds;
    } catch (const CLI::ParseError& error) {
        print_error(fmt::format("{}: {} (see --help)", app_->get_name(), error.what()));
        return ExitCode::unusable;
    }
    if (const auto read = read_counts(); !read) {
        print_error(fmt::format("{}: {}", app_->get_name(), read.error()));
        return ExitCode::unusable;
    }
    return std::nullopt;
}

std::expected<std::uint64_t, std::string> parse_count(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range && text.find_first_not_of("0123456789") == std::string_view::npos) {
        return std::unexpected(fmt::format("{} is larger than 18446744073709551615", text));
    }
    if (error != std::errc{} || end != text.data() + text.size()) {
        return std::unexpected(fmt::format("'{}' is not a whole number", text));
    }
    return value;
}

}  // namespace tickproof::cli
