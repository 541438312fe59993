// A file of JSON objects: one object, perhaps over many lines, or one a line.
//
// Both are the same here: objects one after another. What is broken is reported once, with its place; in a file of one
// object a line reading goes on at the next line, so that one bad line hides no other. Only one tree is held at a time.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

#include "planner/formats/json/json.h"

namespace tickproof::formats {

struct Document {
    std::uint64_t line = 1;  // where it begins
    std::expected<json::Tree, json::Error> tree;
};

class JsonLines {
public:
    // `text` is a whole file and must outlive every document.
    explicit JsonLines(std::string_view text) : text_(text) {}
    // nullopt after the last; a file without any holds one document, the error that says so.
    [[nodiscard]] std::optional<Document> next();

private:
    [[nodiscard]] Document broken(json::Error error);
    void advance_to(std::size_t offset);

    std::string_view text_;
    std::size_t offset_ = 0;
    json::Place place_;  // of offset_
    bool any_ = false;
    bool one_a_line_ = false;  // the last object stood on one line
};

}  // namespace tickproof::formats
