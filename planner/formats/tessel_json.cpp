#include "planner/formats/tessel_json.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "planner/formats/chunks.h"
#include "planner/formats/json/decode.h"
#include "planner/formats/shown_shape.h"

namespace tickproof::formats {

namespace {

constexpr std::array kinds{json::Word<OpKind>{OpKind::forward, "forward", ""},
                           json::Word<OpKind>{OpKind::backward, "backward", ""}};

class Reader {
public:
    [[nodiscard]] std::expected<TimedSchedule, json::Error> read(const json::Value& value) && {
        json::Fields in = decoder_.object(value, "tessel");
        result_.problem.ranks = decoder_.count(in, "ndevs");
        const auto blocks = decoder_.required(in, "blocks");
        if (blocks) read_blocks(*blocks);
        if (const auto repetend = in.find("repetend"); repetend && repetend->kind() != json::Kind::null) {
            leave_aside("repetend");
        }
        if (!decoder_.failed() && blocks) finish(*blocks);
        return decoder_.result(std::move(result_));
    }

private:
    void read_blocks(const json::Value& blocks) {
        const json::Items items = decoder_.array(blocks, "blocks");
        result_.ops.reserve(items.size());
        for (const json::Value& block : items) {
            if (decoder_.failed()) return;
            read_block(block);
        }
    }

    // op.stage is the gid until the number of stages is known.
    void read_block(const json::Value& block) {
        json::Fields in = decoder_.object(block, "block");
        TimedOp op;
        op.microbatch = decoder_.id(in, "mid");
        read_span(in, in.find("btype"));
        if (const auto memory = in.find("memory")) read_memory(*memory, in.find("btype"));
        op.kind = decoder_.word(in, "btype", kinds);
        op.stage = decoder_.id(in, "gid");
        op.start_tick = decoder_.count(in, "step");
        const auto device = decoder_.required(in, "device");
        if (device) op.rank = read_device(*device);
        result_.ops.push_back(op);
    }

    [[nodiscard]] std::uint32_t read_device(const json::Value& device) {
        const std::vector<std::uint32_t> ids = decoder_.ids(device, "device");
        if (ids.size() == 1) return ids.front();
        if (!decoder_.failed()) {
            decoder_.fail(device, ids.empty() ? "device: a block needs a device"
                                              : "device: a block on several devices cannot be held yet");
        }
        return 0;
    }

    void read_span(json::Fields& in, const std::optional<json::Value>& btype) {
        const auto value = decoder_.required(in, "span");
        if (!value) return;
        const std::uint64_t span = decoder_.count(*value, "span");
        if (decoder_.failed()) return;
        if (span == 0 || span > limits::max_duration_ticks) {
            return decoder_.fail(*value, fmt::format("span: {} is not from 1 to {}", span, limits::max_duration_ticks));
        }
        const bool forward = !btype || btype->text() != "backward";
        std::optional<std::uint64_t>& known = forward ? forward_span_ : backward_span_;
        if (!known) known = span;
        if (*known == span) return;
        decoder_.fail(*value, fmt::format("span: {} where an earlier {} block has {}: spans that differ within a kind "
                                          "cannot be held yet",
                                          span, forward ? "forward" : "backward", *known));
    }

    void read_memory(const json::Value& memory, const std::optional<json::Value>& btype) {
        if (memory.kind() != json::Kind::number) {
            return decoder_.fail(memory, fmt::format("memory: {} is not a number", json::in_words(memory)));
        }
        const bool backward = btype && btype->text() == "backward";
        if (memory.text() != (backward ? "-1" : "1")) leave_aside("memory other than 1 and -1");
    }

    void leave_aside(std::string_view what) {
        std::vector<std::string>& known = result_.left_aside;
        if (std::ranges::find(known, what) == known.end()) known.emplace_back(what);
    }

