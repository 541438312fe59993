#include "cli/documents.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "planner/formats/deepspeed.h"
#include "planner/formats/json_lines.h"
#include "planner/formats/megatron.h"
#include "planner/formats/object_kind.h"
#include "planner/formats/plan_json.h"
#include "planner/formats/pytorch_csv.h"
#include "planner/formats/text_kind.h"
#include "planner/formats/zero_bubble.h"

namespace tickproof::cli {

namespace {

using Reading = std::expected<Content, json::Error>;

struct FormatName {
    Format format;
    std::string_view name;
};
constexpr std::array names{
    FormatName{Format::json, "json"},
    FormatName{Format::plan, "plan"},
    FormatName{Format::orders, "orders"},
    FormatName{Format::tessel, "tessel"},
    FormatName{Format::pytorch, "pytorch"},
    FormatName{Format::pytorch_current, "pytorch-current"},
    FormatName{Format::pytorch_legacy, "pytorch-legacy"},
    FormatName{Format::deepspeed, "deepspeed"},
    FormatName{Format::zero_bubble, "zero-bubble"},
    FormatName{Format::zero_bubble_full, "zero-bubble-full"},
    FormatName{Format::megatron_order, "megatron-order"},
    FormatName{Format::megatron_table, "megatron-table"},
};

std::string format_names() {
    std::string all;
    for (const FormatName& known : names) all += fmt::format("{}{}", all.empty() ? "" : "|", known.name);
    return all;
}

template <class T>
Reading as_content(std::expected<T, json::Error> read) {
    if (!read) return std::unexpected(std::move(read.error()));
    return Content(*std::move(read));
}

Reading as_case(std::expected<Orders, json::Error> read) {
    if (!read) return std::unexpected(std::move(read.error()));
    return Content(formats::OrdersCase{*std::move(read), std::nullopt});
}

std::unexpected<json::Error> of_no_kind(const json::Value& object) {
    const auto schema = object.find("schema");
    if (schema && schema->kind() == json::Kind::text && schema->text().starts_with("tickproof/certificate/")) {
        return std::unexpected(json::Error{object.place(), "a certificate: see tickproof recheck"});
    }
    return std::unexpected(json::Error{object.place(), "neither a plan (no \"events\") nor orders (no \"orders\")"});
}

Reading read_object(const json::Value& value, Format format) {
    const json::Value object = formats::plan_within(value);
    if (format == Format::plan) return as_content(formats::read_plan(object));
    if (format == Format::orders) return as_content(formats::read_orders(object));
    if (format == Format::tessel) return as_content(formats::read_tessel(value));
    switch (formats::kind_of(object)) {
        case formats::ObjectKind::plan:
            return as_content(formats::read_plan(object));
        case formats::ObjectKind::orders:
            return as_content(formats::read_orders(object));
        case formats::ObjectKind::tessel:
            return as_content(formats::read_tessel(object));
        case formats::ObjectKind::neither:
            break;
    }
    return of_no_kind(object);
}

Format found_out(std::string_view text) {
    switch (formats::kind_of_text(text)) {
        case formats::TextKind::pytorch_csv:
            return Format::pytorch;
        case formats::TextKind::deepspeed:
            return Format::deepspeed;
        case formats::TextKind::zero_bubble:
            return Format::zero_bubble;
        case formats::TextKind::megatron_order:
            return Format::megatron_order;
        case formats::TextKind::megatron_table:
            return Format::megatron_table;
        case formats::TextKind::json:
            break;
    }
    return Format::json;
}

// Of a format that is not JSON.
std::expected<Orders, json::Error> read_text(const std::string& text, Format format,
                                             std::optional<std::uint64_t> ranks) {
    switch (format) {
        case Format::pytorch_current:
            return formats::read_pytorch_csv(text, formats::PytorchDialect::current);
        case Format::pytorch_legacy:
            return formats::read_pytorch_csv(text, formats::PytorchDialect::legacy);
        case Format::deepspeed:
            return formats::read_deepspeed(text);
        case Format::zero_bubble:
            return formats::read_zero_bubble(text);
        case Format::zero_bubble_full:
            return formats::read_zero_bubble(text, formats::ZeroBubbleBackward::full);
        case Format::megatron_order:
            return formats::read_megatron_order(text, ranks);
        case Format::megatron_table:
            return formats::read_megatron_table(text, ranks);
        default:
            return formats::read_pytorch_csv(text);
    }
}

// Formats in which a number of ranks means something.
bool takes_ranks(Format format) { return format == Format::megatron_order || format == Format::megatron_table; }

InputObject input_object(const std::string& path, json::Place place, Reading reading) {
    if (reading) return {place.line, place, *std::move(reading)};
    return {place.line, place, std::unexpected(placed(path, reading.error()))};
}

}  // namespace

std::string placed(const std::string& path, const json::Error& error) {
    return fmt::format("{}:{}:{}: {}", shown_name(path), error.place.line, error.place.column, error.message);
}

void for_each_object(const std::string& path, const std::string& text, const HowToRead& how,
                     const std::function<void(InputObject)>& use) {
    const Format format = how.format ? *how.format : found_out(text);
    if (how.ranks && !takes_ranks(format)) {
        return use({1,
                    {},
                    std::unexpected(fmt::format("{}: --stages is for formats that do not tell it: megatron-order, "
                                                "megatron-table",
                                                shown_name(path)))});
    }
    if (format > Format::tessel) return use(input_object(path, {}, as_case(read_text(text, format, how.ranks))));
    formats::JsonLines lines(text);
    while (const auto document = lines.next()) {
        if (!document->tree) {
            use({document->line, {}, std::unexpected(placed(path, document->tree.error()))});
            continue;
        }
        const json::Value root = document->tree->root();
        use(input_object(path, root.place(), read_object(root, format)));
    }
}

InputOptions::InputOptions(Options& options) {
    options.text("--format", "what the files hold (found out by content)", format_names(), format_);
    options.count("--stages", "ranks, for formats that do not tell: megatron-table, one list of megatron-order",
                  ranks_);
}

std::expected<HowToRead, std::string> InputOptions::how() const {
    if (format_.empty()) return HowToRead{{}, ranks_};
    for (const FormatName& known : names) {
        if (format_ == known.name) return HowToRead{known.format, ranks_};
    }
    return std::unexpected(fmt::format("--format: '{}' is none of {}", format_, format_names()));
}

void for_each_document(const std::string& path, const std::string& text,
                       const std::function<void(const InputDocument&)>& use) {
    formats::JsonLines lines(text);
    while (const auto document = lines.next()) {
        if (document->tree) {
            use({document->line, document->tree->root(), {}});
        } else {
            use({document->line, std::nullopt, placed(path, document->tree.error())});
        }
    }
}

}  // namespace tickproof::cli
