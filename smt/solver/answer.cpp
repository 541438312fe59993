#include "smt/solver/answer.h"

#include <utility>

namespace tickproof::solver {

namespace {

constexpr char sat = 's';  // and a character a variable
constexpr char unsat = 'u';
constexpr char unknown = '?';  // and the reason

Answer read(std::string_view bytes) {
    const char kind = bytes.empty() ? '\0' : bytes.front();
    const std::string_view rest = bytes.empty() ? bytes : bytes.substr(1);
    if (kind == unsat) return Unsat{};
    if (kind == unknown) return Unknown{std::string(rest)};
    if (kind != sat) return Unknown{"solver: ended without an answer"};
    std::vector<bool> model(rest.size());
    for (std::size_t v = 0; v < rest.size(); ++v) model[v] = rest[v] == '1';
    return Sat{std::move(model)};
}

struct Explain {
    Answer operator()(const Finished& finished) const { return read(finished.bytes); }
    Answer operator()(Stopped stopped) const {
        switch (stopped) {
            case Stopped::by_time:
                return Unknown{"time limit"};
            case Stopped::by_memory:
                return Unknown{"memory limit"};
            case Stopped::by_interruption:
                return Unknown{"interrupted"};
        }
        return Unknown{"solver: stopped"};
    }
    Answer operator()(const Broken& broken) const { return Unknown{"solver: " + broken.how}; }
};

}  // namespace

std::string sat_bytes(const std::vector<bool>& model) {
    std::string bytes(1, sat);
    for (const bool value : model) bytes += value ? '1' : '0';
    return bytes;
}

std::string unsat_bytes() { return std::string(1, unsat); }

std::string unknown_bytes(std::string_view reason) { return unknown + std::string(reason); }

Answer answer_of_child(const std::function<std::string()>& work, const Limits& limits) {
    return std::visit(Explain{}, in_child(work, {limits.time, limits.memory_bytes, limits.interrupted}));
}

}  // namespace tickproof::solver
