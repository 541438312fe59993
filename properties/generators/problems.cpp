#include "properties/generators/problems.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include <fmt/format.h>

namespace tickproof::generators {

namespace {

constexpr std::uint64_t max_ranks = 12;
constexpr std::uint64_t max_chunks = 4;
constexpr std::uint64_t max_microbatches = 24;

std::uint64_t draw_microbatches(Draw& draw, std::uint64_t ranks) {
    switch (draw.below(5)) {
        case 0:
            return 1;
        case 1:
            return ranks;
        case 2:
            return ranks + 1;
        default:
            return draw.between_by_scale(1, max_microbatches);
    }
}

// Mostly a shuffled loop; sometimes ranks hold different numbers of stages, or none.
std::vector<std::uint32_t> draw_list(Draw& draw, std::uint64_t ranks, std::uint64_t stages) {
    std::vector<std::uint32_t> list(stages);
    const bool even = !draw.one_in(4);
    for (std::uint64_t stage = 0; stage < stages; ++stage) {
        list[stage] = static_cast<std::uint32_t>(even ? stage % ranks : draw.below(ranks));
    }
    draw.shuffle(std::span(list));
    return list;
}

Placement draw_placement(Draw& draw, std::uint64_t ranks, std::uint64_t stages) {
    switch (draw.below(4)) {
        case 0:
            return Placement::v_shaped(ranks);
        case 1:
            return Placement::listed(draw_list(draw, ranks, stages));
        default:
            return Placement::loop(ranks);
    }
}

std::uint64_t draw_duration(Draw& draw) {
    return draw.one_in(10) ? limits::max_duration_ticks : draw.between_by_scale(1, 100);
}

Durations draw_durations(Draw& draw) {
    if (draw.one_in(3)) return {};
    return {.forward = draw_duration(draw),
            .backward = draw_duration(draw),
            .backward_input = draw_duration(draw),
            .backward_weight = draw_duration(draw)};
}

std::uint64_t draw_latency(Draw& draw) {
    if (draw.one_in(2)) return 0;
    return draw.one_in(8) ? limits::max_duration_ticks : draw.between_by_scale(1, 50);
}

bool is_listed(const Problem& problem) { return problem.placement.kind() == Placement::Kind::listed; }

// The same kind of placement where the shape allows it, and a cap that still has a solution.
Problem with_shape(Problem problem, std::uint64_t ranks, std::uint64_t chunks, std::uint64_t microbatches) {
    const bool is_v = problem.placement.kind() == Placement::Kind::v_shaped;
    const bool same_stages = ranks == problem.ranks && chunks == problem.chunks;
    problem.ranks = ranks;
    problem.chunks = chunks;
    problem.microbatches = microbatches;
    if (!same_stages || !is_listed(problem)) {
        problem.placement = is_v ? Placement::v_shaped(ranks) : Placement::loop(ranks);
    }
    if (problem.max_in_flight) problem.max_in_flight = std::max(*problem.max_in_flight, least_cap(problem));
    return problem;
}

std::vector<std::uint64_t> down_from(std::uint64_t number) {
    std::vector<std::uint64_t> steps{1};
    if (number / 2 > 1) steps.push_back(number / 2);
    if (number > 2 && number - 1 > number / 2) steps.push_back(number - 1);
    if (number > 1) steps.push_back(number);
    return steps;
}

std::vector<Problem> smaller_shapes(const Problem& problem) {
    std::vector<Problem> found;
    for (const std::uint64_t ranks : down_from(problem.ranks)) {
        for (const std::uint64_t chunks : down_from(problem.chunks)) {
            for (const std::uint64_t microbatches : down_from(problem.microbatches)) {
                const bool same =
                    ranks == problem.ranks && chunks == problem.chunks && microbatches == problem.microbatches;
                if (!same) found.push_back(with_shape(problem, ranks, chunks, microbatches));
            }
        }
    }
    std::ranges::sort(found, {}, [](const Problem& smaller_one) {
        const auto [ranks, chunks, microbatches] =
            std::tuple(smaller_one.ranks, smaller_one.chunks, smaller_one.microbatches);
        return std::tuple(ranks + chunks + microbatches, ranks, chunks);
    });
    return found;
}

std::vector<Problem> plainer_costs(const Problem& problem) {
    std::vector<Problem> found;
    if (problem.durations != Durations{}) {
        found.push_back(problem);
        found.back().durations = {};
    }
    if (problem.hop_latency_ticks > 0) {
        found.push_back(problem);
        found.back().hop_latency_ticks /= 2;
    }
    if (problem.max_in_flight) {
        found.push_back(problem);
        found.back().max_in_flight.reset();
    }
    if (problem.backward_form != BackwardForm::full) {
        found.push_back(problem);
        found.back().backward_form = BackwardForm::full;
    }
    if (problem.placement.kind() != Placement::Kind::loop) {
        Problem loop = problem;
        loop.placement = Placement::loop(problem.ranks);
        found.push_back(with_shape(loop, problem.ranks, problem.chunks, problem.microbatches));
    }
    return found;
}

bool has_largest_duration(const Durations& durations) {
    return std::max({durations.forward, durations.backward, durations.backward_input, durations.backward_weight}) ==
           limits::max_duration_ticks;
}

std::string placement_words(const Placement& placement) {
    switch (placement.kind()) {
        case Placement::Kind::loop:
            return "loop";
        case Placement::Kind::v_shaped:
            return "v";
        case Placement::Kind::listed:
            return fmt::format("{}", fmt::join(placement.list(), ","));
    }
    return "";
}

}  // namespace

Problem draw_problem(Draw& draw) {
    Problem problem;
    problem.ranks = draw.one_in(10) ? 1 : draw.between_by_scale(1, max_ranks);
    problem.chunks = draw.one_in(6) ? std::min(problem.ranks, max_chunks) : draw.between_by_scale(1, max_chunks);
    problem.microbatches = draw_microbatches(draw, problem.ranks);
    problem.placement = draw_placement(draw, problem.ranks, problem.stages());
    constexpr std::array forms{BackwardForm::full, BackwardForm::split, BackwardForm::any};
    problem.backward_form = forms.at(draw.below(forms.size()));
    problem.durations = draw_durations(draw);
    problem.hop_latency_ticks = draw_latency(draw);
    if (draw.one_in(3)) {
        const std::uint64_t least = least_cap(problem);
        problem.max_in_flight = draw.between(least, least * problem.microbatches);
    }
    return problem;
}

std::vector<std::string_view> classes_of(const Problem& problem) {
    const Placement::Kind placement = problem.placement.kind();
    const std::array<bool, problem_classes.size()> belongs{problem.microbatches < problem.ranks,
                                                           problem.microbatches % problem.ranks != 0,
                                                           problem.chunks == problem.ranks && problem.ranks > 1,
                                                           problem.ranks == 1,
                                                           problem.microbatches == 1,
                                                           placement == Placement::Kind::loop,
                                                           placement == Placement::Kind::v_shaped,
                                                           placement == Placement::Kind::listed,
                                                           problem.backward_form == BackwardForm::split,
                                                           problem.backward_form == BackwardForm::any,
                                                           problem.durations == Durations{},
                                                           has_largest_duration(problem.durations),
                                                           problem.hop_latency_ticks > 0,
                                                           problem.max_in_flight.has_value()};
    std::vector<std::string_view> classes;
    for (std::size_t i = 0; i < belongs.size(); ++i) {
        if (belongs[i]) classes.push_back(problem_classes[i]);
    }
    return classes;
}

std::vector<Problem> smaller(const Problem& problem) {
    std::vector<Problem> found = smaller_shapes(problem);
    std::ranges::copy(plainer_costs(problem), std::back_inserter(found));
    return found;
}

std::string in_words(const Problem& problem) {
    const Durations& ticks = problem.durations;
    return fmt::format("S={} V={} M={}, placement {}, backward {}, F {} B {} I {} W {} ticks, latency {}, cap {}",
                       problem.ranks, problem.chunks, problem.microbatches, placement_words(problem.placement),
                       name(problem.backward_form), ticks.forward, ticks.backward, ticks.backward_input,
                       ticks.backward_weight, problem.hop_latency_ticks,
                       problem.max_in_flight ? std::to_string(*problem.max_in_flight) : "none");
}

std::uint64_t least_cap(const Problem& problem) {
    std::vector<std::uint64_t> stages_of(problem.ranks);
    for (std::uint64_t stage = 0; stage < problem.stages(); ++stage) {
        ++stages_of[problem.placement.rank_of(stage)];
    }
    return *std::ranges::max_element(stages_of);
}

SeededProblem draw_seeded_problem(Draw& draw) {
    Problem problem = draw_problem(draw);
    return {std::move(problem), draw.next()};
}

std::vector<SeededProblem> smaller(const SeededProblem& seeded) {
    std::vector<SeededProblem> found;
    for (Problem& problem : smaller(seeded.problem)) found.push_back({std::move(problem), seeded.seed});
    return found;
}

}  // namespace tickproof::generators
