#include "planner/formats/orders_json.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "planner/formats/chunks.h"
#include "planner/formats/expectation_json.h"
#include "planner/formats/json/decode.h"
#include "planner/formats/json/write.h"
#include "planner/formats/orders_token.h"

namespace tickproof::formats {

namespace {

using OwnStages = std::vector<std::optional<std::uint32_t>>;

// By rank, of a list; a rank that holds several stages has none of its own.
[[nodiscard]] OwnStages own_stages_listed(const std::vector<std::uint32_t>& list, std::size_t rows) {
    OwnStages own(rows);
    std::vector<std::uint8_t> held(rows);
    for (std::size_t stage = 0; stage < list.size(); ++stage) {
        const std::uint32_t rank = list[stage];
        if (rank >= rows) continue;
        own[rank] = held[rank] == 0 ? std::optional(static_cast<std::uint32_t>(stage)) : std::nullopt;
        held[rank] = 1;
    }
    return own;
}

// The stage that a token means that names none, by rank, for the ranks that the file lists.
[[nodiscard]] OwnStages own_stages(const Orders& orders, std::size_t rows) {
    if (orders.chunks != 1) return OwnStages(rows);
    if (orders.placement.kind() == Placement::Kind::listed) return own_stages_listed(orders.placement.list(), rows);
    OwnStages own(rows);  // with one chunk, both rules put stage r on rank r
    for (std::size_t rank = 0; rank < rows; ++rank) own[rank] = static_cast<std::uint32_t>(rank);
    return own;
}

[[nodiscard]] Placement read_placement(json::Decoder& decoder, const json::Value& value, std::uint64_t ranks) {
    if (value.kind() == json::Kind::array) return Placement::listed(decoder.ids(value, "placement"));
    if (value.text() == "v") return Placement::v_shaped(ranks);
    if (value.text() != "loop") {
        decoder.fail(value, "placement: " + json::in_words(value) + " is not one of loop, v, a list of ranks");
    }
    return Placement::loop(ranks);
}

[[nodiscard]] std::vector<Action> read_row(json::Decoder& decoder, const json::Value& row,
                                           std::optional<std::uint32_t> own_stage) {
    const json::Items tokens = decoder.array(row, "orders");
    std::vector<Action> actions;
    actions.reserve(tokens.size());
    for (const json::Value& value : tokens) {
        const std::string_view text = decoder.text(value, "orders");
        if (decoder.failed()) break;
        const std::expected<Token, std::string> token = read_token(text, own_stage);
        if (!token) {
            decoder.fail(value, token.error());
            break;
        }
        const auto& [first, second] = *token;
        actions.push_back(first);
        if (second) actions.push_back(*second);
    }
    return actions;
}

[[nodiscard]] std::vector<std::vector<Action>> read_rows(json::Decoder& decoder, const json::Items& rows,
                                                         const OwnStages& own) {
    std::vector<std::vector<Action>> by_rank;
    by_rank.reserve(rows.size());
    for (const json::Value& row : rows) {
        if (decoder.failed()) break;
        by_rank.push_back(read_row(decoder, row, own[by_rank.size()]));
    }
    return by_rank;
}

// A slot an action, for as many ranks and actions as there are.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> read_buffers(json::Decoder& decoder, const json::Value& value,
                                                                   const Orders& orders) {
    std::vector<std::vector<std::uint32_t>> buffers;
    for (const json::Value& row : decoder.array(value, "buffers")) {
        if (decoder.failed()) return {};
        buffers.push_back(decoder.ids(row, "buffers"));
        const std::size_t rank = buffers.size() - 1;
        if (decoder.failed() || rank >= orders.by_rank.size()) break;
        if (buffers[rank].size() == orders.by_rank[rank].size()) continue;
        decoder.fail(row, fmt::format("buffers: {} for the {} actions of rank {}", buffers[rank].size(),
                                      orders.by_rank[rank].size(), rank));
    }
    if (buffers.size() != orders.by_rank.size()) decoder.fail(value, "buffers: one list a rank is needed");
    return buffers;
}

void write_placement(Chunks& out, const Placement& placement) {
    if (placement.kind() == Placement::Kind::loop) {
        out << R"("loop")";
    } else if (placement.kind() == Placement::Kind::v_shaped) {
        out << R"("v")";
    } else {
        out << "[";
        for (std::size_t i = 0; i < placement.list().size(); ++i) out << (i > 0 ? "," : "") << placement.list()[i];
        out << "]";
    }
}

void write_row(Chunks& out, const std::vector<Action>& actions, std::optional<std::uint32_t> own_stage) {
    out << "[";
    for (std::size_t i = 0; i < actions.size(); ++i) {
        if (i > 0) out << ",";
        Token token{actions[i], std::nullopt};
        if (actions[i].overlaps_next && i + 1 < actions.size()) token.second = actions[++i];
        out << "\"" << write_token(token, own_stage) << "\"";
    }
    out << "]";
}

void write_buffers(Chunks& out, const std::vector<std::vector<std::uint32_t>>& buffers) {
    out << R"(,"buffers":[)";
    for (std::size_t rank = 0; rank < buffers.size(); ++rank) {
        out << (rank > 0 ? ",[" : "[");
        for (std::size_t i = 0; i < buffers[rank].size(); ++i) out << (i > 0 ? "," : "") << buffers[rank][i];
        out << "]";
    }
    out << "]";
}

// A misspelt "expect" or "placement" that was passed over would turn green.
void refuse_unknown_keys(json::Decoder& decoder, const json::Value& orders) {
    constexpr std::array<std::string_view, 10> known{"id",     "stages",  "virtual", "microbatches", "placement",
                                                     "orders", "buffers", "expect",  "note",         "why"};
    for (const json::Member& member : orders.members()) {
        if (std::ranges::find(known, member.key.text()) != known.end()) continue;
        decoder.fail(member.key, fmt::format("orders: unknown key {}", json::in_words(member.key)));
        return;
    }
}

}  // namespace

