#include "properties/gate/external_planner.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "planner/formats/json/json.h"
#include "planner/formats/request_json.h"
#include "planner/formats/response_json.h"
#include "planner/model/limits.h"
#include "planner/validate.h"
#include "properties/gate/process.h"
#include "properties/gate/reference_rule.h"

namespace tickproof::gate {

namespace {

using std::chrono::milliseconds;

// Enough to keep the planner busy while an answer is judged; few enough to be asked again after a failure.
constexpr std::size_t most_in_flight = 16;

// One that did not end with its input is not waited for as long again.
constexpr milliseconds patience_with_a_bad_end{1000};

constexpr std::string_view more_lines = "it wrote more lines than it was asked for";

std::string in_words(const ExitStatus& status) {
    return status.signal != 0 ? fmt::format("was ended by signal {}", status.signal)
                              : fmt::format("ended with exit code {}", status.code);
}

// As much of a line as shows what it is, in whole characters.
std::string beginning_of(std::string_view line) {
    constexpr std::size_t most_bytes = 60;
    if (line.size() <= most_bytes) return fmt::format("'{}'", line);
    std::size_t bytes = most_bytes;
    while (bytes > most_bytes - 4 && (static_cast<unsigned char>(line[bytes]) & 0xC0U) == 0x80) --bytes;
    return fmt::format("'{}...' ({} bytes)", line.substr(0, bytes), line.size());
}

std::expected<formats::Response, json::Error> response_in(std::string_view line) {
    const auto tree = json::parse_all(line);
    if (!tree) return std::unexpected(tree.error());
    return formats::read_response(tree->root());
}

// What it wrote is no answer, or more than one. A line that belongs elsewhere can also be too long for where it came.
bool is_of_stray_lines(FailureKind kind) { return kind == FailureKind::garbage || kind == FailureKind::flood; }

bool has_stray_lines(const Answer& answer) {
    const auto* failure = std::get_if<Failure>(&answer);
    return failure != nullptr && is_of_stray_lines(failure->kind);
}

bool is_of_its_shape(const Answer& answer, const PipelineConfig& request) {
    const auto* plan = std::get_if<Plan>(&answer);
    return plan != nullptr && config_of(*plan) == request;
}

// The process that failed cannot be asked for its place any more, but a plan in another's place gives it away.
bool failed_out_of_place(std::span<const PipelineConfig> requests, const std::vector<Answer>& answers) {
    bool failed = false;
    bool misplaced = false;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        failed = failed || std::holds_alternative<Failure>(answers[i]);
        misplaced =
            misplaced || (std::holds_alternative<Plan>(answers[i]) && !is_of_its_shape(answers[i], requests[i]));
    }
    return failed && misplaced;
}

// No use to go on: it does not start, or failed so often in a row.
class Patience {
public:
    void take(const Answer& answer) {
        const auto* failure = std::get_if<Failure>(&answer);
        in_a_row_ = failure == nullptr ? 0 : in_a_row_ + 1;
        is_no_start_ = failure != nullptr && is_no_start(failure->kind);
    }
    [[nodiscard]] bool is_over() const { return is_no_start_ || in_a_row_ >= most_failures_in_a_row; }

private:
    std::size_t in_a_row_ = 0;
    bool is_no_start_ = false;
};

}  // namespace

// An event is some 130 bytes when written without spaces, so that an honest plan has a quarter of this. What nobody has
// a plan for must be refused: there a flood must not fill the memory, however many events the request has.
std::uint64_t most_answer_bytes(const PipelineConfig& request) {
    constexpr std::uint64_t slack = std::uint64_t{64} * 1024;
    constexpr std::uint64_t an_item = 512;
    constexpr std::uint64_t most_of_a_refusal = std::uint64_t{1} << 30;
    const std::uint64_t stages = saturating_mul(request.stage_count, request.virtual_stages_per_rank);
    const std::uint64_t events = saturating_mul(2, saturating_mul(stages, request.microbatches));
    const std::uint64_t items = saturating_add(saturating_add(events, stages), request.stage_count);
    const std::uint64_t bytes = saturating_add(slack, saturating_mul(an_item, items));
    return validate(request) ? std::min(bytes, most_of_a_refusal) : bytes;
}

