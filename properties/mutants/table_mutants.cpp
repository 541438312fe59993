// Faults in the table of stages and in the counts: cover, balance, ids, and counts that exactly-once sees through.
#include <algorithm>
#include <array>
#include <utility>

#include "properties/mutants/edit.h"
#include "properties/mutants/joined.h"
#include "properties/mutants/plan_mutants.h"

namespace tickproof::mutants {

namespace {

using check::Rule;
using MaybePlan = std::optional<Plan>;
using Sizes = std::vector<std::uint64_t>;

MaybePlan edited(const Plan& base, void (*edit)(Plan&)) {
    Plan plan = base;
    edit(plan);
    return unless_same(base, std::move(plan));
}

MaybePlan dealt(const Plan& base, Sizes (*sizes)(Sizes)) {
    if (base.stage_assignments.size() < 2) return std::nullopt;
    return unless_same(base, with_stage_sizes(base, sizes(stage_sizes(base))));
}

// The first stage that is smaller than the one before it; the first of all if none is.
std::size_t first_smaller(const Plan& plan) {
    const Sizes sizes = stage_sizes(plan);
    const auto step = std::ranges::adjacent_find(sizes, std::ranges::greater{});
    return step == sizes.end() ? 0 : static_cast<std::size_t>(step - sizes.begin()) + 1;
}

std::uint64_t sum(const Sizes& sizes) {
    std::uint64_t total = 0;
    for (const std::uint64_t size : sizes) total += size;
    return total;
}

constexpr auto layer_mutants = std::to_array<PlanMutant>({
    {"first_layer_lost", "stage_assignments[].layer_range.start", Rule::cover,
     [](const Plan& base) { return edited(base, [](Plan& p) { ++p.stage_assignments.front().layer_range.start; }); }},
    {"last_layer_lost", "stage_assignments[].layer_range.end", Rule::cover,
     [](const Plan& base) { return edited(base, [](Plan& p) { --p.stage_assignments.back().layer_range.end; }); }},
    {"layer_between_stages_lost", "stage_assignments[].layer_range.end", Rule::cover,
     [](const Plan& base) {
         return edited(base, [](Plan& p) {
             if (const std::size_t v = first_smaller(p); v > 0) --p.stage_assignments[v - 1].layer_range.end;
         });
     }},
    {"layer_of_two_stages", "stage_assignments[].layer_range.start", Rule::cover,
     [](const Plan& base) {
         return edited(base, [](Plan& p) {
             if (const std::size_t v = first_smaller(p); v > 0) --p.stage_assignments[v].layer_range.start;
         });
     }},
    {"ranges_off_by_one", "stage_assignments[].layer_range", Rule::cover,
     [](const Plan& base) {
         return edited(base, [](Plan& p) {
             for (auto& stage : p.stage_assignments) {
                 ++stage.layer_range.start;
                 ++stage.layer_range.end;
             }
         });
     }},
    {"ranges_include_their_end", "stage_assignments[].layer_range.end", Rule::cover,
     [](const Plan& base) {
         return edited(base, [](Plan& p) {
             for (auto& stage : p.stage_assignments) --stage.layer_range.end;
         });
     }},
    {"empty_last_stage", "stage_assignments[].layer_range", Rule::cover,
     [](const Plan& base) {
         return dealt(base, [](Sizes sizes) {
             sizes[sizes.size() - 2] += std::exchange(sizes.back(), 0);
             return sizes;
         });
     }},
    {"range_backwards", "stage_assignments[].layer_range", Rule::cover,
     [](const Plan& base) {
         return edited(base, [](Plan& p) {
             auto& [start, end] = p.stage_assignments.back().layer_range;
             std::swap(start, end);
         });
     }},
    {"stages_exchange_layers", "stage_assignments[].layer_range", Rule::cover,
     [](const Plan& base) {
         return edited(base, [](Plan& p) {
             auto& stages = p.stage_assignments;
             std::swap(stages.front().layer_range, stages[std::min<std::size_t>(1, stages.size() - 1)].layer_range);
         });
     }},
    {"layers_dealt_rank_by_rank", "stage_assignments[].layer_range", Rule::cover,
     [](const Plan& base) {
         return edited(base, [](Plan& p) {
             const std::vector<StageAssignment> by_stage = p.stage_assignments;
             for (auto& stage : p.stage_assignments) {
                 const std::uint64_t place =
                     stage.physical_stage_id * p.virtual_stages_per_rank + stage.local_stage_index;
                 stage.layer_range = by_stage[place].layer_range;
             }
         });
     }},
    {"every_stage_holds_all_layers", "stage_assignments[].layer_range", Rule::cover,
     [](const Plan& base) {
         return edited(base, [](Plan& p) {
             const std::uint64_t end = p.stage_assignments.back().layer_range.end;
             for (auto& stage : p.stage_assignments) stage.layer_range = {0, end};
         });
     }},
    {"one_layer_more", "n_layer", Rule::cover,
     [](const Plan& base) { return edited(base, [](Plan& p) { ++*p.n_layer; }); }},
    {"one_layer_less", "n_layer", Rule::cover,
     [](const Plan& base) { return edited(base, [](Plan& p) { --*p.n_layer; }); }},
    {"layer_moved_to_the_first_stage", "stage_assignments[].layer_range", Rule::balance,
     [](const Plan& base) {
         return dealt(base, [](Sizes sizes) {
             if (sizes.back() == 1) return sizes;
             ++sizes.front();
             --sizes.back();
             return sizes;
         });
     }},
    {"smaller_stages_first", "stage_assignments[].layer_range", Rule::balance,
     [](const Plan& base) {
         return dealt(base, [](Sizes sizes) {
             std::ranges::reverse(sizes);
             return sizes;
         });
     }},
    {"larger_stage_in_the_middle", "stage_assignments[].layer_range", Rule::balance,
     [](const Plan& base) {
         return dealt(base, [](Sizes sizes) {
             const auto step = std::ranges::adjacent_find(sizes, std::ranges::greater{});
             if (step != sizes.end()) std::iter_swap(step, step + 1);
             return sizes;
         });
     }},
    {"remainder_to_the_last_stage", "stage_assignments[].layer_range", Rule::balance,
     [](const Plan& base) {
         return dealt(base, [](Sizes sizes) {
             const std::uint64_t total = sum(sizes);
             const std::uint64_t base_size = total / sizes.size();
             const std::uint64_t remainder = total % sizes.size();
             sizes.assign(sizes.size(), base_size);
             sizes.back() += remainder;
             return sizes;
         });
     }},
    {"all_but_one_layer_to_the_first_stage", "stage_assignments[].layer_range", Rule::balance,
     [](const Plan& base) {
         return dealt(base, [](Sizes sizes) {
             const std::uint64_t total = sum(sizes);
             sizes.assign(sizes.size(), 1);
             sizes.front() = total - (sizes.size() - 1);
             return sizes;
         });
     }},
});

constexpr auto id_mutants = std::to_array<PlanMutant>({
    {"stage_ids_from_one", "stage_assignments[].virtual_stage_id", Rule::ids,
     [](const Plan& base) {
         return edited(base, [](Plan& p) {
             for (auto& stage : p.stage_assignments) ++stage.virtual_stage_id;
         });
     }},
    {"stage_id_twice", "stage_assignments[].virtual_stage_id", Rule::ids,
     [](const Plan& base) { return edited(base, [](Plan& p) { p.stage_assignments.back().virtual_stage_id = 0; }); }},
    {"table_out_of_order", "stage_assignments: order", Rule::ids,
     [](const Plan& base) {
         return edited(base, [](Plan& p) { std::swap(p.stage_assignments.front(), p.stage_assignments.back()); });
     }},
    {"assignment_missing", "stage_assignments", Rule::ids,
     [](const Plan& base) { return edited(base, [](Plan& p) { p.stage_assignments.pop_back(); }); }},
    {"assignment_missing_and_its_layers_taken_over", "stage_assignments", Rule::ids,
     [](const Plan& base) {
         return edited(base, [](Plan& p) {
             if (p.stage_assignments.size() < 2) return;
             const std::uint64_t end = p.stage_assignments.back().layer_range.end;
             p.stage_assignments.pop_back();
             p.stage_assignments.back().layer_range.end = end;
         });
     }},
    {"assignment_too_many", "stage_assignments", Rule::ids,
     [](const Plan& base) {
         return edited(base, [](Plan& p) {
             StageAssignment more = p.stage_assignments.back();
             ++more.virtual_stage_id;
             more.layer_range = {more.layer_range.end, more.layer_range.end + 1};
             p.stage_assignments.push_back(more);
         });
     }},
    {"stage_on_the_next_rank", "stage_assignments[].physical_stage_id", Rule::ids,
     [](const Plan& base) {
         return edited(base, [](Plan& p) {
             auto& rank = p.stage_assignments.back().physical_stage_id;
             rank = (rank + 1) % p.physical_stage_count;
         });
     }},
    {"stage_on_a_rank_past_the_end", "stage_assignments[].physical_stage_id", Rule::ids,
     [](const Plan& base) {
         return edited(base, [](Plan& p) { p.stage_assignments.front().physical_stage_id = p.physical_stage_count; });
     }},
    {"odd_chunks_zig_zag_in_the_table", "stage_assignments[].physical_stage_id", Rule::ids,
     [](const Plan& base) {
         return edited(base, [](Plan& p) {
             for (auto& stage : p.stage_assignments) {
                 if (stage.local_stage_index % 2 == 0) continue;
                 stage.physical_stage_id = p.physical_stage_count - 1 - stage.physical_stage_id;
             }
         });
     }},
    {"local_index_is_always_zero", "stage_assignments[].local_stage_index", Rule::ids,
     [](const Plan& base) {
         return edited(base, [](Plan& p) {
             for (auto& stage : p.stage_assignments) stage.local_stage_index = 0;
         });
     }},
    {"local_index_from_one", "stage_assignments[].local_stage_index", Rule::ids,
     [](const Plan& base) {
         return edited(base, [](Plan& p) {
             for (auto& stage : p.stage_assignments) ++stage.local_stage_index;
         });
     }},
    {"total_one_too_large", "total_virtual_stages", Rule::ids,
     [](const Plan& base) { return edited(base, [](Plan& p) { ++p.total_virtual_stages; }); }},
    {"total_forgets_chunks", "total_virtual_stages", Rule::ids,
     [](const Plan& base) { return edited(base, [](Plan& p) { p.total_virtual_stages = p.physical_stage_count; }); }},
    {"one_rank_more", "physical_stage_count", Rule::ids,
     [](const Plan& base) { return edited(base, [](Plan& p) { ++p.physical_stage_count; }); }},
    {"one_rank_less", "physical_stage_count", Rule::ids,
     [](const Plan& base) { return edited(base, [](Plan& p) { --p.physical_stage_count; }); }},
    {"one_chunk_more", "virtual_stages_per_rank", Rule::ids,
     [](const Plan& base) { return edited(base, [](Plan& p) { ++p.virtual_stages_per_rank; }); }},
    {"no_chunks", "virtual_stages_per_rank", Rule::ids,
     [](const Plan& base) { return edited(base, [](Plan& p) { p.virtual_stages_per_rank = 0; }); }},
    {"ranks_and_chunks_exchanged", "physical_stage_count", Rule::ids,
     [](const Plan& base) {
         return edited(base, [](Plan& p) { std::swap(p.physical_stage_count, p.virtual_stages_per_rank); });
     }},
    {"one_microbatch_more", "microbatches", Rule::exactly_once,
     [](const Plan& base) { return edited(base, [](Plan& p) { ++p.microbatches; }); }},
    {"one_microbatch_less", "microbatches", Rule::exactly_once,
     [](const Plan& base) { return edited(base, [](Plan& p) { --p.microbatches; }); }},
});

constexpr auto all = joined(layer_mutants, id_mutants);

}  // namespace

std::span<const PlanMutant> table_mutants() { return all; }

}  // namespace tickproof::mutants
