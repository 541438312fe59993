// A schedule beside what is known of the optimum of its problem: how much longer it is, how idle its ranks are, how
// many activations they hold.
//
// Data and arithmetic alone. Where the optimum comes from is certify's concern, how a row looks the command line's.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "planner/model/problem.h"
#include "planner/model/schedule.h"
#include "smt/certificate/certificate.h"
#include "smt/compare/ratio.h"

namespace tickproof::compare {

// No schedule is shorter than `lower_ticks`, and one takes `upper_ticks`.
struct Optimum {
    std::uint64_t lower_ticks = 1;
    std::uint64_t upper_ticks = 1;
    std::string evidence;   // for the lower bound, in one word
    std::string undecided;  // what keeps the optimum open; empty if it is proven
    [[nodiscard]] bool is_proven() const { return undecided.empty(); }
};

struct Figures {
    std::uint64_t ticks = 0;           // the makespan
    Ratio bubble;                      // ticks in which a rank does nothing, of ranks times ticks
    std::vector<std::uint64_t> peaks;  // in-flight activations, by rank
};

// Requires ops that properties/check finds nothing wrong with, but perhaps the cap.
[[nodiscard]] Figures figures_of(const Problem& problem, std::span<const TimedOp> ops);

// Whether some rank holds more activations than the problem allows.
[[nodiscard]] bool breaks_cap(const Problem& problem, const Figures& figures);

// What every backward is: a B, or an I and a W; `any` if some are this and some that.
[[nodiscard]] BackwardForm backward_form_of(std::span<const TimedOp> ops);

// How much longer than the least ticks that are known to be needed: of a proven optimum the gap, else the most that the
// gap can be. The ratio is to those ticks.
[[nodiscard]] Ratio gap_of(const Figures& figures, const Optimum& optimum);

// What the gap is at least: the same, against the shortest schedule that is known.
[[nodiscard]] Ratio least_gap_of(const Figures& figures, const Optimum& optimum);

struct Refused {  // there is no such schedule
    std::string message;
};
struct Invalid {  // there is one, and properties/check finds something wrong with it
    std::string message;
};
struct Row {
    std::string schedule;
    std::variant<Refused, Invalid, Figures> outcome;
};

// proven: the gap is. undecided: the optimum is open, the gap at most what the row says. over_cap: the schedule breaks
// the problem's cap, so that no gap is claimed.
enum class Standing : std::uint8_t { proven, undecided, over_cap, refused, invalid };
[[nodiscard]] std::string_view word(Standing standing);
[[nodiscard]] Standing standing_of(const Problem& problem, const Optimum& optimum, const Row& row);

}  // namespace tickproof::compare
