// Zero-copy views (strided spans) over the caller's arrays of spheres, AABBs, oriented boxes, transformed boxes and
// capsules, as structure of arrays or array of structures.
//
//   struct Ball { float x, y, z, radius; };
//   struct Agent { glm::vec3 position; float radius, speed; };
//   auto balls = lockstep::SphereView::of(all_balls, &Ball::x, &Ball::y, &Ball::z, &Ball::radius);
//   auto crowd = lockstep::SphereView::of(agents, &Agent::position, &Agent::radius);
//   auto rocks = lockstep::TransformedBoxView::of(all_rocks, lockstep::MatrixOrder::column_major,
//                                                 &Rock::world, &Rock::low, &Rock::high);
//
//   std::vector<float> x, y, z, r;                                    // structure of arrays
//   lockstep::SphereView cloud{.x = {x.data()}, .y = {y.data()}, .z = {z.data()}, .radius = {r.data()},
//                              .count = x.size()};
//
// `of` takes any array of structures (vector, span, array) and, for each number or vector, anything that `std::invoke`
// takes: a pointer to a member, or a function that returns a reference to a part of the object. A vector has floats x,
// y, z (and w) or [0], [1], [2] (and [3]); a matrix has [0][0] or [0], and 12 or 16 floats. Members that are double or
// any other number do not compile, as views read floats in place. An empty array makes an empty view. Nothing is
// copied: the array must outlive the view, at the same place.
//
// Contract of all functions:
//
// Complexity: O(1).
// Allocates: nothing.
// Throws: `InvalidInput` from `of` if a number is not a part of its object (`check_part`); else nothing.
// Threads: safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ranges>
#include <type_traits>

#include <lockstep/config.hpp>
#include <lockstep/shapes.hpp>
#include <lockstep/types.hpp>

namespace lockstep::detail {

/// Contiguous objects that outlive the expression that names them.
template <class Objects>
concept ObjectArray =
    std::ranges::contiguous_range<Objects> && std::ranges::sized_range<Objects> && std::ranges::borrowed_range<Objects>;

/// The index K of a part that is one number, not a vector.
inline constexpr auto whole = static_cast<std::size_t>(-1);

inline constexpr float zero_of_all = 0;

/// A value to return, so that the static_assert is the compiler's only message.
inline constexpr float what_was_refused = 0;

template <class Number>
inline constexpr bool is_float_in_place = std::is_same_v<Number, const float&>;

template <class Number>
const float& in_place(Number&& number) {
  using Plain = std::remove_cvref_t<Number>;
  static_assert(!std::is_arithmetic_v<Plain> || std::is_same_v<Plain, float>,
                "views read float, and this member is another number (double, int ..): keep it as float");
  static_assert(!std::is_same_v<Plain, float> || is_float_in_place<Number>,
                "views read a float where it lies in the object, and this is a copy");
  if constexpr (is_float_in_place<Number>) {
    return number;
  } else {
    static_assert(std::is_arithmetic_v<Plain>, "views read float, and this is no number");
    return what_was_refused;
  }
}

/// Number K of a vector, or a number.
template <std::size_t K, class Part>
const float& number_of(const Part& part) {
  static_assert(std::is_arithmetic_v<Part> == (K == whole), "a number is needed, or a vector: this is the other");
  if constexpr (K == whole)
    return in_place(part);
  else if constexpr (!requires { part.x; })
    return in_place(part[K]);
  else if constexpr (K == 0)
    return in_place(part.x);
  else if constexpr (K == 1)
    return in_place(part.y);
  else if constexpr (K == 2)
    return in_place(part.z);
  else
    return in_place(part.w);
}

/// The first number of a matrix.
template <class Matrix>
const float& first_number_of(const Matrix& m) {
  static_assert(sizeof(Matrix) == 12 * sizeof(float) || sizeof(Matrix) == 16 * sizeof(float),
                "views read float, and this matrix is of another size than 12 or 16 of them (of double?)");
  constexpr bool is_flat = std::is_arithmetic_v<std::remove_cvref_t<decltype(m[0])>>;
  return number_of < is_flat ? whole : 0 > (m[0]);
}

/// Number K of a vector of doubles.
template <std::size_t K, class Part>
const double& double_of(const Part& part) {
  const auto in_place = [](auto&& number) -> const double& {
    static_assert(std::is_same_v<decltype(number), const double&>, "positions read double where it lies in the object");
    return number;
  };
  if constexpr (!requires { part.x; })
    return in_place(part[K]);
  else
    return in_place(K == 0 ? part.x : K == 1 ? part.y : part.z);
}

/// The address of pick(part of object) for the first object; null without objects. `check` is check_part (views.hpp).
template <class Number = float, class Objects, class Part, class Pick>
const Number* find_number(const Objects& objects, const Part& part, const Pick& pick,
                          void (*check)(const void* object, std::size_t size, const void* number)) {
  if (std::ranges::size(objects) == 0) return nullptr;
  const auto& object = *std::ranges::data(objects);
  using Found = std::invoke_result_t<const Part&, decltype(object)>;
  static_assert(std::is_lvalue_reference_v<Found>, "a part is a reference to what lies in the object, not a copy");
  const Number& number = pick(std::invoke(part, object));
  check(&object, sizeof object + sizeof(float) - sizeof(Number), &number);
  return &number;
}

template <class Objects>
inline constexpr auto stride_of = static_cast<std::ptrdiff_t>(sizeof(std::ranges::range_value_t<Objects>));

}  // namespace lockstep::detail

