#include "bounds_truth.hpp"

#include <algorithm>
#include <cmath>

#include <lockstep/reference/quaternion.hpp>

#include "pair_list.hpp"

namespace lockstep::test {

using oracle::AnyShape;
using oracle::Kind;
using oracle::Rng;

ExactVec exact(const Vec3& v) { return {v.x, v.y, v.z}; }
ExactVec exact(const Triple& v) { return {v.x, v.y, v.z}; }
Exact norm_1(const ExactVec& v) { return abs(v.x) + abs(v.y) + abs(v.z); }
Exact norm_2(const ExactVec& v) { return sqrt(dot(v, v)); }
Exact norm_max(const ExactVec& v) { return std::max({Exact(abs(v.x)), Exact(abs(v.y)), Exact(abs(v.z))}); }

std::array<ExactVec, 3> rotation_of(const Quat& q) {
  return reference::rotation_axes(reference::Quaternion<Exact>{q.x, q.y, q.z, q.w});
}

namespace {

struct Reach {
  ExactVec v;

  Exact operator()(const Point& s) const { return dot(v, exact(s.position)); }
  Exact operator()(const Sphere& s) const { return dot(v, exact(s.center)) + s.radius * norm_2(v); }
  Exact operator()(const Aabb& s) const {
    return dot(v, {v.x > 0 ? s.max.x : s.min.x, v.y > 0 ? s.max.y : s.min.y, v.z > 0 ? s.max.z : s.min.z});
  }
  Exact operator()(const Box& s) const {
    const ExactVec local = reference::to_local(rotation_of(s.rotation), v);
    const Vec3& h = s.half_extents;
    return dot(v, exact(s.center)) + abs(local.x) * h.x + abs(local.y) * h.y + abs(local.z) * h.z;
  }
  Exact operator()(const Capsule& s) const { return farthest(std::array{s.p0, s.p1}) + s.radius * norm_2(v); }
  Exact operator()(const Ellipsoid& s) const {
    const ExactVec local = reference::to_local(rotation_of(s.rotation), v);
    return dot(v, exact(s.center)) + norm_2({local.x * s.radii.x, local.y * s.radii.y, local.z * s.radii.z});
  }
  Exact operator()(const Cylinder& s) const {
    return farthest(std::array{s.p0, s.p1}) + s.radius * across(exact(s.p1) - exact(s.p0));
  }
  Exact operator()(const Cone& s) const {
    const Exact rim = dot(v, exact(s.base)) + s.radius * across(exact(s.apex) - exact(s.base));
    return std::max(rim, dot(v, exact(s.apex)));
  }
  Exact operator()(const oracle::HullShape& s) const { return farthest(s.vertices); }
  Exact operator()(const oracle::PlacedHull& s) const {
    const ExactVec local = reference::to_local(rotation_of(s.pose.rotation), v);
    return dot(v, exact(s.pose.position)) + Reach{local}.farthest(s.vertices) + s.radius * norm_2(v);
  }
  Exact operator()(const oracle::Corners8& s) const { return farthest(s.corners); }
  Exact operator()(const oracle::MatrixVolume&) const { throw std::invalid_argument("a matrix has no given points"); }
  Exact operator()(const oracle::TransformedBox& s) const {
    const std::array<float, 12>& m = s.row_major;
    const auto column = [&](std::size_t j) { return dot(v, ExactVec{m[j], m[4 + j], m[8 + j]}); };
    const ExactVec local{column(0), column(1), column(2)};
    return Reach{local}(Aabb{s.min, s.max}) + column(3);
  }

