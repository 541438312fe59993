// `tickproof explain`: the rules of the checker and the findings of the gate in words.
#include <algorithm>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/json_array.h"
#include "cli/output.h"
#include "cli/split.h"
#include "planner/formats/json/write.h"
#include "properties/check/rule.h"
#include "properties/gate/explanation.h"
#include "properties/gate/finding.h"

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

// A rule of the checker, or a property of the gate.
struct Text {
    std::string_view id;
    std::string_view of;
    std::string_view meaning;
    std::string_view example;
    std::string_view advice;
};

std::vector<Text> all_texts() {
    std::vector<Text> texts;
    for (const check::RuleText& rule : check::rule_texts()) {
        texts.push_back({rule.id, class_name(rule.rule_class), rule.meaning, rule.example, rule.advice});
    }
    for (const gate::Explanation& one : gate::explanations()) {
        texts.push_back({one.id, "gate", one.meaning, one.example, one.advice});
    }
    return texts;
}

std::string in_words(const Text& text) {
    return fmt::format("{} ({})\n\n{}\n\nExample:\n{}\n\nWhat to do:\n{}\n", text.id, text.of, wrapped(text.meaning, 0),
                       wrapped(text.example, 2), wrapped(text.advice, 2));
}

std::string as_json(const Text& text) {
    return fmt::format(R"({{"id":{},"class":{},"meaning":{},"example":{},"advice":{}}})", json::quoted(text.id),
                       json::quoted(text.of), json::quoted(text.meaning), json::quoted(text.example),
                       json::quoted(text.advice));
}

std::string list_of(std::span<const Text> texts) {
    std::string list;
    for (const Text& text : texts) list += fmt::format("{} ({})\n{}\n", text.id, text.of, wrapped(text.meaning, 4));
    return list;
}

std::string names_of(std::span<const Text> texts) {
    std::string names;
    for (const Text& text : texts) names += fmt::format("{}{}", names.empty() ? "" : " ", text.id);
    return names;
}

std::string document_of(std::span<const Text> texts) {
    return fmt::format("{{\"schema\":\"tickproof/rules/1\",\"rules\":{}}}\n", json_array(texts, as_json));
}

}  // namespace

ExitCode run_explain(Arguments arguments) {
    Options options(
        "explain",
        "Says what a rule or a finding of the gate means, with an example and what to do. Without NAME: lists\n"
        "all of them.",
        "tickproof explain one-op");
    std::string name;
    options.optional_positional("NAME", "a rule's id, as in a verdict, or a finding's: dependency:gpipe:S2V1M1L2",
                                name);
    GlobalOptions globals;
    if (const auto exit = options.parse(arguments, globals)) return *exit;

    const std::vector<Text> texts = all_texts();
    if (name.empty()) {
        print(globals.json ? document_of(texts) : list_of(texts));
        return ExitCode::holds;
    }
    const auto text = std::ranges::find(texts, gate::property_of_id(name).value_or(name), &Text::id);
    if (text == texts.end()) {
        print_error(
            fmt::format("tickproof explain: there is no '{}'; there are: {}", shortened(name, 60), names_of(texts)));
        return ExitCode::unusable;
    }
    print(globals.json ? document_of(std::span(&*text, 1)) : in_words(*text));
    return ExitCode::holds;
}

}  // namespace tickproof::cli
