// The shapes that the oracle judges: the library's own, and owning stand-ins for those that only view or convert.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include <lockstep/shapes.hpp>
#include <lockstep/volumes.hpp>

namespace lockstep::oracle {

/// The convex hull of at least one vertex.
struct HullShape {
  std::vector<Vec3> vertices;
};

/// A hull that is moved by its pose and swept by a sphere.
struct PlacedHull {
  std::vector<Vec3> vertices;
  Pose pose;
  float radius = 0;

  /// The vertices are in world space.
  [[nodiscard]] bool is_unmoved() const { return pose.position == Vec3{} && pose.rotation == Quat{}; }
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

/// An object of a `TransformedBoxView`: the image of a box. Only culling supports it.
struct TransformedBox {
  std::array<float, 12> row_major;
  Vec3 min, max;
};

using AnyShape = std::variant<Point, Sphere, Aabb, Box, Capsule, HullShape, Corners8, MatrixVolume, PlacedHull,
                              TransformedBox, Ellipsoid, Cylinder, Cone>;

/// The alternatives of `AnyShape`, in its order.
enum class Kind {
  point,
  sphere,
  aabb,
  box,
  capsule,
  hull,
  corners,
  matrix,
  placed,
  transformed_box,
  ellipsoid,
  cylinder,
  cone
};

/// The kinds of pairs.
inline constexpr std::array<Kind, 12> all_kinds = {Kind::point,   Kind::sphere,    Kind::aabb,     Kind::box,
                                                   Kind::capsule, Kind::hull,      Kind::corners,  Kind::matrix,
                                                   Kind::placed,  Kind::ellipsoid, Kind::cylinder, Kind::cone};

/// Neither a polytope nor one grown by a radius: judged in numbers of 100 digits (smooth.hpp).
[[nodiscard]] constexpr bool is_smooth(Kind kind) {
  return kind == Kind::ellipsoid || kind == Kind::cylinder || kind == Kind::cone;
}

[[nodiscard]] inline Kind kind_of(const AnyShape& shape) { return static_cast<Kind>(shape.index()); }
[[nodiscard]] inline bool is_smooth(const AnyShape& shape) { return is_smooth(kind_of(shape)); }

[[nodiscard]] constexpr std::string_view name(Kind kind) {
  constexpr std::array<std::string_view, 13> names = {"point",     "sphere",   "aabb",   "box",    "capsule",
                                                      "hull",      "corners",  "matrix", "placed", "transformed_box",
                                                      "ellipsoid", "cylinder", "cone"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace lockstep::oracle
