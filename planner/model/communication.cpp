#include "planner/model/communication.h"

#include <charconv>

#include <fmt/format.h>

namespace tickproof {

namespace {

constexpr std::string_view untagged = "+fifo";
constexpr std::string_view buffered = "buffered:";

[[nodiscard]] std::string tagged_name(const Communication& model) {
    switch (model.handover) {
        case Handover::dependencies:
            return "dependencies";
        case Handover::buffered:
            return model.slots == 0 ? "rendezvous" : fmt::format("{}{}", buffered, model.slots);
        case Handover::grouped:
            return "grouped";
    }
    return {};
}

[[nodiscard]] std::expected<std::uint64_t, std::string> read_slots(std::string_view digits) {
    std::uint64_t slots = 0;
    const auto [stopped, status] = std::from_chars(digits.data(), digits.data() + digits.size(), slots);
    if (status == std::errc() && stopped == digits.data() + digits.size()) return slots;
    return std::unexpected(fmt::format("buffered takes a number of slots, as in {}2", buffered));
}

[[nodiscard]] std::expected<Communication, std::string> read_tagged(std::string_view text) {
    if (text == "dependencies") return Communication{};
    if (text == "rendezvous") return Communication{.handover = Handover::buffered};
    if (text == "grouped") return Communication{.handover = Handover::grouped};
    if (text.starts_with(buffered)) {
        const auto slots = read_slots(text.substr(buffered.size()));
        if (!slots) return std::unexpected(slots.error());
        return Communication{.handover = Handover::buffered, .slots = *slots};
    }
    return std::unexpected(
        "a communication model is one of dependencies, rendezvous, buffered:K and grouped, each with +fifo behind it "
        "where messages carry no tag");
}

}  // namespace

std::string name(const Communication& model) { return tagged_name(model) + std::string(model.fifo ? untagged : ""); }

std::expected<Communication, std::string> read_communication(std::string_view text) {
    const bool fifo = text.ends_with(untagged);
    if (fifo) text.remove_suffix(untagged.size());
    auto model = read_tagged(text);
    if (model) model->fifo = fifo;
    return model;
}

}  // namespace tickproof
