// A property that cannot fail proves nothing: failures, exceptions and give-ups all turn a test red.
#include "properties/generators/for_all.h"

#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "properties/generators/rapidcheck.h"

namespace tickproof::generators {
namespace {

using testing::HasSubstr;

TEST(ForAll, AFailureNamesTheSmallestValueTheReasonTheSeedAndACommand) {
    const auto result = holds_for_all(valid_configs(), 200, [](const PipelineConfig& config) -> std::string {
        return config.microbatches < 3 ? "" : "three are too many";
    });
    ASSERT_FALSE(result);
    const std::string message = result.message();
    EXPECT_THAT(message, HasSubstr(R"("stage_count":1,"virtual_stages_per_rank":1)"));
    EXPECT_THAT(message, HasSubstr(R"("microbatches":3)"));
    EXPECT_THAT(message, HasSubstr("three are too many"));
    EXPECT_THAT(message, HasSubstr("RC_PARAMS=seed="));
    EXPECT_THAT(message, HasSubstr("ctest -R 'ForAll.AFailureNames"));
}

TEST(ForAll, AnExceptionFails) {
    EXPECT_FALSE(holds_for_all(valid_configs(), 10,
                               [](const PipelineConfig&) -> std::string { throw std::runtime_error("lost"); }));
}

TEST(ForAll, AGiveUpFails) {
    const auto result =
        holds_for_all(valid_configs(), 10, [](const PipelineConfig&) -> std::string { RC_DISCARD("never this one"); });
    EXPECT_FALSE(result);
}

TEST(ForAll, JudgesAsManyCasesAsItSays) {
    int judged = 0;
    EXPECT_TRUE(holds_for_all(valid_configs(), 37, [&](const PipelineConfig&) -> std::string {
        ++judged;
        return "";
    }));
    EXPECT_GE(judged, 37);
}

}  // namespace
}  // namespace tickproof::generators