ExternalPlanner::ExternalPlanner(ExternalCommand command) : command_(std::move(command)) {}
ExternalPlanner::~ExternalPlanner() = default;

std::vector<Answer> ExternalPlanner::ask(Requests requests) {
    std::vector<Answer> answers = ask_in_turn(requests);
    Standing standing = standing_after(requests, answers);
    if (standing.out_of_step) {
        if (std::optional<std::vector<Answer>> apart = answers_without_stray_lines(requests)) return std::move(*apart);
    }
    if (standing.failure) tell_at_the_end(std::move(*standing.failure));
    return answers;
}

std::vector<Answer> ExternalPlanner::ask_in_turn(Requests requests) {
    std::vector<Answer> answers;
    Patience patience;
    while (answers.size() < requests.size() && !patience.is_over()) {
        std::optional<Answer> answer = next_answer(requests.subspan(answers.size()));
        if (!answer) break;
        patience.take(*answer);
        answers.push_back(std::move(*answer));
    }
    return answers;
}

std::vector<Answer> ExternalPlanner::ask_each_apart(Requests requests) {
    process_.reset();
    sent_ = 0;
    std::vector<Answer> answers;
    Patience patience;
    while (answers.size() < requests.size() && !patience.is_over()) {
        std::optional<Answer> answer = ask_apart(requests[answers.size()]);
        if (!answer) break;
        patience.take(*answer);
        answers.push_back(std::move(*answer));
    }
    return answers;
}

// With the landmark after it, so that what it wrote beside its answer shows.
std::optional<Answer> ExternalPlanner::ask_apart(const PipelineConfig& request) {
    if (!landmark_ || *landmark_ == request) return ask_alone(request);
    std::optional<Answer> answer = next_answer({&request, 1});
    if (!process_) return answer;
    Standing standing = standing_at(*landmark_);
    if (!standing.out_of_step) return answer;
    if (!standing.failure) return failure(FailureKind::flood, std::string(more_lines));
    if (is_of_stray_lines(standing.failure->kind)) {
        return Failure{FailureKind::flood, std::string(more_lines), std::move(standing.failure->stderr_tail)};
    }
    tell_at_the_end(std::move(*standing.failure));
    return answer;
}

std::optional<Answer> ExternalPlanner::ask_alone(const PipelineConfig& request) {
    process_.reset();
    sent_ = 0;
    std::optional<Answer> answer = next_answer({&request, 1});
    if (!process_) return answer;
    if (std::optional<Failure> bad_end = end()) {
        if (bad_end->kind == FailureKind::flood) return bad_end;
        tell_at_the_end(std::move(*bad_end));
    }
    return answer;
}

// What it wrote beside its answers is still to be heard.
ExternalPlanner::Standing ExternalPlanner::standing_after(Requests requests, const std::vector<Answer>& answers) {
    for (std::size_t i = 0; i < answers.size() && !landmark_; ++i) {
        if (is_of_its_shape(answers[i], requests[i])) landmark_ = requests[i];
    }
    if (std::ranges::any_of(answers, has_stray_lines) || failed_out_of_place(requests, answers)) return {true, {}};
    if (!process_ || answers.empty()) return {};
    if (landmark_ && *landmark_ != requests[answers.size() - 1]) return standing_at(*landmark_);
    std::optional<Failure> bad_end = end();
    return {bad_end && bad_end->kind == FailureKind::flood, std::move(bad_end)};
}

ExternalPlanner::Standing ExternalPlanner::standing_at(const PipelineConfig& landmark) {
    std::optional<Answer> answer = next_answer({&landmark, 1});
    if (!answer || is_of_its_shape(*answer, landmark)) return {};
    if (auto* failure = std::get_if<Failure>(&*answer)) return {true, std::move(*failure)};
    return {true, {}};
}

