// Z3 against the closed form: on small shapes a schedule of unit_time_optimum ticks exists and none is shorter.
//
// The encoding knows nothing of the bound's derivation: one Boolean per op and tick, "starts at t or later", chained in
// t; an op follows its predecessor in the microbatch's chain; a rank runs one op a tick. Microbatches are identical, so
// each op handles them in index order without loss of generality (exchange argument), which is what makes this fast.
#include <ostream>
#include <vector>

#include <gtest/gtest.h>
#include <z3++.h>

#include "smt/bounds/unit_time.h"

namespace tickproof {
namespace {

struct Shape {
    unsigned ranks;
    unsigned chunks;
    unsigned microbatches;
};

void PrintTo(const Shape& shape, std::ostream* out) {
    *out << "S=" << shape.ranks << " V=" << shape.chunks << " M=" << shape.microbatches;
}

class Encoding {
public:
    Encoding(const Shape& shape, unsigned horizon)
        : shape_(shape), horizon_(horizon), positions_(2 * shape.ranks * shape.chunks), solver_(context_) {
        for (unsigned p = 0; p < positions_; ++p) {
            for (unsigned m = 0; m < shape_.microbatches; ++m) add_op(p, m);
        }
        for (unsigned rank = 0; rank < shape_.ranks; ++rank) {
            for (unsigned tick = 0; tick < horizon_; ++tick) one_op_at_most(rank, tick);
        }
    }

    [[nodiscard]] z3::check_result check() { return solver_.check(); }

private:
    // Position p of the chain F(0) .. F(K-1) B(K-1) .. B(0).
    [[nodiscard]] unsigned rank_of(unsigned p) const {
        const unsigned stage = p < positions_ / 2 ? p : positions_ - 1 - p;
        return stage % shape_.ranks;
    }
    [[nodiscard]] z3::expr from(unsigned p, unsigned m, unsigned tick) {
        if (tick == 0) return context_.bool_val(true);
        if (tick >= horizon_) return context_.bool_val(false);
        return context_.bool_const(
            ("ge_" + std::to_string(p) + "_" + std::to_string(m) + "_" + std::to_string(tick)).c_str());
    }
    [[nodiscard]] z3::expr starts_at(unsigned p, unsigned m, unsigned tick) {
        return from(p, m, tick) && !from(p, m, tick + 1);
    }
    void add_op(unsigned p, unsigned m) {
        for (unsigned tick = 0; tick < horizon_; ++tick) {
            solver_.add(z3::implies(from(p, m, tick + 1), from(p, m, tick)));
            if (p > 0) solver_.add(z3::implies(from(p - 1, m, tick), from(p, m, tick + 1)));
            if (m > 0) solver_.add(z3::implies(from(p, m - 1, tick), from(p, m, tick + 1)));
        }
    }
    void one_op_at_most(unsigned rank, unsigned tick) {
        z3::expr_vector running(context_);
        for (unsigned p = 0; p < positions_; ++p) {
            if (rank_of(p) != rank) continue;
            for (unsigned m = 0; m < shape_.microbatches; ++m) running.push_back(starts_at(p, m, tick));
        }
        solver_.add(z3::atmost(running, 1));
    }

    Shape shape_;
    unsigned horizon_;
    unsigned positions_;
    z3::context context_;
    z3::solver solver_;
};

class UnitTimeOptimumByZ3 : public testing::TestWithParam<Shape> {};

TEST_P(UnitTimeOptimumByZ3, IsReachedAndNeverBeaten) {
    const Shape& shape = GetParam();
    const auto optimum = static_cast<unsigned>(*unit_time_optimum(shape.ranks, shape.chunks, shape.microbatches));
    EXPECT_EQ(Encoding(shape, optimum).check(), z3::sat);
    EXPECT_EQ(Encoding(shape, optimum - 1).check(), z3::unsat);
}

INSTANTIATE_TEST_SUITE_P(SmallShapes, UnitTimeOptimumByZ3,
                         testing::Values(Shape{1, 1, 1}, Shape{1, 3, 2}, Shape{2, 1, 1}, Shape{2, 1, 4}, Shape{3, 1, 2},
                                         Shape{3, 1, 5}, Shape{2, 2, 1}, Shape{2, 2, 3}, Shape{2, 3, 2}, Shape{3, 2, 2},
                                         Shape{3, 2, 4}, Shape{4, 2, 3}));

}  // namespace
}  // namespace tickproof
