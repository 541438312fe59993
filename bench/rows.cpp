#include "bench/rows.h"

#include <iterator>

#include <fmt/format.h>

namespace tickproof::bench {

std::string as_table(std::span<const Row> rows) {
    std::string table = fmt::format("{:<66} {:>10}  {:<20} {}\n", "what", "measured", "limit", "met");
    for (const Row& row : rows) {
        const std::string limit =
            fmt::format("{} {:g} {}", row.kind == Limit::at_least ? ">=" : "<=", row.limit, row.unit);
        fmt::format_to(std::back_inserter(table), "{:<66} {:>10.2f}  {:<20} {}\n", row.what, row.measured, limit,
                       row.met() ? "yes" : "NO");
    }
    return table;
}

}  // namespace tickproof::bench
