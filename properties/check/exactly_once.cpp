// Each stage of each microbatch has one F and one backward: a B, or an I with its W, as the problem's form has it.
//
// What is missing is counted by arithmetic: a header may declare two billion microbatches over an empty list.
#include <array>

#include <fmt/format.h>

#include "properties/check/rules.h"

namespace tickproof::check {

namespace {

constexpr Rule rule = Rule::exactly_once;

std::string why_stranger(const Problem& problem, const TimedOp& op) {
    if (op.stage >= problem.stages()) {
        return fmt::format("{}: there is no stage {}, only {} in all", op_words(op), op.stage, problem.stages());
    }
    if (op.microbatch >= problem.microbatches) {
        return fmt::format("{}: there is no microbatch {}, only {} in all", op_words(op), op.microbatch,
                           problem.microbatches);
    }
    return fmt::format("{}: every backward must be {} here", op_words(op),
                       problem.backward_form == BackwardForm::full ? "a full B" : "an I and a W");
}

class Cells {
public:
    Cells(const Subject& subject, Report report) : subject_(subject), report_(std::move(report)) {}

    void judge(const Cell& cell) {
        name_missing_before(cell);
        step();
        ++held_;
        if (at(cell, OpKind::forward) == OpIndex::none) missing_forward(cell.stage, cell.microbatch);
        judge_backward(cell);
    }

    [[nodiscard]] Report finish() && {
        const std::uint64_t all = saturating_mul(subject_.problem.stages(), subject_.problem.microbatches);
        std::uint64_t missing = all - held_ - named_;
        for (; missing > 0 && report_.keeps(rule); --missing) name_missing_cell();
        report_.count_more(rule, saturating_mul(missing, 2));
        return std::move(report_);
    }

private:
    static std::uint32_t at(const Cell& cell, OpKind kind) { return cell.positions[static_cast<std::size_t>(kind)]; }

    // Cells that hold nothing lie between the cursor and the next cell that holds something.
    void name_missing_before(const Cell& cell) {
        while (report_.keeps(rule) && (microbatch_ != cell.microbatch || stage_ != cell.stage)) {
            name_missing_cell();
            ++named_;
        }
        microbatch_ = cell.microbatch;
        stage_ = cell.stage;
    }

    void name_missing_cell() {
        missing_forward(stage_, microbatch_);
        missing_backward(stage_, microbatch_);
        step();
    }

    void step() {
        if (++stage_ < subject_.problem.stages()) return;
        stage_ = 0;
        ++microbatch_;
    }

    void missing_forward(std::uint64_t stage, std::uint64_t microbatch) {
        missing(stage, microbatch, [&] { return op_words(OpKind::forward, stage, microbatch); });
    }

    void missing_backward(std::uint64_t stage, std::uint64_t microbatch) {
        missing(stage, microbatch, [&] {
            constexpr std::array beside{"", " (as I and W)", " (or its I and W)"};
            const auto form = static_cast<std::size_t>(subject_.problem.backward_form);
            return op_words(OpKind::backward, stage, microbatch) + beside.at(form);
        });
    }

    template <class Words>
    void missing(std::uint64_t stage, std::uint64_t microbatch, Words words) {
        report_.add(rule, [&] {
            return std::pair{fmt::format("stage {} microbatch {}", stage, microbatch), words() + " is missing"};
        });
    }

    void judge_backward(const Cell& cell) {
        const std::uint32_t full = at(cell, OpKind::backward);
        const std::uint32_t input = at(cell, OpKind::backward_input);
        const std::uint32_t weight = at(cell, OpKind::backward_weight);
        if (full == OpIndex::none && input == OpIndex::none && weight == OpIndex::none) {
            missing_backward(cell.stage, cell.microbatch);
        } else if (full != OpIndex::none && (input != OpIndex::none || weight != OpIndex::none)) {
            const bool has_weight = weight != OpIndex::none;
            fault(has_weight ? weight : input, has_weight ? "has a B beside it: the weight gradient comes twice"
                                                          : "has a B beside it: the input gradient comes twice");
        } else if (full == OpIndex::none && weight == OpIndex::none) {
            fault(input, "has no W");
        } else if (full == OpIndex::none && input == OpIndex::none) {
            fault(weight, "has no I");
        }
    }

    void fault(std::uint32_t position, const char* what) {
        report_.add(rule, [&] {
            return std::pair{subject_.place_of(position), fmt::format("{} {}", op_words(subject_.ops[position]), what)};
        });
    }

    const Subject& subject_;
    Report report_;
    std::uint64_t microbatch_ = 0;  // of the cursor: the first cell not yet judged or named
    std::uint64_t stage_ = 0;
    std::uint64_t held_ = 0;   // cells that hold an op
    std::uint64_t named_ = 0;  // cells that hold none and were named before a cell that does
};

}  // namespace

Report exactly_once(const Subject& subject, const OpIndex& index) {
    Report report;
    for (const std::uint32_t position : index.strangers()) {
        report.add(rule, [&] {
            return std::pair{subject.place_of(position), why_stranger(subject.problem, subject.ops[position])};
        });
    }
    for (const std::uint32_t position : index.repeats()) {
        report.add(rule, [&] {
            const TimedOp& op = subject.ops[position];
            const std::uint32_t first = index.find(op.kind, op.stage, op.microbatch);
            return std::pair{subject.place_of(position),
                             fmt::format("{} comes again, first at {}", op_words(op), subject.place_of(first))};
        });
    }
    Cells cells(subject, std::move(report));
    index.each_cell([&](const Cell& cell) { cells.judge(cell); });
    return std::move(cells).finish();
}

}  // namespace tickproof::check
