// CaDiCaL, the only file that knows it. Its proof goes to a file that has no name, so that none is left behind whatever
// becomes of the child.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <stdexcept>

#include <cadical.hpp>

#include "smt/solver/answer.h"

namespace tickproof::solver {

namespace {

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

int conflicts(std::uint64_t rlimit) {
    return static_cast<int>(std::min<std::uint64_t>(rlimit / rlimit_of_a_conflict, INT32_MAX));
}

std::vector<bool> model_of(CaDiCaL::Solver& solver, std::uint64_t variables) {
    std::vector<bool> model(variables + 1, false);
    for (std::uint64_t v = 1; v <= variables; ++v) model[v] = solver.val(static_cast<int>(v)) > 0;
    return model;
}

std::string solve(const encode::Cnf& cnf, std::uint64_t rlimit, std::FILE* proof) {
    CaDiCaL::Solver solver;
    solver.set("quiet", 1);
    solver.trace_proof(proof, "proof");
    solver.reserve(static_cast<int>(cnf.variables));
    for (const std::int32_t literal : cnf.literals) solver.add(literal);
    solver.limit("conflicts", conflicts(rlimit));
    const int status = solver.solve();
    if (status == 10) return sat_bytes(model_of(solver, cnf.variables));
    if (status != 20) return unknown_bytes("rlimit");
    solver.close_proof_trace();
    if (std::fflush(proof) != 0 || std::ferror(proof) != 0) throw std::runtime_error("the proof cannot be written");
    return unsat_bytes();
}

std::string contents(std::FILE* file) {
    std::string bytes;
    std::fseek(file, 0, SEEK_END);
    bytes.resize(static_cast<std::size_t>(std::max(0L, std::ftell(file))));
    std::fseek(file, 0, SEEK_SET);
    bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
    return bytes;
}

}  // namespace

Answer solve_with_cadical(const encode::Cnf& cnf, const Limits& limits) {
    const File proof(std::tmpfile());
    if (!proof) return Unknown{"solver: no temporary file for the proof"};
    Answer answer = answer_of_child([&] { return solve(cnf, limits.rlimit, proof.get()); }, limits);
    if (Unsat* const unsat = std::get_if<Unsat>(&answer)) unsat->proof = contents(proof.get());
    return answer;
}

}  // namespace tickproof::solver
