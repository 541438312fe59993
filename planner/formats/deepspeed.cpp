#include "planner/formats/deepspeed.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "planner/formats/action_text.h"
#include "planner/formats/shown_shape.h"

namespace tickproof::formats {

namespace {

enum class Role : std::uint8_t { action, load, end_of_batch };

struct Instruction {
    std::string_view name;
    Role role;
    ActionKind kind = ActionKind::forward;  // of an action
};
constexpr std::array instructions{
    Instruction{"ForwardPass", Role::action, ActionKind::forward},
    Instruction{"BackwardPass", Role::action, ActionKind::backward},
    Instruction{"SendActivation", Role::action, ActionKind::send_forward},
    Instruction{"RecvActivation", Role::action, ActionKind::receive_forward},
    Instruction{"SendGrad", Role::action, ActionKind::send_backward},
    Instruction{"RecvGrad", Role::action, ActionKind::receive_backward},
    Instruction{"LoadMicroBatch", Role::load},
    Instruction{"ReduceTiedGrads", Role::end_of_batch},
    Instruction{"ReduceGrads", Role::end_of_batch},
    Instruction{"OptimizerStep", Role::end_of_batch},
};

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view digits = "0123456789";

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    [[nodiscard]] std::expected<Orders, json::Error> read() && {
        while (at_ < text_.size() && !error_) step();
        if (!error_ && depth_ > 0) fail(text_.size(), "a list is not closed");
        if (!error_ && orders_.by_rank.empty()) fail(0, "there are no instructions");
        if (error_) return std::unexpected(*error_);
        orders_.ranks = orders_.by_rank.size();
        orders_.placement = Placement::loop(orders_.ranks);
        orders_.microbatches = shown_microbatches(orders_.by_rank);
        return std::move(orders_);
    }

private:
    void fail(std::size_t at, std::string why) {
        if (!error_) error_ = json::Error{json::place_at(text_, at), std::move(why)};
    }

    void step() {
        const char c = text_[at_];
        if (c == '\n') return end_line();
        if (c == ' ' || c == '\t' || c == '\r' || c == ',') {
            ++at_;
        } else if (c == '[') {
            open();
        } else if (c == ']') {
            close();
        } else if (letters.contains(c)) {
            read_name();
        } else {
            fail(at_, fmt::format("{} is no part of instructions", quotation(text_.substr(at_, 1))));
        }
    }

    // An empty line tells ranks apart only where no list does.
    void end_line() {
        ++at_;
        const std::size_t next = std::min(text_.find_first_not_of(" \t\r", at_), text_.size());
        if (next < text_.size() && text_[next] == '\n' && depth_ == 0 && nesting_ == 1) end_rank();
    }

    void open() {
        if (nesting_ == 0) nesting_ = count_opening();
        if (depth_ == nesting_) return fail(at_, "a step holds instructions, not lists");
        ++depth_;
        ++at_;
    }

    // How deep the instructions are, told by the first list: in a step, in a rank's list of steps, in a list of ranks.
    [[nodiscard]] std::size_t count_opening() {
        std::size_t count = 0;
        for (std::size_t at = at_; at < text_.size() && count <= 3; ++at) {
            if (text_[at] == '[') {
                ++count;
            } else if (!std::string_view(" \t\r\n").contains(text_[at])) {
                break;
            }
        }
        if (count > 3) fail(at_, "lists lie more than three deep");
        return count;
    }

    void close() {
        if (depth_ == 0) return fail(at_, "there is no list to close");
        --depth_;
        ++at_;
        if (depth_ + 2 == nesting_) end_rank();
    }

    void end_rank() { in_rank_ = false; }

    void read_name() {
        const std::size_t begin = at_;
        at_ = std::min(text_.find_first_not_of(letters, at_), text_.size());
        const std::string_view name = text_.substr(begin, at_ - begin);
        if (name == "rank" || name == "stage") return read_header(begin);
        const auto* const known = std::ranges::find(instructions, name, &Instruction::name);
        if (known == instructions.end()) return fail(begin, fmt::format("{} is no instruction", quotation(name)));
        if (depth_ == 0 || depth_ != nesting_) return fail(begin, "an instruction stands in the list of a step");
        const std::optional<std::uint32_t> buffer = read_arguments(*known);
        if (!error_) add(*known, begin, buffer.value_or(0));
    }

    // "rank 0:"
    void read_header(std::size_t begin) {
        if (depth_ > 0) return fail(begin, "a rank begins only after the lists before it");
        const std::optional<std::uint32_t> number = (skip_blanks(), read_number());
        if (error_ || !number || !take(":")) return fail(begin, "the beginning of a rank is written \"rank 0:\"");
        end_rank();
        if (*number == orders_.by_rank.size()) return;
        fail(begin, fmt::format("rank {} is named where rank {} begins", *number, orders_.by_rank.size()));
    }

    void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t", at_), text_.size()); }

    [[nodiscard]] bool take(std::string_view expected) {
        skip_blanks();
        if (!text_.substr(at_).starts_with(expected)) return false;
        at_ += expected.size();
        return true;
    }

    [[nodiscard]] std::optional<std::uint32_t> read_number() {
        const std::size_t end = std::min(text_.find_first_not_of(digits, at_), text_.size());
        std::uint32_t number = 0;
        const auto read = std::from_chars(text_.data() + at_, text_.data() + end, number);
        if (read.ec != std::errc()) return std::nullopt;
        at_ = end;
        return number;
    }

    // "(buffer_id=0)", or "()" of what needs none.
    [[nodiscard]] std::optional<std::uint32_t> read_arguments(const Instruction& instruction) {
        const std::size_t begin = at_;
        const bool has_buffer = instruction.role != Role::end_of_batch;
        std::optional<std::uint32_t> buffer;
        bool good = take("(");
        if (good && has_buffer) {
            good = take("buffer_id") && take("=");
            skip_blanks();
            buffer = good ? read_number() : std::nullopt;
            good = buffer.has_value();
        }
        if (good && take(")")) return buffer;
        fail(begin, has_buffer ? fmt::format("{} is written {}(buffer_id=0)", instruction.name, instruction.name)
                               : fmt::format("{} is written {}()", instruction.name, instruction.name));
        return std::nullopt;
    }

    void add(const Instruction& instruction, std::size_t at, std::uint32_t buffer) {
        if (!in_rank_) begin_rank();
        if (instruction.role == Role::end_of_batch) {
            batch_has_ended_ = true;
            return;
        }
        if (batch_has_ended_) {
            return fail(at, fmt::format("{} comes after gradients were reduced", instruction.name));
        }
        if (instruction.role == Role::load) return;
        const std::uint32_t microbatch = counts_.at(static_cast<std::size_t>(instruction.kind))++;
        const auto stage = static_cast<std::uint32_t>(orders_.by_rank.size() - 1);
        orders_.by_rank.back().push_back({instruction.kind, false, stage, microbatch});
        orders_.buffers.back().push_back(buffer);
    }

    void begin_rank() {
        in_rank_ = true;
        batch_has_ended_ = false;
        counts_.fill(0);
        orders_.by_rank.emplace_back();
        orders_.buffers.emplace_back();
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
    std::size_t nesting_ = 0;  // of the lists of instructions; 0 before the first list
    bool in_rank_ = false;
    bool batch_has_ended_ = false;
    std::array<std::uint32_t, 8> counts_{};  // of the rank's actions, by kind
    Orders orders_;
    std::optional<json::Error> error_;
};

}  // namespace

std::expected<Orders, json::Error> read_deepspeed(std::string_view text) { return Reader(text).read(); }

}  // namespace tickproof::formats
