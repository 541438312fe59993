#include "planner/model/placement.h"

#include <algorithm>
#include <map>

namespace tickproof {

Placement Placement::loop(std::uint64_t ranks) { return {Kind::loop, std::max<std::uint64_t>(ranks, 1)}; }

Placement Placement::v_shaped(std::uint64_t ranks) { return {Kind::v_shaped, std::max<std::uint64_t>(ranks, 1)}; }

Placement Placement::listed(std::vector<std::uint32_t> list) {
    Placement placement{Kind::listed, 0};
    std::map<std::uint32_t, std::uint32_t> stages_on_rank;
    placement.chunks_.reserve(list.size());
    for (const std::uint32_t rank : list) placement.chunks_.push_back(stages_on_rank[rank]++);
    placement.list_ = std::move(list);
    return placement;
}

std::uint64_t Placement::rank_of(std::uint64_t stage) const {
    if (kind_ == Kind::listed) return stage < list_.size() ? list_[stage] : no_rank;
    const std::uint64_t position = stage % ranks_;
    const bool runs_back = kind_ == Kind::v_shaped && (stage / ranks_) % 2 == 1;
    return runs_back ? ranks_ - 1 - position : position;
}

std::uint64_t Placement::chunk_of(std::uint64_t stage) const {
    if (kind_ == Kind::listed) return stage < chunks_.size() ? chunks_[stage] : 0;
    return stage / ranks_;
}

}  // namespace tickproof
