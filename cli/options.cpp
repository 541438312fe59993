#include "cli/options.h"

#include <charconv>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/output.h"

namespace tickproof::cli {

Options::Options(std::string_view command, std::string_view summary, std::string_view example)
    : app_(std::make_unique<CLI::App>(std::string(summary), fmt::format("tickproof {}", command))) {
    app_->footer(fmt::format("Example:\n  {}", example));
    app_->allow_extras();
    app_->set_help_flag("-h,--help", "print this help and an example");
}

Options::~Options() = default;

void Options::flag(const std::string& name, const std::string& help, bool& target) {
    app_->add_flag(name, target, help);
}

void Options::text(const std::string& name, const std::string& help, const std::string& type, std::string& target) {
    app_->add_option(name, target, help)->type_name(type);
    texts_.emplace_back(name, &target);
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

void Options::optional_positionals(const std::string& name, const std::string& help, std::vector<std::string>& target) {
    app_->add_option(name, target, help)->type_name("");
}

std::expected<void, std::string> Options::read_values() {
    for (const auto& [name, target] : texts_) {
        if (app_->get_option(name.substr(0, name.find(',')))->count() > 0 && target->empty()) {
            return std::unexpected(fmt::format("{}: the value is empty", name));
        }
    }
    for (const auto& count : counts_) {
        if (app_->get_option(count->name)->count() == 0) continue;
        const auto value = parse_count(count->text);
        if (!value) return std::unexpected(fmt::format("{}: {}", count->name, value.error()));
        *count->target = *value;
    }
    return {};
}

namespace {

// In the order that CLI11 wants. It takes [a] for a list of one; a file of that name is also ./[a].
std::vector<std::string> for_cli11(Arguments arguments) {
    std::vector<std::string> words(arguments.rbegin(), arguments.rend());
    for (std::string& word : words) {
        if (word.starts_with('[') && word.ends_with(']')) word.insert(0, "./");
    }
    return words;
}

}  // namespace

std::optional<ExitCode> Options::parse(Arguments arguments, GlobalOptions& globals) {
    flag("--json", "print JSON (docs/schemas) instead of text", globals.json);
    flag("--quiet", "print only what is asked for", globals.quiet);
    const auto unusable = [this](std::string_view why) {
        print_error(fmt::format("{}: {} (see --help)", app_->get_name(), why));
        return ExitCode::unusable;
    };
    try {
        app_->parse(for_cli11(arguments));
    } catch (const CLI::CallForHelp&) {
        print(app_->help());
        return ExitCode::holds;
    } catch (const CLI::ParseError& error) {
        return unusable(error.what());
    }
    if (const auto extras = app_->remaining(); !extras.empty()) {
        return unusable(fmt::format("'{}' was not expected", extras.front()));
    }
    if (const auto read = read_values(); !read) {
        return unusable(read.error());
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
