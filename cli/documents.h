// The JSON documents of a file, one after another, and errors with their place as a user sees them.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>

#include "cli/input.h"
#include "planner/formats/json/json.h"

namespace tickproof::cli {

struct InputDocument {
    std::uint64_t line;                // of its first character
    std::optional<json::Value> value;  // absent: `error` says why
    std::string error;                 // FILE:LINE:COLUMN: what is wrong
};

// A value lives for its call only.
void for_each_document(const std::string& path, const std::string& text,
                       const std::function<void(const InputDocument&)>& use);

// What is in a document: a plan or orders, unwrapped. Else the error, FILE:LINE:COLUMN: what is wrong.
enum class Format : std::uint8_t { plan, orders };
struct InputObject {
    Format format;
    json::Value value;
};
// By its content, unless a format is asked for.
[[nodiscard]] std::expected<InputObject, std::string> object_in(const std::string& path, const InputDocument& document,
                                                                std::optional<Format> asked = std::nullopt);

// FILE:LINE:COLUMN: what is wrong
[[nodiscard]] std::string placed(const std::string& path, const json::Error& error);

}  // namespace tickproof::cli
