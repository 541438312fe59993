// Bytes to a communication model.
#pragma once

#include "fuzz/decode/bytes.h"
#include "planner/model/communication.h"

namespace tickproof::fuzz {

// Any of them, buffered with up to three slots.
[[nodiscard]] Communication decode_model(Bytes& bytes);

}  // namespace tickproof::fuzz
