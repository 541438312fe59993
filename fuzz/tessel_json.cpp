// Any bytes as a file of Tessel: never a crash, memory in proportion, and what is read is written and read back equal.
#include "planner/formats/tessel_json.h"

#include <cstddef>
#include <cstdint>

#include "fuzz/round_trip.h"

using namespace tickproof;

namespace {

std::string as_json(const formats::TimedSchedule& read) {
    std::string text;
    formats::write_tessel(read.problem, read.ops, [&](std::string_view piece) { text += piece; });
    return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::as_text(data, size);
    {
        const fuzz::HeapWatch watch;
        fuzz::each_document(
            text, [](const json::Value& root) { [[maybe_unused]] const auto read = formats::read_tessel(root); });
        fuzz::expect_in_proportion(watch, text);
    }
    fuzz::each_document(text, [](const json::Value& root) {
        const auto read = formats::read_tessel(root);
        // A chain whose stages fill no whole number of chunks has a last gid that its shape does not tell.
        if (!read || read->problem.placement.kind() == Placement::Kind::listed) return;
        fuzz::expect_round_trip("a file of Tessel changes on its way through JSON", root, formats::read_tessel,
                                as_json);
    });
    return 0;
}
