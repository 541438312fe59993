#include "planner/formats/json/decode.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "planner/formats/json/write.h"

namespace tickproof::json {

namespace {

constexpr std::size_t longest_quotation = 40;

// Cut between characters.
[[nodiscard]] std::string_view beginning(std::string_view text) {
    if (text.size() <= longest_quotation) return text;
    std::size_t end = longest_quotation;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    return text.substr(0, end);
}

}  // namespace

std::string in_words(const Value& value) {
    const std::string_view shown = beginning(value.text());
    const std::string_view more = shown.size() < value.text().size() ? "..." : "";
    switch (value.kind()) {
        case Kind::null:
            return "null";
        case Kind::boolean:
            return value.boolean() ? "true" : "false";
        case Kind::number:
            return std::string(shown).append(more);
        case Kind::text:
            return quoted(shown).append(more);
        case Kind::array:
            return "an array";
        case Kind::object:
            return "an object";
    }
    return {};
}

Fields::Fields(Value object) : object_(object), next_(object.members().begin()) {}

std::optional<Value> Fields::find(std::string_view key) {
    const Members members = object_.members();
    const auto found_at = [&](Members::Iterator at) {
        next_ = at;
        ++next_;
        return (*at).value;
    };
    if (next_ != members.end() && (*next_).key.text() == key) return found_at(next_);
    for (Members::Iterator at = members.begin(); at != members.end(); ++at) {
        if ((*at).key.text() == key) return found_at(at);
    }
    return std::nullopt;
}

void Decoder::fail(const Value& where, std::string message) {
    if (!error_) error_ = Error{where.place(), std::move(message)};
}

void Decoder::refuse(const Value& value, std::string_view what, std::string_view complaint) {
    if (!failed()) fail(value, fmt::format("{}: {} is {}", what, in_words(value), complaint));
}

Fields Decoder::object(const Value& value, std::string_view what) {
    if (value.kind() != Kind::object) refuse(value, what, "not an object");
    return Fields(value);
}

std::uint64_t Decoder::count_up_to(const Value& value, std::string_view what, std::uint64_t most) {
    const std::string_view digits = value.kind() == Kind::number ? value.text() : std::string_view();
    const char* const end = digits.data() + digits.size();
    std::uint64_t number = 0;
    // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): its end is the next argument
    const auto [stopped, status] = std::from_chars(digits.data(), end, number);
    if (stopped == end && status == std::errc() && number <= most) return number;
    if (stopped != end || digits.empty()) refuse(value, what, "not a whole number (digits only)");
    refuse(value, what, fmt::format("too large (at most {})", most));
    return 0;
}

std::uint64_t Decoder::count(const Value& value, std::string_view what) {
    return count_up_to(value, what, std::numeric_limits<std::uint64_t>::max());
}

std::uint32_t Decoder::id(const Value& value, std::string_view what) {
    return static_cast<std::uint32_t>(count_up_to(value, what, std::numeric_limits<std::uint32_t>::max()));
}

std::vector<std::uint64_t> Decoder::counts(const Value& value, std::string_view what) {
    const Items items = array(value, what);
    std::vector<std::uint64_t> result;
    result.reserve(items.size());
    for (const Value& item : items) result.push_back(count(item, what));
    return result;
}

std::vector<std::uint32_t> Decoder::ids(const Value& value, std::string_view what) {
    const Items items = array(value, what);
    std::vector<std::uint32_t> result;
    result.reserve(items.size());
    for (const Value& item : items) result.push_back(id(item, what));
    return result;
}

bool Decoder::boolean(const Value& value, std::string_view what) {
    if (value.kind() != Kind::boolean) refuse(value, what, "neither true nor false");
    return value.boolean();
}

// Never through double, which would round twice. JSON's numbers are all of strtof's form, and the copy ends them.
float Decoder::real(const Value& value, std::string_view what) {
    if (value.kind() != Kind::number) {
        refuse(value, what, "not a number");
        return 0.0F;
    }
    const float number = std::strtof(std::string(value.text()).c_str(), nullptr);
    if (std::isfinite(number)) return number;
    refuse(value, what, "too large for a 32-bit float");
    return 0.0F;
}

std::string_view Decoder::text(const Value& value, std::string_view what) {
    if (value.kind() == Kind::text) return value.text();
    refuse(value, what, "not a text");
    return {};
}

Items Decoder::array(const Value& value, std::string_view what) {
    if (value.kind() != Kind::array) refuse(value, what, "not an array");
    return value.items();
}

void Decoder::refuse_word(const Value& value, std::string_view what, std::span<const std::string_view> allowed) {
    refuse(value, what, fmt::format("not one of {}", fmt::join(allowed, ", ")));
}

std::optional<Value> Decoder::required(Fields& in, std::string_view key) {
    const std::optional<Value> value = in.find(key);
    if (!value && !failed()) fail(in.object(), fmt::format("the key {} is missing", quoted(key)));
    return value;
}

std::uint64_t Decoder::count(Fields& in, std::string_view key) {
    const std::optional<Value> value = required(in, key);
    return value ? count(*value, key) : 0;
}

std::uint32_t Decoder::id(Fields& in, std::string_view key) {
    const std::optional<Value> value = required(in, key);
    return value ? id(*value, key) : 0;
}

std::vector<std::uint64_t> Decoder::counts(Fields& in, std::string_view key) {
    const std::optional<Value> value = required(in, key);
    return value ? counts(*value, key) : std::vector<std::uint64_t>();
}

bool Decoder::boolean(Fields& in, std::string_view key) {
    const std::optional<Value> value = required(in, key);
    return value && boolean(*value, key);
}

float Decoder::real(Fields& in, std::string_view key) {
    const std::optional<Value> value = required(in, key);
    return value ? real(*value, key) : 0.0F;
}

std::string_view Decoder::text(Fields& in, std::string_view key) {
    const std::optional<Value> value = required(in, key);
    return value ? text(*value, key) : std::string_view();
}

Items Decoder::array(Fields& in, std::string_view key) {
    const std::optional<Value> value = required(in, key);
    return value ? array(*value, key) : Items();
}

}  // namespace tickproof::json
