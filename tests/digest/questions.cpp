#include "questions.hpp"

#include <array>
#include <cmath>

#include "lockstep/reference/shapes.hpp"
#include "poison.hpp"
#include "work/random.hpp"

namespace lockstep::digest {

namespace {

using bench::Random;
using Vector3 = reference::Vector<double>;

Vector3 widen(const Vec3& p) { return {p.x, p.y, p.z}; }
Vec3 rounded(const Vector3& p) { return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)}; }
double length(const Vector3& p) { return std::sqrt(dot(p, p)); }

template <class T, std::size_t N>
T one_of(Random& random, const T (&values)[N]) {
  return values[random.index(N)];
}

/// The frame of a shape: a box that the shape fills approximately.
struct Frame {
  Vector3 center{0, 0, 0};
  Quat turn;
  Vector3 half{1, 1, 1};
  bool lattice = false;  // integers only

  [[nodiscard]] std::array<Vector3, 3> axes() const {
    return reference::rotation_axes(reference::Quaternion<double>{turn.x, turn.y, turn.z, turn.w});
  }
  [[nodiscard]] Vector3 to_world(const Vector3& unit) const {
    return center + reference::to_world(axes(), {unit.x * half.x, unit.y * half.y, unit.z * half.z});
  }
};

AnyShape make_hull(Random& random, const Frame& frame) {
  constexpr std::uint32_t few = 16, most = 100;
  oracle::HullShape hull;
  const std::uint32_t count = random.index(8) == 0 ? few + 1 + random.index(most - few) : 1 + random.index(few);
  while (hull.vertices.size() < count) {
    Vec3 p = random.in_box({-1, -1, -1}, {1, 1, 1});
    if (frame.lattice)
      p = {p.x < 0 ? -1.0F : 1.0F, p.y < -0.5F ? -1.0F : p.y < 0.5F ? 0.0F : 1.0F, p.z < 0 ? 0.0F : 1.0F};
    hull.vertices.push_back(rounded(frame.to_world(widen(p))));
  }
  return hull;
}

