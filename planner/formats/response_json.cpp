#include "planner/formats/response_json.h"

#include <utility>

#include "planner/formats/json/decode.h"
#include "planner/formats/plan_json.h"

namespace tickproof::formats {

std::expected<Response, json::Error> read_response(const json::Value& value) {
    json::Decoder decoder;
    json::Fields in = decoder.object(value, "response");
    const std::optional<json::Value> plan = in.find("plan");
    const std::optional<json::Value> error = in.find("error");
    if (plan && error) decoder.fail(value, "response: 'plan' and 'error' exclude each other");
    if (!plan && !error) decoder.fail(value, "response: there is neither 'plan' nor 'error'");
    if (decoder.failed()) return std::unexpected(*decoder.error());
    if (error) return decoder.result<Response>(ErrorResponse{std::string(decoder.text(*error, "error"))});
    std::expected<Plan, json::Error> read = read_plan(*plan);
    if (!read) return std::unexpected(std::move(read.error()));
    return Response(std::move(*read));
}

}  // namespace tickproof::formats
