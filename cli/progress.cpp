#include "cli/progress.h"

#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace tickproof::cli {

Progress::Progress(std::string what)
    : what_(std::move(what)),
      watched_(isatty(STDERR_FILENO) == 1),
      started_(Clock::now()),
      next_(started_ + std::chrono::seconds(1)) {}

Progress::~Progress() {
    if (shown_) fmt::print(stderr, "\r\033[K");
}

void Progress::show(double share) {
    if (watched_) draw(fmt::format("{:.0f} %", share * 100));
}

void Progress::show(std::string_view at) {
    if (watched_)
        draw(fmt::format("{}, {} s", at, std::chrono::floor<std::chrono::seconds>(Clock::now() - started_).count()));
}

void Progress::draw(std::string_view text) {
    if (Clock::now() < next_) return;
    fmt::print(stderr, "\r\033[K{}: {}", what_, text);
    shown_ = true;
    next_ = Clock::now() + std::chrono::milliseconds(100);
}

}  // namespace tickproof::cli
