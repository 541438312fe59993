// operator new and delete of the whole program, with each block's size kept before it.
#include "bench/allocations.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t header_bytes = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

// What is measured runs on one thread.
std::size_t live = 0;
std::size_t peak = 0;

void* allocate(std::size_t size) {
    void* const block = std::malloc(size + header_bytes);
    if (block == nullptr) throw std::bad_alloc();
    *static_cast<std::size_t*>(block) = size;
    live += size;
    peak = std::max(peak, live);
    return static_cast<std::byte*>(block) + header_bytes;
}

void release(void* memory) {
    if (memory == nullptr) return;
    void* const block = static_cast<std::byte*>(memory) - header_bytes;
    live -= *static_cast<std::size_t*>(block);
    std::free(block);
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }

namespace tickproof::bench {

std::size_t live_bytes() { return live; }
std::size_t peak_bytes() { return peak; }
void reset_peak() { peak = live; }

}  // namespace tickproof::bench
