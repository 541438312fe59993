// Another program with its three streams, asked and listened to without ever blocking on it, over libuv.
//
// libuv does what is easy to get wrong: spawning without leaking descriptors, writing and reading at the same time,
// reaping. Each process has a loop of its own, which runs only while somebody waits for the process, so there is no
// thread behind it. The program leads a process group, and the group is killed when it ends or is no longer wanted: its
// own children do not survive it (one that founds a session of its own does).
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tickproof::gate {

struct ExitStatus {
    std::int64_t code = 0;
    int signal = 0;  // 0: it ended by itself
};

struct NotStarted {
    std::string why;       // one sentence, with the program's name
    bool no_room = false;  // it may be fine, but descriptors, processes or memory are used up
};

class Process {
public:
    // Standard error is kept in part, for messages.
    static constexpr std::size_t stderr_tail_bytes = 4096;

    // `interrupted` is asked some twenty times a second while anybody waits.
    [[nodiscard]] static std::expected<std::unique_ptr<Process>, NotStarted> start(
        const std::vector<std::string>& command, std::function<bool()> interrupted);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    // Is written while somebody waits. What the program does not take is dropped with it.
    void write(std::string text);
    void close_input();

    enum class Heard : std::uint8_t { line, end, too_long, nothing, interrupted };
    // Waits for the next whole line. `too_long`: it has more than `most_bytes`. `end`: no line will come any more.
    // `nothing`: none came in time.
    [[nodiscard]] Heard wait_for_line(std::size_t most_bytes, std::chrono::milliseconds timeout);
    // After Heard::line: that line, without its newline; valid until the next call.
    [[nodiscard]] std::string_view take_line();
    // What came after the last line that was taken.
    [[nodiscard]] std::string_view untaken() const;

    // Waits for it to end by itself, and for what it still says. Nothing: it has not ended in time.
    [[nodiscard]] std::optional<ExitStatus> wait_for_exit(std::chrono::milliseconds timeout);
    // Ends it and hears what is left, so that stderr_tail() is complete.
    void kill();
    [[nodiscard]] const std::string& stderr_tail() const;

private:
    struct Handles;
    explicit Process(std::unique_ptr<Handles> handles);

    std::unique_ptr<Handles> handles_;
};

}  // namespace tickproof::gate
