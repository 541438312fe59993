// What a file says that each rank does in which order, whatever format it is in.
#pragma once

#include <expected>
#include <string>

#include "cli/documents.h"
#include "planner/model/schedule.h"

namespace tickproof::cli {

// Of a file with one object: orders as they are, wrong ones too; the order of a plan or schedule only if it is valid,
// for one that is not has ops on ranks that are none. The error is one line that names the file.
[[nodiscard]] std::expected<Orders, std::string> file_orders(const std::string& path, const HowToRead& how);

}  // namespace tickproof::cli
