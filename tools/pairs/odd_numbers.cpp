#include "pairs/odd_numbers.hpp"

#include <variant>

#include "text/error.hpp"

namespace lockstep::tools {
namespace {

const Quat* rotation_of(const auto& shape) {
  if constexpr (requires { shape.rotation; })
    return &shape.rotation;
  else if constexpr (requires { shape.pose.rotation; })
    return &shape.pose.rotation;
  else
    return nullptr;
}

const float* angle_of(const auto& shape) {
  if constexpr (requires { shape.angle; })
    return &shape.angle;
  else
    return nullptr;
}

}  // namespace

void OddShapes::see(const PairShape& shape) {
  const Quat* const rotation = std::visit([](const auto& s) { return rotation_of(s); }, shape);
  if (rotation != nullptr) numbers_.see_rotation(*rotation);
}

void OddShapes::see(const PlaneQuery& query) {
  for (const PlaneShape* shape : {&query.first, &query.second})
    if (const float* const angle = std::visit([](const auto& s) { return angle_of(s); }, *shape))
      numbers_.see_angle(*angle, query.line);
}

std::vector<std::string> OddShapes::notes(const std::string& file) const {
  std::vector<std::string> notes;
  if (const Problem note = numbers_.angle_note())
    notes.push_back(concat(file, ":", numbers_.angle_place(), ": ", *note));
  if (const Problem note = numbers_.rotation_note()) notes.push_back(concat(file, ": ", *note));
  return notes;
}

}  // namespace lockstep::tools
