#include "smt/theorems/chain_claim.h"

#include <fmt/format.h>

#include "smt/theorems/step_relation.h"

namespace tickproof::theorems {
namespace {

Lemma with_policy(const ChainClaim& claim, ScheduleKind schedule, std::string name) {
    return lemma({.name = std::move(name),
                  .statement = std::string(claim.statement),
                  .logic = "UFLIA",
                  .given = step_relation(schedule) + std::string(claim.given),
                  .facts = {},
                  .goal = std::string(claim.goal),
                  .plant = claim.plant,
                  .small = "(assert (= K 2))\n" + std::string(claim.small),
                  .positions = 4});
}

}  // namespace

Lemma chain_lemma(const ChainClaim& claim) { return with_policy(claim, ScheduleKind::gpipe, std::string(claim.name)); }

std::vector<Lemma> chain_lemmas(const ChainClaim& claim) {
    std::vector<Lemma> lemmas;
    for (const ScheduleKind schedule : {ScheduleKind::gpipe, ScheduleKind::interleaved_1f1b}) {
        lemmas.push_back(with_policy(claim, schedule, fmt::format("{}_{}", claim.name, name(schedule))));
    }
    return lemmas;
}

}  // namespace tickproof::theorems
