// Statements about schedules of every size, with no bound on ranks, chunks, microbatches or layers, as SMT-LIB 2 texts.
//
// A theorem is split into lemmas. A lemma's claim asserts what is given and the negation of the goal: `unsat` proves
// it. Two texts guard it. The false variant is the claim with one thing planted wrong and must be `sat`: a claim that
// stays unsat whatever it says proves nothing. The assumptions alone must be `sat`: from a contradiction everything
// follows. What ties the lemmas together (inductions, case splits) is in the sketch, in docs/theory.md as well.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tickproof::theorems {

struct Lemma {
    std::string name;           // unique in all theorems, fit for a file name
    std::string statement;      // in words
    std::string claim;          // must be unsat
    std::string planted;        // what is wrong in the false variant, in words
    std::string false_variant;  // must be sat
    std::string assumptions;    // must be sat
};

struct Theorem {
    std::uint32_t number = 0;  // 1 .. 6
    std::string name;
    std::string statement;
    std::string sketch;
    std::vector<Lemma> lemmas;
};

// In order of their numbers; built on first use.
[[nodiscard]] std::span<const Theorem> theorems();

}  // namespace tickproof::theorems
