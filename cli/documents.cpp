#include "cli/documents.h"

#include <fmt/format.h>

#include "planner/formats/json_lines.h"
#include "planner/formats/object_kind.h"

namespace tickproof::cli {

std::string placed(const std::string& path, const json::Error& error) {
    return fmt::format("{}:{}:{}: {}", shown_name(path), error.place.line, error.place.column, error.message);
}

std::expected<InputObject, std::string> object_in(const std::string& path, const InputDocument& document,
                                                  std::optional<Format> asked) {
    if (!document.value) return std::unexpected(document.error);
    const json::Value object = formats::plan_within(*document.value);
    if (asked) return InputObject{*asked, object};
    switch (formats::kind_of(object)) {
        case formats::ObjectKind::plan:
            return InputObject{Format::plan, object};
        case formats::ObjectKind::orders:
            return InputObject{Format::orders, object};
        case formats::ObjectKind::neither:
            break;
    }
    const auto schema = object.find("schema");
    if (schema && schema->kind() == json::Kind::text && schema->text().starts_with("tickproof/certificate/")) {
        return std::unexpected(placed(path, {object.place(), "a certificate: see tickproof recheck"}));
    }
    return std::unexpected(placed(path, {object.place(), "neither a plan (no \"events\") nor orders (no \"orders\")"}));
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
