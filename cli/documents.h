// The objects of a file, one after another, whatever format they are in, and errors with their place as a user sees
// them.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "cli/input.h"
#include "cli/options.h"
#include "planner/formats/json/json.h"
#include "planner/formats/orders_json.h"
#include "planner/formats/tessel_json.h"
#include "planner/model/plan.h"

namespace tickproof::cli {

// json: plan, orders or tessel, whichever an object is. The first four are JSON.
enum class Format : std::uint8_t {
    json,
    plan,
    orders,
    tessel,
    pytorch,
    pytorch_current,
    pytorch_legacy,
    deepspeed,
    zero_bubble,
    zero_bubble_full,
    megatron_order,
    megatron_table
};
using Content = std::variant<Plan, formats::OrdersCase, formats::TimedSchedule>;
struct InputObject {
    std::uint64_t line = 1;                       // of its first character
    json::Place place;                            // of the same
    std::expected<Content, std::string> content;  // the error: FILE:LINE:COLUMN: what is wrong
};

// How to read a file: found out by content unless a format is asked for. Some formats do not tell how many ranks there
// are.
struct HowToRead {
    std::optional<Format> format;
    std::optional<std::uint64_t> ranks;
};
// A format that is not JSON has one object a file.
void for_each_object(const std::string& path, const std::string& text, const HowToRead& how,
                     const std::function<void(InputObject)>& use);

// --format and --stages of a command that reads files.
class InputOptions {
public:
    explicit InputOptions(Options& options);
    // The error names the option and what is wrong.
    [[nodiscard]] std::expected<HowToRead, std::string> how() const;

private:
    std::string format_;
    std::optional<std::uint64_t> ranks_;
};

// The same for JSON that is neither: requests.
struct InputDocument {
    std::uint64_t line;                // of its first character
    std::optional<json::Value> value;  // absent: `error` says why
    std::string error;                 // FILE:LINE:COLUMN: what is wrong
};
// A value lives for its call only.
void for_each_document(const std::string& path, const std::string& text,
                       const std::function<void(const InputDocument&)>& use);

// FILE:LINE:COLUMN: what is wrong
[[nodiscard]] std::string placed(const std::string& path, const json::Error& error);

}  // namespace tickproof::cli
