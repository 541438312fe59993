// What every reader of a format is held to: memory in proportion to its input, and what it reads once is written and
// read back as the same text. Compared as text, so that both sides can be shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "fuzz/differ.h"
#include "fuzz/heap.h"
#include "planner/formats/json/json.h"
#include "planner/formats/json_lines.h"

namespace tickproof::fuzz {

// A byte of JSON makes a node of 16 bytes at the most, in a vector that doubles while both halves are held.
inline constexpr std::size_t most_bytes_a_byte = 64;
inline constexpr std::size_t most_bytes_at_once = 16 * 1024;

inline void expect_in_proportion(const HeapWatch& watch, std::string_view text) {
    const std::size_t most = most_bytes_at_once + most_bytes_a_byte * text.size();
    if (watch.peak_bytes() <= most) return;
    differ(Suspect::reader, "a reader takes more memory than its input warrants",
           {{"bytes of input", fmt::to_string(text.size())},
            {"at most", fmt::to_string(most)},
            {"took", fmt::to_string(watch.peak_bytes())}});
}

// `read(tree root)` is an expected, `write(value)` its text.
template <class Read, class Write>
void expect_round_trip(std::string_view format, const json::Value& value, Read read, Write write) {
    const auto first = read(value);
    if (!first) return;
    const std::string text = write(*first);
    const auto tree = json::parse_all(text);
    if (!tree) differ(Suspect::reader, format, {{"written", text}, {"parsed again", tree.error().message}});
    const auto second = read(tree->root());
    if (!second) differ(Suspect::reader, format, {{"written", text}, {"read again", second.error().message}});
    if (const std::string again = write(*second); again != text) {
        differ(Suspect::reader, format, {{"written", text}, {"read and written again", again}});
    }
}

// Calls visit(root) for every document of a file, however broken the others are.
template <class Visit>
void each_document(std::string_view text, Visit visit) {
    formats::JsonLines lines(text);
    while (const auto document = lines.next()) {
        if (document->tree) visit(document->tree->root());
    }
}

// Reads every document of a file, and says whether any could be read: what cannot makes no round trip.
template <class Read>
[[nodiscard]] bool reads_any_in_proportion(std::string_view text, Read read) {
    const HeapWatch watch;
    bool any = false;
    each_document(text, [&](const json::Value& root) { any |= read(root).has_value(); });
    expect_in_proportion(watch, text);
    return any;
}

// What a writer hands to its sink, in one piece.
template <class Write, class T>
[[nodiscard]] std::string written(Write write, const T& value) {
    std::string text;
    write(value, [&](std::string_view piece) { text += piece; });
    return text;
}

[[nodiscard]] inline std::string as_text(const unsigned char* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

}  // namespace tickproof::fuzz
