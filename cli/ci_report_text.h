// Any bytes as text that the readers of reports accept: XML 1.0, URIs, and the commands of a GitHub workflow.
#pragma once

#include <string>
#include <string_view>

namespace tickproof::cli {

// For the content of an element, and for an attribute in double quotes. What is not UTF-8, and what XML 1.0 has no way
// to write (most control characters, U+FFFE and U+FFFF), becomes U+FFFD; line ends and tabs survive an attribute.
[[nodiscard]] std::string xml_escaped(std::string_view text);

// A file's path as a URI reference: relative if the path is.
[[nodiscard]] std::string uri_of(std::string_view path);

// What follows the last :: of a workflow command, and a property before it.
[[nodiscard]] std::string github_message(std::string_view text);
[[nodiscard]] std::string github_property(std::string_view text);

}  // namespace tickproof::cli
