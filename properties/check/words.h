// How violations name things: the same op is called the same everywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "planner/model/op.h"
#include "planner/model/schedule.h"

namespace tickproof::check {

// "F of microbatch 3 on stage 2"
[[nodiscard]] std::string op_words(OpKind kind, std::uint64_t stage, std::uint64_t microbatch);
[[nodiscard]] std::string op_words(const TimedOp& op);
// "2B0": stage, kind, microbatch, as in files of orders.
[[nodiscard]] std::string op_token(const TimedOp& op);
// "2B0", "3SEND_F1"; "2UNSHARD" has no microbatch.
[[nodiscard]] std::string action_token(const Action& action);
// "1 tick", "2 ticks"
[[nodiscard]] std::string counted(std::uint64_t count, const char* noun);

// Names the place of the op at a position of the list that is judged.
using PlaceOf = std::function<std::string(std::size_t)>;
// "event 7"
[[nodiscard]] std::string event_place(std::size_t position);

}  // namespace tickproof::check
