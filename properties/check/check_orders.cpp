// Orders have no times of their own. First it is asked whether they are complete and in place; only then they can be
// run, and the times found are judged by the rules for times: a check of the execution by a program that shares only
// the table of dependencies with it.
#include <fmt/format.h>

#include "properties/check/check.h"
#include "properties/check/compute_ops.h"
#include "properties/check/rules.h"

namespace tickproof::check {

namespace {

class Shape {
public:
    Shape(const Problem& problem, const Orders& orders) : problem_(problem), orders_(orders) {}

    [[nodiscard]] Report judge() && {
        positive("stages", problem_.ranks);
        positive("virtual", problem_.chunks);
        positive("microbatches", problem_.microbatches);
        if (orders_.by_rank.size() != problem_.ranks) {
            add([&] {
                return fmt::format("orders are given for {}, but there are {}", counted(orders_.by_rank.size(), "rank"),
                                   counted(problem_.ranks, "rank"));
            });
        }
        report_.append(placement_list(problem_, "orders"));
        return std::move(report_);
    }

private:
    template <class Words>
    void add(Words words) {
        report_.add(Rule::ids, [&] { return std::pair{std::string("orders"), words()}; });
    }

    void positive(const char* name, std::uint64_t count) {
        if (count == 0) add([&] { return fmt::format("{} is 0", name); });
    }

    const Problem& problem_;
    const Orders& orders_;
    Report report_;
};

Report judge_ops(const Problem& problem, const Orders& orders) {
    const Schedule ops = compute_ops(problem, orders);
    const Subject subject{problem, ops, place_in(orders)};
    Report report = exactly_once(subject, OpIndex(problem, ops));
    report.append(own_rank(subject, StageTable(problem.placement, problem.stages(), ops.size())));
    return report;
}

Report judge_times(const Problem& problem, const Orders& orders, const Executed& executed) {
    const Subject subject{problem, executed.schedule, place_in(orders)};
    Report report = dependency(subject, OpIndex(problem, subject.ops));
    report.append(rules_over_ranks(subject));
    return report;
}

Report judge_deadlock(const Orders& orders, const Deadlock& deadlock) {
    Report report;
    report.add(Rule::deadlock, [&] { return std::pair{place_of(orders, deadlock), in_words(deadlock)}; });
    return report;
}

}  // namespace

Problem problem_of(const Orders& orders) {
    Problem problem;
    problem.ranks = orders.ranks;
    problem.chunks = orders.chunks;
    problem.microbatches = orders.microbatches;
    problem.placement = orders.placement;
    problem.backward_form = BackwardForm::any;
    return problem;
}

OrdersVerdict check_orders(const Problem& problem, const Orders& orders, std::span<const Communication> models) {
    OrdersVerdict verdict{.report = Shape(problem, orders).judge(), .execution = {}, .models = {}};
    if (!verdict.report.valid()) return verdict;
    verdict.report = judge_ops(problem, orders);
    if (!verdict.report.valid()) return verdict;
    verdict.report.append(sharding(problem, orders));
    verdict.report.append(buffer(orders));

    Execution execution = execute(problem, orders);
    if (auto* const faults = std::get_if<Report>(&execution)) {
        verdict.report.append(std::move(*faults));
        return verdict;
    }
    const auto* const executed = std::get_if<Executed>(&execution);
    verdict.report.append(executed != nullptr ? judge_times(problem, orders, *executed)
                                              : judge_deadlock(orders, std::get<Deadlock>(execution)));
    verdict.execution = std::move(execution);
    verdict.models = run_models(problem, orders, models);
    verdict.report.append(judge_models(orders, verdict.models));
    return verdict;
}

}  // namespace tickproof::check
