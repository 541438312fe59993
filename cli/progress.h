// How far a long command is, on stderr, and only when somebody watches it there.
#pragma once

#include <chrono>
#include <string>

namespace tickproof::cli {

class Progress {
public:
    explicit Progress(std::string what);
    ~Progress();  // leaves a clean line
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // From 0 to 1. Says nothing in the first second and then ten times a second at the most.
    void show(double share);

private:
    using Clock = std::chrono::steady_clock;

    std::string what_;
    bool watched_;
    bool shown_ = false;
    Clock::time_point next_;
};

}  // namespace tickproof::cli
