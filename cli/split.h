// A comma-separated value as its parts.
#pragma once

#include <string_view>
#include <vector>

namespace tickproof::cli {

// "a,,b" has three parts, "" one empty part.
[[nodiscard]] inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    std::size_t start = 0;
    for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator, start)) {
        parts.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    parts.push_back(text.substr(start));
    return parts;
}

}  // namespace tickproof::cli
