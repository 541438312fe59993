// How an optimum is to be looked for: by which engine, and for how long.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "cli/options.h"
#include "smt/certify/certify.h"

namespace tickproof::cli {

// --rlimit, --time-limit and --memory-limit.
class LimitOptions {
public:
    explicit LimitOptions(Options& options);

    // Those of them that were given; `interrupted` is was_interrupted(). The error names the option and what is wrong.
    [[nodiscard]] std::expected<solver::Limits, std::string> limits() const;

private:
    std::optional<std::uint64_t> rlimit_;
    std::string time_;
    std::string memory_;
};

// The same with --engine.
class CertifyOptions {
public:
    explicit CertifyOptions(Options& options);

    [[nodiscard]] std::expected<certify::Options, std::string> options() const;

private:
    std::string engine_;
    LimitOptions limits_;
};

// "auto", "z3", ...
[[nodiscard]] std::string_view name(certify::Engine engine);

// "10s", "500ms", "2m"; seconds where there is no unit. From 1 ms to 10^9 s.
[[nodiscard]] std::expected<std::chrono::milliseconds, std::string> parse_time(std::string_view text);

// "500M", "4G", "64K"; bytes where there is no unit. At least 1.
[[nodiscard]] std::expected<std::uint64_t, std::string> parse_bytes(std::string_view text);

}  // namespace tickproof::cli
