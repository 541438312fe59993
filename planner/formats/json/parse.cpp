// The one file that knows RapidJSON: its events become the nodes of a tree, its error codes sentences.
//
// The events say nothing of places, but the stream knows how far it has been read. A number or a word ends there; a
// text may hold escapes, so its beginning is looked for from the end of the event before it.
#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include "planner/formats/json/json.h"
#include "planner/formats/json/write.h"

namespace tickproof::json {

namespace {

constexpr unsigned reader_flags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag |
                                  rapidjson::kParseValidateEncodingFlag | rapidjson::kParseStopWhenDoneFlag;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t longest_quotation = 40;

struct Fault {
    std::size_t offset = 0;
    std::string message;
};

[[nodiscard]] bool is_digit(char c) { return c >= '0' && c <= '9'; }

// RapidJSON decodes "\udc00" to three bytes that are no UTF-8; in UTF-8 nothing else begins so.
[[nodiscard]] bool has_lone_surrogate(std::string_view text) {
    for (std::size_t at = text.find('\xED'); at != std::string_view::npos; at = text.find('\xED', at + 1)) {
        if (at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) >= 0xA0) return true;
    }
    return false;
}

[[nodiscard]] std::string_view sentence(rapidjson::ParseErrorCode code, bool at_escape) {
    switch (code) {
        case rapidjson::kParseErrorObjectMissName:
            return "expected a key in double quotes";
        case rapidjson::kParseErrorObjectMissColon:
            return "expected ':' after a key";
        case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
            return "expected ',' or '}' after a member of an object";
        case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
            return "expected ',' or ']' after an item of an array";
        case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
            return "expected four hexadecimal digits after \\u";
        case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
            return "this \\u escape is half of a pair without its other half";
        case rapidjson::kParseErrorStringEscapeInvalid:
            return at_escape ? "a text holds an unknown escape"
                             : "a text holds a control character that is not escaped";
        case rapidjson::kParseErrorStringInvalidEncoding:
            return "a text is not valid UTF-8";
        case rapidjson::kParseErrorNumberTooBig:
            return "this number is too large to mean anything";
        case rapidjson::kParseErrorNumberMissFraction:
            return "expected a digit after the decimal point";
        case rapidjson::kParseErrorNumberMissExponent:
            return "expected a digit in the exponent";
        default:
            return "expected a value";
    }
}

}  // namespace

class TreeBuilder : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, TreeBuilder> {
public:
    TreeBuilder(std::string_view text, Place start) : text_(text), stream_(text.data(), text.size()) {
        tree_.text_ = text;
        tree_.start_ = start;
    }

    // Offset and message of what is wrong, if anything is.
    [[nodiscard]] std::optional<Fault> read() {
        rapidjson::Reader reader;
        const rapidjson::ParseResult result = reader.Parse<reader_flags>(stream_, *this);
        if (!result.IsError()) return std::nullopt;
        if (fault_) return fault_;
        return fault_of(result.Code(), result.Offset());
    }

    [[nodiscard]] std::size_t consumed() const { return stream_.Tell(); }
    [[nodiscard]] Tree take_tree() { return std::move(tree_); }

    // What RapidJSON calls; false stops it.
    bool Null() { return add_word(Kind::null, 4, 0); }
    bool Bool(bool value) { return add_word(Kind::boolean, value ? 4 : 5, value ? 1 : 0); }
    bool RawNumber(const char*, rapidjson::SizeType length, bool) { return add_word(Kind::number, length, length); }
    bool String(const char* text, rapidjson::SizeType length, bool) { return add_text({text, length}); }
    bool Key(const char* text, rapidjson::SizeType length, bool) { return add_text({text, length}); }
    bool StartObject() { return open(Kind::object, "an object"); }
    bool StartArray() { return open(Kind::array, "an array"); }
    bool EndObject(rapidjson::SizeType members) {
        const std::size_t object = close(members);
        return members <= 8 ? no_duplicates_among_few(object) : no_duplicates(object);
    }
    bool EndArray(rapidjson::SizeType items) {
        (void)close(items);
        return true;
    }

private:
    bool stop(std::size_t offset, std::string message) {
        fault_ = Fault{offset, std::move(message)};
        return false;
    }

