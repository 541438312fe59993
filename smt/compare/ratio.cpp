#include "smt/compare/ratio.h"

#include <algorithm>

#include <fmt/format.h>

namespace tickproof::compare {

namespace {

constexpr std::size_t most_digits = 9;

bool is_number(std::string_view text) {
    return !text.empty() && text.size() <= most_digits &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string in_percent(const Ratio& ratio) {
    const Wide hundredths = (ratio.part * 20'000 + ratio.whole) / (ratio.whole * 2);
    return fmt::format("{}.{:02}", hundredths / 100, static_cast<unsigned>(hundredths % 100));
}

std::expected<Percent, std::string> parse_percent(std::string_view text) {
    const std::size_t point = text.find('.');
    const std::string_view before = text.substr(0, point);
    const std::string_view behind = point == std::string_view::npos ? "0" : text.substr(point + 1);
    if (!is_number(before) || !is_number(behind)) {
        return std::unexpected(
            fmt::format("'{}' is not a number such as 12.5, with up to {} digits on either side", text, most_digits));
    }
    Percent percent;
    for (const char digit : before) percent.digits = percent.digits * 10 + static_cast<unsigned>(digit - '0');
    for (const char digit : behind) {
        percent.digits = percent.digits * 10 + static_cast<unsigned>(digit - '0');
        percent.scale *= 10;
    }
    return percent;
}

bool exceeds(const Ratio& ratio, const Percent& limit) {
    return ratio.part * 100 * limit.scale > limit.digits * ratio.whole;
}

}  // namespace tickproof::compare
