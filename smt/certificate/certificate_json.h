// Certificates as JSON. A refutation's proof is megabytes of binary, so it lies in a file beside the JSON, which holds
// its name and hash; what touches files loads it and hands it to attach_proof (proof_file.h).
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "planner/formats/json/json.h"
#include "smt/certificate/certificate.h"

namespace tickproof::certificate {

struct CertificateFile {
    Certificate certificate;                // the proof of a refutation is empty
    std::optional<std::string> proof_file;  // of a refutation: a plain file name
    std::string proof_sha256;               // of that file
};

// The whole text is one certificate. What parses but makes no sense (rank 7 of 4) is read: that is for smt/recheck.
// Memory is in proportion to the text, whatever counts it declares.
[[nodiscard]] std::expected<CertificateFile, json::Error> read_certificate(std::string_view text);

// One line, with a newline at the end. `proof_file` is the name of the file in which the caller puts the proof of a
// refutation, and is not looked at for other evidence.
[[nodiscard]] std::string write_certificate(const Certificate& certificate, std::string_view proof_file);

}  // namespace tickproof::certificate
