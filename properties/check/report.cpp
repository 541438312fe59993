#include "properties/check/report.h"

#include "planner/model/limits.h"

namespace tickproof::check {

void Report::keep(Violation violation) {
    ++kept_[index(violation.rule)];
    violations_.push_back(std::move(violation));
}

void Report::count_more(Rule rule, std::uint64_t how_many) {
    counts_[index(rule)] = saturating_add(counts_[index(rule)], how_many);
}

void Report::append(Report&& other) {
    for (Violation& violation : other.violations_) {
        if (keeps(violation.rule)) keep(std::move(violation));
    }
    for (std::size_t rule = 0; rule < rule_count; ++rule) {
        counts_[rule] = saturating_add(counts_[rule], other.counts_[rule]);
    }
}

std::uint64_t Report::count() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts_) sum = saturating_add(sum, count);
    return sum;
}

}  // namespace tickproof::check
