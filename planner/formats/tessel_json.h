// Schedules of Tessel: blocks with their start step and devices. Dependencies are the chain of gids of one microbatch:
// gid v is the forward of stage v, and the backwards follow in reverse, so that gid 2K-1-v is the backward of stage v.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "planner/formats/json/json.h"
#include "planner/formats/sink.h"
#include "planner/model/problem.h"
#include "planner/model/schedule.h"

namespace tickproof::formats {

struct TimedSchedule {
    Problem problem;
    Schedule ops;
    std::vector<std::string> left_aside;  // what the file says and is not kept, in words
};

// Steps, spans and devices are kept; a stage belongs to the device that has most of it. Refused by name is what a
// Problem cannot hold: several devices for a block, spans that differ within a kind. Left aside: memory other than 1
// and -1, and repetend.
[[nodiscard]] std::expected<TimedSchedule, json::Error> read_tessel(const json::Value& value);

// One line, without a newline at the end. Requires what unheld_by_tessel has nothing to say about.
void write_tessel(const Problem& problem, const Schedule& ops, const Sink& sink);

// What a file of Tessel cannot hold, in words: halves of a backward, a latency.
[[nodiscard]] std::optional<std::string> unheld_by_tessel(const Problem& problem, const Schedule& ops);

}  // namespace tickproof::formats
