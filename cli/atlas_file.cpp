#include "cli/atlas_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/output.h"
#include "cli/split.h"

namespace tickproof::cli {

namespace {

// Released when this process closes the file or ends, and not held by children.
bool lock(int descriptor) {
    struct flock whole{};
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    return fcntl(descriptor, F_SETLK, &whole) == 0;
}

// Through the descriptor that is locked: closing another one would release the lock. The error is that of errno.
std::expected<std::string, int> read_all(int descriptor) {
    std::string text;
    std::string block(std::size_t{1} << 20, '\0');
    while (true) {
        const ssize_t got = pread(descriptor, block.data(), block.size(), static_cast<off_t>(text.size()));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return std::unexpected(errno);
        if (got == 0) return text;
        text.append(block, 0, static_cast<std::size_t>(got));
    }
}

// Whether a file of that name has a content of its own, which hours of work may have gone into.
bool holds_another_text(const std::string& path, std::string_view text) {
    struct stat status{};
    if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) return false;
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return true;
    const auto found = read_all(descriptor);
    close(descriptor);
    return found != text;
}

// What follows the first lines of a partial file, as far as it is whole cells.
struct Cells {
    std::vector<AtlasRow> rows;
    std::size_t bytes = 0;
};

std::expected<Cells, std::string> read_cells(std::string_view text, const AtlasGrid& grid, std::uint64_t first,
                                             std::uint64_t last) {
    Cells cells;
    std::size_t at = 0;
    for (std::uint64_t cell = first; cell < last; ++cell) {
        const Problem problem = problem_of_cell(grid, cell);
        std::vector<AtlasRow> rows;
        for (const ScheduleKind kind : grid.schedules) {
            const std::size_t end = text.find('\n', at);
            if (end == std::string_view::npos) return cells;
            auto row = AtlasRow::read(text.substr(at, end - at));
            if (!row) return std::unexpected(row.error());
            if (!row->is_of(problem, kind)) return std::unexpected("a row that does not come next");
            rows.push_back(*std::move(row));
            at = end + 1;
        }
        std::ranges::move(rows, std::back_inserter(cells.rows));
        cells.bytes = at;
    }
    if (at < text.size()) return std::unexpected("more rows than the grid has");
    return cells;
}

// Of two descriptions, in the words of both: "of stages=1..4, not stages=1..3".
std::string first_difference(std::string_view found, std::string_view wanted) {
    constexpr std::string_view common = "# tickproof atlas ";
    if (!found.starts_with(common)) return "not of an atlas";
    const std::vector<std::string_view> theirs = split(found.substr(common.size()), ' ');
    const std::vector<std::string_view> ours = split(wanted.substr(common.size()), ' ');
    for (std::size_t i = 0; i < std::min(theirs.size(), ours.size()); ++i) {
        if (theirs[i] == ours[i]) continue;
        const auto bare = [](std::string_view word) { return word.substr(0, word.find(':')); };  // the version's
        return fmt::format("of {}{}, not {}", i == 0 ? "version " : "", shortened(bare(theirs[i])), bare(ours[i]));
    }
    return "of other columns";
}

// A folder, a pipe or a device cannot, which is better known before the work than after it.
bool can_be_replaced(const std::string& path) {
    struct stat status{};
    return stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

}  // namespace

std::expected<AtlasFile, std::string> AtlasFile::open(const std::string& path, const std::string& description,
                                                      const AtlasGrid& grid, const Shard& shard) {
    if (!can_be_replaced(path)) return std::unexpected(fmt::format("{}: not a regular file", path));
    const std::string partial = path + ".partial";
    const int descriptor = ::open(partial.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor < 0) return std::unexpected(fmt::format("{}: cannot write: {}", partial, std::strerror(errno)));
    AtlasFile file(path, descriptor);
    struct stat status{};
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return file.failure("not a regular file");
    if (!lock(descriptor)) return file.failure("another run is writing it");
    if (const auto taken = file.take_up(description, grid, shard); !taken) return std::unexpected(taken.error());
    return file;
}

AtlasFile::AtlasFile(AtlasFile&& other) noexcept
    : path_(std::move(other.path_)),
      partial_(std::move(other.partial_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      earlier_(std::move(other.earlier_)) {}

AtlasFile::~AtlasFile() {
    if (descriptor_ >= 0) close(descriptor_);
}

std::expected<void, std::string> AtlasFile::take_up(const std::string& description, const AtlasGrid& grid,
                                                    const Shard& shard) {
    const std::string start = description + '\n' + (shard.index == 1 ? atlas_header() : "");
    const auto text = read_all(descriptor_);
    if (!text) return failure(std::strerror(text.error()));
    std::size_t keep = 0;
    if (text->starts_with(start)) {
        const std::uint64_t count = cell_count(grid);
        auto cells =
            read_cells(std::string_view(*text).substr(start.size()), grid, shard.first(count), shard.last(count));
        if (!cells) return failure(fmt::format("{}; remove it to begin anew", cells.error()));
        earlier_ = std::move(cells->rows);
        keep = start.size() + cells->bytes;
    } else if (!start.starts_with(*text)) {
        const std::string_view found = std::string_view(*text).substr(0, text->find('\n'));
        return failure(fmt::format("{}; remove it to begin anew", first_difference(found, description)));
    }
    if (ftruncate(descriptor_, static_cast<off_t>(keep)) != 0) return failure(std::strerror(errno));
    return keep == 0 ? write(start) : std::expected<void, std::string>{};
}

std::expected<void, std::string> AtlasFile::append(const std::vector<AtlasRow>& cell) {
    std::string text;
    for (const AtlasRow& row : cell) text += row.csv();
    return write(text);
}

std::expected<void, std::string> AtlasFile::finish() const {
    const auto text = read_all(descriptor_);
    if (!text) return failure(std::strerror(text.error()));
    const std::string_view rows = std::string_view(*text).substr(text->find('\n') + 1);
    if (holds_another_text(path_, rows)) {
        return std::unexpected(fmt::format(
            "{}: holds something else; move it away, and the same command puts the rows of {} there", path_, partial_));
    }
    const auto written = write_file(path_, [&](const Sink& sink) { sink(rows); });
    if (!written) return std::unexpected(written.error());
    if (unlink(partial_.c_str()) != 0) return failure(std::strerror(errno));
    return {};
}

std::expected<void, std::string> AtlasFile::write(std::string_view text) const {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor_, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return failure(fmt::format("cannot write: {}", std::strerror(errno)));
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

std::unexpected<std::string> AtlasFile::failure(std::string_view why) const {
    return std::unexpected(fmt::format("{}: {}", partial_, why));
}

}  // namespace tickproof::cli
