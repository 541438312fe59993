#include "planner/formats/object_kind.h"

#include <optional>

namespace tickproof::formats {

ObjectKind kind_of(const json::Value& object) {
    if (object.find("orders")) return ObjectKind::orders;
    if (object.find("events")) return ObjectKind::plan;
    return object.find("blocks") ? ObjectKind::tessel : ObjectKind::neither;
}

json::Value plan_within(const json::Value& object) {
    const std::optional<json::Value> plan = object.find("plan");
    const bool wraps = plan && plan->kind() == json::Kind::object && kind_of(object) == ObjectKind::neither;
    return wraps ? *plan : object;
}

}  // namespace tickproof::formats
