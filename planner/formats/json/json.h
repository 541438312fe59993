// Strict JSON with places: text to a tree that knows the line and column of everything in it.
//
// RapidJSON does the lexing (iterative, encoding validated, numbers kept as text). On top of it this adds what a
// contract needs and it lacks: duplicate keys, a depth limit, and places in a person's terms.
// A value costs 16 bytes beside the text, so memory stays in proportion to the input whatever the input declares.
// The text must outlive the tree, and the tree must outlive its values and stay where it is while they are used.
#pragma once

#include <cstdint>
#include <expected>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tickproof::json {

inline constexpr std::size_t max_depth = 64;

// Offsets are 32 bits wide; a longer document is refused.
inline constexpr std::size_t max_document_bytes = 0xFFFF'FFFF;

struct Place {
    std::uint64_t line = 1;
    std::uint64_t column = 1;  // in bytes
    friend bool operator==(const Place&, const Place&) = default;
};

struct Error {
    Place place;
    std::string message;
};

// Where `offset` lies in a text that begins at `start`. Takes time in proportion to `offset`.
[[nodiscard]] Place place_at(std::string_view text, std::size_t offset, Place start = {});

enum class Kind : std::uint8_t { null, boolean, number, text, array, object };

class Tree;
class Items;
class Members;

// A value in a tree, as cheap as a pointer.
class Value {
public:
    [[nodiscard]] Kind kind() const;
    [[nodiscard]] bool boolean() const;           // false unless it is `true`
    [[nodiscard]] std::string_view text() const;  // a text without its escapes; a number as it is written; else empty
    [[nodiscard]] std::size_t size() const;       // items of an array, members of an object; else 0
    [[nodiscard]] Place place() const;            // takes time in proportion to the text before it
    [[nodiscard]] Items items() const;            // of an array; else none
    [[nodiscard]] Members members() const;        // of an object; else none
    [[nodiscard]] std::optional<Value> find(std::string_view key) const;  // looks at one member after another

private:
    friend class Tree;
    friend class Items;
    friend class Members;
    Value(const Tree* tree, std::size_t index) : tree_(tree), index_(index) {}

    const Tree* tree_;
    std::size_t index_;
};

struct Member {
    Value key;
    Value value;
};

// The nodes of a tree, in the order of the text: an object's members follow it as key, value, key, value.
struct Node {
    std::uint32_t begin = 0;  // where it starts in the text
    std::uint32_t size = 0;   // bytes of a text or number; items or members; 1 for `true`
    std::uint32_t detail =
        0;  // of a text with escapes: where it is kept aside; of an array or object: the node after it
    Kind kind = Kind::null;
    bool aside = false;  // a text that had escapes
};
static_assert(sizeof(Node) == 16);

class Tree {
public:
    [[nodiscard]] Value root() const { return {this, 0}; }

private:
    friend class Value;
    friend class Items;
    friend class Members;
    friend class TreeBuilder;

    [[nodiscard]] std::size_t after(std::size_t index) const {
        const Node& node = nodes_[index];
        return node.kind >= Kind::array ? node.detail : index + 1;
    }
    [[nodiscard]] std::string_view text(const Node& node) const {
        if (node.aside) return std::string_view(unescaped_).substr(node.detail, node.size);
        return text_.substr(node.begin + (node.kind == Kind::text ? 1U : 0U), node.size);
    }

    std::string_view text_;
    Place start_;
    std::vector<Node> nodes_;
    std::string unescaped_;  // the texts that had escapes, one after another
};

class Items {
public:
    class Iterator {
    public:
        using value_type = Value;
        using difference_type = std::ptrdiff_t;
        Iterator(const Tree* tree, std::size_t index) : tree_(tree), index_(index) {}
        Value operator*() const { return {tree_, index_}; }
        Iterator& operator++() {
            index_ = tree_->after(index_);
            return *this;
        }
        void operator++(int) { ++*this; }
        friend bool operator==(const Iterator&, const Iterator&) = default;

    private:
        const Tree* tree_;
        std::size_t index_;
    };

    Items() = default;
    [[nodiscard]] Iterator begin() const { return {tree_, begin_}; }
    [[nodiscard]] Iterator end() const { return {tree_, end_}; }
    [[nodiscard]] std::size_t size() const { return size_; }

private:
    friend class Value;
    Items(const Tree* tree, std::size_t index)
        : tree_(tree), begin_(index + 1), end_(tree->after(index)), size_(tree->nodes_[index].size) {}

    const Tree* tree_ = nullptr;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::size_t size_ = 0;
};

class Members {
public:
    class Iterator {
    public:
        using value_type = Member;
        using difference_type = std::ptrdiff_t;
        Iterator(const Tree* tree, std::size_t index) : tree_(tree), index_(index) {}
        Member operator*() const { return {{tree_, index_}, {tree_, index_ + 1}}; }
        Iterator& operator++() {
            index_ = tree_->after(index_ + 1);
            return *this;
        }
        void operator++(int) { ++*this; }
        friend bool operator==(const Iterator&, const Iterator&) = default;

    private:
        const Tree* tree_ = nullptr;
        std::size_t index_ = 0;
    };

    Members() = default;
    [[nodiscard]] Iterator begin() const { return {tree_, begin_}; }
    [[nodiscard]] Iterator end() const { return {tree_, end_}; }

private:
    friend class Value;
    Members(const Tree* tree, std::size_t index) : tree_(tree), begin_(index + 1), end_(tree->after(index)) {}

    const Tree* tree_ = nullptr;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

struct Parsed {
    Tree tree;
    std::size_t consumed = 0;  // bytes of the text up to the end of the document
};

// Reads the document at the beginning of `text` and leaves what follows it alone. `start` is where the text begins in
// its file.
[[nodiscard]] std::expected<Parsed, Error> parse(std::string_view text, Place start = {});

// The whole text is one document; only white space may stand around it.
[[nodiscard]] std::expected<Tree, Error> parse_all(std::string_view text, Place start = {});

// White space as JSON has it.
[[nodiscard]] std::size_t skip_white_space(std::string_view text, std::size_t from);

}  // namespace tickproof::json