    bool add(std::size_t begin, std::size_t end, std::size_t size, std::size_t detail, Kind kind, bool aside) {
        tree_.nodes_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(size),
                                static_cast<std::uint32_t>(detail), kind, aside});
        end_of_last_ = end;
        return true;
    }

    bool add_word(Kind kind, std::size_t length, std::size_t size) {
        return add(stream_.Tell() - length, stream_.Tell(), size, 0, kind, false);
    }

    bool add_text(std::string_view content) {
        const std::size_t begin = text_.find('"', end_of_last_);
        const std::size_t end = stream_.Tell();
        if (end - begin - 2 == content.size()) return add(begin, end, content.size(), 0, Kind::text, false);
        if (has_lone_surrogate(content)) return stop(begin, "a text holds half of a \\u pair without its other half");
        const std::size_t aside = tree_.unescaped_.size();
        tree_.unescaped_ += content;
        return add(begin, end, content.size(), aside, Kind::text, true);
    }

    // RapidJSON announces a bracket before it takes it.
    bool open(Kind kind, std::string_view what) {
        const std::size_t begin = stream_.Tell();
        if (open_.size() == max_depth) {
            return stop(begin, fmt::format("{} nested more than {} levels deep", what, max_depth));
        }
        open_.push_back(tree_.nodes_.size());
        return add(begin, begin + 1, 0, 0, kind, false);
    }

    [[nodiscard]] std::size_t close(std::size_t size) {
        const std::size_t index = open_.back();
        open_.pop_back();
        tree_.nodes_[index].size = static_cast<std::uint32_t>(size);
        tree_.nodes_[index].detail = static_cast<std::uint32_t>(tree_.nodes_.size());
        end_of_last_ = stream_.Tell() + 1;
        return index;
    }

    [[nodiscard]] std::string_view key(std::size_t index) const { return tree_.text(tree_.nodes_[index]); }

    bool stop_at_duplicate(std::size_t index) {
        return stop(tree_.nodes_[index].begin,
                    fmt::format("the key {} is in this object twice", quoted(key(index).substr(0, longest_quotation))));
    }

    bool no_duplicates_among_few(std::size_t object) {
        const std::size_t end = tree_.nodes_.size();
        for (std::size_t second = object + 1; second < end; second = tree_.after(second + 1)) {
            for (std::size_t first = object + 1; first < second; first = tree_.after(first + 1)) {
                if (key(first) == key(second)) return stop_at_duplicate(second);
            }
        }
        return true;
    }

    // Sorts the keys, so that an object of a million members takes a moment. The first repetition in the text is named.
    bool no_duplicates(std::size_t object) {
        std::vector<std::uint32_t> keys;
        keys.reserve(tree_.nodes_[object].size);
        for (std::size_t index = object + 1; index < tree_.nodes_.size(); index = tree_.after(index + 1)) {
            keys.push_back(static_cast<std::uint32_t>(index));
        }
        std::ranges::sort(keys, {}, [this](std::uint32_t index) { return std::pair{key(index), index}; });
        std::size_t repeated = tree_.nodes_.size();
        for (std::size_t i = 1; i < keys.size(); ++i) {
            if (key(keys[i - 1]) == key(keys[i])) repeated = std::min<std::size_t>(repeated, keys[i]);
        }
        return repeated == tree_.nodes_.size() || stop_at_duplicate(repeated);
    }

    [[nodiscard]] Fault fault_of(rapidjson::ParseErrorCode code, std::size_t offset) const {
        const bool at_end = stream_.Tell() == text_.size();
        if (at_end && code != rapidjson::kParseErrorNumberTooBig) return {text_.size(), "the text ends too early"};
        if (text_[offset] == '\0') return {offset, "a NUL byte"};
        if (std::optional<Fault> fault = leading_zero(code, offset)) return *std::move(fault);
        return {offset, std::string(sentence(code, text_[offset] == '\\'))};
    }

    // RapidJSON takes "01" for the number 0 and something after it; people take it for a number.
    [[nodiscard]] std::optional<Fault> leading_zero(rapidjson::ParseErrorCode code, std::size_t offset) const {
        const bool in_object = code == rapidjson::kParseErrorObjectMissCommaOrCurlyBracket;
        if (!in_object && code != rapidjson::kParseErrorArrayMissCommaOrSquareBracket) return std::nullopt;
        const Node& last = tree_.nodes_.back();
        const bool touches = last.kind == Kind::number && last.begin + last.size == offset && is_digit(text_[offset]);
        if (!touches) return std::nullopt;
        const std::size_t end = text_.find_first_not_of("0123456789", offset);
        const std::size_t shown = std::min(std::min(end, text_.size()) - last.begin, longest_quotation);
        const std::string_view digits = text_.substr(last.begin, shown);
        if (!in_object) return Fault{last.begin, fmt::format("{} begins with a zero", digits)};
        return Fault{last.begin, fmt::format("{}: {} begins with a zero", key(tree_.nodes_.size() - 2), digits)};
    }

    std::string_view text_;
    rapidjson::MemoryStream stream_;
    Tree tree_;
    std::vector<std::size_t> open_;  // arrays and objects around the place being read
    std::size_t end_of_last_ = 0;    // of the event before
    std::optional<Fault> fault_;     // found here, not by RapidJSON
};

std::expected<Parsed, Error> parse(std::string_view text, Place start) {
    if (text.starts_with(byte_order_mark)) {
        return std::unexpected(Error{start, "the text begins with a byte order mark, which JSON does not allow"});
    }
    const std::string_view readable = text.substr(0, max_document_bytes);
    const std::size_t begin = skip_white_space(readable, 0);
    if (begin == text.size()) return std::unexpected(Error{place_at(text, begin, start), "the text is empty"});
    TreeBuilder builder(readable, start);
    if (std::optional<Fault> fault = builder.read()) {
        if (fault->offset == readable.size() && readable.size() < text.size()) fault->message = "4 GiB or more of text";
        return std::unexpected(Error{place_at(text, fault->offset, start), std::move(fault->message)});
    }
    return Parsed{builder.take_tree(), builder.consumed()};
}

std::expected<Tree, Error> parse_all(std::string_view text, Place start) {
    std::expected<Parsed, Error> parsed = parse(text, start);
    if (!parsed) return std::unexpected(std::move(parsed.error()));
    const std::size_t rest = skip_white_space(text, parsed->consumed);
    if (rest != text.size()) {
        return std::unexpected(Error{place_at(text, rest, start), "unexpected text after the end of the document"});
    }
    return std::move(parsed->tree);
}

}  // namespace tickproof::json
