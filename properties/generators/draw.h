// A source of choices: a seed in, the same choices out, on every machine and with every library.
//
// All that is random here draws from it, under RapidCheck and without it: the gate draws its configurations in programs
// that know no test library. The generator is SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
// generators, OOPSLA 2014); std::mt19937 would do, but the standard's distributions differ between libraries.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

namespace tickproof::generators {

class Draw {
public:
    explicit Draw(std::uint64_t seed) : state_(seed) {}

    [[nodiscard]] std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
        return mixed ^ (mixed >> 31);
    }

    // 0 .. count-1; count > 0. The remainder favours small numbers by less than count in 2^64.
    [[nodiscard]] std::uint64_t below(std::uint64_t count) { return next() % count; }

    // first .. last, both included; first <= last < 2^64-1.
    [[nodiscard]] std::uint64_t between(std::uint64_t first, std::uint64_t last) {
        return first + below(last - first + 1);
    }

    // The same range, but each doubling is as likely as the next: small numbers are tried as often as large ones.
    [[nodiscard]] std::uint64_t between_by_scale(std::uint64_t first, std::uint64_t last) {
        const std::uint64_t span = last - first;
        const std::uint64_t bits = below(static_cast<std::uint64_t>(std::bit_width(span)) + 1);
        if (bits == 0) return first;
        const std::uint64_t lowest = std::uint64_t{1} << (bits - 1);
        return first + between(lowest, std::min(span, 2 * lowest - 1));
    }

    [[nodiscard]] bool one_in(std::uint64_t count) { return below(count) == 0; }

    template <class T>
    void shuffle(std::span<T> items) {
        for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[below(left)]);
    }

private:
    std::uint64_t state_;
};

}  // namespace tickproof::generators
