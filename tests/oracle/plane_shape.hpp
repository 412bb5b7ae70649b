// The shapes of the plane that the oracle judges: the library's own, and an owning stand-in for the polygon.
#pragma once

#include <array>
#include <numbers>
#include <string_view>
#include <variant>
#include <vector>

#include <lockstep/shapes.hpp>

namespace lockstep::oracle {

/// The convex hull of at least one vertex, turned and moved.
struct PolygonShape2 {
  std::vector<Vec2> vertices;
  Vec2 position;
  float angle = 0;

  /// The vertices are in world space.
  [[nodiscard]] bool is_unmoved() const { return position == Vec2{} && angle == 0; }
};

using AnyShape2 = std::variant<Circle2, Capsule2, Box2, Ellipse2, Slice2, PolygonShape2>;

/// The alternatives of `AnyShape2`, in its order.
enum class Kind2 { circle, capsule, box, ellipse, slice, polygon };

inline constexpr std::array<Kind2, 6> all_kinds2 = {Kind2::circle,  Kind2::capsule, Kind2::box,
                                                    Kind2::ellipse, Kind2::slice,   Kind2::polygon};

[[nodiscard]] inline Kind2 kind_of(const AnyShape2& shape) { return static_cast<Kind2>(shape.index()); }

[[nodiscard]] constexpr std::string_view name(Kind2 kind) {
  constexpr std::array<std::string_view, 6> names = {"circle", "capsule", "box", "ellipse", "slice", "polygon"};
  return names[static_cast<std::size_t>(kind)];
}

/// The half angle of a slice that is half a disc. The float is a little more than pi/2, and it means pi/2.
inline constexpr float quarter_turn = std::numbers::pi_v<float> / 2;

}  // namespace lockstep::oracle
