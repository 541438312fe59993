// What a file claims of its own orders: the object under the key "expect".
#pragma once

#include "planner/formats/json/decode.h"
#include "planner/model/expectation.h"

namespace tickproof::formats {

// An unknown key is an error: a claim that nobody judges must not look like one that holds.
[[nodiscard]] Expectation read_expectation(json::Decoder& decoder, const json::Value& value);

}  // namespace tickproof::formats
