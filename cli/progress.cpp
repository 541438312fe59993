#include "cli/progress.h"

#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace tickproof::cli {

Progress::Progress(std::string what)
    : what_(std::move(what)), watched_(isatty(STDERR_FILENO) == 1), next_(Clock::now() + std::chrono::seconds(1)) {}

Progress::~Progress() {
    if (shown_) fmt::print(stderr, "\r\033[K");
}

void Progress::show(double share) {
    if (!watched_ || Clock::now() < next_) return;
    fmt::print(stderr, "\r\033[K{}: {:.0f} %", what_, share * 100);
    shown_ = true;
    next_ = Clock::now() + std::chrono::milliseconds(100);
}

}  // namespace tickproof::cli
