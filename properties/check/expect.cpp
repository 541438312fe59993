#include "properties/check/expect.h"

#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "properties/check/statistics.h"

namespace tickproof::check {

namespace {

class Comparison {
public:
    Comparison(const Problem& problem, const Orders& orders, const OrdersVerdict& found)
        : problem_(problem), orders_(orders), found_(found) {
        if (found.execution) executed_ = std::get_if<Executed>(&*found.execution);
    }

    void verdict(bool expected) { compare("verdict", verdict_word(expected), verdict_word(found_.report.valid())); }

    void dependencies(bool expected) {
        if (found_.execution) return compare("dependencies", run_word(expected), run_word(executed_ != nullptr));
        did_not_run("dependencies", run_word(expected));
    }

    // Claims of a model are asked of orders that some model could run.
    void buffered(const std::vector<BufferedClaim>& claims) {
        if (claims.empty()) return;
        const auto name = [](const BufferedClaim& claim) { return fmt::format("buffered {}", claim.slots); };
        if (!found_.execution) {
            for (const BufferedClaim& claim : claims) did_not_run(name(claim), outcome_word(claim.runs));
            return;
        }
        // However many the claims are, they take but one search.
        const auto least = least_slots(problem_, orders_);
        for (const BufferedClaim& claim : claims) {
            compare(name(claim), outcome_word(claim.runs), outcome_word(least && claim.slots >= *least));
        }
    }
    void grouped(bool expected) {
        if (!found_.execution) return did_not_run("grouped", outcome_word(expected));
        const Execution run = execute(problem_, orders_, {.handover = Handover::grouped});
        compare("grouped", outcome_word(expected), outcome_word(std::holds_alternative<Executed>(run)));
    }
    void fifo(bool expected) {
        if (!found_.execution) return did_not_run("fifo", fifo_word(expected));
        const Execution run = execute(problem_, orders_, {.fifo = true});
        compare("fifo", fifo_word(expected), fifo_word(!std::holds_alternative<Report>(run)));
    }

    // `find` is asked only if the orders ran.
    template <class Value, class Find>
    void figure(const char* name, const std::optional<Value>& expected, Find find) {
        if (!expected) return;
        if (executed_ != nullptr) return compare(name, *expected, find(*executed_));
        did_not_run(name, *expected);
    }

    [[nodiscard]] Agreement outcome() && {
        if (!sentences_.empty()) return Disagrees{std::move(sentences_)};
        return Agrees{};
    }

private:
    static std::string_view verdict_word(bool valid) { return valid ? "valid" : "invalid"; }
    static std::string_view run_word(bool runs) { return runs ? "ok" : "cycle"; }
    static std::string_view outcome_word(bool runs) { return runs ? "ok" : "deadlock"; }
    static std::string_view fifo_word(bool fits) { return fits ? "ok" : "swap"; }

    template <class Value>
    void compare(const std::string& name, const Value& expected, const Value& found) {
        if (expected != found) sentences_.push_back(fmt::format("{}: expected {}, found {}", name, expected, found));
    }

    template <class Value>
    void did_not_run(const std::string& name, const Value& expected) {
        sentences_.push_back(fmt::format("{}: expected {}, but the orders {}", name, expected,
                                         found_.execution ? "run into a cycle" : "are invalid and were not run"));
    }

    const Problem& problem_;
    const Orders& orders_;
    const OrdersVerdict& found_;
    const Executed* executed_ = nullptr;
    std::vector<std::string> sentences_;
};

}  // namespace

Agreement compare(const Problem& problem, const Orders& orders, const OrdersVerdict& found,
                  const Expectation& expected) {
    const auto peaks = [&problem](FreedAt freed_at) {
        return [&problem, freed_at](const Executed& run) { return in_flight_peaks(problem, run.schedule, freed_at); };
    };
    Comparison comparison(problem, orders, found);
    if (expected.valid) comparison.verdict(*expected.valid);
    if (expected.dependencies_run) comparison.dependencies(*expected.dependencies_run);
    comparison.figure("makespan", expected.makespan_ticks, [](const Executed& run) { return run.makespan_ticks; });
    comparison.figure("messages", expected.messages, [&problem](const Executed&) { return message_count(problem); });
    comparison.figure("peak", expected.peak, peaks(FreedAt::weight_gradient));
    comparison.figure("peak_freed_at_input_gradient", expected.peak_freed_at_input_gradient,
                      peaks(FreedAt::input_gradient));
    comparison.buffered(expected.buffered);
    if (expected.grouped_runs) comparison.grouped(*expected.grouped_runs);
    if (expected.fifo_fits) comparison.fifo(*expected.fifo_fits);
    return std::move(comparison).outcome();
}

}  // namespace tickproof::check