 private:
  /// The length of the part of v at right angles to the axis.
  [[nodiscard]] Exact across(const ExactVec& axis) const { return norm_2(cross(axis, v)) / norm_2(axis); }
  template <class Points>
  Exact farthest(const Points& points) const {
    Exact most = dot(v, exact(points[0]));
    for (const Vec3& p : points) most = std::max(most, dot(v, exact(p)));
    return most;
  }
};

Vec3 vec_at(const float* numbers) { return {numbers[0], numbers[1], numbers[2]}; }

constexpr std::size_t hull_vertices = 4;

}  // namespace

Exact reach(const AnyShape& shape, const ExactVec& v) { return std::visit(Reach{v}, shape); }

std::array<ExactPlane, 6> clip_planes(const oracle::MatrixVolume& volume) {
  const auto sum = [&](int factor, std::size_t row, int sign) {
    const auto at = [&](std::size_t c) {
      return Exact(factor * Exact(volume.row_major[12 + c]) + sign * Exact(volume.row_major[4 * row + c]));
    };
    return ExactPlane{{at(0), at(1), at(2)}, at(3)};
  };
  const int low = volume.range == DepthRange::zero_to_one ? 0 : 1;  // z >= -low w
  return {sum(1, 0, 1), sum(1, 1, 1), sum(1, 0, -1), sum(1, 1, -1), sum(low, 2, 1), sum(1, 2, -1)};
}

ExactVec meet(const ExactPlane& a, const ExactPlane& b, const ExactPlane& c) {
  const ExactVec bc = cross(b.normal, c.normal), ca = cross(c.normal, a.normal), ab = cross(a.normal, b.normal);
  return (bc * a.offset + ca * b.offset + ab * c.offset) * Exact(-1 / dot(a.normal, bc));
}

std::size_t count_of(Kind kind) {
  switch (kind) {
    case Kind::point: return 3;
    case Kind::sphere: return 4;
    case Kind::aabb: return 6;
    case Kind::box: return 10;
    case Kind::capsule:
    case Kind::cylinder:
    case Kind::cone: return 7;
    case Kind::ellipsoid: return 10;
    case Kind::hull: return 3 * hull_vertices;
    case Kind::corners: return 24;
    case Kind::placed: return 8 + 3 * hull_vertices;
    case Kind::transformed_box: return 18;
    case Kind::matrix: break;
  }
  throw std::invalid_argument("not searched over");
}

AnyShape shape_of(Kind kind, const float* x) {
  switch (kind) {
    case Kind::point: return Point{vec_at(x)};
    case Kind::sphere: return Sphere{vec_at(x), std::abs(x[3])};
    case Kind::aabb:
      return Aabb{{std::min(x[0], x[3]), std::min(x[1], x[4]), std::min(x[2], x[5])},
                  {std::max(x[0], x[3]), std::max(x[1], x[4]), std::max(x[2], x[5])}};
    case Kind::box: return Box{vec_at(x), {x[3], x[4], x[5], x[6]}, {std::abs(x[7]), std::abs(x[8]), std::abs(x[9])}};
    case Kind::capsule: return Capsule{vec_at(x), vec_at(x + 3), std::abs(x[6])};
    case Kind::ellipsoid:
      return Ellipsoid{vec_at(x), {x[3], x[4], x[5], x[6]}, {std::abs(x[7]), std::abs(x[8]), std::abs(x[9])}};
    case Kind::cylinder: return Cylinder{vec_at(x), vec_at(x + 3), std::abs(x[6])};
    case Kind::cone: return Cone{vec_at(x), vec_at(x + 3), std::abs(x[6])};
    case Kind::hull: {
      oracle::HullShape hull;
      for (std::size_t i = 0; i < hull_vertices; ++i) hull.vertices.push_back(vec_at(x + 3 * i));
      return hull;
    }
    case Kind::corners: {
      oracle::Corners8 volume;
      for (std::size_t i = 0; i < 8; ++i) volume.corners[i] = vec_at(x + 3 * i);
      return volume;
    }
    case Kind::placed: {
      oracle::PlacedHull hull{{}, {vec_at(x), {x[3], x[4], x[5], x[6]}}, std::abs(x[7])};
      for (std::size_t i = 0; i < hull_vertices; ++i) hull.vertices.push_back(vec_at(x + 8 + 3 * i));
      return hull;
    }
    case Kind::transformed_box: {
      oracle::TransformedBox box{};
      std::copy_n(x, 12, box.row_major.begin());
      const Aabb local = std::get<Aabb>(shape_of(Kind::aabb, x + 12));
      box.min = local.min, box.max = local.max;
      return box;
    }
    case Kind::matrix: break;
  }
  throw std::invalid_argument("not searched over");
}

void append(Numbers& numbers, const AnyShape& shape) {
  const auto put = [&](const Vec3& v) { numbers.insert(numbers.end(), {v.x, v.y, v.z}); };
  if (const auto* point = std::get_if<Point>(&shape)) put(point->position);
  if (const auto* sphere = std::get_if<Sphere>(&shape)) put(sphere->center), numbers.push_back(sphere->radius);
  if (const auto* box = std::get_if<Aabb>(&shape)) put(box->min), put(box->max);
  if (const auto* box = std::get_if<Box>(&shape)) {
    const Quat& q = box->rotation;
    put(box->center), put({q.x, q.y, q.z}), numbers.push_back(q.w), put(box->half_extents);
  }
  if (const auto* capsule = std::get_if<Capsule>(&shape))
    put(capsule->p0), put(capsule->p1), numbers.push_back(capsule->radius);
  if (const auto* box = std::get_if<oracle::TransformedBox>(&shape)) {
    numbers.insert(numbers.end(), box->row_major.begin(), box->row_major.end());
    put(box->min), put(box->max);
  }
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&shape)) {
    const Quat& q = ellipsoid->rotation;
    put(ellipsoid->center), put({q.x, q.y, q.z}), numbers.push_back(q.w), put(ellipsoid->radii);
  }
  if (const auto* cylinder = std::get_if<Cylinder>(&shape))
    put(cylinder->p0), put(cylinder->p1), numbers.push_back(cylinder->radius);
  if (const auto* cone = std::get_if<Cone>(&shape)) put(cone->base), put(cone->apex), numbers.push_back(cone->radius);
  if (const auto* hull = std::get_if<oracle::HullShape>(&shape))
    for (std::size_t i = 0; i < hull_vertices; ++i) put(hull->vertices[i % hull->vertices.size()]);
  if (const auto* hull = std::get_if<oracle::PlacedHull>(&shape)) {
    const Quat& q = hull->pose.rotation;
    put(hull->pose.position), put({q.x, q.y, q.z}), numbers.insert(numbers.end(), {q.w, hull->radius});
    for (std::size_t i = 0; i < hull_vertices; ++i) put(hull->vertices[i % hull->vertices.size()]);
  }
  if (const auto* volume = std::get_if<oracle::Corners8>(&shape))
    for (const Vec3& corner : volume->corners) put(corner);
}

