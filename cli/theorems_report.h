// What `tickproof theorems` found out, for people, as JSON (docs/schemas/theorems-1.json), and as a case of a report.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/ci_report.h"
#include "cli/judge.h"
#include "smt/theorems/theorem.h"

namespace tickproof::cli {

struct ProvedLemma {
    const theorems::Lemma* lemma;
    Verdict verdict;  // valid: proved, and neither empty nor assumed from a contradiction
    std::string why;  // empty if it is valid
};

struct ProvedTheorem {
    const theorems::Theorem* theorem;
    std::vector<ProvedLemma> lemmas;
};

// Refuted if a lemma is, else undecided if one is. A theorem without lemmas is undecided.
[[nodiscard]] Verdict verdict_of(const ProvedTheorem& proved);

// Quiet: only what is not proved.
[[nodiscard]] std::string theorems_as_text(std::span<const ProvedTheorem> all, bool quiet);
[[nodiscard]] std::string theorems_as_json(std::span<const ProvedTheorem> all);
[[nodiscard]] ReportedCase reported(const ProvedTheorem& proved);

}  // namespace tickproof::cli