namespace lockstep {

/// Throws `InvalidInput` unless the number is a part of the object of `size` bytes: only then does the next object's
/// number lie one object behind it. The views below check the arguments of `of` by this. Callers that fill streams from
/// a layout known only at run time can check it as well.
LOCKSTEP_API void check_part(const void* object, std::size_t size, const void* number);

/// Throws `InvalidInput` unless there is a half extent for each centre.
LOCKSTEP_API void check_lengths(std::size_t centers, std::size_t half_extents);

/// In place of a member that is a vector: 0, for objects that a `PlacedView` moves.
struct AtZero {};
inline constexpr AtZero at_zero;

/// One float per object: element i lies `i * stride` bytes after `data`. Any alignment and any stride (0 repeats one
/// value; negative runs backwards) are legal; a stride of 4 bytes is the fast one.
struct Stream {
  const float* data = nullptr;
  std::ptrdiff_t stride = sizeof(float);

  /// A member of each object or, if that is a vector, its component K.
  template <std::size_t K = detail::whole, detail::ObjectArray Objects, class Part>
  [[nodiscard]] static Stream of(Objects&& objects, const Part& part) {
    if constexpr (std::is_same_v<Part, AtZero>) {
      return {&detail::zero_of_all, 0};
    } else {
      const auto pick = [](const auto& v) -> const float& { return detail::number_of<K>(v); };
      return {detail::find_number(objects, part, pick, check_part), detail::stride_of<Objects>};
    }
  }
};

/// Spheres.
struct SphereView {
  using Shape = Sphere;  ///< one of them, by value

  Stream x, y, z, radius;
  std::size_t count = 0;

  template <detail::ObjectArray Objects, class X, class Y, class Z, class Radius>
  [[nodiscard]] static SphereView of(Objects&& objects, const X& x, const Y& y, const Z& z, const Radius& radius) {
    return {Stream::of(objects, x), Stream::of(objects, y), Stream::of(objects, z), Stream::of(objects, radius),
            std::ranges::size(objects)};
  }
  template <detail::ObjectArray Objects, class Center, class Radius>
  [[nodiscard]] static SphereView of(Objects&& objects, const Center& center, const Radius& radius) {
    return {Stream::of<0>(objects, center), Stream::of<1>(objects, center), Stream::of<2>(objects, center),
            Stream::of(objects, radius), std::ranges::size(objects)};
  }
};

/// What the streams of an `AabbView` are: the two corners, or the centre and the half extents.
enum class AabbForm : std::int32_t { corners, centered };

/// Axis-aligned boxes (AABB).
///
/// In a view that is `centered`, `min_*` are the centres and `max_*` the half extents, none of them negative. Each call
/// computes the corners, centre - half extents and centre + half extents, and rounds them outwards: a corner that float
/// holds is exact, any other becomes the next float on the outer side. So each box contains the one that is meant:
/// `separated` is proven for that one as well, and culling never loses it; `overlapping`, distances and hits are those
/// of the rounded box, which is larger by less than a unit in the last place of each corner. Corners must not exceed
/// `max_coordinate`. The bits are the same on every instruction set.
struct AabbView {
  using Shape = Aabb;  ///< one of them, by value

