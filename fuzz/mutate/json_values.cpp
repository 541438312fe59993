#include "fuzz/mutate/json_values.h"

#include <array>

namespace tickproof::fuzz {

namespace {

constexpr std::string_view structure = " \t\r\n,:[]{}\"";

constexpr std::array<std::string_view, 22> words{"0",
                                                 "1",
                                                 "2",
                                                 "3",
                                                 "-1",
                                                 "0.5",
                                                 "1e-7",
                                                 "4294967295",
                                                 "4294967296",
                                                 "17179869184",
                                                 "17179869185",
                                                 "18446744073709551615",
                                                 "18446744073709551616",
                                                 "3.4028236e38",
                                                 "null",
                                                 "true",
                                                 "false",
                                                 "[]",
                                                 "{}",
                                                 "\"\"",
                                                 "\"0F1\"",
                                                 "\"\\u0000\""};

std::size_t below(Random& random, std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

std::size_t end_of_string(std::string_view text, std::size_t quote) {
    for (std::size_t at = quote + 1; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            return at + 1;
        }
    }
    return text.size();
}

// From the value on to behind its comma, or from the comma before it, so that the rest stays JSON.
ValueSpan with_a_comma(std::string_view text, ValueSpan span) {
    if (span.end < text.size() && text[span.end] == ',') return {span.begin, span.end + 1};
    if (span.begin > 0 && text[span.begin - 1] == ',') return {span.begin - 1, span.end};
    return span;
}

std::string replaced(std::string_view text, ValueSpan span, std::string_view by) {
    return std::string(text.substr(0, span.begin)).append(by).append(text.substr(span.end));
}

std::string_view in(std::string_view text, ValueSpan span) { return text.substr(span.begin, span.end - span.begin); }

}  // namespace

std::vector<ValueSpan> value_spans(std::string_view text) {
    std::vector<ValueSpan> spans;
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '[' || c == '{') {
            open.push_back(at++);
        } else if (c == ']' || c == '}') {
            ++at;
            if (!open.empty()) spans.push_back({open.back(), at});
            if (!open.empty()) open.pop_back();
        } else if (c == '"') {
            const std::size_t end = end_of_string(text, at);
            spans.push_back({at, end});
            at = end;
        } else if (structure.find(c) != std::string_view::npos) {
            ++at;
        } else {
            const std::size_t end = std::min(text.find_first_of(structure, at), text.size());
            spans.push_back({at, end});
            at = end;
        }
    }
    return spans;
}

std::string with_a_value_changed(std::string_view text, Random& random) {
    const std::vector<ValueSpan> spans = value_spans(text);
    if (spans.empty()) return std::string(words[below(random, words.size())]);
    const ValueSpan span = spans[below(random, spans.size())];
    switch (below(random, 4)) {
        case 0:
            return replaced(text, span, words[below(random, words.size())]);
        case 1:
            return replaced(text, span, in(text, spans[below(random, spans.size())]));
        case 2:
            return replaced(text, with_a_comma(text, span), "");
        default:
            return replaced(text, {span.end, span.end}, std::string(",").append(in(text, span)));
    }
}

}  // namespace tickproof::fuzz
