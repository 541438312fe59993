#include "planner/formats/megatron.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "planner/formats/action_text.h"
#include "planner/formats/shown_shape.h"
#include "planner/formats/text_rows.h"
#include "planner/model/limits.h"

namespace tickproof::formats {

namespace {

using Failure = std::unexpected<json::Error>;

struct Entry {
    std::uint32_t microbatch = 0;
    std::uint32_t chunk = 0;
};
using Table = std::vector<Entry>;

constexpr std::string_view separators = " \t,[]()";

[[nodiscard]] std::expected<std::uint32_t, std::string> read_id(std::string_view text) {
    std::uint32_t number = 0;
    const auto [stopped, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status == std::errc::result_out_of_range) {
        return std::unexpected(fmt::format("{} is larger than {}", text, std::numeric_limits<std::uint32_t>::max()));
    }
    if (status == std::errc() && stopped == text.data() + text.size()) return number;
    return std::unexpected(fmt::format("{} is not a whole number (digits only)", quotation(text)));
}

[[nodiscard]] std::uint64_t chunks_of(const Table& table) {
    std::uint64_t chunks = 1;
    for (const Entry& entry : table) chunks = std::max(chunks, std::uint64_t{entry.chunk} + 1);
    return chunks;
}

// What is laid out over ranks must have stages that fit, and a chunk must be there to have a number.
[[nodiscard]] std::optional<std::string> unfit(std::uint64_t chunks, std::size_t entries, std::uint64_t ranks) {
    if (ranks == 0) return "there must be a rank";
    if (chunks > entries) return fmt::format("chunk {} is named, but there are only {} entries", chunks - 1, entries);
    if (saturating_mul(ranks, saturating_mul(entries, 2)) > limits::max_plan_events) {
        return fmt::format("over {} ranks these are more ops than the limit of {}", ranks, limits::max_plan_events);
    }
    return std::nullopt;
}

// How many entries of chunk 0 come first.
[[nodiscard]] std::uint64_t group_size(const Table& table) {
    const auto next = std::ranges::find_if(table, [](const Entry& entry) { return entry.chunk != 0; });
    return static_cast<std::uint64_t>(next - table.begin());
}

[[nodiscard]] std::vector<Action> walk(const Table& table, std::uint64_t chunks, std::uint64_t ranks,
                                       std::uint64_t rank) {
    std::vector<Action> actions;
    actions.reserve(2 * table.size());
    const auto add = [&](ActionKind kind, std::uint64_t chunk, std::uint32_t microbatch) {
        actions.push_back({kind, false, static_cast<std::uint32_t>(chunk * ranks + rank), microbatch});
    };
    const std::uint64_t later = ranks - rank - 1;
    const std::uint64_t warm_up =
        std::min<std::uint64_t>(table.size(), chunks == 1 ? later : 2 * later + (chunks - 1) * group_size(table));
    for (std::size_t step = 0; step < table.size() + warm_up; ++step) {
        if (step < table.size()) add(ActionKind::forward, table[step].chunk, table[step].microbatch);
        if (step < warm_up) continue;
        const Entry& back = table[step - warm_up];
        add(ActionKind::backward, chunks - 1 - back.chunk, back.microbatch);
    }
    return actions;
}

// Requires what is not unfit().
[[nodiscard]] Orders laid_out(const Table& table, std::uint64_t ranks) {
    Orders orders;
    orders.ranks = ranks;
    orders.chunks = chunks_of(table);
    orders.placement = Placement::loop(ranks);
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
        orders.by_rank.push_back(walk(table, orders.chunks, ranks, rank));
    }
    orders.microbatches = shown_microbatches(orders.by_rank);
    return orders;
}

// One row of an order list; the chunk stands where the stage will be.
struct List {
    std::vector<Action> actions;
    std::vector<std::uint32_t> columns;
};

[[nodiscard]] std::expected<Action, std::string> read_step(std::string_view text) {
    const bool backward = text.starts_with('-');
    if (backward || text.starts_with('+')) text.remove_prefix(1);
    const auto chunk = read_id(text);
    if (!chunk) return std::unexpected(chunk.error());
    if (*chunk == 0) return std::unexpected("0 is neither a forward nor a backward: chunks are counted from 1");
    return Action{backward ? ActionKind::backward : ActionKind::forward, false, *chunk - 1, 0};
}

[[nodiscard]] std::expected<List, json::Error> read_list(std::string_view row, std::uint64_t number) {
    List list;
    std::map<std::pair<ActionKind, std::uint32_t>, std::uint32_t> counts;
    Words words(row, number, separators.substr(0, separators.find('(')));
    while (const auto word = words.next()) {
        auto action = read_step(word->text);
        if (!action) return refused(word->at, action.error());
        action->microbatch = counts[{action->kind, action->stage}]++;
        list.actions.push_back(*action);
        list.columns.push_back(static_cast<std::uint32_t>(word->at.column));
    }
    if (list.actions.empty()) return refused({.row = number}, why_nothing);
    return list;
}

[[nodiscard]] Table table_of(const List& list) {
    Table table;
    for (const Action& action : list.actions) {
        if (action.kind == ActionKind::forward) table.push_back({action.microbatch, action.stage});
    }
    return table;
}

[[nodiscard]] std::expected<Orders, json::Error> from_first_list(const List& list, std::uint64_t ranks) {
    const Table table = table_of(list);
    if (const auto why = unfit(chunks_of(table), table.size(), ranks)) return Failure(json::Error{{1, 1}, *why});
    Orders orders = laid_out(table, ranks);
    const auto is_same = [&](const Action& step, const Action& laid) {
        return step.kind == laid.kind && step.stage * ranks == laid.stage && step.microbatch == laid.microbatch;
    };
    if (std::ranges::equal(list.actions, orders.by_rank.front(), is_same)) return orders;
    return Failure(json::Error{
        {1, 1}, fmt::format("this is not the list of rank 0 of {}, from which the others' would follow", ranks)});
}

[[nodiscard]] std::expected<Orders, json::Error> from_lists(std::vector<List> lists) {
    Orders orders;
    orders.ranks = lists.size();
    std::size_t most = 0;
    for (const List& list : lists) {
        most = std::max(most, list.actions.size());
        for (const Action& action : list.actions) {
            orders.chunks = std::max(orders.chunks, std::uint64_t{action.stage} + 1);
        }
    }
    if (const auto why = unfit(orders.chunks, most, orders.ranks)) return Failure(json::Error{{1, 1}, *why});
    orders.placement = Placement::loop(orders.ranks);
    for (List& list : lists) {
        const std::uint64_t rank = orders.by_rank.size();
        for (Action& action : list.actions) {
            action.stage = static_cast<std::uint32_t>(action.stage * orders.ranks + rank);
        }
        orders.by_rank.push_back(std::move(list.actions));
        orders.columns.push_back(std::move(list.columns));
    }
    orders.microbatches = shown_microbatches(orders.by_rank);
    return orders;
}

// "  # microbatch_id | 0 1 2" in its parts; no name where there is no bar.
struct Labelled {
    std::string_view name;
    std::string_view values;
    std::size_t skipped = 0;  // bytes before the values
};
[[nodiscard]] Labelled labelled(std::string_view row) {
    const std::size_t bar = row.find('|');
    if (bar == std::string_view::npos) return {};
    const std::size_t begin = std::min(row.find_first_not_of(" \t#"), bar);
    const std::size_t end = row.find_last_not_of(" \t", bar == 0 ? 0 : bar - 1);
    if (begin >= bar || end == std::string_view::npos) return {};
    return {row.substr(begin, end + 1 - begin), row.substr(bar + 1), bar + 1};
}

[[nodiscard]] std::expected<std::vector<std::uint32_t>, json::Error> read_ids(std::string_view values,
                                                                              std::uint64_t row, std::size_t skipped) {
    std::vector<std::uint32_t> ids;
    Words words(values, row, separators);
    while (auto word = words.next()) {
        word->at.byte += skipped;
        const auto id = read_id(word->text);
        if (!id) return refused(word->at, id.error());
        ids.push_back(*id);
    }
    return ids;
}

[[nodiscard]] std::expected<Table, json::Error> zipped(const std::vector<std::uint32_t>& microbatches,
                                                       const std::vector<std::uint32_t>& chunks) {
    if (microbatches.size() != chunks.size()) {
        return Failure(json::Error{
            {1, 1},
            fmt::format("there are {} microbatches but {} chunks in the table", microbatches.size(), chunks.size())});
    }
    Table table;
    table.reserve(chunks.size());
    for (std::size_t i = 0; i < chunks.size(); ++i) table.push_back({microbatches[i], chunks[i]});
    return table;
}

[[nodiscard]] std::expected<Table, json::Error> read_labelled_rows(const std::vector<std::string_view>& rows) {
    std::vector<std::uint32_t> microbatches;
    std::vector<std::uint32_t> chunks;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto [name, values, skipped] = labelled(rows[i]);
        if (name == "virtual_microbatch_id") continue;  // it only counts the entries
        if (name != "microbatch_id" && name != "model_chunk_id") {
            return refused({.row = i + 1},
                           "a row of a table is virtual_microbatch_id, microbatch_id or model_chunk_id, "
                           "a bar and numbers");
        }
        auto ids = read_ids(values, i + 1, skipped);
        if (!ids) return Failure(ids.error());
        std::vector<std::uint32_t>& target = name == "microbatch_id" ? microbatches : chunks;
        if (!target.empty()) return refused({.row = i + 1}, fmt::format("{} comes a second time", name));
        target = *std::move(ids);
    }
    return zipped(microbatches, chunks);
}

