#include "cli/output.h"

#include <csignal>
#include <filesystem>
#include <tuple>

#include <gtest/gtest.h>

#include "cli/input.h"

namespace tickproof::cli {
namespace {

class WriteFile : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::path(testing::TempDir()) /
                  (std::string("tickproof_") + testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directory(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::size_t files() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
    }

    std::filesystem::path folder_;
};

TEST_F(WriteFile, PutsAllPiecesUnderTheName) {
    const std::string path = folder_ / "out";
    ASSERT_TRUE(write_file(path, [](const Sink& sink) {
        sink("one ");
        sink("two");
    }));
    EXPECT_EQ(read_file(path).value(), "one two");
    EXPECT_EQ(files(), 1U);
}

TEST_F(WriteFile, ReplacesWhatWasThere) {
    const std::string path = folder_ / "out";
    ASSERT_TRUE(write_file(path, [](const Sink& sink) { sink("a long first version"); }));
    ASSERT_TRUE(write_file(path, [](const Sink& sink) { sink("second"); }));
    EXPECT_EQ(read_file(path).value(), "second");
}

TEST_F(WriteFile, LeavesSignalsToThoseWhoHearThem) {
    const auto before = std::signal(SIGTERM, SIG_IGN);
    ASSERT_TRUE(write_file(folder_ / "out", [](const Sink& sink) {
        EXPECT_EQ(std::raise(SIGTERM), 0);
        sink("still here");
    }));
    EXPECT_EQ(std::signal(SIGTERM, before), SIG_IGN);
    EXPECT_EQ(read_file(folder_ / "out").value(), "still here");
}

TEST_F(WriteFile, KeepsAFilesModeAndALinkToIt) {
    const std::filesystem::path target = folder_ / "target";
    ASSERT_TRUE(write_file(target, [](const Sink& sink) { sink("old"); }));
    std::filesystem::permissions(target, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    std::filesystem::create_symlink("target", folder_ / "link");
    ASSERT_TRUE(write_file(folder_ / "link", [](const Sink& sink) { sink("new"); }));
    EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link"));
    EXPECT_EQ(read_file(target).value(), "new");
    EXPECT_EQ(std::filesystem::status(target).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(WriteFile, LeavesTheOldFileWhenWritingBreaksOff) {
    const std::string path = folder_ / "out";
    ASSERT_TRUE(write_file(path, [](const Sink& sink) { sink("old"); }));
    EXPECT_THROW(std::ignore = write_file(path,
                                          [](const Sink& sink) {
                                              sink("half");
                                              throw std::runtime_error("broken off");
                                          }),
                 std::runtime_error);
    EXPECT_EQ(read_file(path).value(), "old");
    EXPECT_EQ(files(), 1U);
}

TEST_F(WriteFile, SaysWhyItCannot) {
    const std::string nowhere = folder_ / "missing" / "out";
    const auto written = write_file(nowhere, [](const Sink& sink) { sink("text"); });
    ASSERT_FALSE(written.has_value());
    EXPECT_EQ(written.error(), nowhere + ": cannot write: No such file or directory");
    EXPECT_FALSE(write_file("/dev/full", [](const Sink& sink) { sink("text"); }).has_value());
    EXPECT_FALSE(write_file(folder_, [](const Sink& sink) { sink("text"); }).has_value());
    EXPECT_EQ(files(), 0U);
}

TEST(Printable, ShowsControlCharactersInsteadOfSendingThem) {
    EXPECT_EQ(printable("a\x1b[31m\n"), "a\\x1b[31m\\x0a");
    EXPECT_EQ(printable("größe"), "größe");
    EXPECT_EQ(printable("\x7f\xC2\x9B\xE2\x80\xAE\xE2\x81\xA6"), "\\x7f\\xc2\\x9b\\xe2\\x80\\xae\\xe2\\x81\\xa6");
}

TEST(Printable, ShowsWhatIsNotUtf8) {
    EXPECT_EQ(printable("caf\xE9 \xFF"), "caf\\xe9 \\xff");
    EXPECT_EQ(printable("\xC0\x80\xED\xA0\x80"), "\\xc0\\x80\\xed\\xa0\\x80") << "too long, a surrogate";
    EXPECT_EQ(printable("\xE2\x82"), "\\xe2\\x82") << "cut short";
    EXPECT_EQ(printable("€\xEF\xBF\xBD𝄞"), "€\xEF\xBF\xBD𝄞");
}

TEST(Shortened, CutsBetweenTwoCharacters) {
    EXPECT_EQ(shortened("1234", 4), "1234");
    EXPECT_EQ(shortened("12345", 4), "1234... (5 bytes)");
    EXPECT_EQ(shortened("123€5", 4), "123€... (7 bytes)");
}

TEST(ReadFile, NamesTheFileItCannotRead) {
    EXPECT_EQ(read_file("/nowhere/x").error(), "/nowhere/x: cannot read: No such file or directory");
    EXPECT_FALSE(read_file("/").has_value());
}

}  // namespace
}  // namespace tickproof::cli
