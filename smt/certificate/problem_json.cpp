#include "smt/certificate/problem_json.h"

#include <array>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "smt/certificate/known_keys.h"

namespace tickproof::certificate {

namespace {

constexpr std::array<json::Word<BackwardForm>, 2> form_words{
    {{BackwardForm::full, "full", ""}, {BackwardForm::split, "split", ""}}};

[[nodiscard]] Placement read_placement(json::Decoder& decoder, const json::Value& value, std::uint64_t ranks) {
    if (value.kind() == json::Kind::array) return Placement::listed(decoder.ids(value, "placement"));
    const bool is_text = value.kind() == json::Kind::text;
    if (is_text && value.text() == "v") return Placement::v_shaped(ranks);
    if (!is_text || value.text() != "loop") {
        decoder.fail(value, "placement: " + json::in_words(value) + " is not one of loop, v, a list of ranks");
    }
    return Placement::loop(ranks);
}

[[nodiscard]] std::string write_placement(const Placement& placement) {
    switch (placement.kind()) {
        case Placement::Kind::loop:
            return R"("loop")";
        case Placement::Kind::v_shaped:
            return R"("v")";
        case Placement::Kind::listed:
            break;
    }
    return fmt::format("[{}]", fmt::join(placement.list(), ","));
}

void refuse_keys_of_another_form(json::Decoder& decoder, const json::Value& problem, BackwardForm form) {
    if (form == BackwardForm::full) {
        refuse_unknown_keys(decoder, problem, "problem of full backward",
                            {"stages", "virtual", "microbatches", "placement", "backward", "forward_ticks",
                             "backward_ticks", "latency_ticks", "max_in_flight"});
    } else {
        refuse_unknown_keys(decoder, problem, "problem of split backward",
                            {"stages", "virtual", "microbatches", "placement", "backward", "forward_ticks",
                             "backward_input_ticks", "backward_weight_ticks", "latency_ticks", "max_in_flight"});
    }
}

}  // namespace

Problem read_problem(json::Decoder& decoder, const json::Value& value) {
    json::Fields in = decoder.object(value, "problem");
    Problem problem;
    problem.ranks = decoder.count(in, "stages");
    problem.chunks = decoder.count(in, "virtual");
    problem.microbatches = decoder.count(in, "microbatches");
    if (const auto placement = decoder.required(in, "placement")) {
        problem.placement = read_placement(decoder, *placement, problem.ranks);
    }
    problem.backward_form = decoder.word(in, "backward", form_words);
    problem.durations.forward = decoder.count(in, "forward_ticks");
    if (problem.backward_form == BackwardForm::full) {
        problem.durations.backward = decoder.count(in, "backward_ticks");
    } else {
        problem.durations.backward_input = decoder.count(in, "backward_input_ticks");
        problem.durations.backward_weight = decoder.count(in, "backward_weight_ticks");
    }
    problem.hop_latency_ticks = decoder.count(in, "latency_ticks");
    if (const auto cap = in.find("max_in_flight")) problem.max_in_flight = decoder.count(*cap, "max_in_flight");
    refuse_keys_of_another_form(decoder, value, problem.backward_form);
    return problem;
}

std::string write_problem(const Problem& problem) {
    std::string text =
        fmt::format(R"({{"stages":{},"virtual":{},"microbatches":{},"placement":{},"backward":"{}","forward_ticks":{})",
                    problem.ranks, problem.chunks, problem.microbatches, write_placement(problem.placement),
                    name(problem.backward_form), problem.durations.forward);
    if (problem.backward_form == BackwardForm::full) {
        text += fmt::format(R"(,"backward_ticks":{})", problem.durations.backward);
    } else {
        text += fmt::format(R"(,"backward_input_ticks":{},"backward_weight_ticks":{})",
                            problem.durations.backward_input, problem.durations.backward_weight);
    }
    text += fmt::format(R"(,"latency_ticks":{})", problem.hop_latency_ticks);
    if (problem.max_in_flight) text += fmt::format(R"(,"max_in_flight":{})", *problem.max_in_flight);
    return text + "}";
}

}  // namespace tickproof::certificate
