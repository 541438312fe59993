// Takes values out of a tree and remembers the first thing that is wrong with them.
//
// A decoder is asked for one value after another and answers 0 or empty once something is wrong; whoever uses it looks
// at error() at the end (and in long loops). So a reader of a format is a plain list of its keys, and every message
// names key, value and place in the same words.
#pragma once

#include <cstdint>
#include <expected>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "planner/formats/json/json.h"

namespace tickproof::json {

// An object being read. Keys that are asked for in the order of the text are found at once.
class Fields {
public:
    explicit Fields(Value object);
    [[nodiscard]] std::optional<Value> find(std::string_view key);
    [[nodiscard]] Value object() const { return object_; }

private:
    Value object_;
    Members::Iterator next_;
};

// One word of an enumeration: as it is written, and as Rust's Debug prints it (empty: no such spelling).
template <class T>
struct Word {
    T kind;
    std::string_view name;
    std::string_view rust_name;
};

class Decoder {
public:
    // The first thing that was wrong, if anything was.
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }
    [[nodiscard]] bool failed() const { return error_.has_value(); }
    void fail(const Value& where, std::string message);
    // What a reader returns at its end: `value`, or the error.
    template <class T>
    [[nodiscard]] std::expected<T, Error> result(T value) const {
        if (error_) return std::unexpected(*error_);
        return value;
    }

    // `what` names the value in messages, as in "pipeline: 7 is not an object".
    [[nodiscard]] Fields object(const Value& value, std::string_view what);
    [[nodiscard]] std::uint64_t count(const Value& value, std::string_view what);
    [[nodiscard]] std::uint32_t id(const Value& value, std::string_view what);  // a count of 32 bits
    [[nodiscard]] std::vector<std::uint64_t> counts(const Value& value, std::string_view what);
    [[nodiscard]] std::vector<std::uint32_t> ids(const Value& value, std::string_view what);
    [[nodiscard]] bool boolean(const Value& value, std::string_view what);
    [[nodiscard]] float real(const Value& value, std::string_view what);  // rounded once, from the decimal text
    [[nodiscard]] std::string_view text(const Value& value, std::string_view what);
    [[nodiscard]] Items array(const Value& value, std::string_view what);
    // `words` is a table of Word or of anything with the same members.
    template <class Table>
    [[nodiscard]] auto word(const Value& value, std::string_view what, const Table& words) {
        const std::string_view written = text(value, what);
        for (const auto& known : words) {
            if (written == known.name || (!known.rust_name.empty() && written == known.rust_name)) return known.kind;
        }
        refuse_word(value, what, names(words));
        return words.begin()->kind;
    }

    // The same for a member that must be there.
    [[nodiscard]] std::uint64_t count(Fields& in, std::string_view key);
    [[nodiscard]] std::uint32_t id(Fields& in, std::string_view key);
    [[nodiscard]] std::vector<std::uint64_t> counts(Fields& in, std::string_view key);
    [[nodiscard]] bool boolean(Fields& in, std::string_view key);
    [[nodiscard]] float real(Fields& in, std::string_view key);
    [[nodiscard]] std::string_view text(Fields& in, std::string_view key);
    [[nodiscard]] Items array(Fields& in, std::string_view key);
    template <class Table>
    [[nodiscard]] auto word(Fields& in, std::string_view key, const Table& words) {
        const std::optional<Value> value = required(in, key);
        return value ? word(*value, key, words) : words.begin()->kind;
    }
    // Any member that must be there.
    [[nodiscard]] std::optional<Value> required(Fields& in, std::string_view key);

private:
    template <class Table>
    [[nodiscard]] static std::vector<std::string_view> names(const Table& words) {
        std::vector<std::string_view> result;
        result.reserve(std::size(words));
        for (const auto& known : words) result.push_back(known.name);
        return result;
    }
    // "microbatches: 2.9 is not a whole number"
    void refuse(const Value& value, std::string_view what, std::string_view complaint);
    void refuse_word(const Value& value, std::string_view what, std::span<const std::string_view> allowed);
    [[nodiscard]] std::uint64_t count_up_to(const Value& value, std::string_view what, std::uint64_t most);

    std::optional<Error> error_;
};

// What a value is, short enough for a message: 2.9, "gpipe", an array.
[[nodiscard]] std::string in_words(const Value& value);

}  // namespace tickproof::json
