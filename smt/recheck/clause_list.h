// Clauses as they are written down: premises and conclusions, of which constants vanish (docs/theory.md, "The
// formula").
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <utility>
#include <vector>

namespace tickproof::recheck {

// A variable from 1 on, its negation, or one of the two constants.
using Literal = std::int32_t;
inline constexpr Literal always = std::numeric_limits<std::int32_t>::max();
inline constexpr Literal never = -always;

struct Formula {
    std::uint64_t variables = 0;
    std::uint64_t clauses = 0;
    std::vector<std::int32_t> literals;  // each clause ends with 0
};

class ClauseList {
public:
    ClauseList(std::uint64_t most_variables, std::uint64_t most_literals)
        : most_variables_(std::min<std::uint64_t>(most_variables, always - 1)), most_literals_(most_literals) {}

    // The first of so many new variables, which are numbered one after another. Once the list is full, always the same.
    [[nodiscard]] Literal new_variables(std::uint64_t count) {
        if (count > most_variables_ - formula_.variables) full_ = true;
        if (full_) return 1;
        const auto first = static_cast<Literal>(formula_.variables + 1);
        formula_.variables += count;
        return first;
    }

    void add(std::initializer_list<Literal> premises, std::initializer_list<Literal> conclusions) {
        if (std::ranges::find(premises, never) != premises.end()) return;
        if (std::ranges::find(conclusions, always) != conclusions.end()) return;
        if (formula_.literals.size() + premises.size() + conclusions.size() >= most_literals_) full_ = true;
        if (full_) return;
        for (const Literal premise : premises) {
            if (premise != always) formula_.literals.push_back(-premise);
        }
        for (const Literal conclusion : conclusions) {
            if (conclusion != never) formula_.literals.push_back(conclusion);
        }
        formula_.literals.push_back(0);
        ++formula_.clauses;
    }

    // Something was left out for want of room.
    [[nodiscard]] bool full() const { return full_; }
    [[nodiscard]] std::uint64_t most_variables() const { return most_variables_; }
    [[nodiscard]] std::uint64_t most_literals() const { return most_literals_; }
    [[nodiscard]] Formula take() { return std::move(formula_); }

private:
    std::uint64_t most_variables_;
    std::uint64_t most_literals_;
    Formula formula_;
    bool full_ = false;
};

}  // namespace tickproof::recheck
