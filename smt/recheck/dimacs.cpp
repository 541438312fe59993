#include "smt/recheck/dimacs.h"

#include <iterator>

#include <fmt/compile.h>
#include <fmt/format.h>

#include "planner/formats/sha256/sha256.h"

namespace tickproof::recheck {

namespace {

constexpr std::size_t piece_bytes = std::size_t{64} * 1024;

}  // namespace

void write_dimacs(const Formula& formula, const std::function<void(std::string_view)>& sink) {
    std::string piece = fmt::format("p cnf {} {}\n", formula.variables, formula.clauses);
    for (const std::int32_t literal : formula.literals) {
        fmt::format_to(std::back_inserter(piece), FMT_COMPILE("{}{}"), literal, literal == 0 ? '\n' : ' ');
        if (piece.size() < piece_bytes) continue;
        sink(piece);
        piece.clear();
    }
    sink(piece);
}

std::string dimacs_hash(const Formula& formula) {
    Sha256 hash;
    write_dimacs(formula, [&](std::string_view piece) { hash.add(piece); });
    return hash.finish();
}

}  // namespace tickproof::recheck
