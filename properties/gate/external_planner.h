// A planner in another process, asked in the external planner protocol: a request a line, an answer a line.
//
// The process lives as long as it answers. What it does instead of answering is blamed on the request whose answer was
// due; it is then killed, and the requests after that one go to a fresh process.
//
// A line that nobody asked for (a second answer, a blank line, a word of greeting) puts all later answers in each
// other's places. So that what is found does not depend on when such a line arrives and on what else was asked, a
// landmark is asked after each batch: a request whose answer is known by its shape. Where another answer comes for it,
// each request of the batch is asked again, with the landmark after each.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "planner/formats/json/json.h"
#include "properties/gate/planner.h"

namespace tickproof::gate {

class Process;

struct ExternalCommand {
    std::vector<std::string> words;     // the program and its arguments
    std::chrono::milliseconds timeout;  // for one answer
    std::function<bool()> interrupted = [] { return false; };
};

class ExternalPlanner final : public Planner {
public:
    explicit ExternalPlanner(ExternalCommand command);
    ~ExternalPlanner() override;

    [[nodiscard]] std::vector<Answer> ask(std::span<const PipelineConfig> requests) override;
    [[nodiscard]] std::vector<Failure> finish() override;

private:
    using Requests = std::span<const PipelineConfig>;
    struct Standing {
        bool out_of_step = false;
        std::optional<Failure> failure{};  // to be told at the end, unless a request is found to be the cause
    };

    [[nodiscard]] std::vector<Answer> ask_in_turn(Requests requests);
    [[nodiscard]] std::vector<Answer> ask_each_apart(Requests requests);
    [[nodiscard]] std::optional<Answer> ask_apart(const PipelineConfig& request);
    [[nodiscard]] std::optional<Answer> ask_alone(const PipelineConfig& request);
    [[nodiscard]] Standing standing_after(Requests requests, const std::vector<Answer>& answers);
    [[nodiscard]] Standing standing_at(const PipelineConfig& landmark);
    [[nodiscard]] std::optional<std::vector<Answer>> answers_without_stray_lines(Requests requests);

    [[nodiscard]] std::optional<Answer> next_answer(Requests due);
    [[nodiscard]] std::optional<Failure> start();
    [[nodiscard]] Answer read_line(std::string_view line);
    [[nodiscard]] std::optional<Failure> end();
    [[nodiscard]] Failure failure(FailureKind kind, std::string what);
    [[nodiscard]] Failure ended_early();
    [[nodiscard]] bool is_told(FailureKind kind) const;
    void tell_at_the_end(Failure failure);

    ExternalCommand command_;
    std::unique_ptr<Process> process_;
    std::size_t sent_ = 0;  // requests to process_ whose answers are still to come
    // A request that was answered with a plan of its own shape: whatever else comes for it belongs elsewhere.
    std::optional<PipelineConfig> landmark_;
    std::vector<Failure> told_at_the_end_;  // what no request can be blamed for, one a kind
};

// No honest answer to this request has more bytes, with room for spaces and keys of its own.
[[nodiscard]] std::uint64_t most_answer_bytes(const PipelineConfig& request);

}  // namespace tickproof::gate
