// One object of a file in, what `check` has to say about it out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/documents.h"
#include "cli/exit_code.h"
#include "cli/problem_options.h"
#include "planner/model/communication.h"
#include "properties/check/check.h"

namespace tickproof::cli {

enum class Verdict : std::uint8_t { valid, refuted, undecided, unusable };

struct Judged {
    std::string file;
    std::uint64_t line = 1;
    std::string id;
    Verdict verdict = Verdict::undecided;
    bool as_expected = false;                     // valid because it is what its `expect` says, which may be invalid
    std::string summary;                          // what was judged, or why it could not be
    check::Report report;                         // violations, whatever the object expects of itself
    std::vector<std::string> remarks;             // each disagreement with `expect`
    std::vector<check::ModelOutcome> models;      // those asked for, of orders that are complete
    std::optional<std::uint64_t> least_slots;     // with all models: the least K for which buffered:K runs
    std::vector<std::uint64_t> activation_slots;  // with all models: the least number that each rank needs
};

struct JudgeSettings {
    check::Rules rules = check::Rules::safety;
    std::vector<Communication> models;  // to run orders under
    bool only_report_models = false;    // a model under which they do not run makes them no worse
    std::optional<Orders> implements;   // without communication; orders must compute the same, whatever they expect
    ProblemSettings problem;
};

[[nodiscard]] Judged judge(const std::string& path, const InputObject& object, const JudgeSettings& settings);

[[nodiscard]] ExitCode exit_code(Verdict verdict);
[[nodiscard]] std::string_view word(Verdict verdict);

}  // namespace tickproof::cli
