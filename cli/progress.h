// How far a long command is, on stderr, and only when somebody watches it there.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace tickproof::cli {

class Progress {
public:
    explicit Progress(std::string what);
    ~Progress();  // leaves a clean line
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // From 0 to 1. Says nothing in the first second and then ten times a second at the most.
    void show(double share);
    // For work that no share is known of: what it is at, and the seconds that it has taken.
    void show(std::string_view at);

private:
    void draw(std::string_view text);
    using Clock = std::chrono::steady_clock;

    std::string what_;
    bool watched_;
    bool shown_ = false;
    Clock::time_point started_;
    Clock::time_point next_;
};

}  // namespace tickproof::cli
