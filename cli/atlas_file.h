// The CSV file of an atlas while it is being made: F.partial, which holds whole cells at any moment, also after a kill
// or a full disk, and from which the same command goes on.
//
// Its first line says what it is of. When all cells are there, F gets everything but that line.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "cli/atlas_grid.h"
#include "cli/atlas_row.h"

namespace tickproof::cli {

class AtlasFile {
public:
    // Takes up F.partial, or begins it. The error is one line: it is of another grid, options or version, holds a row
    // that does not belong there, another run is at it, or it cannot be written.
    [[nodiscard]] static std::expected<AtlasFile, std::string> open(const std::string& path,
                                                                    const std::string& description,
                                                                    const AtlasGrid& grid, const Shard& shard);
    AtlasFile(AtlasFile&& other) noexcept;
    AtlasFile& operator=(AtlasFile&&) = delete;
    ~AtlasFile();

    // Of the cells that were there already, in their order.
    [[nodiscard]] const std::vector<AtlasRow>& earlier_rows() const { return earlier_; }
    [[nodiscard]] std::expected<void, std::string> append(const std::vector<AtlasRow>& cell);
    // All cells are there. Where F holds something else, both files stay as they are, and the error says so.
    [[nodiscard]] std::expected<void, std::string> finish() const;

    [[nodiscard]] const std::string& partial_path() const { return partial_; }

private:
    AtlasFile(std::string path, int descriptor)
        : path_(std::move(path)), partial_(path_ + ".partial"), descriptor_(descriptor) {}

    [[nodiscard]] std::expected<void, std::string> take_up(const std::string& description, const AtlasGrid& grid,
                                                           const Shard& shard);
    [[nodiscard]] std::expected<void, std::string> write(std::string_view text) const;
    [[nodiscard]] std::unexpected<std::string> failure(std::string_view why) const;

    std::string path_;
    std::string partial_;
    int descriptor_;
    std::vector<AtlasRow> earlier_;
};

}  // namespace tickproof::cli
