#include "fuzz/decode/model.h"

#include <array>
#include <string>

#include <fmt/format.h>

namespace tickproof::fuzz {

// By its name, so that names are read as well.
Communication decode_model(Bytes& bytes) {
    constexpr std::array names{"dependencies", "rendezvous", "grouped"};
    const std::uint64_t which = bytes.between(0, names.size());
    const std::string base = which < names.size() ? names.at(which) : fmt::format("buffered:{}", bytes.between(1, 3));
    const auto model = read_communication(base + (bytes.one_in(2) ? "+fifo" : ""));
    return model.value();
}

}  // namespace tickproof::fuzz
