#include "cli/range.h"

#include <limits>

#include <fmt/format.h>

#include "cli/options.h"

namespace tickproof::cli {

std::expected<gate::Range, std::string> parse_range(const std::string& text) {
    const std::size_t dots = text.find("..");
    const auto first = parse_count(text.substr(0, dots));
    const auto last = dots == std::string::npos ? first : parse_count(text.substr(dots + 2));
    if (!first) return std::unexpected(first.error());
    if (!last) return std::unexpected(last.error());
    if (*first < 1) return std::unexpected(fmt::format("'{}' does not begin at 1 or more", text));
    if (*first > *last) return std::unexpected(fmt::format("'{}' ends before it begins", text));
    if (*last == std::numeric_limits<std::uint64_t>::max())
        return std::unexpected(fmt::format("'{}' has no end", text));
    return gate::Range{*first, *last};
}

}  // namespace tickproof::cli
