// What the claims of theorems 2 and 3 have in common: counters on a chain, and the two policies.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planner/model/config.h"
#include "smt/theorems/claim.h"

namespace tickproof::theorems {

// A claim about states of the tick loop: `given` follows the step relation of the schedule. The small chain has two
// stages; `small` fixes more.
struct ChainClaim {
    std::string_view name;
    std::string_view statement;
    std::string_view given;
    std::string_view goal;
    Plant plant;
    std::string_view small;
};

// For claims that do not look at the policy: one lemma, with gpipe's relation.
[[nodiscard]] Lemma chain_lemma(const ChainClaim& claim);

// One lemma a policy, the schedule's name at the end of its own.
[[nodiscard]] std::vector<Lemma> chain_lemmas(const ChainClaim& claim);

// Counters never increase along the chain and lie in 0 .. M: what has finished is prefix-closed.
inline constexpr std::string_view prefix_closed = R"((assert (and (>= K 1) (>= M 1)))
(assert (forall ((p Int)) (=> (on_chain p) (and (<= 0 (done p)) (<= (done p) M) (<= (done p) (before p))))))
)";

}  // namespace tickproof::theorems
