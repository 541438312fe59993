#include "smt/recheck/proof_reader.h"

#include <algorithm>

#include <fmt/format.h>

namespace tickproof::recheck {

namespace {

constexpr unsigned longest_number_bits = 35;  // five bytes hold any 32-bit code

}  // namespace

std::expected<std::uint64_t, std::string> ProofReader::number() {
    std::uint64_t result = 0;
    for (unsigned shift = 0; shift < longest_number_bits; shift += 7) {
        if (at_ == proof_.size()) return std::unexpected("it ends within a step");
        const auto byte = static_cast<unsigned char>(proof_[at_++]);
        result |= std::uint64_t{byte & 0x7FU} << shift;
        if ((byte & 0x80U) == 0) return result;
    }
    return std::unexpected(fmt::format("byte {} ends no literal", at_ - 1));
}

std::expected<void, std::string> ProofReader::literals() {
    clause_.clear();
    while (true) {
        const std::expected<std::uint64_t, std::string> code = number();
        if (!code) return std::unexpected(code.error());
        if (*code == 0) break;
        if (*code < 2 || *code / 2 > variables_) {
            return std::unexpected(
                fmt::format("byte {}: variable {} is none of the formula's {}", at_ - 1, *code / 2, variables_));
        }
        clause_.push_back(static_cast<LiteralCode>(*code));
    }
    std::ranges::sort(clause_);
    const auto again = std::ranges::unique(clause_);
    clause_.erase(again.begin(), again.end());
    return {};
}

std::expected<bool, std::string> ProofReader::next() {
    if (at_ == proof_.size()) return false;
    const char kind = proof_[at_++];
    if (kind != 'a' && kind != 'd') return std::unexpected(fmt::format("byte {} begins no step", at_ - 1));
    adds_ = kind == 'a';
    const std::expected<void, std::string> read = literals();
    if (!read) return std::unexpected(read.error());
    return true;
}

}  // namespace tickproof::recheck
