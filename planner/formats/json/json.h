// Strict JSON with places: text to a tree that knows the line and column of everything in it.
//
// RapidJSON does the lexing (iterative, encoding validated, numbers kept as text). On top of it this adds what a
// contract needs and it lacks: duplicate keys, a depth limit, counts that are digits and nothing else, and places.
// A value costs 16 bytes beside the text, so memory stays in proportion to the input whatever the input declares.
// The text must outlive the tree.
#pragma once

#include <cstdint>
#include <deque>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tickproof::json {

inline constexpr std::size_t max_depth = 64;

struct Place {
    std::uint64_t line = 1;
    std::uint64_t column = 1;  // in bytes
    friend bool operator==(const Place&, const Place&) = default;
};

struct Error {
    Place place;
    std::string message;
};

// (Type and member names to be settled by the implementation.)

}  // namespace tickproof::json