  Stream min_x, min_y, min_z, max_x, max_y, max_z;
  std::size_t count = 0;
  AabbForm form = AabbForm::corners;

  template <detail::ObjectArray Objects, class Low, class High>
  [[nodiscard]] static AabbView of(Objects&& objects, const Low& low, const High& high) {
    return {Stream::of<0>(objects, low),  Stream::of<1>(objects, low),  Stream::of<2>(objects, low),
            Stream::of<0>(objects, high), Stream::of<1>(objects, high), Stream::of<2>(objects, high),
            std::ranges::size(objects)};
  }
  /// Boxes by members that are their centre and half extents.
  template <detail::ObjectArray Objects, class Center, class Half>
  [[nodiscard]] static AabbView centered(Objects&& objects, const Center& center, const Half& half_extents) {
    AabbView view = of(objects, center, half_extents);
    view.form = AabbForm::centered;
    return view;
  }
  /// Boxes by two arrays of vectors of the same length.
  template <detail::ObjectArray Centers, detail::ObjectArray Halves>
  [[nodiscard]] static AabbView centered(Centers&& centers, Halves&& half_extents) {
    check_lengths(std::ranges::size(centers), std::ranges::size(half_extents));
    const auto whole = [](const auto& vector) -> const auto& { return vector; };
    const AabbView middles = of(centers, whole, whole), halves = of(half_extents, whole, whole);
    return {middles.min_x, middles.min_y, middles.min_z, halves.max_x,
            halves.max_y,  halves.max_z,  middles.count, AabbForm::centered};
  }
};

/// Oriented boxes (OBB), by centre, rotation and half extents.
struct BoxView {
  using Shape = Box;  ///< one of them, by value

  Stream center_x, center_y, center_z;
  Stream rotation_x, rotation_y, rotation_z, rotation_w;
  Stream half_x, half_y, half_z;
  std::size_t count = 0;

  /// A rotation without members x, y, z, w is indexed in this order.
  template <detail::ObjectArray Objects, class Center, class Rotation, class Half>
  [[nodiscard]] static BoxView of(Objects&& objects, const Center& center, const Rotation& rotation, const Half& half) {
    return {Stream::of<0>(objects, center),   Stream::of<1>(objects, center),   Stream::of<2>(objects, center),
            Stream::of<0>(objects, rotation), Stream::of<1>(objects, rotation), Stream::of<2>(objects, rotation),
            Stream::of<3>(objects, rotation), Stream::of<0>(objects, half),     Stream::of<1>(objects, half),
            Stream::of<2>(objects, half),     std::ranges::size(objects)};
  }
};

/// An affine matrix for each object: a point p of its own space lies in the world at
///
///     (m00 p.x + m01 p.y + m02 p.z + m03,  m10 p.x + m11 p.y + m12 p.z + m13,  m20 p.x + m21 p.y + m22 p.z + m23).
///
/// Any twelve numbers are legal: rotations, scales along each axis, shear, mirrors, and matrices that make objects
/// flat. They may lie in any order; the two usual ones have a function each. Memory between the twelve may be read as
/// well, but changes nothing.
///
/// If the matrices have a fourth row in memory, `m30` .. `m33` say where it is, and `Check::inputs` checks those of up
/// to 64 objects: calls throw `InvalidInput` if one is off 0 0 0 1 by more than 1e-5, as it mostly is if numbers lie in
/// the other order than `MatrixOrder` says. Null: no fourth row.
struct MatrixStreams {
  Stream m00, m01, m02, m03, m10, m11, m12, m13, m20, m21, m22, m23;
  Stream m30 = {}, m31 = {}, m32 = {}, m33 = {};

  /// A member of each object: three rows of four numbers or four columns of three, or 16 numbers with a last row that
  /// must be 0 0 0 1.
  template <detail::ObjectArray Objects, class Matrix>
  [[nodiscard]] static MatrixStreams of(Objects&& objects, MatrixOrder order, const Matrix& matrix) {
    using Numbers = std::remove_cvref_t<std::invoke_result_t<const Matrix&, std::ranges::range_reference_t<Objects>>>;
    const auto pick = [](const auto& m) -> const float& { return detail::first_number_of(m); };
    const float* const first = detail::find_number(objects, matrix, pick, check_part);
    constexpr std::ptrdiff_t stride = detail::stride_of<Objects>, column = sizeof(Numbers) / (4 * sizeof(float));
    const bool by_rows = order == MatrixOrder::row_major;
    return by_rows ? spaced(first, stride, 4, 1, column == 4) : column_major(first, stride, column);
  }

