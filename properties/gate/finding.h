// What the gate found wrong, and a collection of such findings that stays small when everything is wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "planner/model/config.h"

namespace tickproof::gate {

struct Finding {
    std::string property;   // the id of what should hold
    std::string witness;    // what holds instead, one sentence
    std::string reproduce;  // one command that shows it again
    // What one run of the gate knows besides.
    std::string id{};                        // PROPERTY:SCHEDULE:S2V2M4L4 of the configuration: the same in every run
    std::optional<PipelineConfig> config{};  // the smallest that was found to show it
    std::string stderr_tail{};
    std::string note{};       // a sentence, if `reproduce` is not the configuration alone
    std::uint64_t cases = 1;  // that broke this property under this schedule
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

// "dependency:gpipe:S2V1M3L2"
[[nodiscard]] std::string finding_id(std::string_view property, const PipelineConfig& config);

// Golden data that cannot be read has no configuration: its finding's id is the property alone.
inline constexpr std::string_view golden_property = "golden";

// The property of a finding's id; nothing if the text is no id.
[[nodiscard]] std::optional<std::string_view> property_of_id(std::string_view id);

}  // namespace tickproof::gate
