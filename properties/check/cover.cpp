// Each layer belongs to one stage, no stage is empty, and the stages in id order read the layers in order.
#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "properties/check/rules.h"

namespace tickproof::check {

namespace {

constexpr Rule rule = Rule::cover;

// "layer 6", "layers 6-7": from the first to one before the end.
std::string layer_words(std::uint64_t first, std::uint64_t end) {
    if (end - first == 1) return fmt::format("layer {}", first);
    return fmt::format("layers {}-{}", first, end - 1);
}

class Layers {
public:
    explicit Layers(const Plan& plan) : plan_(plan), in_stage_order_(assignments_in_stage_order(plan)) {
        std::erase_if(in_stage_order_, [this](std::uint32_t i) { return range(i).start >= range(i).end; });
        for (const std::uint32_t i : in_stage_order_) largest_end_ = std::max(largest_end_, range(i).end);
    }

    [[nodiscard]] Report judge() && {
        judge_ranges();
        judge_order();
        judge_union();
        return std::move(report_);
    }

private:
    [[nodiscard]] const LayerRange& range(std::uint32_t i) const { return plan_.stage_assignments[i].layer_range; }
    [[nodiscard]] std::uint64_t stage(std::uint32_t i) const { return plan_.stage_assignments[i].virtual_stage_id; }
    [[nodiscard]] std::uint64_t layer_count() const { return plan_.n_layer.value_or(largest_end_); }

    template <class Words>
    void add(std::uint32_t i, Words words) {
        report_.add(rule, [&] { return std::pair{fmt::format("stage assignment {}", i), words()}; });
    }

    void judge_ranges() {
        for (std::uint32_t i = 0; i < plan_.stage_assignments.size(); ++i) {
            const auto [start, end] = range(i);
            if (start == end) {
                add(i, [&] { return fmt::format("stage {} holds no layer", stage(i)); });
            } else if (start > end) {
                add(i,
                    [&] { return fmt::format("stage {} holds layers {} up to {}, backwards", stage(i), start, end); });
            } else if (end > layer_count()) {
                add(i, [&] {
                    return fmt::format("stage {} holds {}, but there are only {}", stage(i), layer_words(start, end),
                                       counted(layer_count(), "layer"));
                });
            }
        }
    }

    void judge_order() {
        for (std::size_t next = 1; next < in_stage_order_.size(); ++next) {
            const std::uint32_t before = in_stage_order_[next - 1];
            const std::uint32_t after = in_stage_order_[next];
            if (range(before).start <= range(after).start) continue;
            add(after, [&] {
                return fmt::format("stage {} reads {} after stage {} has read {}", stage(after),
                                   layer_words(range(after).start, range(after).end), stage(before),
                                   layer_words(range(before).start, range(before).end));
            });
        }
    }

    void judge_union() {
        std::vector<std::uint32_t> by_layer = in_stage_order_;
        std::ranges::sort(by_layer, {}, [this](std::uint32_t i) { return std::tuple{range(i).start, stage(i), i}; });
        std::uint64_t covered = 0;  // all layers below this one have been seen
        std::uint32_t holder = 0;   // of the last of them
        for (const std::uint32_t i : by_layer) {
            const auto [start, end] = range(i);
            if (start > covered) gap(covered, std::min(start, layer_count()));
            if (start < covered) overlap(holder, i, start, std::min(covered, end));
            if (end > covered) holder = i;
            covered = std::max(covered, end);
        }
        gap(covered, layer_count());
        if (by_layer.empty() && layer_count() == 0) {
            report_.add(rule, [] {
                return std::pair{std::string("stage assignments"), std::string("no stage holds a layer")};
            });
        }
    }

    void gap(std::uint64_t first, std::uint64_t end) {
        if (first >= end) return;
        report_.add(rule, [&] {
            return std::pair{std::string("stage assignments"), fmt::format("{} {} to no stage", layer_words(first, end),
                                                                           end - first == 1 ? "belongs" : "belong")};
        });
    }

    void overlap(std::uint32_t one, std::uint32_t other, std::uint64_t first, std::uint64_t end) {
        add(other, [&] {
            return fmt::format("{} {} to stage {} and to stage {}", layer_words(first, end),
                               end - first == 1 ? "belongs" : "belong", stage(one), stage(other));
        });
    }

    const Plan& plan_;
    std::vector<std::uint32_t> in_stage_order_;  // of the assignments that hold layers
    std::uint64_t largest_end_ = 0;
    Report report_;
};

}  // namespace

Report cover(const Plan& plan) { return Layers(plan).judge(); }

}  // namespace tickproof::check
