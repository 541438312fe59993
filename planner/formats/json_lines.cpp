#include "planner/formats/json_lines.h"

#include <utility>

namespace tickproof::formats {

void JsonLines::advance_to(std::size_t offset) {
    place_ = json::place_at(text_.substr(offset_), offset - offset_, place_);
    offset_ = offset;
}

// Goes on after it; the place of the error stays its own.
Document JsonLines::broken(json::Error error) {
    const std::uint64_t line = place_.line;
    const std::size_t next = text_.find("\n{", offset_);
    advance_to(next == std::string_view::npos ? text_.size() : next + 1);
    return {line, std::unexpected(std::move(error))};
}

std::optional<Document> JsonLines::next() {
    advance_to(json::skip_white_space(text_, offset_));
    if (offset_ == text_.size()) {
        if (std::exchange(any_, true)) return std::nullopt;
        return Document{1, std::unexpected(json::Error{{1, 1}, "the file is empty"})};
    }
    any_ = true;
    const std::string_view rest = text_.substr(offset_);
    std::expected<json::Parsed, json::Error> parsed = json::parse(rest, place_);
    if (!parsed) return broken(std::move(parsed.error()));
    if (parsed->tree.root().kind() != json::Kind::object)
        return broken({place_, "expected an object, from '{' to '}'"});

    const std::size_t after = json::skip_white_space(rest, parsed->consumed);
    const bool ends_well = after == rest.size() || rest[after] == '{' ||
                           rest.substr(parsed->consumed, after - parsed->consumed).contains('\n');
    if (!ends_well) return broken({json::place_at(rest, after, place_), "unexpected text after the end of an object"});
    const std::uint64_t line = place_.line;
    advance_to(offset_ + parsed->consumed);
    return Document{line, std::move(parsed->tree)};
}

}  // namespace tickproof::formats
