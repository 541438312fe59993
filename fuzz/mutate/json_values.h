// Changes one value of a JSON text: bytes changed at random nearly always break a document before its reader has seen
// anything of it.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tickproof::fuzz {

using Random = std::minstd_rand;

// A scalar, a key, or an array or object from its bracket to its bracket; in the order in which they end.
struct ValueSpan {
    std::size_t begin = 0;
    std::size_t end = 0;  // one past
    friend bool operator==(const ValueSpan&, const ValueSpan&) = default;
};

// Of any bytes: what is not JSON has fewer values, that is all.
[[nodiscard]] std::vector<ValueSpan> value_spans(std::string_view text);

// One value replaced by another of the text or by a number near a limit, taken out, or doubled. A text without values
// becomes one.
[[nodiscard]] std::string with_a_value_changed(std::string_view text, Random& random);

}  // namespace tickproof::fuzz
