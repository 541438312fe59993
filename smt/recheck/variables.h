// The numbers of the formula's variables, groups 1 and 2 (docs/theory.md, "The formula").
#pragma once

#include <cstdint>
#include <vector>

#include "smt/recheck/clause_list.h"
#include "smt/recheck/windows.h"

namespace tickproof::recheck {

class Variables {
public:
    // Numbers them. No window is empty, and the timeline outlives this.
    Variables(const Timeline& timeline, ClauseList& clauses);

    // s(c,m,t): op m of class c starts at tick t or later.
    [[nodiscard]] Literal starts_from(std::size_t of_class, std::size_t microbatch, std::int64_t tick) const;
    // b(c,t): a rank is busy with class c at tick t.
    [[nodiscard]] Literal busy(std::size_t of_class, std::int64_t tick) const;

private:
    [[nodiscard]] std::int64_t last_busy(std::size_t of_class) const;

    const Timeline& timeline_;
    std::vector<Literal> first_start_;  // by class, then microbatch
    std::vector<Literal> first_busy_;   // by class
};

}  // namespace tickproof::recheck
