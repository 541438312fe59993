// Runs a function in a forked child process that can be ended at any moment, and brings back the bytes that it returns.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>

namespace tickproof::solver {

// Sanitizers reserve terabytes of addresses, which no limit may forbid them.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool limits_address_space = false;
#elif defined(__has_feature)
inline constexpr bool limits_address_space = !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer);
#else
inline constexpr bool limits_address_space = true;
#endif

struct ChildLimits {
    std::optional<std::chrono::milliseconds> time = {};  // of the wall clock
    // Address space beyond what this process has, where that is limited, and the size of any file that it writes.
    std::uint64_t memory_bytes = 0;
    std::function<bool()> interrupted = {};  // asked about every 50 ms; none: never
};

struct Finished {
    std::string bytes;
};
enum class Stopped : std::uint8_t { by_time, by_memory, by_interruption };
struct Broken {
    std::string how;  // "killed by signal 11", "std::runtime_error: ..."
};
using ChildResult = std::variant<Finished, Stopped, Broken>;

// Never throws for what the child does, always reaps it, leaves no descriptor. The child must not outlive this process,
// and does not hear Ctrl-C: it is for `interrupted` to say so.
[[nodiscard]] ChildResult in_child(const std::function<std::string()>& work, const ChildLimits& limits);

}  // namespace tickproof::solver
