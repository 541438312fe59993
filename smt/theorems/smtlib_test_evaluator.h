// Evaluates SMT-LIB text, so that the very text that the solvers are given can be compared with what a planner does.
//
// Integers and Booleans are one type. It understands what the theorems are written in and stops the test at anything
// else. `and`, `or`, `=>` and `ite` look at no more than they need, so a guard keeps an index in range.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tickproof::theorems {

struct Term {
    std::string word;  // empty: a list
    std::vector<Term> items;
};

using Values = std::vector<std::int64_t>;

struct Meaning {
    std::map<std::string, std::int64_t, std::less<>> constants;
    std::map<std::string, std::function<std::int64_t(const Values&)>, std::less<>> functions;
    std::int64_t quantified_begin = 0;  // a quantified variable runs over begin .. end-1
    std::int64_t quantified_end = 0;
};

class Evaluator {
public:
    explicit Evaluator(std::string_view text);

    // The defined function `name` of these arguments.
    [[nodiscard]] std::int64_t call(std::string_view name, const Values& arguments, const Meaning& meaning) const;

    // The assertions of the text that are false, by their number from 0.
    [[nodiscard]] std::vector<std::size_t> false_assertions(const Meaning& meaning) const;
    [[nodiscard]] std::size_t assertions() const { return assertions_.size(); }

private:
    using Locals = std::vector<std::pair<std::string_view, std::int64_t>>;
    [[nodiscard]] std::int64_t value(const Term& term, const Locals& locals, const Meaning& meaning) const;
    [[nodiscard]] std::int64_t word_value(std::string_view word, const Locals& locals, const Meaning& meaning) const;
    [[nodiscard]] std::int64_t logic_value(const Term& term, const Locals& locals, const Meaning& meaning) const;
    [[nodiscard]] std::int64_t for_all(const Term& term, const Locals& locals, const Meaning& meaning) const;

    std::map<std::string, Term, std::less<>> functions_;  // by name, the whole define-fun
    std::vector<Term> assertions_;
};

}  // namespace tickproof::theorems
