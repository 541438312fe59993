// The response of the external planner protocol: a plan, or why there is none.
#pragma once

#include <expected>
#include <string>
#include <variant>

#include "planner/formats/json/json.h"
#include "planner/model/plan.h"

namespace tickproof::formats {

struct ErrorResponse {
    std::string message;
};
using Response = std::variant<Plan, ErrorResponse>;

// {"plan":{...}} or {"error":"message"}: exactly one of the two. Other keys are ignored.
[[nodiscard]] std::expected<Response, json::Error> read_response(const json::Value& value);

}  // namespace tickproof::formats
