#include "fuzz/heap.h"

#include <algorithm>
#include <cstdint>

// Of sanitizer/allocator_interface.h, which not every compiler has; null without a sanitizer.
extern "C" {
[[gnu::weak]] int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*, std::size_t),
                                                            void (*on_free)(const volatile void*));
[[gnu::weak]] std::size_t __sanitizer_get_allocated_size(const volatile void* block);
}

namespace tickproof::fuzz {

namespace {

// Of the fuzzer's one thread; what was allocated before the watch may be freed under it.
thread_local std::int64_t live = 0;
thread_local std::int64_t peak = 0;

void on_malloc(const volatile void*, std::size_t size) {
    live += static_cast<std::int64_t>(size);
    peak = std::max(peak, live);
}

void on_free(const volatile void* block) {
    if (block != nullptr) live -= static_cast<std::int64_t>(__sanitizer_get_allocated_size(block));
}

bool install_hooks() {
    if (__sanitizer_install_malloc_and_free_hooks == nullptr) return false;
    return __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) > 0;
}

}  // namespace

HeapWatch::HeapWatch() {
    static const bool installed = install_hooks();
    live = 0;
    peak = 0;
    (void)installed;
}

std::size_t HeapWatch::peak_bytes() const { return static_cast<std::size_t>(peak); }

}  // namespace tickproof::fuzz
