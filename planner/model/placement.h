// Which rank holds which virtual stage.
//
// Loop and V-shaped placements are rules, not tables, so that a file that declares two billion stages costs nothing;
// only an explicit list takes memory, and that is in the file already.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace tickproof {

class Placement {
public:
    // Stage v on rank v mod ranks. No ranks at all counts as one, so that every placement answers every question.
    [[nodiscard]] static Placement loop(std::uint64_t ranks);
    // Zig-zag: chunk 0 from the first rank to the last, chunk 1 back, and so on.
    [[nodiscard]] static Placement v_shaped(std::uint64_t ranks);
    // Stage v on rank list[v].
    [[nodiscard]] static Placement listed(std::vector<std::uint32_t> list);

    enum class Kind : std::uint8_t { loop, v_shaped, listed };
    [[nodiscard]] Kind kind() const { return kind_; }
    [[nodiscard]] const std::vector<std::uint32_t>& list() const { return list_; }  // empty unless listed

    // `no_rank` for a stage beyond the end of a list.
    static constexpr std::uint64_t no_rank = ~std::uint64_t{0};
    [[nodiscard]] std::uint64_t rank_of(std::uint64_t stage) const;
    // How many lower stages the same rank holds; 0 for a stage beyond the end of a list.
    [[nodiscard]] std::uint64_t chunk_of(std::uint64_t stage) const;

    friend bool operator==(const Placement&, const Placement&) = default;

private:
    Placement(Kind kind, std::uint64_t ranks) : kind_(kind), ranks_(ranks) {}

    Kind kind_;
    std::uint64_t ranks_;
    std::vector<std::uint32_t> list_;
    std::vector<std::uint32_t> chunks_;  // of a list, by stage
};

}  // namespace tickproof
