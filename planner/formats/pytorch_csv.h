// Schedules as PyTorch's pipelining prints and loads them: a CSV with a row a rank and an action a cell.
//
// Cells are split here, since a place is wanted for every complaint: libcsv hands over texts without their offsets, the
// other CSV libraries of Debian want columns of fixed types.
//
// The loader there takes more than it should. Here what does not parse is refused with its row and column, and what
// parses and is wrong (repeated, out of range, a B beside I and W, an I after its W, a stage in two rows) is left to
// the checker, which can name the cell too, for each action keeps its column.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

#include "planner/formats/json/json.h"
#include "planner/formats/sink.h"
#include "planner/model/schedule.h"

namespace tickproof::formats {

// legacy (2024): B is the input half, BW the full backward, and there is no I.
enum class PytorchDialect : std::uint8_t { current, legacy };

// By the file itself unless given: with a BW, or with a W and no I anywhere, it is legacy. Shape and placement are what
// the rows show (planner/formats/shown_shape.h). Messages begin with "row 3, column 6: ".
[[nodiscard]] std::expected<Orders, json::Error> read_pytorch_csv(std::string_view text,
                                                                  std::optional<PytorchDialect> dialect = {});

// In the current dialect, without blanks. What a CSV cannot hold is lost: see unheld_by_csv.
void write_pytorch_csv(const Orders& orders, const Sink& sink);

// Why these orders would be others when they are read back, in words: a declared shape that the rows do not show, a
// rank without actions, buffer ids. The name and the columns that orders came with do not count.
[[nodiscard]] std::optional<std::string> unheld_by_csv(const Orders& orders);

}  // namespace tickproof::formats
