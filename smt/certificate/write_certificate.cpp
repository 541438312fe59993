#include <iterator>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "planner/formats/json/write.h"
#include "smt/certificate/certificate_json.h"
#include "smt/certificate/problem_json.h"
#include "smt/certificate/proof_file.h"

namespace tickproof::certificate {

namespace {

struct LowerWriter {
    std::string_view proof_file;

    std::string operator()(const LoadBound& bound) const {
        return fmt::format(R"({{"kind":"bound","rank":{},"chunks":{},"head":{},"tail":{},"load":{}}})", bound.rank,
                           bound.chunks, bound.head, bound.tail, bound.load);
    }
    std::string operator()(const InFlightBound& bound) const {
        return fmt::format(R"({{"kind":"in_flight","rank":{},"stage":{},"head":{},"tail":{},"held":{}}})", bound.rank,
                           bound.stage, bound.head, bound.tail, bound.held);
    }
    std::string operator()(const Refutation& refutation) const {
        return fmt::format(R"({{"kind":"refutation","horizon":{},"formula_sha256":{},"proof":{},"proof_sha256":"{}"}})",
                           refutation.horizon, json::quoted(refutation.formula_sha256), json::quoted(proof_file),
                           sha256_of(refutation.proof));
    }
    std::string operator()(const StateCounts& counts) const {
        return fmt::format(R"({{"kind":"search","horizon":{},"states":[{}]}})", counts.horizon,
                           fmt::join(counts.states, ","));
    }
};

struct UpperWriter {
    std::string operator()(const Construction& /*nothing to write*/) const { return R"({"kind":"construction"})"; }
    std::string operator()(const Schedule& schedule) const {
        std::string text = R"({"kind":"schedule","ops":[)";
        for (const TimedOp& op : schedule) {
            if (&op != &schedule.front()) text += ",";
            fmt::format_to(std::back_inserter(text), R"([{},{},{},{},"{}"])", op.start_tick, op.rank, op.stage,
                           op.microbatch, letter(op.kind));
        }
        return text + "]}";
    }
};

}  // namespace

std::string write_certificate(const Certificate& certificate, std::string_view proof_file) {
    return fmt::format(
        R"({{"schema":"tickproof/certificate/1","problem":{},"lower":{},"upper":{},"lower_evidence":{},"upper_evidence":{}}})"
        "\n",
        write_problem(certificate.problem), certificate.lower, certificate.upper,
        std::visit(LowerWriter{proof_file}, certificate.lower_evidence),
        std::visit(UpperWriter{}, certificate.upper_evidence));
}

}  // namespace tickproof::certificate
