#include "planner/formats/sha256/sha256.h"

#include <gtest/gtest.h>

namespace tickproof {
namespace {

TEST(Sha256, KnowsThePublishedVectors) {
    Sha256 empty;
    EXPECT_EQ(empty.finish(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    Sha256 in_two_parts;
    in_two_parts.add("a");
    in_two_parts.add("bc");
    EXPECT_EQ(in_two_parts.finish(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace tickproof
