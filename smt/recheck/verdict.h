// What a recheck says. *Wrong* and *could not decide* are different types: a limit is no reason to call anything
// tampered, and never a reason to call it established.
#pragma once

#include <string>
#include <variant>

namespace tickproof::recheck {

struct Established {};
struct NotEstablished {
    std::string why;
};
struct Undecided {
    std::string why;  // which limit was reached, with its number
};

using Verdict = std::variant<Established, NotEstablished, Undecided>;

[[nodiscard]] inline bool is_established(const Verdict& verdict) {
    return std::holds_alternative<Established>(verdict);
}

}  // namespace tickproof::recheck
