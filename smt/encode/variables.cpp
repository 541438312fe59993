#include "smt/encode/variables.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace tickproof::encode {

Variables::Variables(Windows windows) : windows_(std::move(windows)) {
    const std::int64_t microbatches = windows_.microbatches();
    std::int32_t next = 1;
    for (std::size_t c = 0; c < windows_.classes().size(); ++c) {
        for (std::int64_t m = 0; m < microbatches; ++m) {
            first_start_.push_back(next);
            next += static_cast<std::int32_t>(windows_.of(c, m).slack());
        }
    }
    for (std::size_t c = 0; c < windows_.classes().size(); ++c) {
        first_busy_.push_back(next);
        const std::int64_t end = windows_.of(c, microbatches - 1).latest + windows_.duration(c);
        next += static_cast<std::int32_t>(end - windows_.of(c, 0).earliest);
    }
    count_ = next - 1;
}

Literal Variables::starts_from(std::size_t c, std::int64_t m, std::int64_t t) const {
    const Window window = windows_.of(c, m);
    if (t <= window.earliest) return always;
    if (t > window.latest) return never;
    return first_start_[op(c, m)] + static_cast<Literal>(t - window.earliest - 1);
}

Literal Variables::busy(std::size_t c, std::int64_t t) const {
    const std::int64_t begin = windows_.of(c, 0).earliest;
    const std::int64_t end = windows_.of(c, windows_.microbatches() - 1).latest + windows_.duration(c);
    return t >= begin && t < end ? first_busy_[c] + static_cast<Literal>(t - begin) : never;
}

std::string Variables::name(std::int32_t variable) const {
    if (variable > count_) return fmt::format("count_{}", variable);
    const bool is_busy = variable >= first_busy_.front();
    const std::vector<std::int32_t>& firsts = is_busy ? first_busy_ : first_start_;
    const auto after = std::ranges::upper_bound(firsts, variable);  // ops without a variable share the next one's first
    const auto index = static_cast<std::size_t>(after - firsts.begin()) - 1;
    const auto microbatches = static_cast<std::size_t>(windows_.microbatches());
    const std::size_t c = is_busy ? index : index / microbatches;
    const auto m = static_cast<std::int64_t>(is_busy ? 0 : index % microbatches);
    const OpClass& one = windows_.classes()[c];
    const std::int64_t tick = windows_.of(c, m).earliest + (variable - firsts[index]);
    if (is_busy) return fmt::format("{}{}_busy_{}", letter(one.kind), one.stage, tick);
    return fmt::format("{}{}_{}_ge_{}", letter(one.kind), one.stage, m, tick + 1);
}

}  // namespace tickproof::encode
