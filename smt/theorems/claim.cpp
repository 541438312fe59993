#include "smt/theorems/claim.h"

#include <cstddef>
#include <utility>

#include <fmt/format.h>

namespace tickproof::theorems {
namespace {

std::string heading(const Claim& claim, std::string_view expected) {
    return fmt::format("; {}: {}\n; expected: {}\n(set-logic {})\n", claim.name, claim.statement, expected,
                       claim.logic);
}

std::string given(const Claim& claim) {
    std::string text = claim.given;
    for (const std::string& fact : claim.facts) text += fmt::format("(assert {})\n", fact);
    return text;
}

std::string given_and_negated_goal(const Claim& claim) {
    return given(claim) + fmt::format("(assert (not {}))\n", claim.goal);
}

// One past the parenthesis that closes the one at `open`.
std::size_t end_of_list(std::string_view text, std::size_t open) {
    std::size_t depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
        if (text[at] == '(') ++depth;
        if (text[at] == ')' && --depth == 0) return at + 1;
    }
    return text.size();
}

std::string with_value(std::string_view body, std::string_view variable, std::uint32_t value) {
    std::string result;
    while (!body.empty()) {
        const std::size_t separator = body.find_first_of(" ()\n");
        const std::string_view word = body.substr(0, separator);
        result += word == variable ? fmt::to_string(value) : std::string(word);
        if (separator == std::string_view::npos) break;
        result += body[separator];
        body.remove_prefix(separator + 1);
    }
    return result;
}

}  // namespace

std::string product(std::string_view x, std::string_view y) {
    return fmt::format("(=> (and (>= {0} 0) (>= {1} 0)) (>= (* {0} {1}) 0))", x, y);
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    if (const std::size_t at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
    return text;
}

std::string written_out(std::string text, std::uint32_t positions) {
    constexpr std::string_view opening = "(forall ((";
    for (std::size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, at)) {
        const std::size_t end = end_of_list(text, at);
        const std::size_t name = at + opening.size();
        const std::string variable = text.substr(name, text.find(' ', name) - name);
        const std::size_t body = end_of_list(text, at + opening.size() - 2) + 1;
        std::string conjunction = "(and";
        for (std::uint32_t value = 0; value < positions; ++value) {
            conjunction += ' ' + with_value(std::string_view(text).substr(body, end - 1 - body), variable, value);
        }
        text.replace(at, end - at, conjunction + ')');
    }
    return text;
}

Lemma lemma(const Claim& claim) {
    const std::string refutation = given_and_negated_goal(claim);
    const auto small = [&](const std::string& text) { return written_out(text, claim.positions) + claim.small; };
    return {.name = claim.name,
            .statement = claim.statement,
            .claim = heading(claim, "unsat") + refutation + "(check-sat)\n",
            .planted = claim.plant.words,
            .false_variant = heading(claim, "sat, as wrong here: " + claim.plant.words) +
                             small(replaced(refutation, claim.plant.from, claim.plant.to)) + "(check-sat)\n",
            .assumptions =
                heading(claim, "sat, as these are the assumptions alone") + small(given(claim)) + "(check-sat)\n"};
}

}  // namespace tickproof::theorems
