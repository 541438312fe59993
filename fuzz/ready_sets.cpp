// The sets of the greedy planner against std::set. Configurations that need more than one word a rank are too large for
// the specification to be asked about them many times a second, so the sets are asked by themselves.
#include "planner/ready_sets.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzz/decode/bytes.h"
#include "fuzz/differ.h"

using namespace tickproof;
using fuzz::Bytes;

namespace {

constexpr std::uint32_t sets = 3;  // so that a write into a neighbour shows
constexpr std::uint32_t most_bits = 64 * 64 + 7;

using Model = std::vector<std::set<std::uint32_t>>;

template <class Sets>
void expect_lowest(const Sets& found, const Model& model) {
    for (std::uint32_t set = 0; set < sets; ++set) {
        const std::uint32_t lowest = model[set].empty() ? Sets::none : *model[set].begin();
        if (found.lowest(set) == lowest) continue;
        fuzz::differ(fuzz::Suspect::planner, "the lowest of a set",
                     {{"members", fmt::format("{}", fmt::join(model[set], " "))},
                      {"std::set", fmt::to_string(lowest)},
                      {"ready_sets", fmt::to_string(found.lowest(set))}});
    }
}

template <class Sets>
void expect_like_sets(Bytes& bytes, std::uint32_t bits) {
    Sets found(sets, bits);
    Model model(sets);
    while (!bytes.empty()) {
        const std::uint8_t what = bytes.byte();
        const auto set = static_cast<std::uint32_t>(bytes.between(0, sets - 1));
        const auto bit = static_cast<std::uint32_t>(bytes.between(0, bits - 1));
        if (what % 2 == 0) {
            found.insert(set, Sets::key(bit));
            model[set].insert(bit);
        } else {
            const bool erases = what % 4 == 1;
            found.erase_if(erases, set, Sets::key(bit));
            if (erases) model[set].erase(bit);
        }
        expect_lowest(found, model);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    if (bytes.byte() % 2 == 0) {
        expect_like_sets<OneWordSets>(bytes, static_cast<std::uint32_t>(bytes.between(1, OneWordSets::most_bits)));
    } else {
        expect_like_sets<ManyWordSets>(bytes, static_cast<std::uint32_t>(bytes.between(1, most_bits)));
    }
    return 0;
}
