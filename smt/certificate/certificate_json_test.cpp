#include "smt/certificate/certificate_json.h"

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smt/certificate/proof_file.h"

namespace tickproof::certificate {
namespace {

using testing::HasSubstr;

constexpr std::string_view problem_text =
    R"({"stages":2,"virtual":1,"microbatches":1,"placement":"loop","backward":"full","forward_ticks":1,"backward_ticks":1,"latency_ticks":0})";
constexpr std::string_view bound_text = R"({"kind":"bound","rank":0,"chunks":1,"head":0,"tail":0,"load":4})";
constexpr std::string_view construction_text = R"({"kind":"construction"})";

std::string text_of(std::string_view problem, std::string_view lower, std::string_view upper) {
    return fmt::format(
        R"({{"schema":"tickproof/certificate/1","problem":{},"lower":4,"upper":4,"lower_evidence":{},"upper_evidence":{}}})"
        "\n",
        problem, lower, upper);
}

// "line:column: message", or empty.
std::string error_of(std::string_view text) {
    const auto file = read_certificate(text);
    if (file) return {};
    return fmt::format("{}:{}: {}", file.error().place.line, file.error().place.column, file.error().message);
}

// Written and read again, everything is as it was: the second text is the first.
void expect_same_again(const std::string& text) {
    const auto file = read_certificate(text);
    ASSERT_TRUE(file.has_value()) << error_of(text);
    EXPECT_EQ(write_certificate(file->certificate, file->proof_file.value_or("")), text);
}

TEST(CertificateJson, WritesWhatItReads) {
    expect_same_again(text_of(problem_text, bound_text, construction_text));
    expect_same_again(text_of(
        R"({"stages":2,"virtual":1,"microbatches":3,"placement":"v","backward":"split","forward_ticks":1,"backward_input_ticks":2,"backward_weight_ticks":3,"latency_ticks":4,"max_in_flight":5})",
        R"({"kind":"in_flight","rank":1,"stage":1,"head":3,"tail":2,"held":9})",
        R"({"kind":"schedule","ops":[[0,0,0,0,"F"],[1,1,1,0,"B"],[2,1,1,0,"I"],[3,0,1,7,"W"]]})"));
    expect_same_again(text_of(
        R"({"stages":2,"virtual":1,"microbatches":3,"placement":[1,0],"backward":"full","forward_ticks":1,"backward_ticks":2,"latency_ticks":4,"max_in_flight":18446744073709551615})",
        R"({"kind":"search","horizon":3,"states":[1,2,0]})", R"({"kind":"schedule","ops":[]})"));
    expect_same_again(text_of(
        problem_text,
        fmt::format(
            R"({{"kind":"refutation","horizon":3,"formula_sha256":"{}","proof":"a\" b.drat","proof_sha256":"{}"}})",
            sha256_of("formula"), sha256_of("")),
        construction_text));
}

TEST(CertificateJson, ReadsEveryFigure) {
    const auto file = read_certificate(text_of(
        R"({"stages":2,"virtual":3,"microbatches":4,"placement":"v","backward":"split","forward_ticks":5,"backward_input_ticks":6,"backward_weight_ticks":7,"latency_ticks":8,"max_in_flight":9})",
        R"({"kind":"bound","rank":10,"chunks":11,"head":12,"tail":13,"load":14})",
        R"({"kind":"schedule","ops":[[15,16,5,18,"W"]]})"));
    ASSERT_TRUE(file.has_value());
    const Problem& problem = file->certificate.problem;
    EXPECT_EQ(problem.ranks, 2);
    EXPECT_EQ(problem.chunks, 3);
    EXPECT_EQ(problem.microbatches, 4);
    EXPECT_EQ(problem.placement, Placement::v_shaped(2));
    EXPECT_EQ(problem.backward_form, BackwardForm::split);
    EXPECT_EQ(problem.durations.forward, 5);
    EXPECT_EQ(problem.durations.backward_input, 6);
    EXPECT_EQ(problem.durations.backward_weight, 7);
    EXPECT_EQ(problem.hop_latency_ticks, 8);
    EXPECT_EQ(problem.max_in_flight, 9);
    EXPECT_EQ(std::get<LoadBound>(file->certificate.lower_evidence), (LoadBound{10, 11, 12, 13, 14}));
    const Schedule schedule{{15, 16, 5, 2, 18, OpKind::backward_weight}};
    EXPECT_EQ(std::get<Schedule>(file->certificate.upper_evidence), schedule);
    EXPECT_EQ(file->proof_file, std::nullopt);
}

