// Two orders of which the second is the first with edits: a difference is the same seen from either side, swaps turn
// one into the other and change nothing about whether it runs, and what is put between the computes is a lowering.
#include "properties/check/difference.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "fuzz/decode/bytes.h"
#include "fuzz/decode/communication.h"
#include "fuzz/decode/problem.h"
#include "fuzz/decode/schedule.h"
#include "fuzz/differ.h"
#include "fuzz/slow/run.h"
#include "fuzz/words.h"
#include "planner/model/orders_of.h"
#include "properties/check/lowering.h"

using namespace tickproof;
using fuzz::Bytes;
using fuzz::in_words;

namespace {

std::string difference_words(const check::Difference& difference) {
    if (const auto* differ = std::get_if<check::Differ>(&difference)) return differ->words;
    if (std::holds_alternative<check::SameOrders>(difference)) return "none";
    std::string words = "swaps";
    for (const check::Swap& swap : std::get<check::SameButForSwaps>(difference).swaps) {
        words += "; " + check::in_words(swap);
    }
    return words;
}

[[noreturn]] void differ_on(std::string_view what, const Orders& first, const Orders& second, std::string found) {
    fuzz::differ(fuzz::Suspect::checker, what,
                 {{"first", in_words(first)}, {"second", in_words(second)}, {"found", std::move(found)}});
}

// Neighbours change places, most of them once; or a pair, a send, anything of decode_orders' edits.
Orders edited(Bytes& bytes, const Problem& problem, Orders orders) {
    for (std::uint64_t swaps = bytes.between(0, 4); swaps > 0; --swaps) {
        auto& row = orders.by_rank[bytes.between(0, orders.by_rank.size() - 1)];
        if (row.size() < 2) continue;
        const std::uint64_t at = bytes.between(0, row.size() - 2);
        std::swap(row[at], row[at + 1]);
    }
    if (bytes.one_in(4)) orders = fuzz::with_overlaps(bytes, std::move(orders));
    if (bytes.one_in(8)) orders = fuzz::with_damaged_communication(bytes, problem, std::move(orders));
    if (bytes.one_in(16)) orders.by_rank.pop_back();
    if (bytes.one_in(16)) ++orders.microbatches;
    return orders;
}

// Nothing else may tell them apart; ids and columns do not count.
bool is_same(const Orders& first, const Orders& second) {
    return first.by_rank == second.by_rank && first.ranks == second.ranks && first.chunks == second.chunks &&
           first.microbatches == second.microbatches;
}

bool runs(const Problem& problem, const Orders& orders) {
    return std::holds_alternative<slow::Ran>(slow::run(problem, orders));
}

void expect_difference(const Problem& problem, const Orders& first, const Orders& second) {
    const check::Difference found = check::difference(first, second);
    if (found.index() != check::difference(second, first).index()) {
        differ_on("a difference seen from one side alone", first, second, difference_words(found));
    }
    if (std::holds_alternative<check::SameOrders>(found) != is_same(first, second)) {
        differ_on("whether orders are the same", first, second, difference_words(found));
    }
    const auto* swapped = std::get_if<check::SameButForSwaps>(&found);
    if (swapped == nullptr) return;
    Orders turned = first;
    for (const check::Swap& swap : swapped->swaps) {
        auto& row = turned.by_rank[swap.rank];
        std::swap(row[swap.position], row[swap.position + 1]);
    }
    if (!is_same(turned, second))
        differ_on("swaps that do not make the second", first, second, difference_words(found));
    const bool both_can = slow::can_run(problem, first) && slow::can_run(problem, second);
    if (both_can && runs(problem, first) != runs(problem, second)) {
        differ_on("swaps after which nothing runs", first, second, difference_words(found));
    }
}

void expect_lowering(Bytes& bytes, const Problem& problem, const Orders& orders, const Orders& other) {
    const Orders lowered = fuzz::with_communication(bytes, problem, orders, bytes.between(0, 4));
    if (const auto report = check::check_lowering(orders, lowered); !report.valid()) {
        differ_on("a lowering that is none", orders, lowered, in_words(report));
    }
    const auto computes = [](const Orders& all) {
        auto rows = all.by_rank;
        for (auto& row : rows) std::erase_if(row, [](const Action& action) { return !is_compute(action.kind); });
        while (!rows.empty() && rows.back().empty()) rows.pop_back();
        return rows;
    };
    if (check::check_lowering(orders, other).valid() != (computes(orders) == computes(other))) {
        differ_on("whether it is a lowering", orders, other, in_words(check::check_lowering(orders, other)));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const Problem problem = fuzz::decode_problem(bytes);
    Orders first = orders_of(problem, fuzz::decode_valid_schedule(bytes, problem));
    if (bytes.one_in(4)) first = fuzz::with_overlaps(bytes, std::move(first));
    const Orders compute_only = first;
    if (bytes.one_in(4)) first = fuzz::with_communication(bytes, problem, first, 2);
    const Orders second = edited(bytes, problem, first);
    expect_difference(problem, first, second);
    expect_lowering(bytes, problem, compute_only, second);
    return 0;
}
