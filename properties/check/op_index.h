// Finds an op by kind, stage and microbatch.
//
// A table of positions where the declared shape is in proportion to the ops given, as in every honest plan; a sorted
// list of positions where it is not, so that a shape that lies costs no memory. A cell is one stage of one microbatch.
// Cells are ordered by microbatch, then stage: an op and what it waits for are then neighbours in the table.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "planner/model/problem.h"

namespace tickproof::check {

struct Cell {
    std::uint64_t microbatch = 0;
    std::uint64_t stage = 0;
    std::array<std::uint32_t, 4> positions{};  // by OpKind; OpIndex::none where there is no such op
};

class OpIndex {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    // At most 2^32 - 1 ops, which must outlive the index.
    OpIndex(const Problem& problem, std::span<const TimedOp> ops);

    // Position of the first such op, or `none`.
    [[nodiscard]] std::uint32_t find(OpKind kind, std::uint64_t stage, std::uint64_t microbatch) const {
        if (stage >= stages_ || microbatch >= microbatches_) return none;
        if (static_cast<std::size_t>(kind) >= kinds_) return none;
        return is_table_ ? positions_[slot(kind, stage, microbatch)] : search(kind, stage, microbatch);
    }

    // Positions of ops that are none of the problem's: out of range, or a backward in a form that the
    // problem does not have.
    [[nodiscard]] const std::vector<std::uint32_t>& strangers() const { return strangers_; }
    // Positions of ops that come a second time or more.
    [[nodiscard]] const std::vector<std::uint32_t>& repeats() const { return repeats_; }

    // Calls visit(Cell) for every cell that holds an op, in order.
    template <class Visit>
    void each_cell(Visit visit) const {
        if (is_table_) {
            each_cell_of_table(visit);
        } else {
            each_cell_of_list(visit);
        }
    }

private:
    [[nodiscard]] bool belongs(const TimedOp& op) const;
    [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] std::size_t slot(OpKind kind, std::uint64_t stage, std::uint64_t microbatch) const {
        return (microbatch * stages_ + stage) * kinds_ + static_cast<std::size_t>(kind);
    }
    [[nodiscard]] std::uint32_t search(OpKind kind, std::uint64_t stage, std::uint64_t microbatch) const;
    void fill_table();
    void fill_list();

    template <class Visit>
    void each_cell_of_table(Visit& visit) const;
    template <class Visit>
    void each_cell_of_list(Visit& visit) const;

    std::span<const TimedOp> ops_;
    std::uint64_t stages_;
    std::uint64_t microbatches_;
    std::size_t kinds_;  // 2 where no backward is split
    bool has_full_;      // whether a backward may be a B
    bool is_table_;
    std::vector<std::uint32_t> positions_;
    std::vector<std::uint32_t> strangers_;
    std::vector<std::uint32_t> repeats_;
};

template <class Visit>
void OpIndex::each_cell_of_table(Visit& visit) const {
    Cell cell{0, 0, {none, none, none, none}};
    for (std::size_t next = 0; next < positions_.size(); ++cell.microbatch) {
        for (cell.stage = 0; cell.stage < stages_; ++cell.stage) {
            bool holds_op = false;
            for (std::size_t kind = 0; kind < kinds_; ++kind) {
                cell.positions[kind] = positions_[next++];
                holds_op |= cell.positions[kind] != none;
            }
            if (holds_op) visit(cell);
        }
    }
}

template <class Visit>
void OpIndex::each_cell_of_list(Visit& visit) const {
    for (std::size_t next = 0; next < positions_.size();) {
        const TimedOp& first = ops_[positions_[next]];
        Cell cell{first.microbatch, first.stage, {none, none, none, none}};
        for (; next < positions_.size(); ++next) {
            const TimedOp& op = ops_[positions_[next]];
            if (op.microbatch != first.microbatch || op.stage != first.stage) break;
            cell.positions[static_cast<std::size_t>(op.kind)] = positions_[next];
        }
        visit(cell);
    }
}

}  // namespace tickproof::check
