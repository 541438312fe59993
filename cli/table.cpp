#include "cli/table.h"

#include <algorithm>

#include <fmt/format.h>

namespace tickproof::cli {

namespace {

bool is_in_column(const std::vector<std::string>& row, std::size_t cell, std::size_t columns) {
    return row.size() == columns || cell + 1 < row.size();
}

}  // namespace

std::string aligned(const std::vector<std::vector<std::string>>& rows, const std::vector<Align>& columns) {
    std::vector<std::size_t> widths(columns.size(), 0);
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (is_in_column(row, i, columns.size())) widths[i] = std::max(widths[i], row[i].size());
        }
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0) line += "  ";
            const std::size_t width = is_in_column(row, i, columns.size()) ? widths[i] : 0;
            line += columns[i] == Align::right ? fmt::format("{:>{}}", row[i], width)
                                               : fmt::format("{:<{}}", row[i], width);
        }
        line.resize(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

}  // namespace tickproof::cli
