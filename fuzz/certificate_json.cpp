// Any bytes as a certificate: never a crash, memory in proportion, and what is read is written and read back equal.
// A recheck of what was read ends within its limits, whatever it declares.
#include "smt/certificate/certificate_json.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/round_trip.h"
#include "smt/certificate/proof_file.h"
#include "smt/recheck/recheck.h"

using namespace tickproof;

namespace {

constexpr recheck::Limits few{.steps = 5'000, .memory_bytes = 1 << 20};

std::string as_json(const certificate::CertificateFile& file) {
    return certificate::write_certificate(file.certificate, file.proof_file.value_or(""));
}

// The proof is not in the text: whatever hash it names, no bytes at all are the file of a proof.
void expect_same_text(const certificate::CertificateFile& first) {
    const std::string text = as_json(first);
    const auto second = certificate::read_certificate(text);
    const std::string again = second ? as_json(*second) : second.error().message;
    if (again == text) return;
    fuzz::differ(fuzz::Suspect::reader, "a certificate changes on its way through JSON",
                 {{"written", text}, {"read and written again", again}});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::as_text(data, size);
    const fuzz::HeapWatch watch;
    const auto file = certificate::read_certificate(text);
    fuzz::expect_in_proportion(watch, text);
    if (!file) return 0;
    expect_same_text(*file);
    (void)certificate::attach_proof(*file, "");
    (void)recheck::recheck(file->certificate, few);
    return 0;
}
