// Collects violations: the first of each rule in words, all of them as a count.
//
// A hostile plan can break a rule a million times. The witness of a violation is therefore made only if it is kept.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "properties/check/rule.h"

namespace tickproof::check {

struct Violation {
    Rule rule;
    std::string place;    // "event 7", "rank 2 op 5", "stage assignment 3", "metrics"
    std::string witness;  // one readable sentence
};

class Report {
public:
    static constexpr std::size_t kept_per_rule = 20;

    // `describe` returns std::pair{place, witness}.
    template <class Describe>
    void add(Rule rule, const Describe& describe) {
        if (keeps(rule)) describe_and_keep(rule, describe);
        count_more(rule, 1);
    }
    // Violations that are counted without being looked at one by one; the count stops at the largest 64-bit number.
    void count_more(Rule rule, std::uint64_t how_many);
    // Adds what another rule found; what it kept beyond the room that is left here stays as a count.
    void append(Report&& other);
    // Whether the next violation of this rule would be kept in words.
    [[nodiscard]] bool keeps(Rule rule) const { return kept_[index(rule)] < kept_per_rule; }

    [[nodiscard]] bool valid() const { return count() == 0; }
    [[nodiscard]] std::uint64_t count() const;
    [[nodiscard]] std::uint64_t count(Rule rule) const { return counts_[index(rule)]; }
    [[nodiscard]] const std::vector<Violation>& violations() const { return violations_; }

private:
    // Kept out of the loops over ops, which would otherwise not be inlined for all the words in them.
    template <class Describe>
    [[gnu::noinline, gnu::cold]] void describe_and_keep(Rule rule, const Describe& describe) {
        auto [place, witness] = describe();
        keep({rule, std::move(place), std::move(witness)});
    }
    void keep(Violation violation);
    [[nodiscard]] static std::size_t index(Rule rule) { return static_cast<std::size_t>(rule); }

    std::vector<Violation> violations_;
    std::array<std::size_t, rule_count> kept_{};
    std::array<std::uint64_t, rule_count> counts_{};
};

}  // namespace tickproof::check
