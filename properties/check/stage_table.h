// The placement, looked up instead of divided out: a division for each op would be most of the checker's time.
#pragma once

#include <cstdint>
#include <vector>

#include "planner/model/placement.h"

namespace tickproof::check {

struct StagePlace {
    std::uint64_t rank = 0;
    std::uint64_t chunk = 0;
};

class StageTable {
public:
    // Holds a table only if the stages are in proportion to the ops. The placement must outlive this.
    StageTable(const Placement& placement, std::uint64_t stages, std::size_t ops);

    [[nodiscard]] StagePlace at(std::uint64_t stage) const {
        if (stage < places_.size()) return places_[stage];
        return {placement_->rank_of(stage), placement_->chunk_of(stage)};
    }

private:
    const Placement* placement_;
    std::vector<StagePlace> places_;
};

}  // namespace tickproof::check