  /// Row after row, of four numbers each: m00 m01 m02 m03 m10 .. m23. The next object begins `stride` bytes later:
  /// after the twelve, or with 16 * sizeof(float) after a fourth row, which must be 0 0 0 1.
  [[nodiscard]] static constexpr MatrixStreams row_major(const float* first,
                                                         std::ptrdiff_t stride = 12 * sizeof(float)) noexcept {
    return spaced(first, stride, 4, 1, stride == 16 * sizeof(float));
  }

  /// Column after column: m00 m10 m20 (0) m01 m11 .. m23 (1), as MatrixOrder::column_major says. Columns are `column`
  /// numbers apart: 4 with a fourth row that must be 0 0 0 1, or 3 without it.
  [[nodiscard]] static constexpr MatrixStreams column_major(const float* first,
                                                            std::ptrdiff_t stride = 16 * sizeof(float),
                                                            std::ptrdiff_t column = 4) noexcept {
    return spaced(first, stride, 1, column, column == 4);
  }

 private:
  /// Entries that lie `row` and `column` floats apart, and those of a fourth row if there is one.
  static constexpr MatrixStreams spaced(const float* first, std::ptrdiff_t stride, std::ptrdiff_t row,
                                        std::ptrdiff_t column, bool fourth_row) noexcept {
    const auto at = [&](std::ptrdiff_t i, std::ptrdiff_t j) {
      return Stream{first == nullptr || (i == 3 && !fourth_row) ? nullptr : first + i * row + j * column, stride};
    };
    return {at(0, 0), at(0, 1), at(0, 2), at(0, 3), at(1, 0), at(1, 1), at(1, 2), at(1, 3),
            at(2, 0), at(2, 1), at(2, 2), at(2, 3), at(3, 0), at(3, 1), at(3, 2), at(3, 3)};
  }
};

/// Boxes in local space, each brought to the world by a matrix, as engines keep their objects. The object is the exact
/// image, a parallelepiped. `min` and `max` bound the object in its own space (as those of an `Aabb`; they seldom
/// change, so convert a centre and half extents once, rounding outwards). A stride of 0 shares one box among all
/// objects. The largest coordinate, by which `touching` is measured, is that of the eight corners in the world (unless
/// these are small differences of numbers a million times as large: docs/numerics.md, section 6).
struct TransformedBoxView {
  MatrixStreams matrix;
  Stream min_x, min_y, min_z, max_x, max_y, max_z;
  std::size_t count = 0;

  template <detail::ObjectArray Objects, class Matrix, class Low, class High>
  [[nodiscard]] static TransformedBoxView of(Objects&& objects, MatrixOrder order, const Matrix& matrix, const Low& low,
                                             const High& high) {
    const AabbView local = AabbView::of(objects, low, high);
    return {MatrixStreams::of(objects, order, matrix),
            local.min_x,
            local.min_y,
            local.min_z,
            local.max_x,
            local.max_y,
            local.max_z,
            local.count};
  }
};

/// One double per object, as a `Stream` has one float.
struct DoubleStream {
  const double* data = nullptr;
  std::ptrdiff_t stride = sizeof(double);
};

/// Positions in double, one for each object.
struct PositionStreams {
  DoubleStream x, y, z;

  /// By a member of each object that is a vector of doubles, or the objects themselves if they are.
  template <detail::ObjectArray Objects, class Position = std::identity>
  [[nodiscard]] static PositionStreams of(Objects&& objects, const Position& position = {}) {
    const auto along = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
      const auto pick = [](const auto& v) -> const double& { return detail::double_of<K>(v); };
      return DoubleStream{detail::find_number<double>(objects, position, pick, check_part), detail::stride_of<Objects>};
    };
    return {along(std::integral_constant<std::size_t, 0>()), along(std::integral_constant<std::size_t, 1>()),
            along(std::integral_constant<std::size_t, 2>())};
  }
};

