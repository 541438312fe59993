#include "cli/input.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <sys/stat.h>

#include "cli/output.h"

namespace tickproof::cli {

namespace {

struct CloseFile {
    void operator()(std::FILE* file) const {
        if (file != stdin) std::fclose(file);
    }
};

constexpr std::size_t block_bytes = std::size_t{1} << 20;
// The strict JSON reader's places are 32 bits wide; and an endless device must end somewhere.
constexpr std::size_t max_bytes = (std::size_t{1} << 32) - 1;

// Reserving a regular file's size at once spares the copies, and half of the peak memory, of a growing string.
void reserve_size_of(std::FILE* file, std::string& text) {
    struct stat status{};
    if (fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        text.reserve(std::min(static_cast<std::size_t>(status.st_size), max_bytes) + block_bytes);
    }
}

}  // namespace

std::string shown_name(const std::string& path) { return path == "-" ? "<stdin>" : printable(path); }

std::expected<std::string, std::string> read_file(const std::string& path) {
    const std::unique_ptr<std::FILE, CloseFile> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
    const auto failure = [&](std::string_view why) {
        return std::unexpected(fmt::format("{}: cannot read: {}", shown_name(path), why));
    };
    if (!file) return failure(std::strerror(errno));
    std::string text;
    reserve_size_of(file.get(), text);
    std::size_t got = block_bytes;
    while (got == block_bytes) {
        const std::size_t before = text.size();
        if (before > max_bytes)
            return failure("it is larger than 4 GiB, the most that is read at once; split it by lines");
        text.resize(before + block_bytes);
        got = std::fread(text.data() + before, 1, block_bytes, file.get());
        text.resize(before + got);
    }
    if (std::ferror(file.get()) != 0) return failure(std::strerror(errno));
    return text;
}

}  // namespace tickproof::cli
