#include "fuzz/decode/communication.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tickproof::fuzz {

namespace {

// A compute or an overlapped pair with what is received before it and sent after it.
struct Block {
    std::vector<Action> received{};
    std::vector<Action> actions{};
    std::vector<Action> sent{};
};

std::vector<Block> blocks_of(const std::vector<Action>& row) {
    std::vector<Block> blocks;
    bool is_second = false;
    for (const Action& action : row) {
        if (!is_second) blocks.emplace_back();
        blocks.back().actions.push_back(action);
        is_second = action.overlaps_next && !is_second;
    }
    return blocks;
}

std::vector<Action> row_of(const std::vector<Block>& blocks) {
    std::vector<Action> row;
    for (const Block& block : blocks) {
        row.insert(row.end(), block.received.begin(), block.received.end());
        row.insert(row.end(), block.actions.begin(), block.actions.end());
        row.insert(row.end(), block.sent.begin(), block.sent.end());
    }
    return row;
}

class Writer {
public:
    Writer(Bytes& bytes, const Problem& problem, std::uint64_t most_moved)
        : bytes_(bytes), problem_(problem), most_moved_(most_moved) {}

    void write(std::vector<Block>& blocks) {
        for (std::size_t at = 0; at < blocks.size(); ++at) {
            for (const Action& action : blocks[at].actions) {
                if (is_compute(action.kind) && action.kind != ActionKind::backward_weight) write(blocks, at, action);
            }
        }
    }

private:
    void write(std::vector<Block>& blocks, std::size_t at, const Action& action) {
        const bool forward = action.kind == ActionKind::forward;
        const std::uint64_t below = std::uint64_t{action.stage} - 1;
        const std::uint64_t above = std::uint64_t{action.stage} + 1;
        if (crosses(action.stage, forward ? below : above)) {
            const ActionKind kind = forward ? ActionKind::receive_forward : ActionKind::receive_backward;
            Block& block = blocks[at - std::min(at, moved())];
            block.received.push_back({kind, false, action.stage, action.microbatch});
        }
        if (crosses(action.stage, forward ? above : below)) {
            const ActionKind kind = forward ? ActionKind::send_forward : ActionKind::send_backward;
            Block& block = blocks[std::min(at + moved(), blocks.size() - 1)];
            block.sent.push_back({kind, false, action.stage, action.microbatch});
        }
    }

    [[nodiscard]] bool crosses(std::uint64_t stage, std::uint64_t neighbour) const {
        return stage < problem_.stages() && neighbour < problem_.stages() &&
               problem_.placement.rank_of(stage) != problem_.placement.rank_of(neighbour);
    }
    [[nodiscard]] std::uint64_t moved() {
        return most_moved_ > 0 && bytes_.one_in(4) ? bytes_.between(0, most_moved_) : 0;
    }

    Bytes& bytes_;
    const Problem& problem_;
    std::uint64_t most_moved_;
};

using Row = std::vector<Action>;

void damage(Bytes& bytes, const Problem& problem, std::vector<Row>& rows) {
    Row& row = rows[bytes.between(0, rows.size() - 1)];
    if (row.empty()) return;
    const std::size_t at = bytes.between(0, row.size() - 1);
    if (is_compute(row[at].kind)) return;
    const Action action = row[at];
    switch (bytes.between(0, 7)) {
        case 0:
            row.erase(row.begin() + static_cast<std::ptrdiff_t>(at));
            break;
        case 1:
            row.insert(row.begin() + static_cast<std::ptrdiff_t>(bytes.between(0, row.size())), action);
            break;
        case 2:
            row.erase(row.begin() + static_cast<std::ptrdiff_t>(at));
            rows[bytes.between(0, rows.size() - 1)].push_back(action);
            break;
        case 3:
            row[at].kind = static_cast<ActionKind>(bytes.between(4, 7));
            break;
        case 4:
            row[at].stage = static_cast<std::uint32_t>(bytes.between(0, problem.stages()));
            break;
        case 5:
            row[at].microbatch = static_cast<std::uint32_t>(bytes.between(0, problem.microbatches));
            break;
        case 6:
            row.erase(row.begin() + static_cast<std::ptrdiff_t>(at));
            row.insert(row.begin() + static_cast<std::ptrdiff_t>(bytes.between(0, row.size())), action);
            break;
        default:
            std::swap(row[at], row[std::min(at + 1, row.size() - 1)]);
            break;
    }
}

}  // namespace

Orders with_overlaps(Bytes& bytes, Orders orders) {
    for (Row& row : orders.by_rank) {
        for (std::size_t at = 0; at + 1 < row.size(); ++at) {
            const bool may_be = row[at].kind == ActionKind::forward && is_compute(row[at + 1].kind) &&
                                row[at + 1].kind != ActionKind::forward;
            if (may_be) row[at].overlaps_next = bytes.one_in(4);
        }
    }
    return orders;
}

Orders with_communication(Bytes& bytes, const Problem& problem, const Orders& orders, std::uint64_t most_moved) {
    Orders written = orders;
    for (Row& row : written.by_rank) {
        std::vector<Block> blocks = blocks_of(row);
        Writer(bytes, problem, most_moved).write(blocks);
        row = row_of(blocks);
    }
    return written;
}

Orders with_damaged_communication(Bytes& bytes, const Problem& problem, Orders orders) {
    if (orders.by_rank.empty()) return orders;
    for (std::uint64_t times = bytes.between(0, 3); times > 0; --times) damage(bytes, problem, orders.by_rank);
    return orders;
}

}  // namespace tickproof::fuzz
