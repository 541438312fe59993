// A file of lines, one a rank: what the readers of such formats share.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>
#include <vector>

#include "planner/formats/json/json.h"

namespace tickproof::formats {

// Without a byte order mark and the blank lines at the end, each without its line break. None: there is no line.
[[nodiscard]] std::vector<std::string_view> rows_of(std::string_view text);

// A cell of a row, both counted from 1, and the byte of the row where it begins, counted from 1 too.
struct CellPlace {
    std::uint64_t row = 1;
    std::uint64_t column = 1;
    std::uint64_t byte = 1;
};
// "row 3, column 6: why", at the line that is the row.
[[nodiscard]] std::unexpected<json::Error> refused(const CellPlace& at, std::string_view why);

// The words of a row: what stands between any of the `separators`.
struct Word {
    std::string_view text;
    CellPlace at;
};
class Words {
public:
    Words(std::string_view row, std::uint64_t number, std::string_view separators)
        : row_(row), separators_(separators), place_{.row = number, .column = 0} {}
    [[nodiscard]] std::optional<Word> next();

private:
    std::string_view row_;
    std::string_view separators_;
    CellPlace place_;
    std::size_t at_ = 0;
};

inline constexpr std::string_view why_nothing = "a row is what a rank does, and there is nothing in this one";

}  // namespace tickproof::formats
