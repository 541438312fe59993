#include "planner/formats/pytorch_csv.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "planner/formats/action_text.h"
#include "planner/formats/chunks.h"
#include "planner/formats/shown_shape.h"
#include "planner/formats/text_rows.h"

namespace tickproof::formats {

namespace {

constexpr std::string_view pair_name = "OVERLAP_F_B";

[[nodiscard]] std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return text.substr(text.size());
    return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

// The cells of one row, one after another.
class Row {
public:
    explicit Row(std::string_view text) : text_(text) {}

    [[nodiscard]] bool at_end() const { return at_ > text_.size(); }
    [[nodiscard]] std::size_t offset_of(std::string_view part) const {
        return static_cast<std::size_t>(part.data() - text_.data());
    }

    // Without its quotes and the blanks around. The error is a sentence; `at` is where it is then.
    struct Broken {
        std::size_t at;
        const char* why;
    };
    [[nodiscard]] std::expected<std::string_view, Broken> next() {
        const std::size_t begin = std::min(text_.find_first_not_of(" \t", at_), text_.size());
        if (begin < text_.size() && text_[begin] == '"') return quoted(begin);
        const std::size_t end = std::min(text_.find(',', at_), text_.size());
        const std::string_view cell = trimmed(text_.substr(at_, end - at_));
        at_ = end + 1;
        return cell;
    }

private:
    [[nodiscard]] std::expected<std::string_view, Broken> quoted(std::size_t begin) {
        const std::size_t close = text_.find('"', begin + 1);
        if (close == std::string_view::npos) return std::unexpected(Broken{begin, "this quote is not closed"});
        const std::size_t after = std::min(text_.find_first_not_of(" \t", close + 1), text_.size());
        if (after < text_.size() && text_[after] != ',') {
            return std::unexpected(Broken{after, "after a quoted cell there must be a comma or the end of the row"});
        }
        at_ = after + 1;
        return trimmed(text_.substr(begin + 1, close - begin - 1));
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

// Actions are counted before they are read, for vectors that grow would hold everything up to three times. An action's
// name begins after its stage.
[[nodiscard]] std::size_t actions_at_most(std::string_view row) {
    std::size_t count = 0;
    bool after_digit = false;
    for (const char c : row) {
        const bool is_letter = c >= 'A' && c <= 'Z';
        count += after_digit && is_letter ? 1 : 0;
        after_digit = c >= '0' && c <= '9';
    }
    return count;
}

class Reader {
public:
    explicit Reader(std::optional<PytorchDialect> dialect) : asked_(dialect), dialect_(dialect) {}

    [[nodiscard]] std::expected<Orders, json::Error> read(std::string_view text) && {
        for (const std::string_view row : rows_of(text)) {
            at_ = {.row = orders_.by_rank.size() + 1};
            if (auto done = read_row(row); !done) return std::unexpected(done.error());
        }
        if (orders_.by_rank.empty()) return std::unexpected(json::Error{{1, 1}, "the file is empty"});
        return finished();
    }

private:
    using Done = std::expected<void, json::Error>;

    [[nodiscard]] Done read_row(std::string_view text) {
        std::vector<Action>& actions = orders_.by_rank.emplace_back();
        std::vector<std::uint32_t>& columns = orders_.columns.emplace_back();
        const std::size_t many = actions_at_most(text);
        actions.reserve(many);
        columns.reserve(many);
        Row cells(text);
        for (at_.column = 1; !cells.at_end(); ++at_.column) {
            const auto cell = cells.next();
            at_.byte = (cell ? cells.offset_of(*cell) : cell.error().at) + 1;
            if (!cell) return refused(at_, cell.error().why);
            if (auto done = read_cell(*cell); !done) return done;
            columns.resize(actions.size(), static_cast<std::uint32_t>(at_.column));
        }
        if (!actions.empty()) return {};
        return refused({.row = at_.row}, why_nothing);
    }

    [[nodiscard]] Done read_cell(std::string_view cell) {
        if (cell.empty()) {
            if (!first_empty_) first_empty_ = at_;
            return {};
        }
        const auto done = cell.starts_with('(') ? read_pair(cell) : read_single(cell);
        if (!done) return refused(at_, fmt::format("{}: {}", quotation(cell), done.error()));
        return {};
    }

    [[nodiscard]] std::expected<void, std::string> read_single(std::string_view text) {
        const auto action = read_action(text);
        if (!action) return std::unexpected(action.error());
        communicates_ |= !is_compute(action->kind);
        orders_.by_rank.back().push_back(*action);
        return {};
    }

    [[nodiscard]] std::expected<void, std::string> read_pair(std::string_view text) {
        const std::size_t middle = text.find(';');
        const std::size_t close = text.find(')');
        if (close == std::string_view::npos || middle > close || text.substr(close + 1) != pair_name) {
            return std::unexpected("an overlapped pair is written (0F7;7B3)OVERLAP_F_B");
        }
        const auto first = read_action(trimmed(text.substr(1, middle - 1)));
        if (!first) return std::unexpected(first.error());
        const auto second = read_action(trimmed(text.substr(middle + 1, close - middle - 1)));
        if (!second) return std::unexpected(second.error());
        const auto pair = paired(*first, *second);
        if (!pair) return std::unexpected(pair.error());
        orders_.by_rank.back().push_back(*pair);
        orders_.by_rank.back().push_back(*second);
        return {};
    }

    [[nodiscard]] std::expected<Action, std::string> read_action(std::string_view text) {
        const ActionText parts = split_action(text);
        if (parts.name == "BW") return read_full_backward(parts);
        std::expected<Action, std::string> action = action_from(text, std::nullopt);
        if (!action) return action;
        if (action->kind == ActionKind::backward_weight) has_weight_ = true;
        if (action->kind == ActionKind::backward_input) {
            if (dialect_ == PytorchDialect::legacy) return std::unexpected(why_no_input_half());
            has_input_ = true;
        }
        if (action->kind == ActionKind::backward && dialect_ == PytorchDialect::legacy) {
            action->kind = ActionKind::backward_input;
        }
        return action;
    }

    [[nodiscard]] std::expected<Action, std::string> read_full_backward(const ActionText& parts) {
        if (dialect_ == PytorchDialect::current) {
            return std::unexpected("BW is a full backward in the legacy dialect, which this file was said not to be");
        }
        if (has_input_) return std::unexpected("BW belongs to the legacy dialect, the I before it to the current one");
        if (!dialect_) become_legacy();
        return action_of(ActionKind::backward, parts, std::nullopt);
    }

    [[nodiscard]] std::string why_no_input_half() const {
        return asked_ ? "there is no I in the legacy dialect, where B is the input half"
                      : "I belongs to the current dialect, the BW before it to the legacy one";
    }

    // What was read as full backwards are input halves.
    void become_legacy() {
        dialect_ = PytorchDialect::legacy;
        for (std::vector<Action>& actions : orders_.by_rank) {
            for (Action& action : actions) {
                if (action.kind == ActionKind::backward) action.kind = ActionKind::backward_input;
            }
        }
    }

    [[nodiscard]] std::expected<Orders, json::Error> finished() {
        if (communicates_ && first_empty_) {
            return refused(*first_empty_, "an empty cell, which a file with communication must not have");
        }
        if (!dialect_ && has_weight_ && !has_input_) become_legacy();
        return with_shown_shape(std::move(orders_));
    }

    std::optional<PytorchDialect> asked_;
    std::optional<PytorchDialect> dialect_;  // unset: the current one so far
    Orders orders_;
    CellPlace at_;
    std::optional<CellPlace> first_empty_;
    bool communicates_ = false;
    bool has_weight_ = false;
    bool has_input_ = false;
};

void write_row(Chunks& out, const std::vector<Action>& actions) {
    for (std::size_t i = 0; i < actions.size(); ++i) {
        if (i > 0) out << ",";
        if (actions[i].overlaps_next && i + 1 < actions.size()) {
            out << "(" << write_action(actions[i], std::nullopt) << ";" << write_action(actions[i + 1], std::nullopt)
                << ")" << pair_name;
            ++i;
        } else {
            out << write_action(actions[i], std::nullopt);
        }
    }
    out << "\n";
}

[[nodiscard]] bool reads_as_legacy(const Orders& orders) {
    const auto holds = [&](ActionKind kind) {
        return std::ranges::any_of(orders.by_rank, [=](const std::vector<Action>& actions) {
            return std::ranges::find(actions, kind, &Action::kind) != actions.end();
        });
    };
    return holds(ActionKind::backward_weight) && !holds(ActionKind::backward_input);
}

// Of two shapes with the same number of stages.
[[nodiscard]] bool has_same_placement(const Orders& a, const Orders& b) {
    for (std::uint64_t stage = 0; stage < a.ranks * a.chunks; ++stage) {
        if (a.placement.rank_of(stage) != b.placement.rank_of(stage)) return false;
    }
    return true;
}

}  // namespace

std::expected<Orders, json::Error> read_pytorch_csv(std::string_view text, std::optional<PytorchDialect> dialect) {
    return Reader(dialect).read(text);
}

std::optional<std::string> unheld_by_csv(const Orders& orders) {
    if (!orders.buffers.empty()) return "buffer ids";
    if (std::ranges::any_of(orders.by_rank, &std::vector<Action>::empty)) return "a rank without actions";
    if (reads_as_legacy(orders)) return "a W without any I, which is read as the legacy dialect";
    Orders shown;
    shown.by_rank = orders.by_rank;
    shown = with_shown_shape(std::move(shown));
    const bool same = shown.ranks == orders.ranks && shown.chunks == orders.chunks &&
                      shown.microbatches == orders.microbatches && has_same_placement(shown, orders);
    if (same) return std::nullopt;
    return "stages, microbatches or a placement other than the actions show";
}

void write_pytorch_csv(const Orders& orders, const Sink& sink) {
    Chunks out(sink);
    for (const std::vector<Action>& actions : orders.by_rank) write_row(out, actions);
    out.flush();
}

}  // namespace tickproof::formats
