#include "smt/plain/difference_logic.h"

#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "smt/bounds/op_class.h"

namespace tickproof::plain {

namespace {

struct Op {
    const OpClass* op_class;
    std::uint64_t microbatch;

    [[nodiscard]] std::string name() const {
        return fmt::format("{}{}_{}", letter(op_class->kind), op_class->stage, microbatch);
    }
    [[nodiscard]] bool is_forward() const { return op_class->kind == OpKind::forward; }
    [[nodiscard]] bool frees() const {
        return op_class->kind == OpKind::backward || op_class->kind == OpKind::backward_weight;
    }
};

class Writer {
public:
    Writer(const Problem& problem, std::uint64_t horizon, const Steps& steps)
        : problem_(problem), horizon_(horizon), steps_(steps), classes_(op_classes(problem)) {
        for (const OpClass& one : classes_) {
            for (std::uint64_t m = 0; m < problem.microbatches; ++m) ops_.push_back({&one, m});
        }
    }

    [[nodiscard]] std::string text() && {
        // Z3 knows `at-most` in no logic by name.
        if (!problem_.max_in_flight) print("(set-logic QF_IDL)\n");
        for (const Op& op : ops_) print("(declare-const {} Int)\n", op.name());
        for (const Op& op : ops_) add_range(op);
        for (const Op& op : ops_) add_dependency(op);
        for (auto one = ops_.begin(); one != ops_.end(); ++one) {
            for (auto other = std::next(one); other != ops_.end(); ++other) add_pair(*one, *other);
        }
        if (problem_.max_in_flight) add_caps(*problem_.max_in_flight);
        print("(check-sat)\n");
        return std::move(text_);
    }

private:
    template <class... Arguments>
    void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    }
    [[nodiscard]] static std::string at_least(const Op& later, const Op& earlier, std::uint64_t ticks) {
        return fmt::format("(>= (- {} {}) {})", later.name(), earlier.name(), ticks);
    }

    void add_range(const Op& op) {
        const OpClass& one = *op.op_class;
        std::uint64_t before = 0;
        std::uint64_t after = one.duration;
        if (steps_.windows) {
            before += one.head;
            after += one.tail;
        }
        if (steps_.windows && steps_.order_lemma) {
            before += op.microbatch * one.duration;
            after += (problem_.microbatches - 1 - op.microbatch) * one.duration;
        }
        // Written as a sum, which is never negative.
        print("(assert (>= {} {}))\n(assert (<= (+ {} {}) {}))\n", op.name(), before, op.name(), after, horizon_);
    }
    void add_dependency(const Op& op) {
        if (!op.op_class->before) return;
        const Op before{&classes_[*op.op_class->before], op.microbatch};
        print("(assert {})\n", at_least(op, before, op.op_class->lag));
    }
    void add_pair(const Op& one, const Op& other) {
        if (one.op_class->rank != other.op_class->rank) return;
        const std::string in_order = at_least(other, one, one.op_class->duration);
        if (one.op_class == other.op_class && steps_.order_lemma) {
            if (other.microbatch == one.microbatch + 1) print("(assert {})\n", in_order);
        } else {
            print("(assert (or {} {}))\n", in_order, at_least(one, other, other.op_class->duration));
        }
    }

    // After each forward: forwards up to it, less backwards before it, are at most the cap. That is: other forwards
    // before it, and backwards that are not, are at most the cap less one and the number of backwards.
    void add_caps(std::uint64_t cap) {
        for (const Op& forward : ops_) {
            if (forward.is_forward()) add_cap(forward, cap);
        }
    }
    void add_cap(const Op& forward, std::uint64_t cap) {
        std::string counted;
        std::uint64_t backwards = 0;
        for (const Op& op : ops_) {
            if (op.op_class->rank != forward.op_class->rank) continue;
            if (op.is_forward() && op.name() != forward.name())
                counted += fmt::format(" (< {} {})", op.name(), forward.name());
            if (op.frees()) {
                counted += fmt::format(" (>= {} {})", op.name(), forward.name());
                ++backwards;
            }
        }
        print("(assert ((_ at-most {}){}))\n", cap - 1 + backwards, counted);
    }

    const Problem& problem_;
    std::uint64_t horizon_;
    Steps steps_;
    std::vector<OpClass> classes_;
    std::vector<Op> ops_;
    std::string text_;
};

}  // namespace

std::string difference_logic(const Problem& problem, std::uint64_t horizon_ticks, const Steps& steps) {
    return Writer(problem, horizon_ticks, steps).text();
}

}  // namespace tickproof::plain
