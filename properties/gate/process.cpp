#include "properties/gate/process.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <utility>

#include <signal.h>
#include <unistd.h>
#include <uv.h>

#include "properties/gate/program.h"

namespace tickproof::gate {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// How often somebody who waits looks at the time and at interruptions.
constexpr milliseconds tick{50};
// What a program that has ended may still be heard saying, where something else holds its streams open.
constexpr milliseconds grace{300};

// Writing to a program that has ended raises SIGPIPE in this thread; here it must be an error of the write only.
class WithoutSigpipe {
public:
    WithoutSigpipe() {
        sigemptyset(&only_sigpipe_);
        sigaddset(&only_sigpipe_, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &only_sigpipe_, &before_);
    }
    ~WithoutSigpipe() {
        if (sigismember(&before_, SIGPIPE) == 0) {
            constexpr timespec at_once{};
            while (sigtimedwait(&only_sigpipe_, nullptr, &at_once) == SIGPIPE) {
            }
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    WithoutSigpipe(const WithoutSigpipe&) = delete;
    WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

private:
    sigset_t only_sigpipe_;
    sigset_t before_;
};

struct Write {
    uv_write_t request;
    std::string text;
};

bool is_lack_of_room(int failure) {
    return failure == UV_EMFILE || failure == UV_ENFILE || failure == UV_EAGAIN || failure == UV_ENOMEM;
}

constexpr std::size_t input = 0;
constexpr std::size_t output = 1;
constexpr std::size_t error = 2;

// The program's ends of the pipes, which are of no use here once it has them.
struct ItsEnds {
    std::array<uv_file, 3> files{-1, -1, -1};
    ItsEnds() = default;
    ~ItsEnds() {
        for (const uv_file file : files) {
            if (file >= 0) ::close(file);
        }
    }
    ItsEnds(const ItsEnds&) = delete;
    ItsEnds& operator=(const ItsEnds&) = delete;
};

}  // namespace

// What libuv points into, and so must not move.
struct Process::Handles {
    uv_loop_t loop{};
    uv_process_t process{};
    std::array<uv_pipe_t, 3> pipes{};
    uv_timer_t timer{};
    std::array<char, std::size_t{64} * 1024> buffer;

    std::function<bool()> interrupted;
    int unusable = 0;  // why there is no loop
    bool started = false;
    bool running = false;
    ExitStatus exit;
    Clock::time_point gone_since;
    std::array<bool, 3> ended{};
    std::string heard;
    std::size_t taken = 0;  // of `heard`
    std::size_t lines = 0;  // whole ones in the rest
    std::string stderr_tail;

    explicit Handles(std::function<bool()> asked) : interrupted(std::move(asked)) {
        unusable = uv_loop_init(&loop);
        if (unusable != 0) return;
        uv_timer_init(&loop, &timer);
        for (uv_pipe_t& pipe : pipes) uv_pipe_init(&loop, &pipe, 0);
    }
    ~Handles() {
        if (unusable != 0) return;
        kill();
        for (uv_pipe_t& pipe : pipes) close(pipe);
        close(timer);
        if (process.type == UV_PROCESS) close(process);
        uv_run(&loop, UV_RUN_DEFAULT);
        uv_loop_close(&loop);
    }
    Handles(const Handles&) = delete;
    Handles& operator=(const Handles&) = delete;

    template <class Handle>
    static void close(Handle& handle) {
        auto* const any = reinterpret_cast<uv_handle_t*>(&handle);
        if (uv_is_closing(any) == 0) uv_close(any, nullptr);
    }
    [[nodiscard]] uv_stream_t* stream(std::size_t index) { return reinterpret_cast<uv_stream_t*>(&pipes.at(index)); }

    [[nodiscard]] int connect(std::size_t index, uv_file& its_end);
    [[nodiscard]] int spawn(const std::string& file, const std::vector<std::string>& command);
    void listen(std::size_t index);
    void hear(std::size_t index, std::string_view piece);
    void hear_exit(ExitStatus status);
    void kill();

