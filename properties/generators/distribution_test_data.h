// For tests here: how often each class is reached in a fixed sample, printed, and none of them never.
#pragma once

#include <map>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tickproof::generators {

class Distribution {
public:
    template <class Classes>
    void count(const Classes& classes) {
        ++total_;
        for (const std::string_view one : classes) ++counts_[one];
    }

    // Fails for a class that makes up less than one in `rarest`.
    void print_and_expect_all(std::span<const std::string_view> classes, int rarest) {
        for (const std::string_view one : classes) {
            fmt::print("{:>22} {:6} of {}\n", one, counts_[one], total_);
            EXPECT_GE(counts_[one] * rarest, total_) << "'" << one << "' is hardly ever reached";
        }
        EXPECT_EQ(counts_.size(), classes.size()) << "a class that is not in the list";
    }

private:
    int total_ = 0;
    std::map<std::string_view, int> counts_;
};

}  // namespace tickproof::generators
