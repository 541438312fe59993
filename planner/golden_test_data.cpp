#include "planner/golden_test_data.h"

#include <array>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>

#include <fmt/format.h>
#include <openssl/evp.h>

namespace tickproof::golden {
namespace {

std::vector<std::string> cells(const std::string& row) {
    std::vector<std::string> found;
    std::istringstream in(row);
    for (std::string cell; std::getline(in, cell, ',');) found.push_back(cell);
    return found;
}

// n_layer,stage_count,virtual_stages_per_rank,microbatches,schedule,total_ticks,total_events,events_sha256
Digest digest(const std::string& row) {
    const std::vector<std::string> cell = cells(row);
    Digest digest;
    digest.config.n_layer = std::stoull(cell.at(0));
    digest.config.stage_count = std::stoull(cell.at(1));
    digest.config.virtual_stages_per_rank = std::stoull(cell.at(2));
    digest.config.microbatches = std::stoull(cell.at(3));
    digest.config.schedule = schedule_named(cell.at(4)).value();
    digest.total_ticks = std::stoull(cell.at(5));
    digest.total_events = std::stoull(cell.at(6));
    digest.events_sha256 = cell.at(7);
    return digest;
}

std::string sha256(std::string_view text) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
    unsigned int length = 0;
    if (EVP_Digest(text.data(), text.size(), hash.data(), &length, EVP_sha256(), nullptr) != 1) return "no hash";
    std::string hex;
    for (const unsigned char byte : std::span(hash).first(length))
        fmt::format_to(std::back_inserter(hex), "{:02x}", byte);
    return hex;
}

}  // namespace

std::string text_of(std::string_view file_name) {
    std::ifstream in(fmt::format("{}/golden/{}", TICKPROOF_CORPUS, file_name));
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<Digest> digests() {
    std::istringstream in(text_of("digests.csv"));
    std::vector<Digest> found;
    std::string row;
    std::getline(in, row);  // the names of the columns
    while (std::getline(in, row)) found.push_back(digest(row));
    return found;
}

std::string sha256_of_events(std::span<const TimedOp> events) {
    std::string text;
    for (const TimedOp& op : events) {
        fmt::format_to(std::back_inserter(text), "{} {} {} {} {} {}\n", op.start_tick, op.rank, op.stage, op.chunk,
                       op.microbatch, op.kind == OpKind::forward ? "forward" : "backward");
    }
    return sha256(text);
}

}  // namespace tickproof::golden
