// Z3, the only file that knows it.
//
// The tactic "smt" has proved the fastest of Z3's ways with these formulas. Seconds with Z3 4.8.12, unsatisfiable, on
// one machine, (S,V,M) = (4,4,7) at 61 ticks and (3,2,16) at 67: "smt" 2.0 and 5.1; the simple solver 6.5 and 18;
// "sat" 5.2 and 59; "simplify" and "sat" 4.7 and 47; QF_FD 6.5 and over 70.
#include <algorithm>
#include <limits>

#include <z3++.h>

#include "smt/solver/answer.h"

namespace tickproof::solver {

namespace {

std::string what_went_wrong(const z3::exception& thrown) {
    const std::string_view message = thrown.msg();
    const bool memory = message.contains("out of memory") || message.contains("memout");
    return unknown_bytes(memory ? "memory limit" : "solver: " + std::string(message));
}

unsigned rlimit(const Limits& limits) {
    return static_cast<unsigned>(std::clamp<std::uint64_t>(limits.rlimit, 1, std::numeric_limits<unsigned>::max()));
}

z3::expr_vector constants(z3::context& context, std::uint64_t count) {
    z3::expr_vector all(context);
    for (std::uint64_t v = 0; v <= count; ++v) {
        const z3::symbol name = context.int_symbol(static_cast<int>(v));
        all.push_back(context.constant(name, context.bool_sort()));
    }
    return all;
}

void add_clauses(z3::solver& solver, const z3::expr_vector& variables, const encode::Cnf& cnf) {
    z3::expr_vector clause(solver.ctx());
    for (const std::int32_t literal : cnf.literals) {
        if (literal == 0) {
            solver.add(z3::mk_or(clause));
            clause.resize(0);
        } else {
            const z3::expr variable = variables[literal > 0 ? literal : -literal];
            clause.push_back(literal > 0 ? variable : !variable);
        }
    }
}

std::vector<bool> model_of(const z3::solver& solver, const z3::expr_vector& variables) {
    const z3::model found = solver.get_model();
    std::vector<bool> model(variables.size(), false);
    for (unsigned v = 1; v < variables.size(); ++v) {
        model[v] = found.eval(variables[static_cast<int>(v)], true).is_true();
    }
    return model;
}

std::string why_unknown(std::string_view reason) {
    if (reason.contains("resource limit") || reason.contains("canceled")) return unknown_bytes("rlimit");
    if (reason.contains("memout") || reason.contains("memory")) return unknown_bytes("memory limit");
    return unknown_bytes("solver: " + std::string(reason));
}

std::string solve(const encode::Cnf& cnf, const Limits& limits) {
    z3::context context;
    z3::solver solver = z3::tactic(context, "smt").mk_solver();
    solver.set("rlimit", rlimit(limits));
    const z3::expr_vector variables = constants(context, cnf.variables);
    add_clauses(solver, variables, cnf);
    switch (solver.check()) {
        case z3::sat:
            return sat_bytes(model_of(solver, variables));
        case z3::unsat:
            return unsat_bytes();
        case z3::unknown:
            break;
    }
    return why_unknown(solver.reason_unknown());
}

// Z3 prints the answer of check-sat, then the reason; or instead of it, or before it, what it did not understand.
std::string read_output(std::string_view printed) {
    const std::string_view answer = printed.substr(0, printed.find('\n'));
    const std::string_view rest = printed.substr(std::min(printed.size(), answer.size() + 1));
    const bool alone = rest.empty() || rest.starts_with("(:reason-unknown");
    if (alone && answer == "sat") return sat_bytes({});
    if (alone && answer == "unsat") return unsat_bytes();
    if (alone && answer == "unknown") return why_unknown(rest);
    return unknown_bytes("solver: " + std::string(printed));
}

std::string evaluate(const std::string& text, const Limits& limits) {
    z3::context context;
    const std::string limit = "(set-option :rlimit " + std::to_string(rlimit(limits)) + ") ";
    const std::string commands = limit + text + "\n(get-info :reason-unknown)\n";
    return read_output(Z3_eval_smtlib2_string(context, commands.c_str()));
}

std::string guarded(const std::function<std::string()>& work) {
    try {
        return work();
    } catch (const z3::exception& thrown) {
        return what_went_wrong(thrown);
    }
}

}  // namespace

Answer solve_with_z3(const encode::Cnf& cnf, const Limits& limits) {
    return answer_of_child([&] { return guarded([&] { return solve(cnf, limits); }); }, limits);
}

Answer check_smtlib(const std::string& text, const Limits& limits) {
    return answer_of_child([&] { return guarded([&] { return evaluate(text, limits); }); }, limits);
}

}  // namespace tickproof::solver
