#include "cli/timeline.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "planner/model/limits.h"

namespace tickproof::cli {

namespace {

constexpr std::uint64_t op_kinds = 4;
constexpr std::uint64_t max_width = 10'000;  // memory is rows times columns

std::uint64_t end_of(const Problem& problem, const TimedOp& op) {
    return saturating_add(op.start_tick, problem.duration(op.kind));
}

std::string label_of(const Problem& problem, const TimedOp& op) {
    return problem.chunks == 1 ? fmt::format("{}{}", letter(op.kind), op.microbatch)
                               : fmt::format("{}{}{}", op.stage, letter(op.kind), op.microbatch);
}

class Canvas {
public:
    Canvas(const Problem& problem, std::span<const TimedOp> ops, std::uint64_t width)
        : problem_(problem), ops_(ops), ranks_(std::min(problem.ranks, max_rows)) {
        margin_ = fmt::format("rank {} ", ranks_ == 0 ? 0 : ranks_ - 1).size();
        room_ = std::clamp<std::uint64_t>(width, margin_ + 1, max_width) - margin_;
        for (const TimedOp& op : ops_) ticks_ = std::max(ticks_, end_of(problem_, op));
    }

    [[nodiscard]] Timeline draw() const {
        Timeline timeline = labels_fit() ? draw_labels() : draw_letters();
        timeline.ticks = ticks_;
        timeline.hidden_ranks = problem_.ranks - ranks_;
        return timeline;
    }

private:
    [[nodiscard]] std::uint64_t label_width() const {
        std::size_t longest = 1;
        for (const TimedOp& op : ops_) longest = std::max(longest, label_of(problem_, op).size());
        return longest + 1;
    }
    // Looks at the ops only where there are few enough ticks for a label each.
    [[nodiscard]] bool labels_fit() const { return ticks_ <= room_ / 2 && ticks_ * label_width() <= room_; }

    [[nodiscard]] std::string row_head(std::uint64_t rank) const {
        return fmt::format("{:<{}}", fmt::format("rank {}", rank), margin_);
    }
    [[nodiscard]] std::string ruler(std::uint64_t columns, std::uint64_t cell_width,
                                    std::uint64_t ticks_per_column) const {
        std::string line = fmt::format("{:<{}}", "tick", margin_);
        const std::uint64_t limit = margin_ + columns * cell_width;
        for (std::uint64_t column = 0; column < columns; ++column) {
            const std::string tick = std::to_string(saturating_mul(column, ticks_per_column));
            const std::uint64_t at = margin_ + column * cell_width;
            const bool room = at >= line.size() && at + tick.size() <= limit;
            if (!room || column % 5 != 0) continue;
            line.resize(at, ' ');
            line += tick;
            line += ' ';
        }
        line.erase(line.find_last_not_of(' ') + 1);
        return line;
    }

    [[nodiscard]] Timeline draw_labels() const {
        const std::uint64_t width = label_width();
        std::vector<std::string> rows(ranks_, std::string(ticks_ * width, ' '));
        for (std::string& row : rows) {
            for (std::uint64_t tick = 0; tick < ticks_; ++tick) row[tick * width] = '.';
        }
        for (const TimedOp& op : ops_) {
            if (op.rank >= ranks_) continue;
            for (std::uint64_t tick = op.start_tick; tick < end_of(problem_, op); ++tick) {
                const bool taken = rows[op.rank][tick * width] != '.';
                const std::string label = taken ? "!" : tick == op.start_tick ? label_of(problem_, op) : "-";
                rows[op.rank].replace(tick * width, width, fmt::format("{:<{}}", label, width));
            }
        }
        return finished(std::move(rows), 1, ruler(ticks_, width, 1));
    }

    // Ticks of each kind of op that fall into a column.
    using Share = std::array<std::uint64_t, op_kinds>;

    [[nodiscard]] static char letter_for(const Share& share, std::uint64_t ticks_per_column) {
        std::uint64_t busy = 0;
        for (const std::uint64_t ticks : share) busy = saturating_add(busy, ticks);
        if (busy == 0) return '.';
        if (busy > ticks_per_column) return '!';
        const auto most = std::ranges::max_element(share) - share.begin();
        return letter(static_cast<OpKind>(most)).front();
    }

    void add(std::vector<Share>& row, const TimedOp& op, std::uint64_t ticks_per_column) const {
        const std::uint64_t end = end_of(problem_, op);
        for (std::uint64_t from = op.start_tick; from < end;) {
            const std::uint64_t column = from / ticks_per_column;
            const std::uint64_t to = std::min(end, saturating_mul(column + 1, ticks_per_column));
            std::uint64_t& ticks = row[column][static_cast<std::size_t>(op.kind)];
            ticks = saturating_add(ticks, to - from);
            from = to;
        }
    }

    [[nodiscard]] Timeline draw_letters() const {
        const std::uint64_t ticks_per_column = std::max<std::uint64_t>(1, (ticks_ - 1) / room_ + 1);
        const std::uint64_t columns = (ticks_ - 1) / ticks_per_column + 1;
        std::vector<std::vector<Share>> shares(ranks_, std::vector<Share>(columns));
        for (const TimedOp& op : ops_) {
            if (op.rank < ranks_) add(shares[op.rank], op, ticks_per_column);
        }
        std::vector<std::string> rows;
        for (const std::vector<Share>& row : shares) {
            rows.emplace_back();
            for (const Share& share : row) rows.back() += letter_for(share, ticks_per_column);
        }
        return finished(std::move(rows), ticks_per_column, ruler(columns, 1, ticks_per_column));
    }

    [[nodiscard]] Timeline finished(std::vector<std::string> rows, std::uint64_t ticks_per_column,
                                    std::string ruler_line) const {
        for (std::uint64_t rank = 0; rank < rows.size(); ++rank) {
            std::string& row = rows[rank];
            row.erase(row.find_last_not_of(' ') + 1);
            row.insert(0, row_head(rank));
        }
        Timeline timeline;
        timeline.ticks_per_column = ticks_per_column;
        timeline.ruler = std::move(ruler_line);
        timeline.rows = std::move(rows);
        return timeline;
    }

    const Problem& problem_;
    std::span<const TimedOp> ops_;
    std::uint64_t ranks_;
    std::uint64_t margin_ = 0;
    std::uint64_t room_ = 0;
    std::uint64_t ticks_ = 0;
};

}  // namespace

Timeline draw(const Problem& problem, std::span<const TimedOp> ops, std::uint64_t width) {
    return Canvas(problem, ops, width).draw();
}

}  // namespace tickproof::cli
