#include "smt/certificate/proof_file.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "planner/formats/sha256/sha256.h"

namespace tickproof::certificate {

bool is_plain_file_name(std::string_view name) {
    const auto is_forbidden = [](char byte) { return byte == '/' || static_cast<unsigned char>(byte) < ' '; };
    return !name.empty() && name != "." && name != ".." && std::ranges::none_of(name, is_forbidden);
}

std::string sha256_of(std::string_view bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.finish();
}

std::expected<Certificate, std::string> attach_proof(CertificateFile file, std::string proof) {
    auto* refutation = std::get_if<Refutation>(&file.certificate.lower_evidence);
    if (refutation == nullptr) return std::unexpected("the certificate holds no refutation, so it needs no proof");
    const std::string hash = sha256_of(proof);
    if (hash != file.proof_sha256) {
        return std::unexpected("the proof has SHA-256 " + hash + ", the certificate wants " + file.proof_sha256);
    }
    refutation->proof = std::move(proof);
    return std::move(file.certificate);
}

}  // namespace tickproof::certificate
