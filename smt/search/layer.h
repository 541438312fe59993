// The states after a number of ticks, each once, in the order in which they were reached.
//
// A state is a fixed number of bytes: for each class how many of its ops have started, and where a start matters for
// more than one tick, the ages of the latest ones as bits. All states of a layer lie in one block of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "smt/search/instance.h"

namespace tickproof::search {

// One state, unpacked.
struct State {
    std::vector<std::uint8_t> started;  // by class
    std::vector<std::uint64_t> ages;    // by class: bit a is set if an op started a + 1 ticks ago
};

class Layer {
public:
    explicit Layer(const Instance& instance);
    Layer(const Layer&) = delete;  // its set of states refers to it
    Layer& operator=(const Layer&) = delete;

    [[nodiscard]] std::size_t size() const { return parents_.size(); }
    [[nodiscard]] State state(std::size_t index) const;
    [[nodiscard]] std::uint32_t parent(std::size_t index) const { return parents_[index]; }

    // Keeps the state unless it is there already.
    void add(const State& state, std::uint32_t parent);
    // What it takes, about.
    [[nodiscard]] std::uint64_t memory_bytes() const;
    // Forgets what only adding needs.
    void close();

private:
    struct Hash {
        const Layer* layer;
        std::size_t operator()(std::uint32_t index) const;
    };
    struct Equal {
        const Layer* layer;
        bool operator()(std::uint32_t a, std::uint32_t b) const;
    };
    [[nodiscard]] std::span<const std::uint8_t> bytes(std::size_t index) const {
        return std::span(bytes_).subspan(index * width_, width_);
    }

    const Instance* instance_;
    std::size_t width_;
    std::vector<std::uint8_t> bytes_;
    std::vector<std::uint32_t> parents_;
    std::unordered_set<std::uint32_t, Hash, Equal> known_;
};

}  // namespace tickproof::search
