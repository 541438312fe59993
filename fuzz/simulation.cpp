// Any schedules of small problems: the checker against the slow simulation.
#include <cstddef>
#include <cstdint>

#include "fuzz/decode/problem.h"
#include "fuzz/decode/schedule.h"
#include "fuzz/verdicts.h"

using namespace tickproof;
using fuzz::Bytes;

namespace {

// Complete schedules with starts of any kind: the rules for times are reached, which needs every op to be there.
Schedule decode_complete_schedule(Bytes& bytes, const Problem& problem) {
    Schedule ops = fuzz::decode_valid_schedule(bytes, problem);
    for (TimedOp& op : ops) {
        if (bytes.one_in(3)) op.start_tick = bytes.between(0, 40);
        if (bytes.one_in(16)) op.rank = static_cast<std::uint32_t>(bytes.between(0, problem.ranks));
    }
    return ops;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    Problem problem = fuzz::decode_problem(bytes);
    const Schedule ops =
        bytes.one_in(2) ? decode_complete_schedule(bytes, problem) : fuzz::decode_any_schedule(bytes, problem);
    if (bytes.one_in(3)) problem.max_in_flight = bytes.between(0, 7);
    fuzz::expect_same_verdict(problem, ops, "none");
    return 0;
}
