#include "runs/frame_shapes.hpp"

#include <cstddef>
#include <variant>

namespace lockstep::tools {
namespace {

float number_at(const Stream& stream, std::size_t index) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(stream.data);
  return *reinterpret_cast<const float*>(bytes + static_cast<std::ptrdiff_t>(index) * stream.stride);
}

struct AddMoving {
  FrameShapes& shapes;

  template <class Shape>
  void operator()(const Shape& shape) const {
    if constexpr (requires { shapes.flat.add(shape); })
      shapes.flat.add(shape);
    else
      shapes.solid.add(shape);
  }
};

}  // namespace

void FrameShapes::set(std::span<const MovingShape> shapes) {
  flat.clear(), solid.clear();
  for (const MovingShape& shape : shapes) std::visit(AddMoving{*this}, shape);
}

void FrameShapes::set_all(const Frame& frame, bool is_flat) {
  set(frame.shapes);
  if (!frame.shapes.empty()) return;
  for (std::size_t i = 0; i < frame.count; ++i) {
    const float x = number_at(frame.x, i), y = number_at(frame.y, i), radius = number_at(frame.radius, i);
    if (is_flat)
      flat.add(Circle2{{x, y}, radius});
    else
      solid.add(Sphere{{x, y, number_at(frame.z, i)}, radius});
  }
}

void FrameShapes::set_at_centers(const Frame& frame) {
  flat.clear(), solid.clear();
  for (std::size_t i = 0; i < frame.count; ++i)
    solid.place(solid.add(Sphere{{0, 0, 0}, number_at(frame.radius, i)}), frame.centers[i], Check::none);
}

}  // namespace lockstep::tools
