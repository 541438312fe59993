// Counts work instead of time, so that what is hostile ends, and what is not gets the same answer on every machine.
#pragma once

#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "smt/recheck/verdict.h"

namespace tickproof::recheck {

class Steps {
public:
    explicit Steps(std::uint64_t limit) : limit_(limit) {}

    void take(std::uint64_t steps) { taken_ = steps > limit_ - taken_ ? limit_ : taken_ + steps; }
    [[nodiscard]] bool exhausted() const { return taken_ >= limit_; }
    [[nodiscard]] Undecided undecided(std::string_view what) const {
        return {fmt::format("{}: stopped after {} steps, which is the limit", what, limit_)};
    }

private:
    std::uint64_t limit_;
    std::uint64_t taken_ = 0;
};

}  // namespace tickproof::recheck
