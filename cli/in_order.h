// Work on many items by several threads, its results in the order of the items: the same output with any number of
// threads.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace tickproof::cli {

// A result may be nothing, which ends the work.
template <class Make>
class InOrder {
public:
    using Result = std::invoke_result_t<const Make&, std::uint64_t>;

    // Items first, first + 1, … last - 1.
    InOrder(std::uint64_t first, std::uint64_t last, std::uint64_t threads, const Make& make)
        : make_(make), next_(first), taken_(first), last_(last), ahead_(threads * 64) {
        for (std::uint64_t i = 0; i < threads; ++i) {
            workers_.emplace_back([this] { work(); });
        }
    }
    ~InOrder() {
        {
            const std::scoped_lock lock(mutex_);
            next_ = last_;
        }
        changed_.notify_all();
    }
    InOrder(const InOrder&) = delete;
    InOrder& operator=(const InOrder&) = delete;

    // Of the next item, once it is there; nothing after the last. Throws what making it threw.
    [[nodiscard]] Result take() {
        std::unique_lock lock(mutex_);
        if (taken_ == last_) return std::nullopt;
        changed_.wait(lock, [this] { return made_.contains(taken_) || failure_; });
        if (failure_) std::rethrow_exception(failure_);
        auto node = made_.extract(taken_++);
        changed_.notify_all();
        return std::move(node.mapped());
    }

private:
    // A slow item must not let the results of those behind it pile up.
    [[nodiscard]] std::optional<std::uint64_t> next() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return next_ == last_ || next_ - taken_ < ahead_; });
        if (next_ == last_) return std::nullopt;
        return next_++;
    }

    void work() {
        while (const auto item = next()) {
            try {
                Result result = make_(*item);
                const std::scoped_lock lock(mutex_);
                made_.emplace(*item, std::move(result));
            } catch (...) {
                const std::scoped_lock lock(mutex_);
                failure_ = std::current_exception();
            }
            changed_.notify_all();
        }
    }

    const Make& make_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t next_;   // to be made
    std::uint64_t taken_;  // up to here
    std::uint64_t last_;
    std::uint64_t ahead_;
    std::map<std::uint64_t, Result> made_;
    std::exception_ptr failure_;
    std::vector<std::jthread> workers_;  // last, so that they end before what they use
};

}  // namespace tickproof::cli
