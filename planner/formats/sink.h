// Where writers put their text: handed on in pieces, so that a document of any size takes no memory.
#pragma once

#include <functional>
#include <string_view>

namespace tickproof::formats {

using Sink = std::function<void(std::string_view)>;

}  // namespace tickproof::formats
