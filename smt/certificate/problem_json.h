// The problem of a certificate as JSON: every key that its backward form needs, and no other.
#pragma once

#include <string>

#include "planner/formats/json/decode.h"
#include "planner/formats/json/json.h"
#include "planner/model/problem.h"

namespace tickproof::certificate {

[[nodiscard]] Problem read_problem(json::Decoder& decoder, const json::Value& value);

// Requires a backward form of full or split.
[[nodiscard]] std::string write_problem(const Problem& problem);

}  // namespace tickproof::certificate
