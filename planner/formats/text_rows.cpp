#include "planner/formats/text_rows.h"

#include <algorithm>

#include <fmt/format.h>

namespace tickproof::formats {

std::vector<std::string_view> rows_of(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    text = text.substr(0, text.find_last_not_of("\r\n") + 1);
    std::vector<std::string_view> rows;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view row = text.substr(at, end - at);
        if (row.ends_with('\r')) row.remove_suffix(1);
        rows.push_back(row);
        at = end + 1;
    }
    return rows;
}

std::unexpected<json::Error> refused(const CellPlace& at, std::string_view why) {
    return std::unexpected(
        json::Error{{at.row, at.byte}, fmt::format("row {}, column {}: {}", at.row, at.column, why)});
}

std::optional<Word> Words::next() {
    const std::size_t begin = row_.find_first_not_of(separators_, at_);
    if (begin == std::string_view::npos) return std::nullopt;
    at_ = std::min(row_.find_first_of(separators_, begin), row_.size());
    ++place_.column;
    place_.byte = begin + 1;
    return Word{row_.substr(begin, at_ - begin), place_};
}

}  // namespace tickproof::formats
