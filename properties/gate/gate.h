// The whole gate: every small configuration, random larger ones and those that the user brings, put to one planner.
//
// The outcome depends on the options and the planner's answers alone. Cases are judged by several workers but counted,
// grouped and shrunk in their own order, so that the number of workers changes nothing that is printed.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "properties/gate/finding.h"
#include "properties/gate/golden.h"
#include "properties/gate/judge.h"
#include "properties/gate/planner.h"
#include "properties/gate/property.h"

namespace tickproof::gate {

struct Range {
    std::uint64_t first = 1;
    std::uint64_t last = 1;
    [[nodiscard]] std::uint64_t size() const { return last - first + 1; }
};

// The shapes that are tried exhaustively; random ones keep to a range only where it was asked for.
struct Grid {
    Range stages;
    Range virtual_stages;
    Range microbatches;
};
inline constexpr Grid built_in_grid{{1, 6}, {1, 4}, {1, 16}};
inline constexpr Grid external_grid{{1, 3}, {1, 2}, {1, 6}};

// How large a random plan may be, in events. A planner that looks at every microbatch in every tick, as the production
// planner does, takes time with the square: at the built-in planners' size it would seem to hang.
inline constexpr std::uint64_t built_in_random_events = std::uint64_t{1} << 16;
inline constexpr std::uint64_t external_random_events = std::uint64_t{1} << 13;

// Who stands before the gate.
struct Candidate {
    std::string name;  // "built-in planners", or the command as it was typed
    // One a worker, since a process answers one question after another.
    std::function<std::unique_ptr<Planner>()> make;
    std::vector<ScheduleKind> schedules;  // that it is asked for
    // The gate's command up to --config, which shows a finding again once a request is piped into it.
    std::string gate_command;
    std::string whole_run;  // the command of this run
    // What the production planner printed, if the candidate has to print the same.
    std::optional<GoldenData> golden{};
};

struct GateOptions {
    Level level = Level::valid;
    std::optional<Range> stages;  // absent: the candidate's grid, and whatever size the random cases have
    std::optional<Range> virtual_stages;
    std::optional<Range> microbatches;
    Grid grid = built_in_grid;
    bool own_cases = true;       // the grid and the random cases; else `configs` alone
    std::uint64_t cases = 1000;  // random ones
    std::uint64_t random_events = built_in_random_events;
    std::uint64_t seed = 1;
    std::vector<PipelineConfig> configs;  // the user's own, judged first
    std::uint64_t threads = 1;
    std::uint64_t max_failures = 20;    // cases that break something unknown; then the gate stops asking
    std::vector<std::string> baseline;  // ids of findings that are known and accepted
};

struct GateResult {
    GoldenCounts golden;
    std::uint64_t cases = 0;    // judged
    std::uint64_t planned = 0;  // of these
    std::uint64_t refused = 0;  // as the reference refuses them
    std::uint64_t failed = 0;   // that broke something which is not in the baseline
    // One a property and schedule, shrunk, in the order in which the cases first showed them.
    std::vector<Finding> findings;   // the gate fails if there are any
    std::vector<Finding> known;      // those in the baseline
    std::vector<Finding> undecided;  // refusals that the reference does not share
    std::vector<std::string> gone;   // of the baseline, not found; empty unless every case was judged
    std::string stopped;             // why not every case was judged; empty if all were
    bool interrupted = false;
    Level level = Level::valid;
    std::uint64_t seed = 1;
};

// What happens meanwhile, and whether to go on.
struct GateWatch {
    std::function<void(double)> progress;  // the share that is done, from 0 to 1
    std::function<bool()> interrupted;     // asked between batches
};

// The error says which option asks for more than can be tried, or why the planner cannot be started.
[[nodiscard]] std::expected<GateResult, std::string> run_gate(const Candidate& candidate, const GateOptions& options,
                                                              const GateWatch& watch);

// passed: every case was judged, something was planned, and nothing is wrong or undecided. What was interrupted is
// undecided whatever it found.
enum class GateVerdict : std::uint8_t { passed, failed, undecided };
[[nodiscard]] GateVerdict verdict_of(const GateResult& result);

}  // namespace tickproof::gate