std::expected<OrdersCase, json::Error> read_orders(const json::Value& value) {
    json::Decoder decoder;
    json::Fields in = decoder.object(value, "orders");
    refuse_unknown_keys(decoder, value);
    OrdersCase result;
    Orders& orders = result.orders;
    if (const auto id = in.find("id")) orders.id = decoder.text(*id, "id");
    orders.ranks = decoder.count(in, "stages");
    if (const auto chunks = in.find("virtual")) orders.chunks = decoder.count(*chunks, "virtual");
    orders.microbatches = decoder.count(in, "microbatches");
    orders.placement = Placement::loop(orders.ranks);
    if (const auto placement = in.find("placement")) {
        orders.placement = read_placement(decoder, *placement, orders.ranks);
    }
    const json::Items rows = decoder.array(in, "orders");
    orders.by_rank = read_rows(decoder, rows, own_stages(orders, rows.size()));
    if (const auto buffers = in.find("buffers")) orders.buffers = read_buffers(decoder, *buffers, orders);
    if (const auto expect = in.find("expect")) result.expect = read_expectation(decoder, *expect);
    return decoder.result(std::move(result));
}

void write_orders(const Orders& orders, const Sink& sink) {
    const OwnStages own = own_stages(orders, orders.by_rank.size());
    Chunks out(sink);
    out << "{";
    if (!orders.id.empty()) out << R"("id":)" << json::quoted(orders.id) << ",";
    out << R"("stages":)" << orders.ranks << R"(,"virtual":)" << orders.chunks;
    out << R"(,"microbatches":)" << orders.microbatches << R"(,"placement":)";
    write_placement(out, orders.placement);
    out << R"(,"orders":[)";
    for (std::size_t rank = 0; rank < orders.by_rank.size(); ++rank) {
        if (rank > 0) out << ",";
        write_row(out, orders.by_rank[rank], own[rank]);
    }
    out << "]";
    if (!orders.buffers.empty()) write_buffers(out, orders.buffers);
    out << "}";
    out.flush();
}

}  // namespace tickproof::formats
