// A DRAT proof in binary form, step by step: 'a' or 'd', the clause's literals as numbers of seven bits a byte, lowest
// first, and a 0. Variable v is 2v, its negation 2v + 1; these codes are used as they are.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace tickproof::recheck {

using LiteralCode = std::uint32_t;

[[nodiscard]] constexpr LiteralCode negated(LiteralCode literal) { return literal ^ 1U; }

class ProofReader {
public:
    // `proof` outlives the reader.
    ProofReader(std::string_view proof, std::uint64_t variables) : proof_(proof), variables_(variables) {}

    // Reads the next step. False at the end of the proof; the error says what is no step, and at which byte.
    [[nodiscard]] std::expected<bool, std::string> next();
    // Of the step that was read. Literals ascend, and each is there once.
    [[nodiscard]] bool adds() const { return adds_; }
    [[nodiscard]] const std::vector<LiteralCode>& clause() const { return clause_; }

private:
    [[nodiscard]] std::expected<std::uint64_t, std::string> number();
    [[nodiscard]] std::expected<void, std::string> literals();

    std::string_view proof_;
    std::uint64_t variables_;
    std::size_t at_ = 0;
    bool adds_ = false;
    std::vector<LiteralCode> clause_;
};

}  // namespace tickproof::recheck