bool is_turned_plainly(const AnyShape& shape) {
  if (const auto* const cylinder = std::get_if<Cylinder>(&shape)) return cylinder->p0 != cylinder->p1;
  if (const auto* const cone = std::get_if<Cone>(&shape)) return cone->base != cone->apex;
  const auto* const box = std::get_if<Box>(&shape);
  const auto* const placed = std::get_if<oracle::PlacedHull>(&shape);
  const auto* const ellipsoid = std::get_if<Ellipsoid>(&shape);
  if (box == nullptr && placed == nullptr && ellipsoid == nullptr) return true;
  const Quat& q = box != nullptr ? box->rotation : placed != nullptr ? placed->pose.rotation : ellipsoid->rotation;
  const float squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
  return squared > 1e-3F && squared < 1e3F;
}

BoundsProbe::TransformedBox transformed_numbers(const AnyShape& shape) {
  Numbers numbers;
  append(numbers, shape);
  BoundsProbe::TransformedBox box;
  std::copy_n(numbers.begin(), box.size(), box.begin());
  return box;
}

Start PairOfKinds::start(std::size_t more) const {
  return [kinds = *this, more](Rng& rng) {
    const auto hardness = oracle::all_hardnesses[rng() % oracle::all_hardnesses.size()];
    const oracle::ShapePair pair = oracle::below(rng, 2) == 0 ? oracle::random_pair(rng, kinds.a, kinds.b)
                                                              : oracle::hard_pair(rng, kinds.a, kinds.b, hardness);
    Numbers numbers;
    append(numbers, pair.first), append(numbers, pair.second);
    const Numbers rest = random_numbers(more)(rng);
    numbers.insert(numbers.end(), rest.begin(), rest.end());
    return numbers;
  };
}

oracle::ShapePair PairOfKinds::shapes(const Numbers& numbers) const {
  return {shape_of(a, numbers.data()), shape_of(b, numbers.data() + first_of_b())};
}

std::string PairOfKinds::name() const { return std::string(oracle::name(a)) + '_' + std::string(oracle::name(b)); }

PairOfRecords::PairOfRecords(const oracle::ShapePair& pair) { add_to(set_, pair.first), add_to(set_, pair.second); }

}  // namespace lockstep::test
