#include "planner/formats/json/json.h"

#include <algorithm>

namespace tickproof::json {

Place place_at(std::string_view text, std::size_t offset, Place start) {
    const std::string_view before = text.substr(0, offset);
    const std::size_t last_newline = before.rfind('\n');
    if (last_newline == std::string_view::npos) return {start.line, start.column + before.size()};
    const auto newlines = static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
    return {start.line + newlines, before.size() - last_newline};
}

std::size_t skip_white_space(std::string_view text, std::size_t from) {
    return std::min(text.find_first_not_of(" \t\r\n", from), text.size());
}

Kind Value::kind() const { return tree_->nodes_[index_].kind; }

bool Value::boolean() const { return kind() == Kind::boolean && tree_->nodes_[index_].size != 0; }

std::string_view Value::text() const {
    const Node& node = tree_->nodes_[index_];
    if (node.kind != Kind::text && node.kind != Kind::number) return {};
    return tree_->text(node);
}

std::size_t Value::size() const { return kind() >= Kind::array ? tree_->nodes_[index_].size : 0; }

Place Value::place() const { return place_at(tree_->text_, tree_->nodes_[index_].begin, tree_->start_); }

Items Value::items() const { return kind() == Kind::array ? Items(tree_, index_) : Items(); }

Members Value::members() const { return kind() == Kind::object ? Members(tree_, index_) : Members(); }

std::optional<Value> Value::find(std::string_view key) const {
    for (const Member& member : members()) {
        if (member.key.text() == key) return member.value;
    }
    return std::nullopt;
}

}  // namespace tickproof::json