// Nothing: it is out of step for other reasons.
std::optional<std::vector<Answer>> ExternalPlanner::answers_without_stray_lines(Requests requests) {
    const std::optional<Answer> alone = landmark_ ? ask_alone(*landmark_) : std::nullopt;
    // Its own stray line may have come after it was asked for the last time: then it marks nothing.
    const bool is_lost = alone && has_stray_lines(*alone);
    // What was answered among others and is not alone depends on them, as where two requests are awaited for an answer.
    if (alone && std::holds_alternative<Failure>(*alone) && !is_lost) return std::nullopt;
    if (is_lost) landmark_.reset();
    std::vector<Answer> apart = ask_each_apart(requests);
    if (is_lost || std::ranges::any_of(apart, has_stray_lines)) return apart;
    return std::nullopt;
}

std::optional<Failure> ExternalPlanner::start() {
    auto started = Process::start(command_.words, command_.interrupted);
    if (!started) {
        const FailureKind kind = started.error().no_room ? FailureKind::no_room : FailureKind::not_started;
        return Failure{kind, std::move(started.error().why), {}};
    }
    process_ = std::move(*started);
    return std::nullopt;
}

// Nothing: it was interrupted.
std::optional<Answer> ExternalPlanner::next_answer(Requests due) {
    if (!process_) {
        if (std::optional<Failure> not_started = start()) return not_started;
    }
    for (; sent_ < std::min(due.size(), most_in_flight); ++sent_) {
        process_->write(formats::write_request(due[sent_]) + "\n");
    }
    switch (process_->wait_for_line(most_answer_bytes(due.front()), command_.timeout)) {
        case Process::Heard::line:
            return read_line(process_->take_line());
        case Process::Heard::end:
            return ended_early();
        case Process::Heard::too_long:
            return failure(FailureKind::flood, "its output is longer than an answer can be");
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

Answer ExternalPlanner::read_line(std::string_view line) {
    auto response = response_in(line);
    if (!response) {
        const json::Error& error = response.error();
        return failure(FailureKind::garbage, fmt::format("no answer of the protocol: {}: column {}: {}",
                                                         beginning_of(line), error.place.column, error.message));
    }
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

// Closes its input and hears it out. Nothing: it ended as it should, or somebody interrupted.
std::optional<Failure> ExternalPlanner::end() {
    process_->close_input();
    const milliseconds patience =
        is_told(FailureKind::hang) ? std::min(command_.timeout, patience_with_a_bad_end) : command_.timeout;
    const auto status = process_->wait_for_exit(patience);
    const bool ended_well = status && status->code == 0 && status->signal == 0 && process_->untaken().empty();
    if (ended_well || command_.interrupted()) {
        process_.reset();
        return std::nullopt;
    }
    if (!process_->untaken().empty()) return failure(FailureKind::flood, std::string(more_lines));
    if (!status) {
        return failure(FailureKind::hang,
                       fmt::format("it had not ended {} ms after the end of its input", patience.count()));
    }
    return failure(FailureKind::bad_exit, fmt::format("after its last answer it {}", in_words(*status)));
}

// Whatever went wrong, this process is not asked again.
Failure ExternalPlanner::failure(FailureKind kind, std::string what) {
    process_->kill();
    Failure failure{kind, std::move(what), process_->stderr_tail()};
    process_.reset();
    sent_ = 0;
    return failure;
}

bool ExternalPlanner::is_told(FailureKind kind) const {
    return std::ranges::find(told_at_the_end_, kind, &Failure::kind) != told_at_the_end_.end();
}

void ExternalPlanner::tell_at_the_end(Failure failure) {
    if (!is_told(failure.kind)) told_at_the_end_.push_back(std::move(failure));
}

std::vector<Failure> ExternalPlanner::finish() {
    if (process_) {
        if (std::optional<Failure> bad_end = end()) tell_at_the_end(std::move(*bad_end));
    }
    return std::exchange(told_at_the_end_, {});
}

}  // namespace tickproof::gate
