#include "planner/formats/sha256/sha256.h"

#include <array>
#include <stdexcept>

#include <fmt/format.h>
#include <openssl/evp.h>

namespace tickproof {

struct Sha256::Context {
    struct Free {
        void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
    };
    std::unique_ptr<EVP_MD_CTX, Free> evp{EVP_MD_CTX_new()};
};

namespace {

void require(bool worked) {
    if (!worked) throw std::runtime_error("OpenSSL cannot compute SHA-256");
}

}  // namespace

Sha256::Sha256() : context_(std::make_unique<Context>()) {
    require(context_->evp != nullptr && EVP_DigestInit_ex(context_->evp.get(), EVP_sha256(), nullptr) == 1);
}

Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
    require(EVP_DigestUpdate(context_->evp.get(), bytes.data(), bytes.size()) == 1);
}

std::string Sha256::finish() {
    std::array<unsigned char, 32> digest{};
    require(EVP_DigestFinal_ex(context_->evp.get(), digest.data(), nullptr) == 1);
    std::string hex;
    for (const unsigned char byte : digest) hex += fmt::format("{:02x}", byte);
    return hex;
}

}  // namespace tickproof
