// Any bytes as what an external planner says: never a crash, memory in proportion, and a response is a plan or a
// refusal, which are written and read back equal.
#include <cstddef>
#include <cstdint>

#include "fuzz/round_trip.h"
#include "planner/formats/json/write.h"
#include "planner/formats/plan_json.h"
#include "planner/formats/response_json.h"

using namespace tickproof;

namespace {

std::string as_json(const formats::Response& response) {
    if (const auto* plan = std::get_if<Plan>(&response)) {
        return R"({"plan":)" + fuzz::written(formats::write_plan, *plan) + "}";
    }
    return R"({"error":)" + json::quoted(std::get<formats::ErrorResponse>(response).message) + "}";
}

}  // namespace

// A planner's answer is one line, read by itself.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::as_text(data, size);
    const fuzz::HeapWatch watch;
    const auto tree = json::parse_all(text);
    if (tree) (void)formats::read_response(tree->root());
    fuzz::expect_in_proportion(watch, text);
    if (tree) {
        fuzz::expect_round_trip("a response changes on its way through JSON", tree->root(), formats::read_response,
                                as_json);
    }
    return 0;
}
