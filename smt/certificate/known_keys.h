// A misspelt key that was passed over would be a claim that nobody checked.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "planner/formats/json/decode.h"

namespace tickproof::certificate {

inline void refuse_unknown_keys(json::Decoder& decoder, const json::Value& object, std::string_view what,
                                std::initializer_list<std::string_view> known) {
    for (const json::Member& member : object.members()) {
        if (std::ranges::find(known, member.key.text()) != known.end()) continue;
        decoder.fail(member.key, std::string(what) + ": unknown key " + json::in_words(member.key));
        return;
    }
}

}  // namespace tickproof::certificate
