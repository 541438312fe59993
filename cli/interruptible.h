// Ctrl-C and its like as a question that long work asks now and then, so that it can end with what it knows.
#pragma once

#include <array>

#include <signal.h>

namespace tickproof::cli {

// Whether somebody wanted the last Interruptible to stop.
[[nodiscard]] bool was_interrupted();

// While it lives, the first SIGINT, SIGTERM or SIGHUP is an answer to was_interrupted() alone; a second one ends the
// program as ever. What was ignored before stays ignored.
class Interruptible {
public:
    Interruptible();
    ~Interruptible();
    Interruptible(const Interruptible&) = delete;
    Interruptible& operator=(const Interruptible&) = delete;

private:
    static constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, signals.size()> before_{};
};

}  // namespace tickproof::cli
