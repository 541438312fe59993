#include "planner/formats/zero_bubble.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "planner/formats/action_text.h"
#include "planner/formats/shown_shape.h"
#include "planner/formats/text_rows.h"

namespace tickproof::formats {

namespace {

struct Name {
    std::string_view lower;
    std::string_view upper;
    ActionKind kind;
};
constexpr std::array names{
    Name{"f", "F", ActionKind::forward},
    Name{"b", "B", ActionKind::backward_input},
    Name{"w", "W", ActionKind::backward_weight},
    Name{"sf", "SF", ActionKind::send_forward},
    Name{"rf", "RF", ActionKind::receive_forward},
    Name{"sb", "SB", ActionKind::send_backward},
    Name{"rb", "RB", ActionKind::receive_backward},
};

// An action with its chunk, 0 or 1, where its stage will be.
[[nodiscard]] std::expected<Action, std::string> read_token(std::string_view text) {
    const std::size_t digits = std::min(text.find_first_of("0123456789"), text.size());
    const std::string_view name = text.substr(0, digits);
    const auto* const known =
        std::ranges::find_if(names, [&](const Name& one) { return name == one.lower || name == one.upper; });
    const std::string_view number = text.substr(digits);
    if (known == names.end() || number.empty() || number.find_first_not_of("0123456789") != std::string_view::npos) {
        return std::unexpected(
            "a token is one of f b w sf rf sb rb, in lower or upper case, and a microbatch, as in f0");
    }
    if (number.size() > 1 && number[0] == '0') return std::unexpected("its microbatch begins with a zero");
    Action action{known->kind, false, name == known->upper ? 1U : 0U, 0};
    const auto read = std::from_chars(number.data(), number.data() + number.size(), action.microbatch);
    if (read.ec == std::errc()) return action;
    return std::unexpected(fmt::format("its microbatch is larger than {}", std::numeric_limits<std::uint32_t>::max()));
}

class Reader {
public:
    explicit Reader(ZeroBubbleBackward backward) : full_(backward == ZeroBubbleBackward::full) {}

    [[nodiscard]] std::expected<Orders, json::Error> read(std::string_view text) && {
        for (const std::string_view row : rows_of(text)) {
            if (auto done = read_row(row); !done) return std::unexpected(done.error());
        }
        if (orders_.by_rank.empty()) return std::unexpected(json::Error{{1, 1}, "the file is empty"});
        return finished();
    }

private:
    [[nodiscard]] std::expected<void, json::Error> read_row(std::string_view row) {
        std::vector<Action>& actions = orders_.by_rank.emplace_back();
        std::vector<std::uint32_t>& columns = orders_.columns.emplace_back();
        Words words(row, orders_.by_rank.size(), " \t");
        while (const auto word = words.next()) {
            auto action = read_token(word->text);
            if (!action) return refused(word->at, fmt::format("{}: {}", quotation(word->text), action.error()));
            if (full_ && action->kind == ActionKind::backward_weight) {
                return refused(word->at, "there is no w where backward is full");
            }
            if (full_ && action->kind == ActionKind::backward_input) action->kind = ActionKind::backward;
            (action->stage == 0 ? has_lower_ : has_upper_) = true;
            actions.push_back(*action);
            columns.push_back(static_cast<std::uint32_t>(word->at.column));
        }
        if (actions.empty()) return refused({.row = orders_.by_rank.size()}, why_nothing);
        return {};
    }

    [[nodiscard]] Orders finished() {
        const std::size_t ranks = orders_.by_rank.size();
        orders_.ranks = ranks;
        orders_.chunks = has_lower_ && has_upper_ ? 2 : 1;
        orders_.placement = orders_.chunks == 2 ? Placement::v_shaped(ranks) : Placement::loop(ranks);
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            for (Action& action : orders_.by_rank[rank]) {
                const bool back = orders_.chunks == 2 && action.stage == 1;
                action.stage = static_cast<std::uint32_t>(back ? 2 * ranks - 1 - rank : rank);
            }
        }
        orders_.microbatches = shown_microbatches(orders_.by_rank);
        return std::move(orders_);
    }

    bool full_;
    Orders orders_;
    bool has_lower_ = false;
    bool has_upper_ = false;
};

}  // namespace

std::expected<Orders, json::Error> read_zero_bubble(std::string_view text, ZeroBubbleBackward backward) {
    return Reader(backward).read(text);
}

}  // namespace tickproof::formats
