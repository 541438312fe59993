// The arrays of --json documents.
#pragma once

#include <string>

namespace tickproof::cli {

// `write` turns an item into JSON.
template <class Items, class Write>
[[nodiscard]] std::string json_array(const Items& items, const Write& write) {
    std::string list = "[";
    for (const auto& item : items) {
        if (list.size() > 1) list += ',';
        list += write(item);
    }
    list += ']';
    return list;
}

}  // namespace tickproof::cli
