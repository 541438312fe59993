// For the tests here: files of the corpus, refusals in one line, and texts with a fault put into them.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "planner/formats/json/json.h"
#include "planner/formats/sink.h"

namespace tickproof::formats {

// `name` is below properties/corpus.
[[nodiscard]] inline std::string corpus_file(const std::string& name) {
    std::ifstream file(TICKPROOF_CORPUS + ("/" + name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

[[nodiscard]] inline std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

[[nodiscard]] inline std::string in_one_line(const json::Error& error) {
    return fmt::format("{}:{} {}", error.place.line, error.place.column, error.message);
}

// "1:7 what is wrong", or "" for a text that `read` takes.
template <class Read>
[[nodiscard]] std::string refusal(std::string_view text, Read read) {
    const auto tree = json::parse_all(text);
    if (!tree) return in_one_line(tree.error());
    const auto result = read(tree->root());
    return result ? "" : in_one_line(result.error());
}

template <class Write, class T>
[[nodiscard]] std::string written(Write write, const T& value) {
    std::string text;
    write(value, [&](std::string_view piece) { text += piece; });
    return text;
}

// A key of a compact JSON text, without its quotes, and where its opening quote is.
struct KeyPlace {
    std::string key;
    std::size_t offset;
};

[[nodiscard]] inline std::vector<KeyPlace> keys_of(std::string_view text) {
    std::vector<KeyPlace> keys;
    for (std::size_t colon = text.find("\":"); colon != std::string_view::npos; colon = text.find("\":", colon + 1)) {
        const std::size_t quote = text.rfind('"', colon - 1);
        keys.push_back({std::string(text.substr(quote + 1, colon - quote - 1)), quote});
    }
    return keys;
}

[[nodiscard]] inline std::string with_inserted(std::string_view text, std::size_t offset, std::string_view piece) {
    return std::string(text.substr(0, offset)).append(piece).append(text.substr(offset));
}

}  // namespace tickproof::formats