[[nodiscard]] std::expected<Table, json::Error> read_pairs(const std::vector<std::string_view>& rows) {
    std::vector<std::uint32_t> microbatches;
    std::vector<std::uint32_t> chunks;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto ids = read_ids(rows[i], i + 1, 0);
        if (!ids) return Failure(ids.error());
        for (const std::uint32_t id : *ids) {
            std::vector<std::uint32_t>& target = microbatches.size() > chunks.size() ? chunks : microbatches;
            target.push_back(id);
        }
    }
    return zipped(microbatches, chunks);
}

}  // namespace

std::expected<Orders, json::Error> read_megatron_order(std::string_view text, std::optional<std::uint64_t> ranks) {
    std::vector<List> lists;
    for (const std::string_view row : rows_of(text)) {
        auto list = read_list(row, lists.size() + 1);
        if (!list) return Failure(list.error());
        lists.push_back(*std::move(list));
    }
    if (lists.empty()) return Failure(json::Error{{1, 1}, "the file is empty"});
    if (!ranks || *ranks == lists.size()) return from_lists(std::move(lists));
    if (lists.size() == 1) return from_first_list(lists.front(), *ranks);
    return Failure(json::Error{{1, 1}, fmt::format("there are lists of {} ranks, not of {}", lists.size(), *ranks)});
}

std::expected<Orders, json::Error> read_megatron_table(std::string_view text, std::optional<std::uint64_t> ranks) {
    const std::vector<std::string_view> rows = rows_of(text);
    const bool has_labels = std::ranges::any_of(rows, [](std::string_view row) { return row.contains('|'); });
    const auto table = has_labels ? read_labelled_rows(rows) : read_pairs(rows);
    if (!table) return Failure(table.error());
    if (table->empty()) return Failure(json::Error{{1, 1}, "the table is empty"});
    if (!ranks) return Failure(json::Error{{1, 1}, "a table does not tell how many ranks walk it: give --stages"});
    if (const auto why = unfit(chunks_of(*table), table->size(), *ranks)) return Failure(json::Error{{1, 1}, *why});
    return laid_out(*table, *ranks);
}

}  // namespace tickproof::formats
