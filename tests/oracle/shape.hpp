// The shapes that the oracle judges: the library's own, and owning stand-ins for those that only view or convert.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include <lockstep/frustum.hpp>
#include <lockstep/shapes.hpp>

namespace lockstep::oracle {

/// The convex hull of at least one vertex.
struct HullShape {
  std::vector<Vec3> vertices;
};

/// The convex hull of 8 corners: near side in ring order, then far side in the same order.
struct Corners8 {
  std::array<Vec3, 8> corners;
};

/// The points whose clip coordinates lie in the canonical view volume. Its corners follow exactly from the matrix.
struct MatrixVolume {
  std::array<float, 16> row_major;
  DepthRange range = DepthRange::zero_to_one;
};

using AnyShape =
    std::variant<Point, Sphere, Aabb, Box, Capsule, HullShape, Corners8, MatrixVolume, Ellipsoid, Cylinder, Cone>;

/// The alternatives of `AnyShape`, in its order.
enum class Kind { point, sphere, aabb, box, capsule, hull, corners, matrix, ellipsoid, cylinder, cone };

inline constexpr std::array<Kind, 11> all_kinds = {Kind::point,     Kind::sphere,   Kind::aabb,    Kind::box,
                                                   Kind::capsule,   Kind::hull,     Kind::corners, Kind::matrix,
                                                   Kind::ellipsoid, Kind::cylinder, Kind::cone};

/// Neither a polytope nor one grown by a radius: judged in numbers of 100 digits (smooth.hpp).
[[nodiscard]] constexpr bool is_smooth(Kind kind) {
  return kind == Kind::ellipsoid || kind == Kind::cylinder || kind == Kind::cone;
}

[[nodiscard]] inline Kind kind_of(const AnyShape& shape) { return static_cast<Kind>(shape.index()); }
[[nodiscard]] inline bool is_smooth(const AnyShape& shape) { return is_smooth(kind_of(shape)); }

[[nodiscard]] constexpr std::string_view name(Kind kind) {
  constexpr std::array<std::string_view, 11> names = {"point",   "sphere", "aabb",      "box",      "capsule", "hull",
                                                      "corners", "matrix", "ellipsoid", "cylinder", "cone"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace lockstep::oracle
