// Problems, runs and expectations that the tests of certify share.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include <gtest/gtest.h>

#include "properties/check/check.h"
#include "smt/certify/certify.h"
#include "smt/certify/list_schedule.h"

namespace tickproof::certify {

inline Problem problem(std::uint64_t ranks, std::uint64_t chunks, std::uint64_t microbatches,
                       std::optional<std::uint64_t> cap = std::nullopt) {
    Problem result;
    result.ranks = ranks;
    result.chunks = chunks;
    result.microbatches = microbatches;
    result.placement = Placement::loop(ranks);
    result.max_in_flight = cap;
    return result;
}

inline Certified by(Engine engine, const Problem& problem) {
    Options options;
    options.engine = engine;
    return *certify(problem, options);
}

// What every certificate holds, whoever made it.
inline void expect_sound(const Problem& problem, const Certified& certified) {
    const certificate::Certificate& certificate = certified.certificate;
    EXPECT_LE(certificate.lower, certificate.upper);
    EXPECT_EQ(certified.undecided.empty(), certificate.lower == certificate.upper);
    if (const auto* schedule = std::get_if<Schedule>(&certificate.upper_evidence)) {
        EXPECT_TRUE(check::check_schedule(problem, *schedule).valid());
        EXPECT_EQ(makespan_of(problem, *schedule), certificate.upper);
    }
}

}  // namespace tickproof::certify