/// Objects at double positions: object i is that of `shapes`, moved by position i, exactly, as by `ShapeSet::place`.
///
///   struct Thing { glm::dvec3 position; glm::vec3 half; };
///   lockstep::PlacedView things{lockstep::AabbView::centered(all_things, lockstep::at_zero, &Thing::half),
///                               lockstep::PositionStreams::of(all_things, &Thing::position)};
///   lockstep::cull(camera, things, visible);
template <class View>
struct PlacedView {
  View shapes;
  PositionStreams positions;
};
#ifndef DOXYGEN  // which takes it for a second struct
template <class View>
PlacedView(View, PositionStreams) -> PlacedView<View>;
#endif

/// Capsules: all points within `radius` of the segment from p0 to p1.
struct CapsuleView {
  using Shape = Capsule;  ///< one of them, by value

  Stream p0_x, p0_y, p0_z, p1_x, p1_y, p1_z, radius;
  std::size_t count = 0;

  template <detail::ObjectArray Objects, class P0, class P1, class Radius>
  [[nodiscard]] static CapsuleView of(Objects&& objects, const P0& p0, const P1& p1, const Radius& radius) {
    return {Stream::of<0>(objects, p0),  Stream::of<1>(objects, p0), Stream::of<2>(objects, p0),
            Stream::of<0>(objects, p1),  Stream::of<1>(objects, p1), Stream::of<2>(objects, p1),
            Stream::of(objects, radius), std::ranges::size(objects)};
  }
};

/// Circles of the plane.
struct CircleView {
  using Shape = Circle2;  ///< one of them, by value

  Stream x, y, radius;
  std::size_t count = 0;

  template <detail::ObjectArray Objects, class X, class Y, class Radius>
  [[nodiscard]] static CircleView of(Objects&& objects, const X& x, const Y& y, const Radius& radius) {
    return {Stream::of(objects, x), Stream::of(objects, y), Stream::of(objects, radius), std::ranges::size(objects)};
  }
  template <detail::ObjectArray Objects, class Center, class Radius>
  [[nodiscard]] static CircleView of(Objects&& objects, const Center& center, const Radius& radius) {
    return {Stream::of<0>(objects, center), Stream::of<1>(objects, center), Stream::of(objects, radius),
            std::ranges::size(objects)};
  }
};

/// Axis-aligned boxes of the plane.
struct Aabb2View {
  using Shape = Aabb2;  ///< one of them, by value

  Stream min_x, min_y, max_x, max_y;
  std::size_t count = 0;

  template <detail::ObjectArray Objects, class Low, class High>
  [[nodiscard]] static Aabb2View of(Objects&& objects, const Low& low, const High& high) {
    return {Stream::of<0>(objects, low), Stream::of<1>(objects, low), Stream::of<0>(objects, high),
            Stream::of<1>(objects, high), std::ranges::size(objects)};
  }
};

/// Boxes of the plane, turned by an angle in radians (Box2).
struct Box2View {
  using Shape = Box2;  ///< one of them, by value

  Stream center_x, center_y, angle, half_x, half_y;
  std::size_t count = 0;

  template <detail::ObjectArray Objects, class Center, class Angle, class Half>
  [[nodiscard]] static Box2View of(Objects&& objects, const Center& center, const Angle& angle, const Half& half) {
    return {Stream::of<0>(objects, center), Stream::of<1>(objects, center), Stream::of(objects, angle),
            Stream::of<0>(objects, half),   Stream::of<1>(objects, half),   std::ranges::size(objects)};
  }
};

/// Capsules of the plane.
struct Capsule2View {
  using Shape = Capsule2;  ///< one of them, by value

  Stream p0_x, p0_y, p1_x, p1_y, radius;
  std::size_t count = 0;

  template <detail::ObjectArray Objects, class P0, class P1, class Radius>
  [[nodiscard]] static Capsule2View of(Objects&& objects, const P0& p0, const P1& p1, const Radius& radius) {
    return {Stream::of<0>(objects, p0), Stream::of<1>(objects, p0),  Stream::of<0>(objects, p1),
            Stream::of<1>(objects, p1), Stream::of(objects, radius), std::ranges::size(objects)};
  }
};

}  // namespace lockstep
