#include "cli/documents.h"

#include <fmt/format.h>

#include "planner/formats/json_lines.h"

namespace tickproof::cli {

std::string placed(const std::string& path, const json::Error& error) {
    return fmt::format("{}:{}:{}: {}", shown_name(path), error.place.line, error.place.column, error.message);
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
