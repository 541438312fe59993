// How a harness ends when two programs that must agree do not: every side's answer, and whose fault it looks like.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace tickproof::fuzz {

// Who looks at fault when these sides differ. It sorts findings and decides nothing.
enum class Suspect : std::uint8_t { reader, planner, checker, solver, recheck, canary };

struct Side {
    std::string_view who;
    std::string answer;
};

// Prints "difference (reader): what" and a line a side to stderr, then aborts.
[[noreturn]] void differ(Suspect suspect, std::string_view what, std::initializer_list<Side> sides);

}  // namespace tickproof::fuzz
