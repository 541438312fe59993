// Numbers out of a fuzzer's bytes. Total: when the bytes run out they are zeros, so every input decodes to something
// and a shorter one to something simpler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tickproof::fuzz {

class Bytes {
public:
    Bytes(const std::uint8_t* data, std::size_t size) : left_(data, size) {}

    [[nodiscard]] bool empty() const { return left_.empty(); }
    [[nodiscard]] std::uint8_t byte();
    // Eight bytes, the lowest first.
    [[nodiscard]] std::uint64_t word();
    // From low to high, with as few bytes as that takes. Requires low <= high < 2^64 - 1.
    [[nodiscard]] std::uint64_t between(std::uint64_t low, std::uint64_t high);
    // True once in `n`. Never true at the end of the bytes.
    [[nodiscard]] bool one_in(std::uint64_t n) { return between(0, n - 1) == n - 1; }
    // Of the full range, with more than their share near zero, powers of two and the largest.
    [[nodiscard]] std::uint64_t any();

private:
    std::span<const std::uint8_t> left_;
};

}  // namespace tickproof::fuzz
