#include "smt/encode/windows.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tickproof::encode {

namespace {

// What a class needs has a smaller head, for every lag is at least one tick.
std::vector<std::size_t> in_order_of_need(const std::vector<OpClass>& classes) {
    std::vector<std::size_t> order(classes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t c) { return classes[c].head; });
    return order;
}

}  // namespace

Windows::Windows(std::vector<OpClass> classes, std::uint64_t microbatches, std::uint64_t horizon_ticks)
    : classes_(std::move(classes)),
      microbatches_(static_cast<std::int64_t>(microbatches)),
      horizon_(static_cast<std::int64_t>(horizon_ticks)) {
    for (std::size_t c = 0; c < classes_.size(); ++c) step_before_.push_back(duration(c));
    step_after_ = step_before_;
    std::vector<std::size_t> order = in_order_of_need(classes_);
    for (const std::size_t c : order) {
        if (const auto before = classes_[c].before) step_before_[c] = std::max(step_before_[c], step_before_[*before]);
    }
    std::ranges::reverse(order);
    for (const std::size_t c : order) {
        if (const auto before = classes_[c].before) {
            step_after_[*before] = std::max(step_after_[*before], step_after_[c]);
        }
    }
}

Window Windows::of(std::size_t c, std::int64_t m) const {
    const auto head = static_cast<std::int64_t>(classes_[c].head);
    const auto tail = static_cast<std::int64_t>(classes_[c].tail);
    return {head + m * step_before_[c], horizon_ - duration(c) - tail - (microbatches_ - 1 - m) * step_after_[c]};
}

// The slack of a class is linear in the microbatch, so that it is least at one of the ends.
bool Windows::some_is_empty() const {
    for (std::size_t c = 0; c < classes_.size(); ++c) {
        if (of(c, 0).slack() < 0 || of(c, microbatches_ - 1).slack() < 0) return true;
    }
    return false;
}

}  // namespace tickproof::encode