    void finish(const json::Value& blocks) {
        Schedule& ops = result_.ops;
        std::uint64_t stages = 0;
        for (const TimedOp& op : ops) {
            if (op.kind == OpKind::forward) stages = std::max(stages, std::uint64_t{op.stage} + 1);
        }
        if (ops.empty()) return decoder_.fail(blocks, "blocks: there are none");
        if (stages > ops.size()) {
            return decoder_.fail(blocks, fmt::format("blocks: the chain of a microbatch has a forward with gid {}, but "
                                                     "there are only {} blocks",
                                                     stages - 1, ops.size()));
        }
        if (!turn_gids_into_stages(blocks, stages)) return;
        Problem& problem = result_.problem;
        problem.durations.forward = forward_span_.value_or(1);
        problem.durations.backward = backward_span_.value_or(1);
        problem.microbatches = microbatches();
        if (problem.ranks == 0) return decoder_.fail(blocks, "ndevs: 0");
        problem.chunks = (stages + problem.ranks - 1) / problem.ranks;
        problem.placement = placement_of(ranks_of_stages(stages), problem.ranks);
        for (TimedOp& op : ops) op.chunk = static_cast<std::uint32_t>(problem.placement.chunk_of(op.stage));
    }

    [[nodiscard]] bool turn_gids_into_stages(const json::Value& blocks, std::uint64_t stages) {
        for (std::size_t i = 0; i < result_.ops.size(); ++i) {
            TimedOp& op = result_.ops[i];
            if (op.kind == OpKind::forward) continue;
            if (op.stage < stages || op.stage >= 2 * stages) {
                decoder_.fail(blocks,
                              fmt::format("blocks: block {} is a backward with gid {}, but after {} forwards the "
                                          "backwards are {} to {}",
                                          i, op.stage, stages, stages, 2 * stages - 1));
                return false;
            }
            op.stage = static_cast<std::uint32_t>(2 * stages - 1 - op.stage);
        }
        return true;
    }

    [[nodiscard]] std::uint64_t microbatches() const {
        std::vector<std::vector<Action>> one_row(1);
        one_row[0].reserve(result_.ops.size());
        for (const TimedOp& op : result_.ops) {
            one_row[0].push_back({static_cast<ActionKind>(op.kind), false, op.stage, op.microbatch});
        }
        return shown_microbatches(one_row);
    }

    [[nodiscard]] std::vector<std::uint32_t> ranks_of_stages(std::uint64_t stages) const {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> counts;
        for (const TimedOp& op : result_.ops) ++counts[{op.stage, op.rank}];
        std::vector<std::uint32_t> ranks(stages);
        std::vector<std::uint64_t> most(stages);
        for (const auto& [stage_and_rank, count] : counts) {
            const auto [stage, rank] = stage_and_rank;
            if (count <= most[stage]) continue;
            most[stage] = count;
            ranks[stage] = rank;
        }
        return ranks;
    }

    json::Decoder decoder_;
    TimedSchedule result_;
    std::optional<std::uint64_t> forward_span_;
    std::optional<std::uint64_t> backward_span_;
};

}  // namespace

std::expected<TimedSchedule, json::Error> read_tessel(const json::Value& value) { return Reader().read(value); }

std::optional<std::string> unheld_by_tessel(const Problem& problem, const Schedule& ops) {
    const auto is_half = [](const TimedOp& op) {
        return op.kind == OpKind::backward_input || op.kind == OpKind::backward_weight;
    };
    if (std::ranges::any_of(ops, is_half)) return "a split backward";
    if (problem.hop_latency_ticks > 0) return "a latency";
    return std::nullopt;
}

void write_tessel(const Problem& problem, const Schedule& ops, const Sink& sink) {
    Schedule sorted = ops;
    std::ranges::sort(sorted, {}, [](const TimedOp& op) {
        return std::tuple(op.start_tick, op.rank, op.kind, op.stage, op.microbatch);
    });
    Chunks out(sink);
    out << R"({"ndevs":)" << problem.ranks << R"(,"blocks":[)";
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const TimedOp& op = sorted[i];
        const bool forward = op.kind == OpKind::forward;
        out << (i > 0 ? "," : "") << R"({"mid":)" << op.microbatch << R"(,"span":)" << problem.duration(op.kind);
        out << (forward ? R"(,"memory":1,"btype":"forward","gid":)" : R"(,"memory":-1,"btype":"backward","gid":)");
        out << (forward ? op.stage : 2 * problem.stages() - 1 - op.stage);
        out << R"(,"step":)" << op.start_tick << R"(,"device":[)" << op.rank << "]}";
    }
    out << R"(],"repetend":null})";
    out.flush();
}

}  // namespace tickproof::formats
