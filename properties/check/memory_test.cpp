// What the checker allocates beside the plan, measured by counting every allocation of this program.
#include <algorithm>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>
#include <malloc.h>

#include "properties/check/check.h"
#include "properties/check/tiny_plan_test_data.h"

namespace {

std::size_t held_bytes = 0;
std::size_t peak_bytes = 0;

void* allocate(std::size_t size) {
    void* memory = std::malloc(size);
    if (memory == nullptr) std::abort();
    held_bytes += malloc_usable_size(memory);
    peak_bytes = std::max(peak_bytes, held_bytes);
    return memory;
}

void release(void* memory) {
    if (memory != nullptr) held_bytes -= malloc_usable_size(memory);
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }

namespace tickproof::check {
namespace {

// Bytes beside the plan, at their peak, for each op.
double bytes_an_op(const Plan& plan) {
    const std::size_t before = held_bytes;
    peak_bytes = held_bytes;
    (void)check_plan(plan, {.rules = Rules::all, .placement = {}, .max_in_flight = 1000});
    return static_cast<double>(peak_bytes - before) / static_cast<double>(plan.events.size());
}

TEST(Memory, OfAValidPlanIsAtMost24BytesAnOp) {
    const double bytes = bytes_an_op(tiny_plan(16, 4, 512));
    RecordProperty("bytes_an_op", std::to_string(bytes));
    EXPECT_LE(bytes, 24.0);
}

TEST(Memory, OfAnUnsortedPlanIsAtMost24BytesAnOp) {
    Plan plan = tiny_plan(16, 4, 512);
    std::ranges::reverse(plan.events);
    EXPECT_LE(bytes_an_op(plan), 24.0);
}

TEST(Memory, StaysInProportionWhenTheHeaderLies) {
    Plan plan = tiny_plan(16, 4, 512);
    plan.microbatches = 2'000'000'000;
    plan.physical_stage_count = std::uint64_t{1} << 40;
    EXPECT_LE(bytes_an_op(plan), 24.0);
}

}  // namespace
}  // namespace tickproof::check
