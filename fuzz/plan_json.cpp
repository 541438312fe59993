// Any bytes as a file of plans: never a crash, memory in proportion, and what is read is written and read back equal.
#include "planner/formats/plan_json.h"

#include <cstddef>
#include <cstdint>

#include "fuzz/round_trip.h"
#include "planner/formats/object_kind.h"

using namespace tickproof;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::as_text(data, size);
    const bool any = fuzz::reads_any_in_proportion(text, [](const json::Value& root) {
        (void)formats::kind_of(root);
        return formats::read_plan(formats::plan_within(root));
    });
    if (!any) return 0;
    fuzz::each_document(text, [](const json::Value& root) {
        fuzz::expect_round_trip("a plan changes on its way through JSON", formats::plan_within(root),
                                formats::read_plan,
                                [](const Plan& plan) { return fuzz::written(formats::write_plan, plan); });
    });
    return 0;
}
