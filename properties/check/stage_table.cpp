#include "properties/check/stage_table.h"

#include "properties/check/proportion.h"

namespace tickproof::check {

StageTable::StageTable(const Placement& placement, std::uint64_t stages, std::size_t ops) : placement_(&placement) {
    if (!in_proportion<StagePlace>(stages, ops)) return;
    places_.reserve(stages);
    for (std::uint64_t stage = 0; stage < stages; ++stage) {
        places_.push_back({placement.rank_of(stage), placement.chunk_of(stage)});
    }
}

}  // namespace tickproof::check
