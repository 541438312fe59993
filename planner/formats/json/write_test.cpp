#include "planner/formats/json/write.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "planner/formats/json/json.h"

namespace tickproof::json {
namespace {

TEST(Quoted, EscapesWhatJsonForbids) {
    using namespace std::string_view_literals;
    EXPECT_EQ(quoted(""), "\"\"");
    EXPECT_EQ(quoted("a/b \"c\" \\"), R"("a/b \"c\" \\")");
    EXPECT_EQ(quoted("\b\f\n\r\t\x01\x1f\0"sv), R"("\b\f\n\r\t\u0001\u001f\u0000")");
    EXPECT_EQ(quoted("é€😀\x7f"), "\"é€😀\x7f\"");
}

TEST(Quoted, ReplacesBytesThatAreNotUtf8) {
    EXPECT_EQ(quoted("a\xFF"), "\"a\xEF\xBF\xBD\"");
    EXPECT_EQ(quoted("\xC3"), "\"\xEF\xBF\xBD\"");
    EXPECT_EQ(quoted("\xE2\x82"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
    EXPECT_EQ(quoted("\xC0\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
    EXPECT_EQ(quoted("\xED\xA0\x80z"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz\"");
    EXPECT_EQ(quoted("\xF4\x90\x80\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

// The reader has a validator of its own, so each is the other's test.
TEST(Quoted, IsReadBackWhateverTheBytesAre) {
    for (unsigned first = 0; first < 256; ++first) {
        for (unsigned second = 0; second < 256; ++second) {
            for (const std::string_view rest : {"", "\x80", "\x80\x80"}) {
                const std::string text = std::string{static_cast<char>(first), static_cast<char>(second)}.append(rest);
                const std::string unescaped = fmt::format("\"{}\"", text);
                const auto as_it_is = parse_all(unescaped);
                const std::string written = json::quoted(text);
                const auto read_back = parse_all(written);
                ASSERT_TRUE(read_back.has_value()) << first << " " << second;
                const bool plain = as_it_is.has_value() && as_it_is->root().text() == text;
                ASSERT_TRUE(!plain || read_back->root().text() == text) << first << " " << second;
            }
        }
    }
}

TEST(Real, IsWrittenAsRustDoes) {
    EXPECT_EQ(real(0.0F), "0.0");
    EXPECT_EQ(real(-0.0F), "-0.0");
    EXPECT_EQ(real(0.2F), "0.2");
    EXPECT_EQ(real(-0.6F), "-0.6");
    EXPECT_EQ(real(0.27272728F), "0.27272728");
    EXPECT_EQ(real(1.0F), "1.0");
    EXPECT_EQ(real(12.5F), "12.5");
    EXPECT_EQ(real(100.0F), "100.0");
    EXPECT_EQ(real(1e-6F), "0.000001");
    EXPECT_EQ(real(1e-7F), "1e-7");
    EXPECT_EQ(real(1.5e-7F), "1.5e-7");
    EXPECT_EQ(real(1e12F), "1000000000000.0");
    EXPECT_EQ(real(1e13F), "1e13");
    EXPECT_EQ(real(1.2345678e20F), "1.2345678e20");
    EXPECT_EQ(real(std::numeric_limits<float>::max()), "3.4028235e38");
    EXPECT_EQ(real(std::numeric_limits<float>::denorm_min()), "1e-45");
    EXPECT_EQ(real(std::numeric_limits<float>::infinity()), "null");
    EXPECT_EQ(real(std::numeric_limits<float>::quiet_NaN()), "null");
}

TEST(Real, IsReadBackBitForBit) {
    for (std::uint32_t bits = 0; bits < 0x7F80'0000U; bits += 65'521) {
        const auto value = std::bit_cast<float>(bits);
        ASSERT_EQ(std::strtof(real(value).c_str(), nullptr), value) << bits;
    }
}

}  // namespace
}  // namespace tickproof::json