    // Something else may hold the streams open after the program has ended.
    [[nodiscard]] bool past_grace() const { return !running && Clock::now() >= gone_since + grace; }
    [[nodiscard]] bool silent() const { return (ended[output] && ended[error]) || past_grace(); }

    enum class Woken : std::uint8_t { done, late, interrupted };
    template <class Done, class Interrupted>
    Woken run_until(const Done& done, milliseconds timeout, const Interrupted& stop);
};

// The pairs of sockets that libuv would make cannot be opened as /dev/stdin, /dev/stdout or /dev/stderr, which shell
// scripts do.
int Process::Handles::connect(std::size_t index, uv_file& its_end) {
    const bool it_reads = index == input;
    std::array<uv_file, 2> ends{};
    const int failure = uv_pipe(ends.data(), it_reads ? 0 : UV_NONBLOCK_PIPE, it_reads ? UV_NONBLOCK_PIPE : 0);
    if (failure != 0) return failure;
    its_end = ends.at(it_reads ? 0 : 1);
    return uv_pipe_open(&pipes.at(index), ends.at(it_reads ? 1 : 0));
}

int Process::Handles::spawn(const std::string& file, const std::vector<std::string>& command) {
    if (unusable != 0) return unusable;
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ItsEnds its_ends;
    std::array<uv_stdio_container_t, 3> streams{};
    for (std::size_t index = 0; index < streams.size(); ++index) {
        if (const int failure = connect(index, its_ends.files.at(index)); failure != 0) return failure;
        streams.at(index).flags = UV_INHERIT_FD;
        streams.at(index).data.fd = its_ends.files.at(index);
    }
    uv_process_options_t options{};
    options.file = file.c_str();
    options.args = arguments.data();
    options.stdio = streams.data();
    options.stdio_count = static_cast<int>(streams.size());
    options.flags = UV_PROCESS_DETACHED;  // a process group of its own
    options.exit_cb = [](uv_process_t* ended_process, std::int64_t code, int signal) {
        static_cast<Handles*>(ended_process->data)->hear_exit({code, signal});
    };
    process.data = this;
    const int failure = uv_spawn(&loop, &process, &options);
    started = running = failure == 0;
    return failure;
}

void Process::Handles::listen(std::size_t index) {
    pipes.at(index).data = this;
    uv_read_start(
        stream(index),
        [](uv_handle_t* handle, std::size_t, uv_buf_t* into) {
            auto& room = static_cast<Handles*>(handle->data)->buffer;
            *into = uv_buf_init(room.data(), static_cast<unsigned>(room.size()));
        },
        [](uv_stream_t* from, ssize_t size, const uv_buf_t* piece) {
            auto& self = *static_cast<Handles*>(from->data);
            const std::size_t source = from == self.stream(output) ? output : error;
            if (size < 0) {
                uv_read_stop(from);
                self.ended.at(source) = true;
            } else {
                self.hear(source, {piece->base, static_cast<std::size_t>(size)});
            }
        });
}

void Process::Handles::hear(std::size_t index, std::string_view piece) {
    if (index == error) {
        stderr_tail += piece;
        if (stderr_tail.size() > stderr_tail_bytes) stderr_tail.erase(0, stderr_tail.size() - stderr_tail_bytes);
        return;
    }
    if (taken > heard.size() / 2) heard.erase(0, std::exchange(taken, 0));
    heard += piece;
    lines += static_cast<std::size_t>(std::ranges::count(piece, '\n'));
}

void Process::Handles::hear_exit(ExitStatus status) {
    ::kill(-process.pid, SIGKILL);  // a group outlives its leader for as long as it has members
    running = false;
    exit = status;
    gone_since = Clock::now();
}

void Process::Handles::kill() {
    if (!started) return;
    if (running) ::kill(-process.pid, SIGKILL);
    uv_read_stop(stream(output));
    ended[output] = true;
    run_until([this] { return !running && silent(); }, std::chrono::seconds(5), [] { return false; });
}

template <class Done, class Interrupted>
Process::Handles::Woken Process::Handles::run_until(const Done& done, milliseconds timeout, const Interrupted& stop) {
    const WithoutSigpipe no_sigpipe;
    const Clock::time_point deadline = Clock::now() + timeout;
    while (!done()) {
        if (stop()) return Woken::interrupted;
        const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
        if (left.count() <= 0) return Woken::late;
        // It repeats, because uv_run waits only after it has run the timers: one that was due by then would be gone,
        // and the wait without end.
        uv_update_time(&loop);
        uv_timer_start(
            &timer, [](uv_timer_t*) {}, static_cast<std::uint64_t>(std::min(left, tick).count()),
            static_cast<std::uint64_t>(tick.count()));
        uv_run(&loop, UV_RUN_ONCE);
    }
    return Woken::done;
}

Process::Process(std::unique_ptr<Handles> handles) : handles_(std::move(handles)) {}
Process::~Process() = default;

std::expected<std::unique_ptr<Process>, NotStarted> Process::start(const std::vector<std::string>& command,
                                                                   std::function<bool()> interrupted) {
    // Joined by hand: where descriptors have run out, a sanitizer that looks at the formatter's objects finds none for
    // itself, and takes them for broken.
    const auto cannot_start = [&](std::string_view why) {
        return std::string("cannot start '") + command.front() + "': " + std::string(why);
    };
    const auto file = program_file(command.front());
    if (!file) return std::unexpected(NotStarted{cannot_start(file.error())});
    auto handles = std::make_unique<Handles>(std::move(interrupted));
    if (const int failure = handles->spawn(*file, command); failure != 0) {
        return std::unexpected(NotStarted{cannot_start(uv_strerror(failure)), is_lack_of_room(failure)});
    }
    handles->listen(output);
    handles->listen(error);
    return std::unique_ptr<Process>(new Process(std::move(handles)));
}

void Process::write(std::string text) {
    const WithoutSigpipe no_sigpipe;
    auto write = std::make_unique<Write>(Write{{}, std::move(text)});
    const uv_buf_t piece = uv_buf_init(write->text.data(), static_cast<unsigned>(write->text.size()));
    write->request.data = write.get();
    Write* const pending = write.release();
    // That the program takes no more shows in what it answers.
    const int failure = uv_write(&pending->request, handles_->stream(input), &piece, 1, [](uv_write_t* request, int) {
        const std::unique_ptr<Write> done(static_cast<Write*>(request->data));
    });
    if (failure != 0) write.reset(pending);
}

void Process::close_input() { Handles::close(handles_->pipes[input]); }

Process::Heard Process::wait_for_line(std::size_t most_bytes, milliseconds timeout) {
    Handles& self = *handles_;
    const auto done = [&] {
        return self.lines > 0 || untaken().size() > most_bytes || self.ended[output] || self.past_grace();
    };
    switch (self.run_until(done, timeout, self.interrupted)) {
        case Handles::Woken::late:
            return Heard::nothing;
        case Handles::Woken::interrupted:
            return Heard::interrupted;
        case Handles::Woken::done:
            break;
    }
    if (std::min(untaken().find('\n'), untaken().size()) > most_bytes) return Heard::too_long;
    return self.lines > 0 ? Heard::line : Heard::end;
}

std::string_view Process::take_line() {
    const std::string_view line = untaken().substr(0, untaken().find('\n'));
    handles_->taken += line.size() + 1;
    --handles_->lines;
    return line;
}

std::string_view Process::untaken() const { return std::string_view(handles_->heard).substr(handles_->taken); }

std::optional<ExitStatus> Process::wait_for_exit(milliseconds timeout) {
    Handles& self = *handles_;
    const auto done = [&] { return (!self.running && self.silent()) || untaken().size() > self.buffer.size(); };
    self.run_until(done, timeout, self.interrupted);
    return self.running ? std::nullopt : std::optional(self.exit);
}

void Process::kill() { handles_->kill(); }

const std::string& Process::stderr_tail() const { return handles_->stderr_tail; }

}  // namespace tickproof::gate
