#include "planner/formats/json_lines.h"

#include <algorithm>
#include <utility>

namespace tickproof::formats {

namespace {

// A line that breaks off where an object goes on over lines: what follows it is the broken object's own.
bool goes_on(std::string_view line) {
    const std::size_t last = line.find_last_not_of(" \t\r");
    return last != std::string_view::npos && std::string_view("{[,:").contains(line[last]);
}

// The next line that begins an object after one that ended: in JSON itself a comma would stand between the two.
std::size_t next_object(std::string_view text, std::size_t from) {
    for (std::size_t at = text.find("\n{", from); at != std::string_view::npos; at = text.find("\n{", at + 1)) {
        const std::size_t last = text.find_last_not_of(" \t\r\n", at);
        if (last != std::string_view::npos && last > from && text[last] == '}') return at;
    }
    return text.size();
}

}  // namespace

void JsonLines::advance_to(std::size_t offset) {
    place_ = json::place_at(text_.substr(offset_), offset - offset_, place_);
    offset_ = offset;
}

// In a file of one object a line the next line that begins an object is the next object. Where an object is spread over
// lines, what follows is its own until it ends: to look for objects inside it would judge parts that nobody sent.
Document JsonLines::broken(json::Error error) {
    const std::uint64_t line = place_.line;
    const std::size_t end = std::min(text_.find('\n', offset_), text_.size());
    const bool spread_out = !one_a_line_ && goes_on(text_.substr(offset_, end - offset_));
    advance_to(spread_out ? next_object(text_, offset_) : std::min(text_.find("\n{", end), text_.size()));
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

    one_a_line_ = !rest.substr(0, parsed->consumed).contains('\n');
    const std::size_t after = json::skip_white_space(rest, parsed->consumed);
    const bool ends_well = after == rest.size() || rest[after] == '{' ||
                           rest.substr(parsed->consumed, after - parsed->consumed).contains('\n');
    if (!ends_well) return broken({json::place_at(rest, after, place_), "unexpected text after the end of an object"});
    const std::uint64_t line = place_.line;
    advance_to(offset_ + parsed->consumed);
    return Document{line, std::move(parsed->tree)};
}

}  // namespace tickproof::formats
