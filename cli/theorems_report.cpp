#include "cli/theorems_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/json_array.h"
#include "cli/output.h"
#include "planner/formats/json/write.h"

namespace tickproof::cli {

namespace {

std::string_view in_words(Verdict verdict) { return verdict == Verdict::valid ? "proved" : word(verdict); }

std::string name_of(const ProvedTheorem& proved) {
    return fmt::format("{} {}", proved.theorem->number, proved.theorem->name);
}

std::string as_json(const ProvedLemma& proved) {
    return fmt::format(R"({{"name":{},"statement":{},"planted":{},"verdict":"{}","why":{}}})",
                       json::quoted(proved.lemma->name), json::quoted(proved.lemma->statement),
                       json::quoted(proved.lemma->planted), in_words(proved.verdict), json::quoted(proved.why));
}

std::string as_json(const ProvedTheorem& proved) {
    return fmt::format(
        "\n"
        R"({{"number":{},"name":{},"statement":{},"sketch":{},"verdict":"{}","lemmas":{}}})",
        proved.theorem->number, json::quoted(proved.theorem->name), json::quoted(proved.theorem->statement),
        json::quoted(proved.theorem->sketch), in_words(verdict_of(proved)),
        json_array(proved.lemmas, [](const ProvedLemma& lemma) { return as_json(lemma); }));
}

std::string as_text(const ProvedTheorem& proved) {
    std::string text = fmt::format("{}: {} ({} lemma{})\n", name_of(proved), in_words(verdict_of(proved)),
                                   proved.lemmas.size(), proved.lemmas.size() == 1 ? "" : "s");
    for (const ProvedLemma& one : proved.lemmas) {
        if (one.verdict == Verdict::valid) continue;
        text += fmt::format("  {}: {}: {}\n", one.lemma->name, in_words(one.verdict), printable(one.why));
    }
    return text;
}

}  // namespace

Verdict verdict_of(const ProvedTheorem& proved) {
    const auto is_any = [&](Verdict verdict) {
        return std::ranges::find(proved.lemmas, verdict, &ProvedLemma::verdict) != proved.lemmas.end();
    };
    if (is_any(Verdict::refuted)) return Verdict::refuted;
    return is_any(Verdict::undecided) || proved.lemmas.empty() ? Verdict::undecided : Verdict::valid;
}

std::string theorems_as_text(std::span<const ProvedTheorem> all, bool quiet) {
    std::string text;
    for (const ProvedTheorem& one : all) {
        if (!quiet || verdict_of(one) != Verdict::valid) text += as_text(one);
    }
    return text;
}

std::string theorems_as_json(std::span<const ProvedTheorem> all) {
    return fmt::format("{{\"schema\":\"tickproof/theorems/1\",\"theorems\":{}}}\n",
                       json_array(all, [](const ProvedTheorem& one) { return as_json(one); }));
}

ReportedCase reported(const ProvedTheorem& proved) {
    ReportedCase one{
        .name = name_of(proved), .suite = "tickproof.theorems", .verdict = verdict_of(proved), .findings = {}};
    for (const ProvedLemma& lemma : proved.lemmas) {
        if (lemma.verdict == Verdict::valid) continue;
        one.findings.push_back({.rule = proved.theorem->name,
                                .message = fmt::format("{}: {}", lemma.lemma->name, lemma.why),
                                .reproduce = "tickproof theorems",
                                .id = lemma.lemma->name});
    }
    return one;
}

}  // namespace tickproof::cli
