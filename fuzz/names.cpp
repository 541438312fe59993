// Any text as the name of a communication model, a schedule or a rule: what is read has a name that is read as the
// same, and what is not read is refused in words.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/differ.h"
#include "planner/model/communication.h"
#include "planner/model/config.h"
#include "properties/check/rule.h"

using namespace tickproof;
using fuzz::differ;
using fuzz::Suspect;

namespace {

void try_communication(std::string_view text) {
    const auto model = read_communication(text);
    if (!model && !model.error().empty()) return;
    if (model && read_communication(name(*model)) == model) return;
    differ(Suspect::reader, "a communication model changes on its way through its name",
           {{"read from", std::string(text)}, {"name", model ? name(*model) : "none, and no reason"}});
}

void try_schedule(std::string_view text) {
    const auto kind = schedule_named(text);
    if (!kind || schedule_named(name(*kind)) == kind) return;
    differ(Suspect::reader, "a schedule changes on its way through its name",
           {{"read from", std::string(text)}, {"name", std::string(name(*kind))}});
}

void try_rule(std::string_view text) {
    const auto rule = check::rule_named(text);
    if (!rule || (check::text(*rule).id == text && check::text(*rule).rule == *rule)) return;
    differ(Suspect::checker, "a rule has another name than it is known by",
           {{"read from", std::string(text)}, {"name", std::string(check::text(*rule).id)}});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try_communication(text);
    try_schedule(text);
    try_rule(text);
    return 0;
}
