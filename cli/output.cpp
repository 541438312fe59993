#include "cli/output.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tickproof::cli {

void print(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) throw OutputLost{errno};
}

void flush_output() {
    if (std::fflush(stdout) != 0) throw OutputLost{errno};
}

std::string printable(std::string_view text) {
    std::string shown;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f) {
            shown += fmt::format("\\x{:02x}", byte);
        } else {
            shown += c;
        }
    }
    return shown;
}

void print_error(std::string_view line) {
    flush_output();
    fmt::print(stderr, "{}\n", printable(line));
}

namespace {

// A new file beside the final one, so that the rename cannot cross file systems; removed again unless it is kept.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& final_path)
        : path_(fmt::format("{}.XXXXXX", final_path)), descriptor_(mkstemp(path_.data())) {
        if (descriptor_ < 0) error_ = errno;
    }
    ~TemporaryFile() {
        if (descriptor_ < 0) return;
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
        // mkstemp makes a file that only its owner reads; a result is as readable as the user's umask says.
        const mode_t mask = umask(0);
        umask(mask);
        kept_ = error_ == 0 && fchmod(descriptor_, 0666 & ~mask) == 0 && fsync(descriptor_) == 0 &&
                std::rename(path_.c_str(), final_path.c_str()) == 0;
        if (!kept_ && error_ == 0) error_ = errno;
    }
    [[nodiscard]] int error() const { return error_; }

private:
    std::string path_;
    int error_ = 0;
    bool kept_ = false;
    int descriptor_;
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

int write_regular_file(const std::string& path, const std::function<void(const Sink&)>& write) {
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
