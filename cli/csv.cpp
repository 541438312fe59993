#include "cli/csv.h"

#include "cli/output.h"

namespace tickproof::cli {

namespace {

std::string quoted_if_needed(const std::string& field) {
    std::string text = printable(field);
    if (text.find_first_of(",\"") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

// The field at the front of `rest`, which is then what follows it.
std::optional<std::string> take_quoted(std::string_view& rest) {
    std::string field;
    for (std::size_t i = 1; i < rest.size(); ++i) {
        if (rest[i] == '"' && (i + 1 == rest.size() || rest[i + 1] != '"')) {
            rest.remove_prefix(i + 1);
            return field;
        }
        if (rest[i] == '"') ++i;
        field += rest[i];
    }
    return std::nullopt;
}

std::optional<std::string> take_plain(std::string_view& rest) {
    const std::string_view field = rest.substr(0, rest.find(','));
    rest.remove_prefix(field.size());
    if (field.find('"') != std::string_view::npos) return std::nullopt;
    return std::string(field);
}

}  // namespace

std::string csv_line(const std::vector<std::string>& fields) {
    std::string line;
    for (const std::string& field : fields) {
        if (&field != &fields.front()) line += ',';
        line += quoted_if_needed(field);
    }
    return line + '\n';
}

std::optional<std::vector<std::string>> csv_fields(std::string_view line) {
    std::vector<std::string> fields;
    while (true) {
        auto field = line.starts_with('"') ? take_quoted(line) : take_plain(line);
        if (!field) return std::nullopt;
        fields.push_back(*std::move(field));
        if (line.empty()) return fields;
        if (line.front() != ',') return std::nullopt;
        line.remove_prefix(1);
    }
}

}  // namespace tickproof::cli
