// What answers in a build without solvers: nobody, and it says so.
#include "smt/solver/solver.h"

namespace tickproof::solver {

Answer solve_with_z3(const encode::Cnf& /*cnf*/, const Limits& /*limits*/) {
    return Unknown{"solver: this build has no Z3; configure with -DTICKPROOF_SOLVERS=ON"};
}

Answer solve_with_cadical(const encode::Cnf& /*cnf*/, const Limits& /*limits*/) {
    return Unknown{"solver: this build has no CaDiCaL; configure with -DTICKPROOF_SOLVERS=ON"};
}

Answer check_smtlib(const std::string& /*text*/, const Limits& /*limits*/) {
    return Unknown{"solver: this build has no Z3; configure with -DTICKPROOF_SOLVERS=ON"};
}

}  // namespace tickproof::solver
