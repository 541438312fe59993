#include "planner/formats/expectation_json.h"

#include <array>

#include <fmt/format.h>

#include "planner/formats/json/write.h"

namespace tickproof::formats {

namespace {

constexpr std::array<json::Word<bool>, 2> verdicts{{{true, "valid", ""}, {false, "invalid", ""}}};
constexpr std::array<json::Word<bool>, 2> dependency_outcomes{{{true, "ok", ""}, {false, "cycle", ""}}};
constexpr std::array<json::Word<bool>, 2> deadlock_outcomes{{{true, "ok", ""}, {false, "deadlock", ""}}};
constexpr std::array<json::Word<bool>, 2> fifo_outcomes{{{true, "ok", ""}, {false, "swap", ""}}};

[[nodiscard]] bool is_count(std::string_view text) {
    const bool all_digits = text.find_first_not_of("0123456789") == std::string_view::npos;
    return all_digits && !text.empty() && text.size() <= 19 && (text == "0" || text[0] != '0');
}

// {"0":"deadlock","1":"ok"}: what happens with so many buffer slots.
void check_buffered(json::Decoder& decoder, const json::Value& value) {
    (void)decoder.object(value, "buffered");
    for (const json::Member& slots : value.members()) {
        if (!is_count(slots.key.text())) {
            decoder.fail(slots.key, fmt::format("buffered: {} is not a number of slots", json::in_words(slots.key)));
        }
        (void)decoder.word(slots.value, "buffered", deadlock_outcomes);
    }
}

// Keys whose claims this version only reads. False for any other key.
[[nodiscard]] bool check_beyond_this_version(json::Decoder& decoder, std::string_view key, const json::Value& value) {
    if (key == "buffered") {
        check_buffered(decoder, value);
    } else if (key == "grouped") {
        (void)decoder.word(value, key, deadlock_outcomes);
    } else if (key == "fifo") {
        (void)decoder.word(value, key, fifo_outcomes);
    } else {
        return false;
    }
    return true;
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
    } else if (check_beyond_this_version(decoder, key, value)) {
        expectation.beyond_this_version.emplace_back(key);
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
