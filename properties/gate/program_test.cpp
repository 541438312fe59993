#include "properties/gate/program.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace tickproof::gate {
namespace {

const std::string no_format = "it is neither an ELF file nor a script that begins with #! and its interpreter";

class ProgramFile : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::path(testing::TempDir()) /
                  (std::string("tickproof_") + testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_ / "first");
        std::filesystem::create_directories(folder_ / "second");
        path_before_ = std::getenv("PATH");
    }
    void TearDown() override {
        setenv("PATH", path_before_.c_str(), 1);
        std::filesystem::remove_all(folder_);
    }
    std::string file(const std::string& name, const std::string& content, bool executable = true) {
        const std::filesystem::path path = folder_ / name;
        std::ofstream(path) << content;
        if (executable) std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return path;
    }
    void search(const std::string& path) { setenv("PATH", path.c_str(), 1); }

    std::filesystem::path folder_;
    std::string path_before_;
};

std::string found(const std::string& name) {
    const auto file = program_file(name);
    return file ? *file : file.error();
}

TEST_F(ProgramFile, IsOneThatTheKernelRuns) {
    EXPECT_EQ(found("/bin/sh"), "/bin/sh");
    for (const std::string start : {"#!/bin/sh\n", "#! \t/bin/sh",
                                    "\x7F"
                                    "ELF..."}) {
        const std::string path = file("first/p", start);
        EXPECT_EQ(found(path), path);
    }
}

TEST_F(ProgramFile, IsNoneThatWouldNeedAShell) {
    for (const std::string start : {"", "#", "#!", "#!\n/bin/sh", "#! \t\n", "echo hello\n", "MZ",
                                    "\x7F"
                                    "EL"}) {
        EXPECT_EQ(found(file("first/p", start)), no_format) << start;
    }
    EXPECT_EQ(found(file("first/p", "#!" + std::string(300, ' ') + "/bin/sh\n")), no_format);
}

TEST_F(ProgramFile, SaysWhyThereIsNone) {
    EXPECT_EQ(found("/nowhere/planner"), "no such file or directory");
    EXPECT_EQ(found(folder_ / "first"), "permission denied");
    EXPECT_EQ(found(file("first/plain", "#!/bin/sh\n", false)), "permission denied");
}

TEST_F(ProgramFile, IsTheFirstOnThePath) {
    file("first/p", "#!/bin/sh\n", false);
    const std::string second = file("second/p", "#!/bin/sh\n");
    const std::string path = (folder_ / "first").string() + ":" + (folder_ / "second").string();
    search(path);
    EXPECT_EQ(found("p"), second) << "what may not run is passed over";
    EXPECT_EQ(found("q"), "no such file or directory");
    search(folder_ / "first");
    EXPECT_EQ(found("p"), "permission denied");
    search("");
    EXPECT_EQ(found("p"), "no such file or directory") << "an empty folder is the one we are in";
    unsetenv("PATH");
    EXPECT_EQ(found("sh"), "/bin/sh");
}

}  // namespace
}  // namespace tickproof::gate