TEST(CertificateJson, LeavesTheProofInItsFile) {
    const Refutation refutation{.horizon = 3, .formula_sha256 = sha256_of("formula"), .proof = "proof"};
    const Certificate certificate{
        .problem = {}, .lower = 4, .upper = 4, .lower_evidence = refutation, .upper_evidence = {}};
    const auto file = read_certificate(write_certificate(certificate, "x.drat"));
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ(file->proof_file, "x.drat");
    EXPECT_EQ(file->proof_sha256, sha256_of("proof"));
    EXPECT_EQ(std::get<Refutation>(file->certificate.lower_evidence).proof, "");
    EXPECT_EQ(std::get<Refutation>(file->certificate.lower_evidence).formula_sha256, sha256_of("formula"));
}

// `from` in a good certificate becomes `to`.
std::string changed(std::string_view from, std::string_view to) {
    std::string text = text_of(problem_text, bound_text, R"({"kind":"schedule","ops":[[0,0,0,0,"F"]]})");
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(CertificateJson, RefusesWhatIsNoCertificate) {
    EXPECT_EQ(error_of(changed("certificate/1", "certificate/2")),
              R"(1:11: schema: "tickproof/certificate/2" is not one of tickproof/certificate/1)");
    EXPECT_EQ(error_of("[]"), "1:1: certificate: an array is not an object");
    EXPECT_NE(error_of(""), "");
    EXPECT_NE(error_of(text_of(problem_text, bound_text, construction_text) + "{}"), "");
    const std::string whole = text_of(problem_text, bound_text, R"({"kind":"schedule","ops":[[0,0,0,0,"F"]]})");
    for (std::size_t size = 0; size + 1 < whole.size(); ++size) EXPECT_NE(error_of(whole.substr(0, size)), "") << size;
}

TEST(CertificateJson, RefusesWrongTypesAndCounts) {
    EXPECT_EQ(error_of(changed(R"("stages":2)", R"("stages":-2)")),
              "1:57: stages: -2 is not a whole number (digits only)");
    EXPECT_THAT(error_of(changed(R"("lower":4)", R"("lower":4.0)")), HasSubstr("lower: 4.0 is not a whole number"));
    EXPECT_THAT(error_of(changed(R"("lower":4)", R"("lower":"4")")), HasSubstr("lower: \"4\" is not a whole number"));
    EXPECT_THAT(error_of(changed(R"("upper":4)", R"("upper":18446744073709551616)")), HasSubstr("too large"));
    EXPECT_THAT(error_of(changed(R"("upper":4)", R"("upper":null)")), HasSubstr("null is not a whole number"));
    EXPECT_THAT(error_of(changed(R"("upper":4)", R"("lower":4)")), HasSubstr("lower"));
    EXPECT_THAT(error_of(changed(R"("latency_ticks":0)", R"("latency_ticks":0,"max_in_flight":null)")),
                HasSubstr("max_in_flight: null"));
    EXPECT_THAT(error_of(changed(R"("placement":"loop")", R"("placement":"w")")), HasSubstr("placement: \"w\""));
    EXPECT_THAT(error_of(changed(R"("placement":"loop")", R"("placement":[4294967296,0])")), HasSubstr("placement"));
    EXPECT_THAT(error_of(changed(R"("placement":"loop")", R"("placement":{})")), HasSubstr("placement: an object"));
    EXPECT_THAT(error_of(changed(R"("backward":"full")", R"("backward":"any")")), HasSubstr("not one of full, split"));
    EXPECT_THAT(error_of(changed(R"("kind":"bound")", R"("kind":"load")")),
                HasSubstr("not one of bound, in_flight, refutation, search"));
    EXPECT_THAT(error_of(changed(R"("kind":"schedule")", R"("kind":"plan")")),
                HasSubstr("not one of construction, schedule"));
}

TEST(CertificateJson, RefusesMissingAndUnknownKeys) {
    EXPECT_THAT(error_of(changed(R"("virtual":1,)", "")), HasSubstr(R"(the key "virtual" is missing)"));
    EXPECT_THAT(error_of(changed(R"("lower":4,)", "")), HasSubstr(R"(the key "lower" is missing)"));
    EXPECT_THAT(error_of(changed(R"("lower":4,)", R"("lower":4,"proven":true,)")),
                HasSubstr(R"(certificate: unknown key "proven")"));
    EXPECT_THAT(error_of(changed(R"("stages":2,)", R"("stages":2,"layers":2,)")), HasSubstr(R"(unknown key "layers")"));
    EXPECT_THAT(error_of(changed(R"("stages":2,)", R"("stages":2,"backward_input_ticks":2,)")),
                HasSubstr(R"(problem of full backward: unknown key "backward_input_ticks")"));
    EXPECT_THAT(error_of(changed(R"("load":4)", R"("load":4,"held":4)")), HasSubstr(R"(bound: unknown key "held")"));
    EXPECT_THAT(error_of(changed(R"("kind":"schedule")", R"("kind":"construction")")),
                HasSubstr(R"(construction: unknown key "ops")"));
    EXPECT_THAT(error_of(changed(R"("kind":"bound")", R"("kind":"search")")), HasSubstr("is missing"));
}

TEST(CertificateJson, RefusesOpsThatAreNone) {
    constexpr std::string_view op = R"([0,0,0,0,"F"])";
    EXPECT_THAT(error_of(changed(op, R"([0,0,0,0])")), HasSubstr("op: not a list of"));
    EXPECT_THAT(error_of(changed(op, R"([0,0,0,0,"F",0])")), HasSubstr("op: not a list of"));
    EXPECT_THAT(error_of(changed(op, R"([0,0,0,0,"f"])")), HasSubstr("not one of F, B, I, W"));
    EXPECT_THAT(error_of(changed(op, R"([0,0,0,4294967296,"F"])")), HasSubstr("microbatch: 4294967296 is too large"));
    EXPECT_THAT(error_of(changed(op, R"([0,-1,0,0,"F"])")), HasSubstr("rank: -1"));
    EXPECT_THAT(error_of(changed(op, "7")), HasSubstr("op: 7 is not an array"));
}

TEST(CertificateJson, RefusesProofsElsewhereAndHashesThatAreNone) {
    const std::string hash = sha256_of("");
    const auto refutation = [&](std::string_view formula, std::string_view name, std::string_view proof) {
        return error_of(text_of(
            problem_text,
            fmt::format(R"({{"kind":"refutation","horizon":3,"formula_sha256":"{}","proof":"{}","proof_sha256":"{}"}})",
                        formula, name, proof),
            construction_text));
    };
    EXPECT_EQ(refutation(hash, "a", hash), "");
    EXPECT_THAT(refutation(hash, "../a", hash), HasSubstr(R"(proof: "../a" is not a plain file name)"));
    EXPECT_THAT(refutation(hash, "", hash), HasSubstr("is not a plain file name"));
    EXPECT_THAT(refutation(hash.substr(1), "a", hash), HasSubstr("formula_sha256"));
    EXPECT_THAT(refutation(hash, "a", hash.substr(1) + "G"), HasSubstr("proof_sha256"));
}

// Counts that a file declares cost nothing: only ops that are there take memory.
TEST(CertificateJson, TakesNoMemoryForDeclaredCounts) {
    const auto file = read_certificate(
        changed(R"("stages":2,"virtual":1,"microbatches":1)",
                R"("stages":18446744073709551615,"virtual":18446744073709551615,"microbatches":18446744073709551615)"));
    EXPECT_TRUE(file.has_value());
}

}  // namespace
}  // namespace tickproof::certificate
