#include "fuzz/decode/tamper.h"

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "smt/certificate/certificate_json.h"

namespace tickproof::fuzz {
namespace {

using namespace certificate;

std::vector<Certificate> wholes() {
    Certificate whole;
    whole.problem.ranks = whole.problem.chunks = whole.problem.microbatches = 1;
    whole.lower = whole.upper = 2;
    std::vector<Certificate> all(4, whole);
    all[0].lower_evidence = LoadBound{0, 1, 0, 0, 2};
    all[1].lower_evidence = InFlightBound{0, 0, 0, 0, 2};
    all[2].lower_evidence = StateCounts{1, {1, 1, 0}};
    all[3].lower_evidence = Refutation{1, std::string(64, 'a'), "proof"};
    for (std::size_t i = 1; i < all.size(); ++i) all[i].upper_evidence = Schedule(2);
    return all;
}

std::string proof_of(const Certificate& certificate) {
    const auto* refutation = std::get_if<Refutation>(&certificate.lower_evidence);
    return refutation != nullptr ? refutation->proof + refutation->formula_sha256 : "";
}

TEST(Tamper, ALieChangesTheCertificate) {
    std::minstd_rand random(1);
    std::set<std::string> kinds;
    int lies = 0;
    for (int i = 0; i < 4000; ++i) {
        std::vector<std::uint8_t> input(40);
        for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(random() >> 8);
        for (const Certificate& whole : wholes()) {
            Bytes bytes(input.data(), input.size());
            Certificate tampered = whole;
            const Tampering tampering = tamper(bytes, tampered);
            kinds.insert(tampering.words.substr(0, tampering.words.find_first_of(":0123456789")));
            if (!tampering.is_lie) continue;
            ++lies;
            EXPECT_TRUE(write_certificate(tampered, "p") != write_certificate(whole, "p") ||
                        proof_of(tampered) != proof_of(whole))
                << tampering.words;
        }
    }
    EXPECT_GT(lies, 2000);
    for (const char* kind : {"rank",
                             "chunks",
                             "head",
                             "tail",
                             "load",
                             "held",
                             "stage",
                             "horizon",
                             "states",
                             "lower",
                             "upper",
                             "ranks",
                             "microbatches",
                             "a duration",
                             "latency",
                             "a cap of ",
                             "another placement",
                             "the other backward form",
                             "another kind of lower evidence",
                             "another kind of upper evidence",
                             "a bit of the proof's byte ",
                             "op "}) {
        EXPECT_TRUE(kinds.contains(kind)) << kind;
    }
}

}  // namespace
}  // namespace tickproof::fuzz
