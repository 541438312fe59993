#include "smt/theorems/smtlib_test_evaluator.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace tickproof::theorems {
namespace {

[[noreturn]] void not_understood(std::string_view what) {
    fmt::print(stderr, "the evaluator does not understand '{}'\n", what);
    std::abort();
}

std::vector<std::string> words(std::string_view text) {
    std::vector<std::string> result;
    std::string word;
    bool comment = false;
    for (const char c : text) {
        comment = c == '\n' ? false : comment || c == ';';
        const bool parenthesis = !comment && (c == '(' || c == ')');
        if (!comment && !parenthesis && c != ' ' && c != '\n') {
            word += c;
            continue;
        }
        if (!word.empty()) result.push_back(std::exchange(word, {}));
        if (parenthesis) result.emplace_back(1, c);
    }
    return result;
}

std::vector<Term> terms(std::string_view text) {
    std::vector<Term> open(1);
    for (std::string& word : words(text)) {
        if (word == "(") {
            open.emplace_back();
        } else if (word == ")") {
            Term closed = std::move(open.back());
            open.pop_back();
            open.back().items.push_back(std::move(closed));
        } else {
            open.back().items.push_back({std::move(word), {}});
        }
    }
    return open.front().items;
}

// The first, then each further one by `step`.
template <class Step>
std::int64_t folded(const Values& x, Step step) {
    return std::accumulate(x.begin() + 1, x.end(), x[0], step);
}

template <class Comparison>
bool in_row(const Values& x, Comparison comparison) {
    return std::ranges::adjacent_find(x, std::not_fn(comparison)) == x.end();
}

std::int64_t arithmetic(std::string_view name, const Values& x) {
    if (name == "not") return x[0] == 0;
    if (name == "=") return in_row(x, std::equal_to{});
    if (name == "<") return in_row(x, std::less{});
    if (name == "<=") return in_row(x, std::less_equal{});
    if (name == ">=") return in_row(x, std::greater_equal{});
    if (name == ">") return in_row(x, std::greater{});
    if (name == "+") return folded(x, std::plus{});
    if (name == "*") return folded(x, std::multiplies{});
    if (name == "-") return x.size() == 1 ? -x[0] : folded(x, std::minus{});
    not_understood(name);
}

}  // namespace

Evaluator::Evaluator(std::string_view text) {
    for (const Term& term : terms(text)) {
        const std::string& command = term.items[0].word;
        if (command == "assert") assertions_.push_back(term.items[1]);
        if (command == "define-fun") functions_.emplace(term.items[1].word, term);
    }
}

std::int64_t Evaluator::call(std::string_view name, const Values& arguments, const Meaning& meaning) const {
    const auto found = functions_.find(name);
    if (found == functions_.end()) return arithmetic(name, arguments);
    const std::vector<Term>& definition = found->second.items;  // define-fun name ((x Int) ..) sort body
    Locals locals;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        locals.emplace_back(definition[2].items[i].items[0].word, arguments[i]);
    }
    return value(definition[4], locals, meaning);
}

std::vector<std::size_t> Evaluator::false_assertions(const Meaning& meaning) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < assertions_.size(); ++i) {
        if (value(assertions_[i], {}, meaning) == 0) found.push_back(i);
    }
    return found;
}

std::int64_t Evaluator::word_value(std::string_view word, const Locals& locals, const Meaning& meaning) const {
    if (word == "true") return 1;
    if (word[0] >= '0' && word[0] <= '9') return std::strtoll(std::string(word).c_str(), nullptr, 10);
    const auto local = std::find_if(locals.rbegin(), locals.rend(), [&](const auto& x) { return x.first == word; });
    if (local != locals.rend()) return local->second;
    const auto constant = meaning.constants.find(word);
    if (constant != meaning.constants.end()) return constant->second;
    if (!functions_.contains(word)) not_understood(word);
    return call(word, {}, meaning);
}

std::int64_t Evaluator::logic_value(const Term& term, const Locals& locals, const Meaning& meaning) const {
    const auto holds = [&](const Term& x) { return value(x, locals, meaning) != 0; };
    const std::string& name = term.items[0].word;
    if (name == "ite") return value(term.items[holds(term.items[1]) ? 2 : 3], locals, meaning);
    if (name == "=>") return !holds(term.items[1]) || holds(term.items[2]);
    const bool all = name == "and";
    return std::all_of(term.items.begin() + 1, term.items.end(), [&](const Term& x) { return holds(x) == all; }) == all;
}

std::int64_t Evaluator::for_all(const Term& term, const Locals& locals, const Meaning& meaning) const {
    Locals inner = locals;
    inner.emplace_back(term.items[1].items[0].items[0].word, 0);
    for (std::int64_t x = meaning.quantified_begin; x < meaning.quantified_end; ++x) {
        inner.back().second = x;
        if (value(term.items[2], inner, meaning) == 0) return 0;
    }
    return 1;
}

std::int64_t Evaluator::value(const Term& term, const Locals& locals, const Meaning& meaning) const {
    if (!term.word.empty()) return word_value(term.word, locals, meaning);
    const std::string& name = term.items[0].word;
    if (name == "forall") return for_all(term, locals, meaning);
    if (name == "ite" || name == "=>" || name == "and" || name == "or") return logic_value(term, locals, meaning);
    Values arguments;
    for (std::size_t i = 1; i < term.items.size(); ++i) arguments.push_back(value(term.items[i], locals, meaning));
    const auto function = meaning.functions.find(name);
    return function == meaning.functions.end() ? call(name, arguments, meaning) : function->second(arguments);
}

}  // namespace tickproof::theorems
