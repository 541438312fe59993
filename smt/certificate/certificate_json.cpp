#include "smt/certificate/certificate_json.h"

#include <algorithm>
#include <array>
#include <utility>

#include "planner/formats/json/decode.h"
#include "smt/certificate/known_keys.h"
#include "smt/certificate/problem_json.h"
#include "smt/certificate/proof_file.h"

namespace tickproof::certificate {

namespace {

enum class LowerKind : std::uint8_t { bound, in_flight, refutation, search };
enum class UpperKind : std::uint8_t { construction, schedule };

constexpr std::array<json::Word<int>, 1> schema_words{{{1, "tickproof/certificate/1", ""}}};
constexpr std::array<json::Word<LowerKind>, 4> lower_words{{{LowerKind::bound, "bound", ""},
                                                            {LowerKind::in_flight, "in_flight", ""},
                                                            {LowerKind::refutation, "refutation", ""},
                                                            {LowerKind::search, "search", ""}}};
constexpr std::array<json::Word<UpperKind>, 2> upper_words{
    {{UpperKind::construction, "construction", ""}, {UpperKind::schedule, "schedule", ""}}};
constexpr std::array<json::Word<OpKind>, 4> op_words{{{OpKind::forward, "F", ""},
                                                      {OpKind::backward, "B", ""},
                                                      {OpKind::backward_input, "I", ""},
                                                      {OpKind::backward_weight, "W", ""}}};

[[nodiscard]] std::string read_hash(json::Decoder& decoder, json::Fields& in, std::string_view key) {
    const auto value = decoder.required(in, key);
    if (!value) return {};
    const std::string_view text = decoder.text(*value, key);
    if (text.size() != 64 || text.find_first_not_of("0123456789abcdef") != std::string_view::npos) {
        decoder.fail(*value, std::string(key) + ": " + json::in_words(*value) +
                                 " is not a SHA-256 of 64 lower-case hexadecimal digits");
    }
    return std::string(text);
}

[[nodiscard]] std::string read_file_name(json::Decoder& decoder, json::Fields& in, std::string_view key) {
    const auto value = decoder.required(in, key);
    if (!value) return {};
    const std::string_view text = decoder.text(*value, key);
    if (!is_plain_file_name(text)) {
        decoder.fail(*value, std::string(key) + ": " + json::in_words(*value) + " is not a plain file name");
    }
    return std::string(text);
}

[[nodiscard]] LoadBound read_load_bound(json::Decoder& decoder, json::Fields& in) {
    LoadBound bound;
    bound.rank = decoder.count(in, "rank");
    bound.chunks = decoder.count(in, "chunks");
    bound.head = decoder.count(in, "head");
    bound.tail = decoder.count(in, "tail");
    bound.load = decoder.count(in, "load");
    refuse_unknown_keys(decoder, in.object(), "bound", {"kind", "rank", "chunks", "head", "tail", "load"});
    return bound;
}

[[nodiscard]] InFlightBound read_in_flight_bound(json::Decoder& decoder, json::Fields& in) {
    InFlightBound bound;
    bound.rank = decoder.count(in, "rank");
    bound.stage = decoder.count(in, "stage");
    bound.head = decoder.count(in, "head");
    bound.tail = decoder.count(in, "tail");
    bound.held = decoder.count(in, "held");
    refuse_unknown_keys(decoder, in.object(), "in_flight", {"kind", "rank", "stage", "head", "tail", "held"});
    return bound;
}

[[nodiscard]] StateCounts read_state_counts(json::Decoder& decoder, json::Fields& in) {
    StateCounts counts;
    counts.horizon = decoder.count(in, "horizon");
    counts.states = decoder.counts(in, "states");
    refuse_unknown_keys(decoder, in.object(), "search", {"kind", "horizon", "states"});
    return counts;
}

// The proof itself stays where it is.
[[nodiscard]] Refutation read_refutation(json::Decoder& decoder, json::Fields& in, CertificateFile& file) {
    Refutation refutation;
    refutation.horizon = decoder.count(in, "horizon");
    refutation.formula_sha256 = read_hash(decoder, in, "formula_sha256");
    file.proof_file = read_file_name(decoder, in, "proof");
    file.proof_sha256 = read_hash(decoder, in, "proof_sha256");
    refuse_unknown_keys(decoder, in.object(), "refutation",
                        {"kind", "horizon", "formula_sha256", "proof", "proof_sha256"});
    return refutation;
}

[[nodiscard]] LowerEvidence read_lower(json::Decoder& decoder, const json::Value& value, CertificateFile& file) {
    json::Fields in = decoder.object(value, "lower_evidence");
    switch (decoder.word(in, "kind", lower_words)) {
        case LowerKind::bound:
            return read_load_bound(decoder, in);
        case LowerKind::in_flight:
            return read_in_flight_bound(decoder, in);
        case LowerKind::refutation:
            return read_refutation(decoder, in, file);
        case LowerKind::search:
            break;
    }
    return read_state_counts(decoder, in);
}

// [start, rank, stage, microbatch, "F"]. An op's chunk follows from its stage.
[[nodiscard]] TimedOp read_op(json::Decoder& decoder, const json::Value& value, const Placement& placement) {
    const json::Items items = decoder.array(value, "op");
    TimedOp op;
    if (decoder.failed()) return op;
    if (items.size() != 5) {
        decoder.fail(value, "op: not a list of start, rank, stage, microbatch, kind");
        return op;
    }
    auto item = items.begin();
    op.start_tick = decoder.count(*item, "start");
    op.rank = decoder.id(*++item, "rank");
    op.stage = decoder.id(*++item, "stage");
    op.chunk = static_cast<std::uint32_t>(placement.chunk_of(op.stage));
    op.microbatch = decoder.id(*++item, "microbatch");
    op.kind = decoder.word(*++item, "kind", op_words);
    return op;
}

[[nodiscard]] Schedule read_schedule(json::Decoder& decoder, json::Fields& in, const Placement& placement) {
    const json::Items ops = decoder.array(in, "ops");
    Schedule schedule;
    schedule.reserve(ops.size());
    for (const json::Value& op : ops) {
        if (decoder.failed()) break;
        schedule.push_back(read_op(decoder, op, placement));
    }
    refuse_unknown_keys(decoder, in.object(), "schedule", {"kind", "ops"});
    return schedule;
}

[[nodiscard]] UpperEvidence read_upper(json::Decoder& decoder, const json::Value& value, const Placement& placement) {
    json::Fields in = decoder.object(value, "upper_evidence");
    if (decoder.word(in, "kind", upper_words) == UpperKind::schedule) return read_schedule(decoder, in, placement);
    refuse_unknown_keys(decoder, value, "construction", {"kind"});
    return Construction{};
}

[[nodiscard]] std::expected<CertificateFile, json::Error> read(const json::Value& root) {
    json::Decoder decoder;
    json::Fields in = decoder.object(root, "certificate");
    (void)decoder.word(in, "schema", schema_words);
    CertificateFile file;
    Certificate& certificate = file.certificate;
    if (const auto problem = decoder.required(in, "problem")) certificate.problem = read_problem(decoder, *problem);
    certificate.lower = decoder.count(in, "lower");
    certificate.upper = decoder.count(in, "upper");
    if (const auto lower = decoder.required(in, "lower_evidence")) {
        certificate.lower_evidence = read_lower(decoder, *lower, file);
    }
    if (const auto upper = decoder.required(in, "upper_evidence")) {
        certificate.upper_evidence = read_upper(decoder, *upper, certificate.problem.placement);
    }
    refuse_unknown_keys(decoder, root, "certificate",
                        {"schema", "problem", "lower", "upper", "lower_evidence", "upper_evidence"});
    return decoder.result(std::move(file));
}

}  // namespace

std::expected<CertificateFile, json::Error> read_certificate(std::string_view text) {
    const std::expected<json::Tree, json::Error> tree = json::parse_all(text);
    if (!tree) return std::unexpected(tree.error());
    return read(tree->root());
}

}  // namespace tickproof::certificate
