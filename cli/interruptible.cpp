#include "cli/interruptible.h"

#include <atomic>

namespace tickproof::cli {

namespace {

// What a signal handler can reach.
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

bool was_interrupted() { return interrupted; }

Interruptible::Interruptible() {
    interrupted = false;
    struct sigaction action{};
    action.sa_handler = [](int) { interrupted = true; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (std::size_t i = 0; i < signals.size(); ++i) {
        sigaction(signals.at(i), nullptr, &before_.at(i));
        if (before_.at(i).sa_handler != SIG_IGN) sigaction(signals.at(i), &action, nullptr);
    }
}

Interruptible::~Interruptible() {
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals.at(i), &before_.at(i), nullptr);
}

}  // namespace tickproof::cli
