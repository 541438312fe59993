// The proof beside a certificate: what names it may have, and how its bytes come to the certificate.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "smt/certificate/certificate_json.h"

namespace tickproof::certificate {

// A certificate must not make anybody open a file elsewhere: no slash, no control character, not empty, not . or ..
[[nodiscard]] bool is_plain_file_name(std::string_view name);

[[nodiscard]] std::string sha256_of(std::string_view bytes);

// The certificate with the proof in its place. The error says that these are not the bytes it was written for.
[[nodiscard]] std::expected<Certificate, std::string> attach_proof(CertificateFile file, std::string proof);

}  // namespace tickproof::certificate
