// Gathers small pieces of text and hands them to a sink in large ones.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "planner/formats/sink.h"

namespace tickproof::formats {

class Chunks {
public:
    static constexpr std::size_t chunk_bytes = std::size_t{64} * 1024;

    explicit Chunks(const Sink& sink) : sink_(sink) { buffer_.reserve(chunk_bytes + longest_piece); }
    Chunks(const Chunks&) = delete;
    Chunks& operator=(const Chunks&) = delete;
    ~Chunks() = default;

    Chunks& operator<<(std::string_view piece) {
        buffer_ += piece;
        return hand_on_if_full();
    }
    Chunks& operator<<(std::uint64_t number) {
        std::array<char, 20> digits;
        const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number);
        buffer_.append(digits.data(), written.ptr);
        return hand_on_if_full();
    }
    // What is left; to be called once, at the end.
    void flush() {
        if (!buffer_.empty()) sink_(buffer_);
        buffer_.clear();
    }

private:
    static constexpr std::size_t longest_piece = 256;  // usually; longer ones only make the buffer grow

    Chunks& hand_on_if_full() {
        if (buffer_.size() >= chunk_bytes) flush();
        return *this;
    }

    const Sink& sink_;
    std::string buffer_;
};

}  // namespace tickproof::formats
