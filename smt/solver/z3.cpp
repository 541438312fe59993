// Z3, the only file that knows it.
//
// Of Z3's ways with these formulas none is best. The tactic "smt" is at hard refutations: seconds with Z3 4.8.12 on one
// machine, (S,V,M) = (4,4,7) at 61 ticks and (3,2,16) at 67: "smt" 2.0 and 5.1; the simple solver 6.5 and 18; "sat" 5.2
// and 59; "simplify" and "sat" 4.7 and 47; QF_FD 6.5 and over 70. But it takes its time before it begins, half a minute
// for (8,1,32) with a cap of 4, which "sat" does in less than a second. So "sat" gets the first few million units of
// the limit, and "smt" the rest.
#include <algorithm>
#include <limits>

#include <z3++.h>

#include "smt/solver/answer.h"

namespace tickproof::solver {

namespace {

// Half a second or so, and four times what the capped formula above needs.
constexpr unsigned rlimit_of_first_attempt = 3'000'000;

unsigned rlimit(const Limits& limits) {
    return static_cast<unsigned>(std::clamp<std::uint64_t>(limits.rlimit, 1, std::numeric_limits<unsigned>::max()));
}

// Z3's reason for giving up, or its exception, as ours.
std::string why(std::string_view reason) {
    const auto says = [&](std::string_view word) { return reason.find(word) != std::string_view::npos; };
    if (says("resource limit") || says("canceled")) return "rlimit";
    return says("memory") || says("memout") ? "memory limit" : "solver: " + std::string(reason);
}

z3::expr_vector constants(z3::context& context, std::uint64_t count) {
    z3::expr_vector all(context);
    for (std::uint64_t v = 0; v <= count; ++v) {
        all.push_back(context.constant(context.int_symbol(static_cast<int>(v)), context.bool_sort()));
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

std::string solve_by(const char* tactic, unsigned limit, const encode::Cnf& cnf) {
    z3::context context;
    z3::solver solver = z3::tactic(context, tactic).mk_solver();
    solver.set("rlimit", limit);
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
    return unknown_bytes(why(solver.reason_unknown()));
}

std::string solve(const encode::Cnf& cnf, const Limits& limits) {
    const unsigned limit = rlimit(limits);
    const unsigned first = std::min(limit, rlimit_of_first_attempt);
    std::string answer = solve_by("sat", first, cnf);
    if (answer != unknown_bytes("rlimit") || limit == first) return answer;
    return solve_by("smt", limit - first, cnf);
}

// Z3 prints the answer of check-sat and the reason; before that, or instead of it, what it did not understand.
std::string read_output(std::string_view printed) {
    const std::string_view answer = printed.substr(0, printed.find('\n'));
    const std::string_view rest = printed.substr(std::min(printed.size(), answer.size() + 1));
    const bool no_doubt = rest.empty() || rest == "(:reason-unknown \"\")\n";  // nothing comes after an (exit)
    if (answer == "sat" && no_doubt) return sat_bytes({});
    if (answer == "unsat" && no_doubt) return unsat_bytes();
    return unknown_bytes(answer == "unknown" ? why(rest) : "solver: " + std::string(printed));
}

std::string evaluate(const std::string& text, const Limits& limits) {
    z3::context context;
    // On the text's first line, so that complaints name its own lines.
    const std::string limit = "(set-option :rlimit " + std::to_string(rlimit(limits)) + ") ";
    const std::string commands = limit + text + "\n(get-info :reason-unknown)\n";
    return read_output(Z3_eval_smtlib2_string(context, commands.c_str()));
}

Answer ask(const std::function<std::string()>& question, const Limits& limits) {
    const auto guarded = [&] {
        try {
            return question();
        } catch (const z3::exception& thrown) {
            return unknown_bytes(why(thrown.msg()));
        }
    };
    return answer_of_child(guarded, limits);
}

}  // namespace

Answer solve_with_z3(const encode::Cnf& cnf, const Limits& limits) {
    return ask([&] { return solve(cnf, limits); }, limits);
}

Answer check_smtlib(const std::string& text, const Limits& limits) {
    return ask([&] { return evaluate(text, limits); }, limits);
}

}  // namespace tickproof::solver
