// Columns of text, each as wide as its widest cell.
#pragma once

#include <string>
#include <vector>

namespace tickproof::cli {

enum class Align : char { left = '<', right = '>' };

// A line a row. A row may be shorter than the others; its last cell is then not part of a column.
[[nodiscard]] std::string aligned(const std::vector<std::vector<std::string>>& rows, const std::vector<Align>& columns);

}  // namespace tickproof::cli
