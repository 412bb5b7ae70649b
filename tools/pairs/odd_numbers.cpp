#include "pairs/odd_numbers.hpp"

#include <array>
#include <variant>

#include "text/checks.hpp"
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

void OddNumbers::see(const PairQuery& query) {
  for (const PairShape* shape : {&query.first, &query.second}) {
    const Quat* const q = std::visit([](const auto& s) { return rotation_of(s); }, *shape);
    if (q == nullptr) continue;
    ++rotations_;
    if (is_unit_first(std::array<double, 4>{q->x, q->y, q->z, q->w})) ++unit_first_;
  }
}

void OddNumbers::see(const PlaneQuery& query) {
  for (const PlaneShape* shape : {&query.first, &query.second}) {
    const float* const angle = std::visit([](const auto& s) { return angle_of(s); }, *shape);
    if (angle == nullptr || !is_beyond_a_turn(*angle)) continue;
    if (angles_++ == 0) line_ = query.line, angle_ = *angle;
  }
}

std::vector<std::string> OddNumbers::notes(const std::string& file) const {
  std::vector<std::string> notes;
  if (angles_ > 0) notes.push_back(concat(file, ":", line_, ": ", beyond_a_turn_note(angle_, angles_)));
  if (rotations_ > 0 && unit_first_ == rotations_)
    notes.push_back(
        concat(file, ": all quaternions are 1 0 0 0, which is half a turn about x: they are read as x y z w"));
  return notes;
}

}  // namespace lockstep::tools
