#include "properties/gate/external_planner.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "planner/formats/json/json.h"
#include "planner/formats/request_json.h"
#include "planner/formats/response_json.h"
#include "planner/model/limits.h"
#include "properties/gate/process.h"

namespace tickproof::gate {

namespace {

// Enough to keep the planner busy while an answer is judged; few enough to be asked again after a failure.
constexpr std::size_t most_in_flight = 16;

std::string in_words(const ExitStatus& status) {
    return status.signal != 0 ? fmt::format("was ended by signal {}", status.signal)
                              : fmt::format("ended with exit code {}", status.code);
}

std::expected<formats::Response, json::Error> response_in(std::string_view line) {
    const auto tree = json::parse_all(line);
    if (!tree) return std::unexpected(tree.error());
    return formats::read_response(tree->root());
}

}  // namespace

std::size_t most_answer_bytes(const PipelineConfig& request) {
    constexpr std::uint64_t slack = std::uint64_t{64} * 1024;
    constexpr std::uint64_t an_item = 512;  // an event is some 130 bytes when written without spaces
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    const std::uint64_t stages = saturating_mul(request.stage_count, request.virtual_stages_per_rank);
    const std::uint64_t events = saturating_mul(2, saturating_mul(stages, request.microbatches));
    const std::uint64_t items = saturating_add(saturating_add(events, stages), request.stage_count);
    return std::min(saturating_add(slack, saturating_mul(an_item, items)), most);
}

ExternalPlanner::ExternalPlanner(ExternalCommand command) : command_(std::move(command)) {}
ExternalPlanner::~ExternalPlanner() = default;

std::vector<Answer> ExternalPlanner::ask(std::span<const PipelineConfig> requests) {
    std::vector<Answer> answers;
    std::size_t failures = 0;
    while (answers.size() < requests.size() && failures < most_failures_in_a_row) {
        std::optional<Answer> answer = next_answer(requests.subspan(answers.size()));
        if (!answer) break;
        one_by_one_ -= std::min<std::size_t>(one_by_one_, 1);
        failures = std::holds_alternative<Failure>(*answer) ? failures + 1 : 0;
        answers.push_back(std::move(*answer));
    }
    return answers;
}

// Nothing: it was interrupted.
std::optional<Answer> ExternalPlanner::next_answer(std::span<const PipelineConfig> due) {
    if (!process_) {
        auto started = Process::start(command_.words, command_.interrupted);
        if (!started) return Failure{FailureKind::not_started, std::move(started.error()), {}};
        process_ = std::move(*started);
    }
    const std::size_t most = one_by_one_ > 0 ? 1 : most_in_flight;
    for (; sent_ < std::min(due.size(), most); ++sent_) {
        process_->write(formats::write_request(due[sent_]) + "\n");
    }
    switch (process_->wait_for_line(most_answer_bytes(due.front()), sent_, command_.timeout)) {
        case Process::Heard::line:
            return read_line(process_->take_line());
        case Process::Heard::end:
            return ended_early();
        case Process::Heard::too_long:
            return failure(FailureKind::flood, "its output is longer than an answer can be");
        case Process::Heard::too_many:
            return too_many_lines(due);
        case Process::Heard::nothing:
            return failure(FailureKind::hang, fmt::format("there is no answer after {} ms (is every line flushed?)",
                                                          command_.timeout.count()));
        case Process::Heard::interrupted:
            break;
    }
    process_.reset();
    sent_ = 0;
    return std::nullopt;
}

// A greeting is no answer, whatever follows it. Else, which of several requests the lines belong to shows when these
// are asked one by one.
std::optional<Answer> ExternalPlanner::too_many_lines(std::span<const PipelineConfig> due) {
    if (const auto first = response_in(process_->take_line()); !first) return garbage(first.error());
    const std::size_t suspects = sent_;
    Failure flood = failure(FailureKind::flood, "it wrote more lines than it was asked for");
    if (suspects == 1) return flood;
    one_by_one_ = suspects;
    return next_answer(due);
}

Answer ExternalPlanner::read_line(std::string_view line) {
    auto response = response_in(line);
    if (!response) return garbage(response.error());
    --sent_;
    if (auto* error = std::get_if<formats::ErrorResponse>(&*response)) return Refusal{std::move(error->message)};
    return std::get<Plan>(std::move(*response));
}

Failure ExternalPlanner::ended_early() {
    const std::string_view where = process_->untaken().empty() ? "before it had answered" : "in the middle of a line";
    const auto status = process_->wait_for_exit(std::chrono::seconds(1));
    if (!status) return failure(FailureKind::early_end, fmt::format("it closed its output {}", where));
    return failure(status->signal != 0 ? FailureKind::crash : FailureKind::early_end,
                   fmt::format("it {} {}", in_words(*status), where));
}

Failure ExternalPlanner::garbage(const json::Error& error) {
    return failure(FailureKind::garbage,
                   fmt::format("no answer of the protocol: column {}: {}", error.place.column, error.message));
}

// Whatever went wrong, this process is not asked again.
Failure ExternalPlanner::failure(FailureKind kind, std::string what) {
    process_->kill();
    Failure failure{kind, std::move(what), process_->stderr_tail()};
    process_.reset();
    sent_ = 0;
    return failure;
}

std::vector<Failure> ExternalPlanner::finish() {
    if (!process_) return {};
    process_->close_input();
    const auto status = process_->wait_for_exit(command_.timeout);
    if (command_.interrupted()) return {};
    if (!process_->untaken().empty()) {
        return {failure(FailureKind::flood, "it wrote more after its last answer")};
    }
    if (!status) {
        return {failure(FailureKind::hang,
                        fmt::format("it had not ended {} ms after the end of its input", command_.timeout.count()))};
    }
    if (status->code == 0 && status->signal == 0) return {};
    return {failure(FailureKind::bad_exit, fmt::format("after its last answer it {}", in_words(*status)))};
}

}  // namespace tickproof::gate
