#include "properties/gate/shell_words.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace tickproof::gate {

namespace {

constexpr std::string_view blanks = " \t\n";

class Splitter {
public:
    explicit Splitter(std::string_view text) : text_(text) {}

    std::expected<std::vector<std::string>, std::string> split() {
        while (at_ < text_.size()) {
            if (const auto complaint = step()) return std::unexpected(std::string(*complaint));
        }
        end_word();
        return std::move(words_);
    }

private:
    using Complaint = std::optional<std::string_view>;

    Complaint step() {
        const char c = text_[at_++];
        if (blanks.contains(c)) {
            end_word();
            return std::nullopt;
        }
        in_word_ = true;
        if (c == '\'') return single_quoted();
        if (c == '"') return double_quoted();
        if (c == '\\') return escaped();
        word_ += c;
        return std::nullopt;
    }

    Complaint escaped() {
        if (at_ == text_.size()) return "it ends in a backslash";
        word_ += text_[at_++];
        return std::nullopt;
    }

    Complaint single_quoted() {
        const std::size_t end = text_.find('\'', at_);
        if (end == std::string_view::npos) return "a ' has no partner";
        word_ += text_.substr(at_, end - at_);
        at_ = end + 1;
        return std::nullopt;
    }

    Complaint double_quoted() {
        while (at_ < text_.size()) {
            const char c = text_[at_++];
            if (c == '"') return std::nullopt;
            const bool escapes = c == '\\' && at_ < text_.size() && std::string_view("\"\\$`").contains(text_[at_]);
            word_ += escapes ? text_[at_++] : c;
        }
        return "a \" has no partner";
    }

    void end_word() {
        if (in_word_) words_.push_back(std::move(word_));
        word_.clear();
        in_word_ = false;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string word_;
    bool in_word_ = false;  // '' is a word too
    std::vector<std::string> words_;
};

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

bool is_plain(std::string_view text) {
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:,+@%";
    return !text.empty() && text.find_first_not_of(plain) == std::string_view::npos;
}

std::string escaped(std::string_view text) {
    std::string quoted = "$'";
    for (const char c : text) {
        if (is_control(c)) {
            quoted += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
        } else {
            if (c == '\'' || c == '\\') quoted += '\\';
            quoted += c;
        }
    }
    return quoted + "'";
}

}  // namespace

std::expected<std::vector<std::string>, std::string> shell_words(std::string_view command) {
    auto words = Splitter(command).split();
    if (words && (words->empty() || words->front().empty())) return std::unexpected("there is no program in it");
    if (command.contains('\0')) return std::unexpected("there is a NUL in it");
    return words;
}

std::string shell_quoted(std::string_view text) {
    if (is_plain(text)) return std::string(text);
    if (std::ranges::any_of(text, is_control)) return escaped(text);
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'') {
            quoted += R"('\'')";
        } else {
            quoted += c;
        }
    }
    return quoted + "'";
}

}  // namespace tickproof::gate
