// Bytes to one change of a certificate.
#pragma once

#include <string>

#include "fuzz/decode/bytes.h"
#include "smt/certificate/certificate.h"

namespace tickproof::fuzz {

struct Tampering {
    std::string words;
    // A figure of the claim or of its evidence is no longer what it was. Everything else (the problem, another rank's
    // bound, another schedule, another proof) may happen to be as true as before.
    bool is_lie = false;
};

[[nodiscard]] Tampering tamper(Bytes& bytes, certificate::Certificate& certificate);

}  // namespace tickproof::fuzz
