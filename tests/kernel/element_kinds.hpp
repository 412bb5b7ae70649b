// The kinds of objects that views show, and pairs of them as arrays, for tests of element-by-element queries.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "layout.hpp"
#include "lockstep/intersect.hpp"
#include "pair_list.hpp"
#include "plane_variations.hpp"
#include "variations.hpp"

namespace lockstep::test {

// A kind of objects: its shape, view and list, and the names of its numbers in errors.

struct OfSpheres {
  using Shape = Sphere;
  using View = SphereView;
  using List = PairList;
  static constexpr auto kind = Kind::sphere;
  static inline const std::vector<std::string> fields = {"x", "y", "z", "radius"};
};
struct OfAabbs {
  using Shape = Aabb;
  using View = AabbView;
  using List = PairList;
  static constexpr auto kind = Kind::aabb;
  static inline const std::vector<std::string> fields = {"min_x", "min_y", "min_z", "max_x", "max_y", "max_z"};
};
struct OfBoxes {
  using Shape = Box;
  using View = BoxView;
  using List = PairList;
  static constexpr auto kind = Kind::box;
  static inline const std::vector<std::string> fields = {"center_x", "center_y", "center_z", "rotation", "rotation",
                                                         "rotation", "rotation", "half_x",   "half_y",   "half_z"};
};
struct OfCapsules {
  using Shape = Capsule;
  using View = CapsuleView;
  using List = PairList;
  static constexpr auto kind = Kind::capsule;
  static inline const std::vector<std::string> fields = {"p0_x", "p0_y", "p0_z", "p1_x", "p1_y", "p1_z", "radius"};
};
struct OfCircles {
  using Shape = Circle2;
  using View = CircleView;
  using List = PlanePairList;
  static constexpr auto kind = oracle::Kind2::circle;
  static inline const std::vector<std::string> fields = {"x", "y", "radius"};
};
struct OfBoxes2 {
  using Shape = Box2;
  using View = Box2View;
  using List = PlanePairList;
  static constexpr auto kind = oracle::Kind2::box;
  static inline const std::vector<std::string> fields = {"center_x", "center_y", "angle", "half_x", "half_y"};
};
struct OfCapsules2 {
  using Shape = Capsule2;
  using View = Capsule2View;
  using List = PlanePairList;
  static constexpr auto kind = oracle::Kind2::capsule;
  static inline const std::vector<std::string> fields = {"p0_x", "p0_y", "p1_x", "p1_y", "radius"};
};

template <class Of>
constexpr std::size_t numbers = sizeof(typename Of::Shape) / sizeof(float);

/// Streams of the view that `View` is.
template <class View>
View view_of(const Streams& streams, std::size_t count) {
  struct Fields {
    std::array<Stream, (sizeof(View) - sizeof(std::size_t)) / sizeof(Stream)> stream;
    std::size_t count;
  } fields{};
  std::copy(streams.begin(), streams.end(), fields.stream.begin());
  fields.count = count;
  return std::bit_cast<View>(fields);
}

/// The numbers of shapes, one array for each.
template <class Shape>
Columns columns_of(const std::vector<Shape>& shapes) {
  Columns columns(sizeof(Shape) / sizeof(float));
  for (const Shape& shape : shapes) {
    const auto row = std::bit_cast<std::array<float, sizeof(Shape) / sizeof(float)>>(shape);
    for (std::size_t s = 0; s < row.size(); ++s) columns[s].push_back(row[s]);
  }
  return columns;
}

/// Both shapes of the pairs of a list.
template <class Of>
struct Sides {
  std::vector<typename Of::Shape> first, second;

  explicit Sides(const typename Of::List& list) {
    for (const auto& [a, b] : list.shapes)
      first.push_back(std::get<typename Of::Shape>(a)), second.push_back(std::get<typename Of::Shape>(b));
  }
  /// Unchecked: rotations by quarter turns are exact because their quaternions do not have unit length.
  [[nodiscard]] std::vector<Verdict> answers(IntersectOptions options) const {
    options.check = Check::none;
    const Columns a = columns_of(first), b = columns_of(second);
    std::vector<Verdict> verdicts(first.size());
    intersect(view_of<typename Of::View>(packed(a), first.size()), view_of<typename Of::View>(packed(b), first.size()),
              verdicts, options);
    return verdicts;
  }
};

template <class Of>
typename Of::List mixture(std::uint64_t seed, int count) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  Rng rng(seed);
  typename Of::List list;
  append_mixture(list, rng, Of::kind, Of::kind, count);
  return list;
}

/// Objects that pass every check.
template <class Of>
std::vector<typename Of::Shape> some_shapes(std::size_t count, std::uint64_t seed) {
  Sides<Of> sides(mixture<Of>(seed, static_cast<int>(count)));
  if constexpr (std::is_same_v<typename Of::Shape, Box>)
    for (Box& box : sides.second) {
      Quat& q = box.rotation;
      const float length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
      q = {q.x / length, q.y / length, q.z / length, q.w / length};
    }
  return sides.second;
}

}  // namespace lockstep::test
