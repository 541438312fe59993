// A planner in another process, asked in the external planner protocol: a request a line, an answer a line.
//
// The process lives as long as it answers. What it does instead of answering is blamed on the request whose answer was
// due; it is then killed, and the requests after that one go to a fresh process.
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
    [[nodiscard]] std::optional<Answer> next_answer(std::span<const PipelineConfig> due);
    [[nodiscard]] std::optional<Answer> too_many_lines(std::span<const PipelineConfig> due);
    [[nodiscard]] Answer read_line(std::string_view line);
    [[nodiscard]] Failure failure(FailureKind kind, std::string what);
    [[nodiscard]] Failure garbage(const json::Error& error);
    [[nodiscard]] Failure ended_early();

    ExternalCommand command_;
    std::unique_ptr<Process> process_;
    std::size_t sent_ = 0;        // requests to process_ whose answers are still to come
    std::size_t one_by_one_ = 0;  // so many requests are asked for each by itself
};

// No honest answer to this request has more bytes, with room for spaces and keys of its own.
[[nodiscard]] std::size_t most_answer_bytes(const PipelineConfig& request);

}  // namespace tickproof::gate
