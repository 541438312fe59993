#include "cli/ci_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/ci_report_text.h"

namespace tickproof::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

ReportedCase good(std::string name) { return {std::move(name), "suite", Verdict::valid, {}}; }

ReportedCase bad(Verdict verdict, ReportedFinding finding) {
    return {"a.json:3", "suite", verdict, {std::move(finding)}};
}

ReportedFinding dependency() {
    return {.rule = "dependency",
            .message = "event 7: F1 starts too early",
            .file = "dir/a.json",
            .line = 3,
            .reproduce = "tickproof check a.json",
            .id = "dependency:gpipe:S2V1M1L2"};
}

TEST(XmlEscaped, KeepsWhatXmlHas) {
    EXPECT_EQ(xml_escaped("a<b>&\"c\"'"), "a&lt;b&gt;&amp;&quot;c&quot;'");
    EXPECT_EQ(xml_escaped("\t\n\r"), "&#9;&#10;&#13;");
    EXPECT_EQ(xml_escaped("é€𝄞\x7F"), "é€𝄞\x7F");
}

TEST(XmlEscaped, ReplacesWhatXmlHasNoWayToWrite) {
    const std::string no = "\xEF\xBF\xBD";
    EXPECT_EQ(xml_escaped(std::string_view("\0\x01\x1F", 3)), no + no + no);
    EXPECT_EQ(xml_escaped("\xEF\xBF\xBE\xEF\xBF\xBF"), no + no);  // U+FFFE, U+FFFF
    EXPECT_EQ(xml_escaped(no), no);
}

TEST(XmlEscaped, ReplacesEachByteThatIsNotUtf8) {
    const std::string no = "\xEF\xBF\xBD";
    EXPECT_EQ(xml_escaped("a\x80z"), "a" + no + "z");               // a continuation alone
    EXPECT_EQ(xml_escaped("\xC0\xAF"), no + no);                    // written too long
    EXPECT_EQ(xml_escaped("\xE0\x80\xAF"), no + no + no);           // likewise
    EXPECT_EQ(xml_escaped("\xED\xA0\x80"), no + no + no);           // a surrogate
    EXPECT_EQ(xml_escaped("\xF4\x90\x80\x80"), no + no + no + no);  // beyond U+10FFFF
    EXPECT_EQ(xml_escaped("\xF8\x88\x80\x80\x80"), no + no + no + no + no);
    EXPECT_EQ(xml_escaped("\xE2\x82"), no + no);   // cut short
    EXPECT_EQ(xml_escaped("\xC3<"), no + "&lt;");  // what follows is not swallowed
    EXPECT_EQ(xml_escaped("\xF4\x8F\xBF\xBD\xED\x9F\xBF"), "\xF4\x8F\xBF\xBD\xED\x9F\xBF");
}

TEST(UriOf, KeepsRelativePathsRelative) {
    EXPECT_EQ(uri_of("plans/a-b_c.1~.json"), "plans/a-b_c.1~.json");
    EXPECT_EQ(uri_of("/tmp/x"), "file:///tmp/x");
    EXPECT_EQ(uri_of("a b%:#?\xFF"), "a%20b%25%3A%23%3F%FF");
}

TEST(GitHub, EscapesCommands) {
    EXPECT_EQ(github_message("50%\r\na:b,c"), "50%25%0D%0Aa:b,c");
    EXPECT_EQ(github_property("50%\r\na:b,c"), "50%25%0D%0Aa%3Ab%2Cc");
}

TEST(JunitXml, CountsBySuiteAndPutsAllFindingsInOneElement) {
    ReportedCase two = bad(Verdict::refuted, dependency());
    two.findings.push_back({.rule = "cover", .message = "layer 3 is lost"});
    ReportedCase other = good("b");
    other.suite = "other <suite>";
    const std::vector<ReportedCase> cases{two, other, good("c"), bad(Verdict::undecided, {.rule = "undecided"}),
                                          bad(Verdict::unusable, {.rule = "unusable"})};
    const std::string xml = junit_xml(cases);
    EXPECT_THAT(xml, HasSubstr(R"(<testsuites name="tickproof" tests="5" failures="1" errors="2">)"));
    EXPECT_THAT(xml, HasSubstr(R"(<testsuite name="suite" tests="4" failures="1" errors="2" skipped="0">)"));
    EXPECT_THAT(xml, HasSubstr(R"(<testsuite name="other &lt;suite&gt;" tests="1" failures="0" errors="0")"));
    EXPECT_THAT(xml, HasSubstr("<testcase classname=\"suite\" name=\"c\"/>"));
    EXPECT_THAT(xml,
                HasSubstr("<failure type=\"dependency\" message=\"event 7: F1 starts too early\">dependency: event "
                          "7: F1 starts too early&#10;reproduce: tickproof check a.json&#10;cover: layer 3 is "
                          "lost&#10;</failure></testcase>"));
    EXPECT_THAT(xml, HasSubstr("<error type=\"undecided\""));
    EXPECT_THAT(xml, Not(HasSubstr("<skipped")));
}

