// Takes clauses one after another and either only counts them or keeps them, so that the size of a formula is known,
// to the literal, before it is allocated.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

#include "smt/encode/cnf.h"
#include "smt/encode/variables.h"

namespace tickproof::encode {

class Clauses {
public:
    // Counts.
    Clauses(std::int32_t variables, std::uint64_t most_literals) : most_(most_literals) {
        cnf_.variables = static_cast<std::uint64_t>(variables);
    }
    // Keeps what `counted` has counted.
    explicit Clauses(std::int32_t variables, const Clauses& counted) : keeps_(true), most_(counted.most_) {
        cnf_.variables = static_cast<std::uint64_t>(variables);
        cnf_.literals.reserve(counted.literals_);
    }

    // Premises come negated. A clause with a true literal is left out, a false literal is left out of it.
    void add(std::initializer_list<Literal> literals);
    [[nodiscard]] Literal new_variable() { return static_cast<Literal>(++cnf_.variables); }

    // Whoever writes many clauses looks now and then whether it still makes sense.
    [[nodiscard]] bool too_many() const { return literals_ > most_; }
    [[nodiscard]] std::uint64_t literals() const { return literals_; }  // with the zeros at the ends
    [[nodiscard]] Cnf take() && { return std::move(cnf_); }

private:
    bool keeps_ = false;
    std::uint64_t most_;
    std::uint64_t literals_ = 0;
    Cnf cnf_;
};

// Groups 1 to 5 of docs/theory.md "The formula", and group 6.
void add_schedule_clauses(const Variables& variables, Clauses& clauses);
void add_cap_clauses(const Variables& variables, std::uint64_t max_in_flight, Clauses& clauses);

}  // namespace tickproof::encode
