// From what is given and what is claimed to the three texts of a lemma.
//
// The false variant is made from the claim by replacing one piece of text, so that it cannot drift away from it, and
// the solver is told a small size at which it is refuted: a search through all integers may end in `unknown`, which
// counts as failed. A claim may quantify over the positions of the chain. There a solver finds contradictions, but
// seldom models, so for the two texts that must be sat every quantifier is written out over the positions of the small
// chain.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smt/theorems/theorem.h"

namespace tickproof::theorems {

struct Plant {
    std::string words;
    std::string from;  // a piece of the claim
    std::string to;
};

struct Claim {
    std::string name;
    std::string statement;
    std::string logic;
    std::string given;               // declarations, definitions and assertions
    std::vector<std::string> facts;  // instances of what is proved elsewhere, as formulas
    std::string goal;
    Plant plant;
    std::string small;            // assertions: a size at which assumptions hold and the false variant is refuted
    std::uint32_t positions = 0;  // of the chain at that size; for claims with quantifiers
};

[[nodiscard]] Lemma lemma(const Claim& claim);

// "The product of two terms that are not negative is not negative", for these two terms. Solvers prove the sentence
// itself at once (lemma product_not_negative), but do not guess the terms for which it helps.
[[nodiscard]] std::string product(std::string_view x, std::string_view y);

// Every `(forall ((x Int)) body)` as the conjunction of body for x = 0 .. positions-1.
[[nodiscard]] std::string written_out(std::string text, std::uint32_t positions);

// The first `from` in the text replaced, or the text as it is.
[[nodiscard]] std::string replaced(std::string text, std::string_view from, std::string_view to);

}  // namespace tickproof::theorems