/// The near side is `taper` times as wide as the far side.
AnyShape make_corners(const Frame& frame, double taper) {
  constexpr double ring[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  oracle::Corners8 volume;
  for (std::size_t k = 0; k < 4; ++k) {
    volume.corners[k] = rounded(frame.to_world({taper * ring[k][0], taper * ring[k][1], -1}));
    volume.corners[k + 4] = rounded(frame.to_world({ring[k][0], ring[k][1], 1}));
  }
  return volume;
}

/// Turned and rounded, or one of the two.
AnyShape make_placed(Random& random, const Frame& frame) {
  Frame local = frame;
  const std::uint32_t choice = random.index(4);
  if (choice != 0) local.center = {}, local.turn = {};
  oracle::PlacedHull hull{std::get<oracle::HullShape>(make_hull(random, local)).vertices, {}, 0};
  if (choice != 0) hull.pose = {rounded(frame.center), frame.turn};
  if (choice != 1) hull.radius = static_cast<float>(frame.half.x);
  return hull;
}

/// The frame's box by a matrix: sheared, mirrored or neither, its own space about its middle or far from it.
AnyShape make_transformed_box(Random& random, const Frame& frame) {
  constexpr double distances[] = {0, 0, 1, 10, 1000};
  const Vector3 direction = widen(random.direction());
  const Vector3 middle = direction * one_of(random, distances);
  std::array<Vector3, 3> columns = frame.axes();
  const double half[] = {frame.half.x, frame.half.y, frame.half.z};
  for (std::size_t j = 0; j < 3; ++j) columns[j] = columns[j] * half[j];
  if (random.index(2) == 0) columns[0] = columns[0] + columns[1] * double{random.uniform(-2, 2)};
  if (random.index(4) == 0) columns[2] = -columns[2];
  const Vector3 place = frame.center - (columns[0] * middle.x + columns[1] * middle.y + columns[2] * middle.z);
  oracle::TransformedBox box{{}, rounded(middle - Vector3{1, 1, 1}), rounded(middle + Vector3{1, 1, 1})};
  for (std::size_t j = 0; j < 4; ++j) {
    const Vec3 column = rounded(j < 3 ? columns[j] : place);
    box.row_major[j] = column.x, box.row_major[4 + j] = column.y, box.row_major[8 + j] = column.z;
  }
  return box;
}

AnyShape make_shape(Random& random, Kind kind, const Frame& frame) {
  const Vec3 center = rounded(frame.center);
  switch (kind) {
    case Kind::point: return Point{center};
    case Kind::sphere: return Sphere{center, static_cast<float>(frame.half.x)};
    case Kind::aabb: return Aabb{rounded(frame.center - frame.half), rounded(frame.center + frame.half)};
    case Kind::box: return Box{center, frame.turn, rounded(frame.half)};
    case Kind::capsule:
      return Capsule{rounded(frame.to_world({0, 0, -1})), rounded(frame.to_world({0, 0, 1})),
                     static_cast<float>(frame.half.x)};
    case Kind::ellipsoid: return Ellipsoid{center, frame.turn, rounded(frame.half)};
    case Kind::cylinder:
      return Cylinder{rounded(frame.to_world({0, 0, -1})), rounded(frame.to_world({0, 0, 1})),
                      static_cast<float>(frame.half.x)};
    case Kind::cone:
      return Cone{rounded(frame.to_world({0, 0, -1})), rounded(frame.to_world({0, 0, 1})),
                  static_cast<float>(frame.half.x)};
    case Kind::hull: return make_hull(random, frame);
    case Kind::placed: return make_placed(random, frame);
    case Kind::transformed_box: return make_transformed_box(random, frame);
    default: return make_corners(frame, frame.lattice ? 1 : random.uniform(0.1F, 1));
  }
}

/// A point of the shape that is farthest along a direction, approximately.
struct Support {
  Vector3 along;

  Vector3 operator()(const Point& s) const { return widen(s.position); }
  Vector3 operator()(const Sphere& s) const {
    return reference::Sphere<double>{widen(s.center), s.radius}.support(along);
  }
  Vector3 operator()(const Aabb& s) const { return reference::Aabb<double>{widen(s.min), widen(s.max)}.support(along); }
  Vector3 operator()(const Box& s) const {
    return reference::Box<double>{widen(s.center), Frame{{}, s.rotation, {}}.axes(), widen(s.half_extents)}.support(
        along);
  }
  Vector3 operator()(const Capsule& s) const {
    return reference::Capsule<double>{{widen(s.p0), widen(s.p1)}, s.radius}.support(along);
  }
  Vector3 operator()(const Ellipsoid& s) const {
    return reference::Ellipsoid<double>{widen(s.center), Frame{{}, s.rotation, {}}.axes(), widen(s.radii)}.support(
        along);
  }
  Vector3 operator()(const Cylinder& s) const {
    return reference::Cylinder<double>{widen(s.p0), widen(s.p1), s.radius}.support(along);
  }
  Vector3 operator()(const Cone& s) const {
    return reference::Cone<double>{widen(s.base), widen(s.apex), s.radius}.support(along);
  }
  Vector3 operator()(const oracle::HullShape& s) const { return of(s.vertices); }
  Vector3 operator()(const oracle::PlacedHull& s) const {
    const auto axes = Frame{{}, s.pose.rotation, {}}.axes();
    const Vector3 local = reference::to_local(axes, along);
    const Vector3 core = widen(s.pose.position) + reference::to_world(axes, Support{local}.of(s.vertices));
    return core + along * (s.radius / length(along));
  }
  Vector3 operator()(const oracle::Corners8& s) const { return of(s.corners); }
  Vector3 operator()(const oracle::MatrixVolume&) const { return {0, 0, 0}; }  // never used
  Vector3 operator()(const oracle::TransformedBox&) const { return {0, 0, 0}; }

  [[nodiscard]] Vector3 of(std::span<const Vec3> points) const {
    Vector3 best = widen(points[0]);
    for (const Vec3& p : points)
      if (dot(widen(p), along) > dot(best, along)) best = widen(p);
    return best;
  }
};

/// Both shapes, the second one moved so that planes across `along` touch them `gap` apart, at points that face each
/// other.
ShapePair in_contact(Random& random, Kind a, const Frame& first, Kind b, Frame second, const Vector3& along,
                     double gap) {
  AnyShape shape_a = make_shape(random, a, first);
  Random again = random;
  const AnyShape shape_b = make_shape(random, b, second);
  const Vector3 from = std::visit(Support{-along}, shape_b), to = std::visit(Support{along}, shape_a);
  second.center = second.center + (to + along * gap - from);
  return {std::move(shape_a), make_shape(again, b, second)};
}

ShapePair near_contact(Random& random, Kind a, const Frame& first, Kind b, const Frame& second) {
  constexpr double gaps[] = {0, 1e-7, -1e-7, 1e-6, -1e-6, 1e-5, -1e-5, 1e-4, -1e-4, 1e-3, -1e-3};
  const Vec3 anywhere = random.direction();
  const double gap = one_of(random, gaps) * (length(first.half) + length(second.half));
  return in_contact(random, a, first, b, second, widen(anywhere), gap);
}

ShapePair axis_contact(Random& random, Kind a, const Frame& first, Kind b, const Frame& second) {
  constexpr double gaps[] = {0, 1e-7, -1e-7, 1e-5, -1e-5};
  const Frame& owner = random.index(2) == 0 ? first : second;
  const Vector3 along = owner.axes()[random.index(3)];
  const double gap = one_of(random, gaps);
  return in_contact(random, a, first, b, second, along, gap);
}

ShapePair at_random(Random& random, Kind a, const Frame& first, Kind b, Frame second) {
  const double reach = 0.9 * (length(first.half) + length(second.half));
  const double distance = reach * random.uniform(0, 1);
  second.center = first.center + widen(random.direction()) * distance;
  AnyShape shape_a = make_shape(random, a, first);
  if (a == b && random.index(16) == 0) return {shape_a, shape_a};
  return {std::move(shape_a), make_shape(random, b, second)};
}

Frame ordinary_frame(Random& random) {
  const Vec3 center = random.in_box({-1, -1, -1}, {1, 1, 1});
  const Quat turn = random.rotation();
  return {widen(center), turn, widen(random.in_box({0.2F, 0.2F, 0.2F}, {1, 1, 1}))};
}

Frame lattice_frame(Random& random) {
  constexpr Quat turns[] = {{0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {1, 1, 1, 1}, {0, 0, 1, 0}};
  const auto integers = [&](std::uint32_t count) {
    const std::uint32_t x = random.index(count), y = random.index(count), z = random.index(count);
    return Vector3{double(x), double(y), double(z)};
  };
  const Vector3 center = integers(5);
  const Quat turn = one_of(random, turns);
  return {center, turn, integers(3), true};
}

Frame far_frame(Random& random, Frame frame) {
  constexpr double distances[] = {1e2, 1e3, 1e4, 1e5, 1e6};
  const Vector3 direction = widen(random.direction());
  frame.center = direction * one_of(random, distances);
  return frame;
}

/// Half extents times separate factors.
Frame squeezed(Random& random, Frame frame, std::span<const double> factors) {
  const auto factor = [&] { return factors[random.index(static_cast<std::uint32_t>(factors.size()))]; };
  frame.half.x *= factor();
  frame.half.y *= factor();
  frame.half.z *= factor();
  return frame;
}

void scale(AnyShape& shape, float factor) {
  std::vector<float*> numbers = test::numbers_of(shape);
  const bool is_turned = std::holds_alternative<Box>(shape) || std::holds_alternative<Ellipsoid>(shape) ||
                         std::holds_alternative<oracle::PlacedHull>(shape);
  if (is_turned) numbers.resize(numbers.size() - 4);  // not the rotation
  for (float* const number : numbers) *number *= factor;
}

/// Huge and tiny pairs: those that underflow, those that overflow, and some that are only far from one. No volume takes
/// more than 1e18.
ShapePair extreme(Random& random, ShapePair pair) {
  constexpr float factors[] = {0x1p-149F, 0x1p-140F, 0x1p-126F, 0x1p-110F, 0x1p-101F, 0x1p-60F,
                               0x1p20F,   0x1p55F,   0x1p99F,   0x1p110F,  0x1p126F};
  float factor = one_of(random, factors);
  const auto is_volume = [](const AnyShape& shape) { return std::holds_alternative<oracle::Corners8>(shape); };
  if (is_volume(pair.first) || is_volume(pair.second)) factor = factor < 0x1p55F ? factor : 0x1p55F;
  scale(pair.first, factor), scale(pair.second, factor);
  return pair;
}

/// Replaces one number by an invalid one. A volume refuses those and stays as it is.
void spoil(Random& random, AnyShape& shape) {
  if (kind_of(shape) == Kind::corners || kind_of(shape) == Kind::matrix) return;
  const std::vector<float*> numbers = test::numbers_of(shape);
  const std::vector<test::Poison>& poisons = test::poisons();
  const auto which = random.index(static_cast<std::uint32_t>(numbers.size()));
  *numbers[which] = poisons[random.index(static_cast<std::uint32_t>(poisons.size()))].value;
}

ShapePair spoiled(Random& random, ShapePair pair) {
  spoil(random, random.index(2) == 0 ? pair.first : pair.second);
  return pair;
}

ShapePair pair_question(Random& random, Kind a, Kind b, std::size_t situation) {
  constexpr double thin[] = {1, 0.1, 0.01, 1e-3, 1e-4}, flat[] = {1, 0}, tiny[] = {0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6};
  Frame first = ordinary_frame(random), second = ordinary_frame(random);
  switch (situation) {
    case 0: return at_random(random, a, first, b, second);
    case 1: return near_contact(random, a, first, b, second);
    case 2: return axis_contact(random, a, first, b, second);
    case 3: first = lattice_frame(random), second = lattice_frame(random); break;
    case 4: first = far_frame(random, first); break;
    case 5: first = squeezed(random, first, flat), second = squeezed(random, second, flat); break;
    case 6: first = squeezed(random, first, thin), second = squeezed(random, second, thin); break;
    case 7: second.half = second.half * one_of(random, tiny); break;
    case 8: return extreme(random, at_random(random, a, first, b, second));
    default: return spoiled(random, at_random(random, a, first, b, second));
  }
  if (first.lattice) {
    AnyShape shape_a = make_shape(random, a, first);
    return {std::move(shape_a), make_shape(random, b, second)};
  }
  const bool touching = random.index(2) == 0;
  return touching ? near_contact(random, a, first, b, second) : at_random(random, a, first, b, second);
}

/// A frame near the volume, at weights of its corners that may lie a little outside; small where the volume is narrow.
Frame frame_about(Random& random, const std::array<Vec3, 8>& corners) {
  constexpr double sizes[] = {0.003, 0.01, 0.03, 0.1, 0.3, 1, 2};
  double u = random.uniform(-0.3F, 1.3F), v = random.uniform(-0.3F, 1.3F), t = random.uniform(-0.1F, 1.1F);
  if (random.index(2) == 0) t = t * t * t;                             // many near the eye
  if (random.index(4) == 0) u = random.index(2), v = random.index(2);  // about an edge
  const auto ring = [&](std::size_t k) {
    const Vector3 low = widen(corners[k]) * (1 - u) + widen(corners[k + 1]) * u;
    const Vector3 high = widen(corners[k + 3]) * (1 - u) + widen(corners[k + 2]) * u;
    return low * (1 - v) + high * v;
  };
  const auto width = [&](std::size_t k) { return length(widen(corners[k + 2]) - widen(corners[k])); };
  const double inside = t < 0 ? 0 : t > 1 ? 1 : t;
  const double size = ((1 - inside) * width(0) + inside * width(4)) * one_of(random, sizes) + 1e-6;
  const Quat turn = random.rotation();
  return {ring(0) * (1 - t) + ring(4) * t, turn, widen(random.in_box({0.1F, 0.1F, 0.1F}, {1, 1, 1})) * size};
}

}  // namespace

std::vector<ShapePair> pair_questions(Kind a, Kind b, std::size_t count) {
  Random random(1000 + 100 * static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  std::vector<ShapePair> questions;
  questions.reserve(count);
  for (std::size_t i = 0; i < count; ++i) questions.push_back(pair_question(random, a, b, i % 10));
  return questions;
}

std::vector<AnyShape> cull_questions(const ConvexVolume& volume, std::span<const Kind> kinds, std::size_t count) {
  Random random(2000);
  const std::array<Vec3, 8> corners = volume.corners(50);
  std::vector<AnyShape> questions;
  questions.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Frame frame = frame_about(random, corners);
    questions.push_back(make_shape(random, kinds[i % kinds.size()], frame));
    if (random.index(50) == 0) spoil(random, questions.back());
  }
  return questions;
}

}  // namespace lockstep::digest
