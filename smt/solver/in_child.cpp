#include "smt/solver/in_child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <new>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tickproof::solver {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// How often a parent that waits looks at the time and at interruptions.
constexpr milliseconds tick{50};

// How a child ends.
constexpr int finished = 0;
constexpr int out_of_memory = 1;
constexpr int threw = 2;  // what was thrown comes through the pipe
constexpr int could_not_write = 3;

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    void close() {
        if (number_ >= 0) ::close(number_);
        number_ = -1;
    }
    [[nodiscard]] int number() const { return number_; }

private:
    int number_;
};

// So many bytes more than this process has, of addresses; where /proc is missing, so many in all.
std::uint64_t beyond_those_in_use(std::uint64_t bytes) {
    std::ifstream statm("/proc/self/statm");
    std::uint64_t pages = 0;
    statm >> pages;
    const std::uint64_t in_use = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return bytes < RLIM_INFINITY - in_use ? bytes + in_use : RLIM_INFINITY;
}

// Lowers only: a hard limit of our own must stay what it is.
void lower_limit(__rlimit_resource resource, std::uint64_t bytes) {
    rlimit limit{};
    if (::getrlimit(resource, &limit) != 0) return;
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, bytes);
    ::setrlimit(resource, &limit);
}

// --- in the child ---

bool write_all(int to, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(to, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

void confine(const ChildLimits& limits, pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(threw);  // it ended before it could be heard of
    std::signal(SIGINT, SIG_IGN);
    // At once, for CaDiCaL ends in a mess when bad_alloc is thrown through it.
    std::set_new_handler([] { ::_exit(out_of_memory); });
    const rlimit no_core{};
    ::setrlimit(RLIMIT_CORE, &no_core);
    lower_limit(RLIMIT_FSIZE, limits.memory_bytes);
    if (limits_address_space) lower_limit(RLIMIT_AS, beyond_those_in_use(limits.memory_bytes));
}

[[noreturn]] void run_child(const std::function<std::string()>& work, int to) {
    int status = finished;
    try {
        if (!write_all(to, work())) status = could_not_write;
    } catch (const std::bad_alloc&) {
        status = out_of_memory;
    } catch (const std::exception& thrown) {
        status = write_all(to, thrown.what()) ? threw : could_not_write;
    } catch (...) {
        status = write_all(to, "an unknown exception") ? threw : could_not_write;
    }
    ::_exit(status);  // neither destructors nor buffers of the parent's
}

// --- in the parent ---

class Child {
public:
    Child(pid_t id, int from) : id_(id), from_(from) {}
    ~Child() {
        if (!status_) kill();
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    ChildResult wait(const ChildLimits& limits) {
        const Clock::time_point start = Clock::now();
        while (!has_ended()) {
            if (limits.interrupted && limits.interrupted()) return Stopped::by_interruption;
            const milliseconds left = limits.time ? *limits.time - since(start) : tick;
            if (left <= milliseconds(0)) return Stopped::by_time;
            read_for(std::min(tick, left));
        }
        read_what_is_there();
        return result();
    }

private:
    // In milliseconds before anything is compared: the longest of times is too long for a clock's nanoseconds.
    static milliseconds since(Clock::time_point start) {
        return std::chrono::floor<milliseconds>(Clock::now() - start);
    }
    bool has_ended() {
        int status = 0;
        if (::waitpid(id_, &status, WNOHANG) == id_) status_ = status;
        return status_.has_value();
    }
    void kill() {
        ::kill(id_, SIGKILL);
        int status = 0;
        while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
        }
    }
    // Another child, forked by another thread meanwhile, may hold the pipe open: its end is not the child's end.
    void read_for(milliseconds time) {
        pollfd pipe{.fd = at_end_ ? -1 : from_, .events = POLLIN, .revents = 0};
        if (::poll(&pipe, 1, static_cast<int>(at_end_ ? 1 : time.count())) > 0) read_what_is_there();
    }
    void read_what_is_there() {
        std::array<char, std::size_t{64} * 1024> buffer;
        while (!at_end_) {
            const ssize_t size = ::read(from_, buffer.data(), buffer.size());
            if (size < 0 && errno == EINTR) continue;
            if (size < 0) return;  // nothing more at the moment
            at_end_ = size == 0;
            heard_.append(buffer.data(), static_cast<std::size_t>(size));
        }
    }
    [[nodiscard]] ChildResult result() {
        if (WIFSIGNALED(*status_)) {
            const int signal = WTERMSIG(*status_);
            if (signal == SIGXFSZ) return Stopped::by_memory;
            return Broken{fmt::format("killed by signal {}", signal)};
        }
        switch (WEXITSTATUS(*status_)) {
            case finished:
                return Finished{std::move(heard_)};
            case out_of_memory:
                return Stopped::by_memory;
            case threw:
                return Broken{std::move(heard_)};
            default:
                return Broken{fmt::format("ended with exit code {}", WEXITSTATUS(*status_))};
        }
    }

    pid_t id_;
    int from_;
    bool at_end_ = false;
    std::optional<int> status_;
    std::string heard_;
};

Broken no_child(const char* what) { return {fmt::format("{}: {}", what, std::strerror(errno))}; }

}  // namespace

ChildResult in_child(const std::function<std::string()>& work, const ChildLimits& limits) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return no_child("pipe2");
    Descriptor from(ends[0]);
    Descriptor to(ends[1]);
    ::fcntl(from.number(), F_SETFL, O_NONBLOCK);
    const pid_t parent = ::getpid();
    const pid_t id = ::fork();
    if (id < 0) return no_child("fork");
    if (id == 0) {
        confine(limits, parent);
        run_child(work, to.number());
    }
    to.close();
    return Child(id, from.number()).wait(limits);
}

}  // namespace tickproof::solver
