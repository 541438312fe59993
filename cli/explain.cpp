// `tickproof explain`: the rules in words.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/json_array.h"
#include "cli/output.h"
#include "cli/split.h"
#include "planner/formats/json/write.h"
#include "properties/check/rule.h"

namespace tickproof::cli {

namespace {

std::string_view class_name(check::RuleClass rule_class) {
    return rule_class == check::RuleClass::safety ? "safety" : "convention";
}

// Lines of at most 80 columns, each indented.
std::string wrapped(std::string_view text, std::size_t indent) {
    constexpr std::size_t width = 80;
    std::string lines;
    std::size_t column = width;  // so that the first word begins a line
    for (const std::string_view word : split(text, ' ')) {
        if (column + 1 + word.size() > width) {
            if (!lines.empty()) lines += '\n';
            lines.append(indent, ' ');
            column = indent;
        } else {
            lines += ' ';
            ++column;
        }
        lines += word;
        column += word.size();
    }
    return lines;
}

std::string in_words(const check::RuleText& text) {
    return fmt::format("{} ({})\n\n{}\n\nExample:\n{}\n\nWhat to do:\n{}\n", text.id, class_name(text.rule_class),
                       wrapped(text.meaning, 0), wrapped(text.example, 2), wrapped(text.advice, 2));
}

std::string as_json(const check::RuleText& text) {
    return fmt::format(R"({{"id":{},"class":{},"meaning":{},"example":{},"advice":{}}})", json::quoted(text.id),
                       json::quoted(class_name(text.rule_class)), json::quoted(text.meaning),
                       json::quoted(text.example), json::quoted(text.advice));
}

std::string list_of_rules() {
    std::string list;
    for (const check::RuleText& text : check::rule_texts()) {
        list += fmt::format("{} ({})\n{}\n", text.id, class_name(text.rule_class), wrapped(text.meaning, 4));
    }
    return list;
}

std::string document_of(std::span<const check::RuleText> texts) {
    return fmt::format("{{\"schema\":\"tickproof/rules/1\",\"rules\":{}}}\n", json_array(texts, as_json));
}

}  // namespace

ExitCode run_explain(Arguments arguments) {
    Options options("explain", "Says what a rule means, with an example and what to do. Without RULE: lists all rules.",
                    "tickproof explain one-op");
    std::string id;
    options.optional_positional("RULE", "a rule's id, as in a verdict", id);
    GlobalOptions globals;
    if (const auto exit = options.parse(arguments, globals)) return *exit;

    if (id.empty()) {
        print(globals.json ? document_of(check::rule_texts()) : list_of_rules());
        return ExitCode::holds;
    }
    const auto rule = check::rule_named(id);
    if (!rule) {
        print_error(fmt::format("tickproof explain: there is no rule '{}' (tickproof explain lists them)", id));
        return ExitCode::unusable;
    }
    const check::RuleText& text = check::text(*rule);
    print(globals.json ? document_of(std::span(&text, 1)) : in_words(text));
    return ExitCode::holds;
}

}  // namespace tickproof::cli