TEST(SarifJson, NamesRulePlaceAndFingerprint) {
    const std::string sarif = sarif_json(std::vector{good("c"), bad(Verdict::refuted, dependency())});
    EXPECT_THAT(sarif, HasSubstr(R"({"ruleId":"dependency","ruleIndex":0,"level":"error","message":{"text":"a.json:3: )"
                                 R"(event 7: F1 starts too early\nReproduce: tickproof check a.json"},"locations":)"
                                 R"([{"physicalLocation":{"artifactLocation":{"uri":"dir/a.json"},"region":)"
                                 R"({"startLine":3}}}],"partialFingerprints":{"tickproofFinding/v1":)"
                                 R"("dependency:gpipe:S2V1M1L2"}})"));
}

TEST(SarifJson, ListsEachRuleOnceWithTheWordsKnownForIt) {
    const std::string sarif =
        sarif_json(std::vector{bad(Verdict::refuted, dependency()), bad(Verdict::undecided, {.rule = "strange"}),
                               bad(Verdict::refuted, dependency()), bad(Verdict::refuted, {.rule = "bound"})});
    EXPECT_THAT(sarif, HasSubstr(R"("rules":[{"id":"bound","shortDescription":{"text":"No plan takes fewer)"));
    EXPECT_THAT(sarif, HasSubstr(R"({"id":"strange","shortDescription":{"text":"strange"}}])"));
    EXPECT_THAT(sarif, HasSubstr(R"({"ruleId":"strange","ruleIndex":2,"level":"warning")"));
}

TEST(SarifJson, HasNoLocationWhereNoneIsKnown) {
    EXPECT_THAT(sarif_json(std::vector{bad(Verdict::refuted, {.rule = "cover"})}), Not(HasSubstr("locations")));
}

TEST(GitHubText, HasOneLineAFinding) {
    const GitHubText text =
        github_text(std::vector{good("c"), bad(Verdict::refuted, dependency()),
                                bad(Verdict::undecided, {.rule = "a,b", .message = "new\nline", .line = 7})});
    EXPECT_THAT(
        text.annotations,
        testing::ElementsAre("::error file=dir/a.json,line=3,title=dependency::a.json:3: event 7: F1 starts too "
                             "early%0AReproduce: tickproof check a.json",
                             "::warning title=a%2Cb::a.json:3: new%0Aline"));
    EXPECT_EQ(text.summary, "");
}

TEST(GitHubText, PutsWhatIsBeyondTenOfAKindIntoTheSummary) {
    std::vector<ReportedCase> cases(12, bad(Verdict::refuted, {.rule = "cover", .message = "<lost>"}));
    cases.resize(23, bad(Verdict::undecided, {.rule = "undecided", .message = "limit"}));
    const GitHubText text = github_text(cases);
    EXPECT_EQ(text.annotations.size(), 20U);
    EXPECT_EQ(text.summary,
              "<p>tickproof: 3 findings beyond the annotations</p>\n<pre>\na.json:3: cover: &lt;lost&gt;\n"
              "a.json:3: cover: &lt;lost&gt;\na.json:3: undecided: limit\n</pre>\n");
}

TEST(GitHubText, StaysBelowWhatGitHubTakes) {
    const std::vector<ReportedCase> cases(3000,
                                          bad(Verdict::refuted, {.rule = "r", .message = std::string(1000, '<')}));
    const std::string summary = github_text(cases).summary;
    EXPECT_LT(summary.size(), 1024U * 1024U);
    EXPECT_THAT(summary, HasSubstr("tickproof: 2990 findings"));
    EXPECT_THAT(summary, HasSubstr("more, too many for a summary"));
}

}  // namespace
}  // namespace tickproof::cli
