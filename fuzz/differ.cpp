#include "fuzz/differ.h"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace tickproof::fuzz {

namespace {

constexpr std::array<std::string_view, 6> suspect_words{"reader", "planner", "checker", "solver", "recheck", "canary"};

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace

void differ(Suspect suspect, std::string_view what, std::initializer_list<Side> sides) {
    print("difference (");
    print(suspect_words[static_cast<std::size_t>(suspect)]);
    print("): ");
    print(what);
    print("\n");
    for (const Side& side : sides) {
        print("  ");
        print(side.who);
        print(": ");
        print(side.answer);
        print("\n");
    }
    std::abort();
}

}  // namespace tickproof::fuzz
