#include "planner/formats/expectation_json.h"

#include <array>
#include <charconv>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "planner/formats/json/write.h"

namespace tickproof::formats {

namespace {

constexpr std::array<json::Word<bool>, 2> verdicts{{{true, "valid", ""}, {false, "invalid", ""}}};
constexpr std::array<json::Word<bool>, 2> dependency_outcomes{{{true, "ok", ""}, {false, "cycle", ""}}};
constexpr std::array<json::Word<bool>, 2> deadlock_outcomes{{{true, "ok", ""}, {false, "deadlock", ""}}};
constexpr std::array<json::Word<bool>, 2> fifo_outcomes{{{true, "ok", ""}, {false, "swap", ""}}};

[[nodiscard]] std::optional<std::uint64_t> slots_in(std::string_view text) {
    std::uint64_t slots = 0;
    const auto [stopped, status] = std::from_chars(text.data(), text.data() + text.size(), slots);
    const bool is_shortest = text == "0" || !text.starts_with('0');
    if (status != std::errc() || stopped != text.data() + text.size() || !is_shortest) return std::nullopt;
    return slots;
}

// {"0":"deadlock","1":"ok"}: what happens with so many buffer slots.
[[nodiscard]] std::vector<BufferedClaim> read_buffered(json::Decoder& decoder, const json::Value& value) {
    std::vector<BufferedClaim> claims;
    (void)decoder.object(value, "buffered");
    for (const json::Member& member : value.members()) {
        const auto slots = slots_in(member.key.text());
        if (!slots) {
            decoder.fail(member.key, fmt::format("buffered: {} is not a number of slots", json::in_words(member.key)));
        }
        claims.push_back({slots.value_or(0), decoder.word(member.value, "buffered", deadlock_outcomes)});
    }
    return claims;
}

void read_member(json::Decoder& decoder, const json::Member& member, Expectation& expectation) {
    const std::string_view key = member.key.text();
    const json::Value& value = member.value;
    if (key == "why" || key == "note") return;
    if (key == "verdict") {
        expectation.valid = decoder.word(value, key, verdicts);
    } else if (key == "dependencies") {
        expectation.dependencies_run = decoder.word(value, key, dependency_outcomes);
    } else if (key == "makespan") {
        expectation.makespan_ticks = decoder.count(value, key);
    } else if (key == "messages") {
        expectation.messages = decoder.count(value, key);
    } else if (key == "peak") {
        expectation.peak = decoder.counts(value, key);
    } else if (key == "peak_freed_at_input_gradient") {
        expectation.peak_freed_at_input_gradient = decoder.counts(value, key);
    } else if (key == "buffered") {
        expectation.buffered = read_buffered(decoder, value);
    } else if (key == "grouped") {
        expectation.grouped_runs = decoder.word(value, key, deadlock_outcomes);
    } else if (key == "fifo") {
        expectation.fifo_fits = decoder.word(value, key, fifo_outcomes);
    } else {
        decoder.fail(member.key, fmt::format("expect: unknown key {}", json::in_words(member.key)));
    }
}

}  // namespace

Expectation read_expectation(json::Decoder& decoder, const json::Value& value) {
    Expectation expectation;
    (void)decoder.object(value, "expect");
    for (const json::Member& member : value.members()) {
        if (decoder.failed()) break;
        read_member(decoder, member, expectation);
    }
    return expectation;
}

}  // namespace tickproof::formats
