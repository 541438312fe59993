#include "smt/search/layer.h"

#include <algorithm>
#include <string_view>

namespace tickproof::search {

namespace {

std::size_t age_bytes(std::uint64_t reach) { return (reach - 1 + 7) / 8; }

std::size_t width_of(const Instance& instance) {
    std::size_t width = instance.classes.size();
    for (const std::uint64_t reach : instance.reach) width += age_bytes(reach);
    return width;
}

}  // namespace

std::size_t Layer::Hash::operator()(std::uint32_t index) const {
    const std::span<const std::uint8_t> bytes = layer->bytes(index);
    return std::hash<std::string_view>{}({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

bool Layer::Equal::operator()(std::uint32_t a, std::uint32_t b) const {
    return std::ranges::equal(layer->bytes(a), layer->bytes(b));
}

Layer::Layer(const Instance& instance)
    : instance_(&instance), width_(width_of(instance)), known_(0, Hash{this}, Equal{this}) {}

std::uint64_t Layer::memory_bytes() const {
    // A node of the set holds a number, a link and what an allocation costs; each has a place in the table too.
    constexpr std::uint64_t of_a_known_state = 32 + 8;
    return bytes_.capacity() + parents_.capacity() * sizeof(std::uint32_t) + known_.size() * of_a_known_state;
}

void Layer::close() {
    known_ = {};
    bytes_.shrink_to_fit();
    parents_.shrink_to_fit();
}

State Layer::state(std::size_t index) const {
    const std::span<const std::uint8_t> packed = bytes(index);
    const std::size_t classes = instance_->classes.size();
    State state{{packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(classes)},
                std::vector<std::uint64_t>(classes, 0)};
    std::size_t at = classes;
    for (std::size_t c = 0; c < classes; ++c) {
        for (std::size_t i = 0; i < age_bytes(instance_->reach[c]); ++i) {
            state.ages[c] |= std::uint64_t{packed[at++]} << (8 * i);
        }
    }
    return state;
}

void Layer::add(const State& state, std::uint32_t parent) {
    const auto index = static_cast<std::uint32_t>(parents_.size());
    bytes_.insert(bytes_.end(), state.started.begin(), state.started.end());
    for (std::size_t c = 0; c < state.ages.size(); ++c) {
        for (std::size_t i = 0; i < age_bytes(instance_->reach[c]); ++i) {
            bytes_.push_back(static_cast<std::uint8_t>(state.ages[c] >> (8 * i)));
        }
    }
    parents_.push_back(parent);
    if (known_.insert(index).second) return;
    bytes_.resize(bytes_.size() - width_);
    parents_.pop_back();
}

}  // namespace tickproof::search
