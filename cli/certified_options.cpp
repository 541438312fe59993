#include "cli/certified_options.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "cli/interruptible.h"
#include "planner/model/limits.h"

namespace tickproof::cli {

namespace {

struct Unit {
    std::string_view name;
    std::uint64_t factor;
};

// The first unit that the text ends with counts, so that a longer one comes before its own end. An empty name is that
// of a number alone, and comes last.
template <std::size_t count>
std::expected<std::uint64_t, std::string> parse_amount(std::string_view text, const std::array<Unit, count>& units,
                                                       std::uint64_t most, std::string_view example) {
    for (const Unit& unit : units) {
        if (!text.ends_with(unit.name)) continue;
        const auto number = parse_count(text.substr(0, text.size() - unit.name.size()));
        if (!number) break;
        const std::uint64_t amount = saturating_mul(*number, unit.factor);
        if (amount >= 1 && amount <= most) return amount;
        return std::unexpected(fmt::format("'{}' is {}", text, amount == 0 ? "nothing" : "too much"));
    }
    return std::unexpected(fmt::format("'{}' is not a whole number, perhaps with a unit: {}", text, example));
}

constexpr std::array<std::pair<std::string_view, certify::Engine>, 5> engines{{
    {"auto", certify::Engine::automatic},
    {"bound", certify::Engine::bound},
    {"search", certify::Engine::search},
    {"z3", certify::Engine::z3},
    {"cadical", certify::Engine::cadical},
}};

}  // namespace

std::string_view name(certify::Engine engine) {
    return std::ranges::find(engines, engine, &std::pair<std::string_view, certify::Engine>::second)->first;
}

std::expected<std::chrono::milliseconds, std::string> parse_time(std::string_view text) {
    constexpr std::array<Unit, 4> units{{{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"", 1000}}};
    const auto amount = parse_amount(text, units, 1'000'000'000'000, "10s, 500ms, 2m");
    if (!amount) return std::unexpected(amount.error());
    return std::chrono::milliseconds(*amount);
}

std::expected<std::uint64_t, std::string> parse_bytes(std::string_view text) {
    constexpr std::array<Unit, 4> units{
        {{"K", std::uint64_t{1} << 10}, {"M", std::uint64_t{1} << 20}, {"G", std::uint64_t{1} << 30}, {"", 1}}};
    return parse_amount(text, units, std::uint64_t{1} << 50, "500M, 4G");
}

LimitOptions::LimitOptions(Options& options) {
    options.count("--rlimit", "units of a solver's work for one question, the same on every machine (1000000000)",
                  rlimit_);
    options.text("--time-limit", "of the clock, for all of it: 10s, 500ms, 2m (none)", "T", time_);
    options.text("--memory-limit", "of a solver: 500M, 4G (4G)", "BYTES", memory_);
}

std::expected<solver::Limits, std::string> LimitOptions::limits() const {
    solver::Limits limits{.interrupted = was_interrupted};
    if (rlimit_ == 0U) return std::unexpected("--rlimit: 0 is nothing");
    limits.rlimit = rlimit_.value_or(limits.rlimit);
    if (!time_.empty()) {
        const auto time = parse_time(time_);
        if (!time) return std::unexpected(fmt::format("--time-limit: {}", time.error()));
        limits.time = *time;
    }
    if (!memory_.empty()) {
        const auto bytes = parse_bytes(memory_);
        if (!bytes) return std::unexpected(fmt::format("--memory-limit: {}", bytes.error()));
        limits.memory_bytes = *bytes;
    }
    return limits;
}

CertifyOptions::CertifyOptions(Options& options) : limits_(options) {
    options.text("--engine", "how to look: bounds, a search, a solver, or what it takes (auto)",
                 "auto|bound|search|z3|cadical", engine_);
}

std::expected<certify::Options, std::string> CertifyOptions::options() const {
    certify::Options options;
    const auto limits = limits_.limits();
    if (!limits) return std::unexpected(limits.error());
    options.limits = *limits;
    if (engine_.empty()) return options;
    for (const auto& [name, engine] : engines) {
        if (engine_ != name) continue;
        options.engine = engine;
        return options;
    }
    return std::unexpected(fmt::format("--engine: '{}' is none of auto, bound, search, z3, cadical", engine_));
}

}  // namespace tickproof::cli
