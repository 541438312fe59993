#include "cli/output.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/utf8.h"

namespace tickproof::cli {

void print(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) throw OutputLost{errno};
}

void flush_output() {
    if (std::fflush(stdout) != 0) throw OutputLost{errno};
}

namespace {

// C0, DEL, C1, line and paragraph separator, and the marks that turn the direction of text.
bool is_control(std::uint32_t code) {
    if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return true;
    return (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text) {
    std::string shown;
    while (!text.empty()) {
        const Character next = front_character(text);
        const std::string_view bytes = text.substr(0, next.bytes);
        if (next.is_broken() || is_control(next.code)) {
            for (const char c : bytes) shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        } else {
            shown += bytes;
        }
        text.remove_prefix(next.bytes);
    }
    return shown;
}

std::string shortened(std::string_view text, std::size_t bytes) {
    if (text.size() <= bytes) return printable(text);
    std::size_t end = 0;
    while (end < bytes) end += front_character(text.substr(end)).bytes;
    return fmt::format("{}... ({} bytes)", printable(text.substr(0, end)), text.size());
}

void print_error(std::string_view line) {
    (void)std::fflush(stdout);  // in order, where both go to one place; a failure shows again at the end
    const std::string text = fmt::format("{}\n", printable(line));
    (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

namespace {

// What the file has if it is there, else what the user's umask says.
mode_t mode_for(const std::string& path) {
    struct stat status{};
    if (stat(path.c_str(), &status) == 0) return status.st_mode & 07777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

// A link stays a link: its target is what gets replaced.
std::string without_links(const std::string& path) {
    std::error_code no_such_file;
    const std::filesystem::path target = std::filesystem::canonical(path, no_such_file);
    return no_such_file ? path : target.string();
}

// The temporary file of the moment. A signal handler sees nothing but globals.
std::atomic<const char*> unfinished_file{nullptr};

extern "C" void remove_unfinished_file(int signal) {
    if (const char* const path = unfinished_file.load()) unlink(path);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

// What ignores a signal, or hears it in another way, goes on doing so: it does not end the process.
using Handler = void (*)(int);
void replace_handlers(Handler from, Handler to) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction now{};
        sigaction(signal, nullptr, &now);
        if (now.sa_handler == from) std::signal(signal, to);
    }
}

// While it lives, signals to this thread wait.
class SignalsWait {
public:
    SignalsWait() {
        sigset_t signals{};
        sigemptyset(&signals);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
        pthread_sigmask(SIG_BLOCK, &signals, &before_);
    }
    ~SignalsWait() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsWait(const SignalsWait&) = delete;
    SignalsWait& operator=(const SignalsWait&) = delete;

private:
    sigset_t before_{};
};

// A new file beside the final one, so that the rename cannot cross file systems; removed again unless it is kept, also
// when the process is interrupted.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& final_path)
        : path_((std::filesystem::path(final_path).parent_path() / ".tickproof-XXXXXX").string()) {
        const SignalsWait until_it_can_be_removed;
        descriptor_ = mkstemp(path_.data());
        if (descriptor_ < 0) {
            error_ = errno;
            return;
        }
        unfinished_file = path_.c_str();
        replace_handlers(SIG_DFL, remove_unfinished_file);
    }
    ~TemporaryFile() {
        if (descriptor_ < 0) return;
        const SignalsWait until_it_is_removed;
        replace_handlers(remove_unfinished_file, SIG_DFL);
        unfinished_file = nullptr;
        close(descriptor_);
        if (!kept_) unlink(path_.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    void append(std::string_view text) {
        while (!text.empty() && error_ == 0) {
            const ssize_t written = ::write(descriptor_, text.data(), text.size());
            if (written >= 0) {
                text.remove_prefix(static_cast<std::size_t>(written));
            } else if (errno != EINTR) {
                error_ = errno;
            }
        }
    }
    void keep_as(const std::string& final_path) {
        // mkstemp makes a file that only its owner reads.
        kept_ = error_ == 0 && fchmod(descriptor_, mode_for(final_path)) == 0 && fsync(descriptor_) == 0 &&
                std::rename(path_.c_str(), final_path.c_str()) == 0;
        if (!kept_ && error_ == 0) error_ = errno;
    }
    [[nodiscard]] int error() const { return error_; }

private:
    std::string path_;
    int error_ = 0;
    bool kept_ = false;
    int descriptor_ = -1;
};

// A pipe or a device cannot be replaced by a rename, and holds no half-written file either.
bool is_special_file(const std::string& path) {
    struct stat status{};
    return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

int write_special_file(const std::string& path, const std::function<void(const Sink&)>& write) {
    std::FILE* file = std::fopen(path.c_str(), "w");
    if (file == nullptr) return errno;
    int error = 0;
    write([&](std::string_view text) {
        if (error == 0 && std::fwrite(text.data(), 1, text.size(), file) != text.size()) error = errno;
    });
    if (std::fclose(file) != 0 && error == 0) error = errno;
    return error;
}

int write_regular_file(const std::string& named, const std::function<void(const Sink&)>& write) {
    const std::string path = without_links(named);
    TemporaryFile file(path);
    if (file.error() == 0) write([&](std::string_view text) { file.append(text); });
    if (file.error() == 0) file.keep_as(path);
    return file.error();
}

}  // namespace

std::expected<void, std::string> write_file(const std::string& path, const std::function<void(const Sink&)>& write) {
    const int error = is_special_file(path) ? write_special_file(path, write) : write_regular_file(path, write);
    if (error != 0) return std::unexpected(fmt::format("{}: cannot write: {}", path, std::strerror(error)));
    return {};
}

}  // namespace tickproof::cli
