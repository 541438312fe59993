// What the process tells its caller, and how the answers to several inputs become one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace tickproof::cli {

enum class ExitCode : std::uint8_t { holds = 0, refuted = 1, unusable = 2, undecided = 3, own_fault = 4 };

// The first present of 4, 2, 1, 3, else 0: what could not be judged outweighs what was, and wrong outweighs undecided.
[[nodiscard]] inline ExitCode combined(std::span<const ExitCode> answers) {
    constexpr std::array order{ExitCode::own_fault, ExitCode::unusable, ExitCode::refuted, ExitCode::undecided};
    for (const ExitCode worse : order) {
        if (std::ranges::find(answers, worse) != answers.end()) return worse;
    }
    return ExitCode::holds;
}

}  // namespace tickproof::cli
