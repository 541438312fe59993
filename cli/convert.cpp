// `tickproof convert`: a schedule from one format into another, without loss, or not at all.
//
// What makes two schedules the same here is what the ranks do in which order, and the ticks where a format has them.
// Ids, notes, `expect` and the layers of a plan are about a schedule and stay behind.
#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/documents.h"
#include "cli/output.h"
#include "planner/assemble_plan.h"
#include "planner/build_plan.h"
#include "planner/formats/plan_json.h"
#include "planner/formats/pytorch_csv.h"
#include "planner/model/orders_of.h"
#include "planner/partition.h"
#include "planner/place_communication.h"
#include "planner/validate.h"
#include "properties/check/check.h"

namespace tickproof::cli {

namespace {

enum class Target : std::uint8_t { plan, orders, pytorch_compute, pytorch_comms, tessel };
constexpr std::array<std::string_view, 5> target_names{"plan", "orders", "pytorch-compute", "pytorch-comms", "tessel"};

// The error: what the target cannot hold, or why the schedule has no times.
template <class T>
using Maybe = std::expected<T, std::string>;

struct Timed {
    Problem problem;
    Schedule ops;
};

std::unexpected<std::string> not_valid(const check::Report& report) {
    const check::Violation& first = report.violations().front();
    return std::unexpected(fmt::format("it is not valid: {} at {}: {} (see tickproof check)",
                                       check::text(first.rule).id, first.place, first.witness));
}

std::unexpected<std::string> cannot_hold(std::string_view what) {
    return std::unexpected(fmt::format("it cannot hold {}", what));
}

bool has(const Orders& orders, bool (*which)(const Action&)) {
    return std::ranges::any_of(orders.by_rank,
                               [=](const std::vector<Action>& actions) { return std::ranges::any_of(actions, which); });
}
bool is_send_or_receive(const Action& action) { return is_send(action.kind) || is_receive(action.kind); }
bool is_of_sharding(const Action& action) { return is_sharding(action.kind); }
bool is_overlapped(const Action& action) { return action.overlaps_next; }

// Under `dependencies`, in unit time.
Maybe<Timed> run(const Orders& orders) {
    if (has(orders, is_send_or_receive)) return cannot_hold("sends and receives");
    if (has(orders, is_of_sharding)) return cannot_hold("sharding actions");
    if (has(orders, is_overlapped)) return cannot_hold("overlapped pairs");
    if (!orders.buffers.empty()) return cannot_hold("buffer ids");
    const Problem problem = check::problem_of(orders);
    check::OrdersVerdict found = check::check_orders(problem, orders);
    if (!found.report.valid()) return not_valid(found.report);
    return Timed{problem, std::get<check::Executed>(*std::move(found.execution)).schedule};
}

struct TimedOf {
    Maybe<Timed> operator()(const Plan& plan) const {
        const check::Report report = check::check_plan(plan);
        if (!report.valid()) return not_valid(report);
        return Timed{check::problem_of(plan), plan.events};
    }
    Maybe<Timed> operator()(const formats::OrdersCase& read) const { return run(read.orders); }
    Maybe<Timed> operator()(const formats::TimedSchedule& timed) const {
        if (!timed.left_aside.empty()) return cannot_hold(timed.left_aside.front());
        const check::Report report = check::check_schedule(timed.problem, timed.ops);
        if (!report.valid()) return not_valid(report);
        return Timed{timed.problem, timed.ops};
    }
};

std::optional<std::string> other_than_unit_time(const Problem& problem) {
    const Durations& took = problem.durations;
    if (took == Durations{}) return std::nullopt;
    return fmt::format("durations other than one tick (forward {}, backward {})", took.forward, took.backward);
}

// Ticks are no loss if the orders run at them again.
Maybe<Orders> orders_without_ticks(const Timed& timed) {
    if (const auto why = other_than_unit_time(timed.problem)) return cannot_hold(*why);
    Orders orders = orders_of(timed.problem, timed.ops);
    const auto again = run(orders);
    if (!again) return std::unexpected(again.error());
    const auto before = ops_by_rank(timed.problem.ranks, timed.ops);
    const auto after = ops_by_rank(timed.problem.ranks, again->ops);
    for (std::size_t rank = 0; rank < before.size(); ++rank) {
        const auto [own, earliest] =
            std::ranges::mismatch(before[rank], after[rank], {}, &TimedOp::start_tick, &TimedOp::start_tick);
        if (own == before[rank].end()) continue;
        return cannot_hold(
            fmt::format("ticks that are later than they must be: on rank {} the {} of microbatch {} on "
                        "stage {} starts at {} and could at {}",
                        rank, letter(own->kind), own->microbatch, own->stage, own->start_tick, earliest->start_tick));
    }
    return orders;
}

Maybe<Orders> orders_in(const Content& content) {
    if (const auto* const read = std::get_if<formats::OrdersCase>(&content)) return read->orders;
    const auto timed = std::visit(TimedOf{}, content);
    if (!timed) return std::unexpected(timed.error());
    return orders_without_ticks(*timed);
}

Schedule by_tick_and_rank(Schedule ops, const Placement& placement) {
    for (TimedOp& op : ops) op.chunk = static_cast<std::uint32_t>(placement.chunk_of(op.stage));
    std::ranges::sort(ops, {}, [](const TimedOp& op) { return std::pair(op.start_tick, op.rank); });
    return ops;
}

// A plan names the schedule that made it: the known one that makes these events, else interleaved_1f1b.
ScheduleKind name_for(PipelineConfig config, const Schedule& events) {
    for (const ScheduleName& known : schedule_names) {
        config.schedule = known.kind;
        if (validate(config)) continue;
        const auto plan = build_plan(config);
        if (plan && by_tick_and_rank(plan->events, Placement::loop(config.stage_count)) == events) return known.kind;
    }
    return ScheduleKind::interleaved_1f1b;
}

Maybe<Plan> plan_of(const Content& content) {
    if (const auto* const plan = std::get_if<Plan>(&content)) return *plan;
    const auto timed = std::visit(TimedOf{}, content);
    if (!timed) return std::unexpected(timed.error());
    const Problem& problem = timed->problem;
    if (const auto why = other_than_unit_time(problem)) return cannot_hold(*why);
    if (problem.placement != Placement::loop(problem.ranks)) return cannot_hold("a placement other than loop");
    const auto is_half = [](const TimedOp& op) {
        return op.kind == OpKind::backward_input || op.kind == OpKind::backward_weight;
    };
    if (std::ranges::any_of(timed->ops, is_half)) return cannot_hold("a split backward");
    Schedule events = by_tick_and_rank(timed->ops, problem.placement);
    PipelineConfig config{.n_layer = problem.stages(),
                          .stage_count = problem.ranks,
                          .virtual_stages_per_rank = problem.chunks,
                          .microbatches = problem.microbatches};
    config.schedule = name_for(config, events);
    return assemble_plan(config, partition_layers(config.n_layer, problem.ranks, problem.chunks), std::move(events));
}

Maybe<Orders> csv_of(const Content& content, Target target) {
    auto orders = orders_in(content);
    if (!orders) return orders;
    if (target == Target::pytorch_compute) {
        if (has(*orders, is_send_or_receive)) return cannot_hold("sends and receives");
        if (has(*orders, is_of_sharding)) return cannot_hold("sharding actions");
    }
    if (const auto why = formats::unheld_by_csv(*orders)) return cannot_hold(*why);
    if (target == Target::pytorch_compute || has(*orders, is_send_or_receive)) return orders;
    return place_communication(*orders);
}

using Writer = std::function<void(const Sink&)>;

template <class T, class Write>
Maybe<Writer> writer(Maybe<T> value, Write write) {
    if (!value) return std::unexpected(std::move(value.error()));
    return [value = *std::move(value), write](const Sink& sink) { write(value, sink); };
}

Maybe<Timed> tessel_of(const Content& content) {
    auto timed = std::visit(TimedOf{}, content);
    if (!timed) return timed;
    if (const auto why = formats::unheld_by_tessel(timed->problem, timed->ops)) return cannot_hold(*why);
    return timed;
}

Maybe<Writer> converted(const Content& content, Target target) {
    switch (target) {
        case Target::plan:
            return writer(plan_of(content), formats::write_plan);
        case Target::orders:
            return writer(orders_in(content), formats::write_orders);
        case Target::pytorch_compute:
        case Target::pytorch_comms:
            return writer(csv_of(content, target), formats::write_pytorch_csv);
        case Target::tessel:
            return writer(tessel_of(content), [](const Timed& timed, const Sink& sink) {
                formats::write_tessel(timed.problem, timed.ops, sink);
            });
    }
    return std::unexpected("unknown target");
}

bool is_csv(Target target) { return target == Target::pytorch_compute || target == Target::pytorch_comms; }

// All objects of the file, before anything is written; the error is one line.
Maybe<std::vector<Writer>> converted_file(const std::string& path, const std::string& text, const HowToRead& how,
                                          Target target) {
    std::vector<Writer> writers;
    std::optional<std::string> error;
    for_each_object(path, text, how, [&](const InputObject& object) {
        if (error) return;
        if (!object.content) {
            error = object.content.error();
        } else if (is_csv(target) && !writers.empty()) {
            error = fmt::format("{}:{}: a CSV holds one schedule, and this is another", shown_name(path), object.line);
        } else if (auto writer = converted(*object.content, target)) {
            writers.push_back(*std::move(writer));
        } else {
            error = fmt::format("{}:{}: not converted to {}: {}", shown_name(path), object.line,
                                target_names.at(static_cast<std::size_t>(target)), writer.error());
        }
    });
    if (error) return std::unexpected(*std::move(error));
    return writers;
}

std::optional<Target> target_named(std::string_view name) {
    const auto* const found = std::ranges::find(target_names, name);
    if (found == target_names.end()) return std::nullopt;
    return static_cast<Target>(found - target_names.begin());
}

}  // namespace

ExitCode run_convert(Arguments arguments) {
    Options options(
        "convert",
        "Writes the schedules of a file in another format (docs/formats.md). What the target cannot hold is refused "
        "by\n"
        "name. pytorch-comms places sends and receives where there are none, so that they run under rendezvous.\n"
        "Orders become a plan or a file of Tessel by running them in unit time.",
        "tickproof convert plan.json schedule.csv --to pytorch-comms");
    std::vector<std::string> files;
    std::string target_name;
    options.positionals("IN OUT", "the file to read and the file to write; - is standard input or output", files);
    options.text("--to", "the format to write", "plan|orders|pytorch-compute|pytorch-comms|tessel", target_name);
    const InputOptions input(options);
    GlobalOptions globals;
    if (const auto exit = options.parse(arguments, globals)) return *exit;

    const auto unusable = [](const std::string& why) {
        print_error(why);
        return ExitCode::unusable;
    };
    const auto wrong = [&](const std::string& why) { return unusable(fmt::format("tickproof convert: {}", why)); };
    if (files.size() != 2) return wrong(fmt::format("two files are needed, IN and OUT, not {}", files.size()));
    const auto target = target_named(target_name);
    if (!target) {
        return wrong(
            fmt::format("--to: '{}' is none of plan, orders, pytorch-compute, pytorch-comms, tessel", target_name));
    }
    const auto how = input.how();
    if (!how) return wrong(how.error());

    const auto text = read_file(files[0]);
    if (!text) return unusable(text.error());
    const auto writers = converted_file(files[0], *text, *how, *target);
    if (!writers) return unusable(writers.error());
    const auto write = [&](const Sink& sink) {
        for (const Writer& writer : *writers) {
            writer(sink);
            if (!is_csv(*target)) sink("\n");
        }
    };
    if (files[1] == "-") {
        write([](std::string_view piece) { print(piece); });
    } else if (const auto written = write_file(files[1], write); !written) {
        return unusable(written.error());
    }
    return ExitCode::holds;
}

}  // namespace tickproof::cli
