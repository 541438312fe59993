// Which ops a rank may start in a state: docs/theory.md, "Search".
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "smt/recheck/state_layout.h"
#include "smt/recheck/windows.h"

namespace tickproof::recheck {

// A class, or nothing.
using Choice = std::optional<std::uint32_t>;

class StartRules {
public:
    // Timeline and layout outlive the rules.
    StartRules(const Timeline& timeline, const StateLayout& layout, std::optional<std::uint64_t> cap);

    [[nodiscard]] std::size_t rank_count() const { return ranks_.size(); }  // of those that hold a stage
    // Never empty.
    [[nodiscard]] std::vector<Choice> choices(State state, std::size_t rank) const;

private:
    [[nodiscard]] bool is_running(State state, std::uint32_t of_class) const;
    [[nodiscard]] bool is_ready(State state, std::uint32_t of_class) const;
    [[nodiscard]] bool has_room(State state, const std::vector<std::uint32_t>& on_rank) const;
    [[nodiscard]] bool must_start(const std::vector<Choice>& ready) const;

    const Timeline& timeline_;
    const StateLayout& layout_;
    std::optional<std::uint64_t> cap_;
    bool unit_time_ = false;
    std::vector<std::vector<std::uint32_t>> ranks_;  // their classes, ascending
};

}  // namespace tickproof::recheck
