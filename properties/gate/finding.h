// What the gate found wrong, and a collection of such findings that stays small when everything is wrong.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "planner/model/config.h"

namespace tickproof::gate {

struct Finding {
    std::string property;   // what should hold, in a few words
    std::string witness;    // what holds instead, one sentence
    std::string reproduce;  // one command that shows it again
};

class Findings {
public:
    explicit Findings(std::uint64_t kept) : kept_(kept) {}
    void add(Finding finding) {
        if (findings_.size() < kept_) findings_.push_back(std::move(finding));
        ++count_;
    }
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] const std::vector<Finding>& first_ones() const { return findings_; }

private:
    std::uint64_t kept_;
    std::uint64_t count_ = 0;
    std::vector<Finding> findings_;
};

// Asks the built-in planner again, in the protocol's own words, so that any configuration can be named.
[[nodiscard]] std::string reproduce_command(const PipelineConfig& config);

}  // namespace tickproof::gate
