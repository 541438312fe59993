// How ranks hand over results: what a rank that sends or receives waits for.
//
// dependencies: nothing but the result itself; buffers are unlimited and tagged. buffered K: at most K undelivered
// messages for each ordered pair of ranks. rendezvous: no buffer, sender and receiver meet (buffered 0). grouped: the
// sends and receives between two computes of a rank are posted together and waited for as a whole, without a buffer.
// fifo: messages of a pair carry no tag, so the k-th one sent is the k-th one received, whatever was wanted.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace tickproof {

enum class Handover : std::uint8_t { dependencies, buffered, grouped };

struct Communication {
    Handover handover = Handover::dependencies;
    std::uint64_t slots = 0;  // K of buffered; 0 there is rendezvous, and 0 for the others
    bool fifo = false;
    friend bool operator==(const Communication&, const Communication&) = default;
};

// "dependencies", "rendezvous", "buffered:2", "grouped", each with "+fifo" where it is.
[[nodiscard]] std::string name(const Communication& model);
// The same words; "buffered:0" is read as rendezvous. The error is a sentence that lists them.
[[nodiscard]] std::expected<Communication, std::string> read_communication(std::string_view text);

}  // namespace tickproof
