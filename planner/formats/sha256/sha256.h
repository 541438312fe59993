// SHA-256, by OpenSSL, which only sha256.cpp sees.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace tickproof {

class Sha256 {
public:
    Sha256();
    ~Sha256();
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;

    void add(std::string_view bytes);
    // 64 lower-case hexadecimal digits. Call once.
    [[nodiscard]] std::string finish();

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

}  // namespace tickproof
