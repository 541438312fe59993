// The common case of exactly-once and dependency, decided in one sweep and without an index.
//
// With full backwards the ops of a microbatch form one chain: F on stage 0 up to K-1, then B on stage K-1 down to 0. If
// every op is the next of its microbatch's chain and starts when the one before is usable, and the number of ops is
// that of all chains, then each op is there once and every dependency holds: B(v) after F(v) because the chain lies
// between them, and if they are on two ranks so does a hop. A list in time order that is valid always passes. Whatever
// does not pass is looked at by the rules themselves, which can say what is wrong.
#pragma once

#include "properties/check/rules.h"

namespace tickproof::check {

[[nodiscard]] bool runs_in_chains(const Subject& subject);

}  // namespace tickproof::check
