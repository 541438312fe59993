#include "properties/gate/finding.h"

#include <gtest/gtest.h>

namespace tickproof::gate {
namespace {

TEST(FindingId, TellsItsProperty) {
    for (const ScheduleName& schedule : schedule_names) {
        const PipelineConfig config{
            .n_layer = ~std::uint64_t{0}, .stage_count = 12, .schedule = schedule.kind, .microbatches = 345};
        EXPECT_EQ(property_of_id(finding_id("planner-early-end", config)), "planner-early-end");
    }
    EXPECT_EQ(property_of_id("golden"), "golden");
    EXPECT_EQ(property_of_id("must-refuse:gpipe:S0V1M0L0"), "must-refuse");
}

TEST(FindingId, IsWrittenInOneWayOnly) {
    for (const char* text : {"",
                             ":",
                             "::",
                             ":::",
                             "dependency",
                             "dependency:gpipe",
                             "dependency:gpipe:",
                             "dependency:S2V1M1L2",
                             "dependency:gpipe:S2V1M1",
                             "dependency:gpipe:S2V1M1L",
                             "dependency:gpipe:S2V1M1L2 ",
                             " golden",
                             "dependency:gpipe:S2V1M1L2:",
                             ":gpipe:S2V1M1L2",
                             "Dependency:gpipe:S2V1M1L2",
                             "a b:gpipe:S2V1M1L2",
                             "dependency:Gpipe:S2V1M1L2",
                             "dependency:zigzag:S2V1M1L2",
                             "dependency:gpipe:S02V1M1L2",
                             "dependency:gpipe:S-2V1M1L2",
                             "dependency:gpipe:V1S2M1L2",
                             "dependency:gpipe:S2V1M1L18446744073709551616",
                             "dependency:gpipe:x:S2V1M1L2"}) {
        EXPECT_FALSE(property_of_id(text)) << text;
    }
}

}  // namespace
}  // namespace tickproof::gate
