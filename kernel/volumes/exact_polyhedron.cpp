// Normals are rounded to multiples of 2^-62 and offsets keep their bits, so each predicate is the sign of a sum of
// products of integers. It is evaluated in double first, with an error bound, and exactly if that leaves it undecided.
#include "volumes/exact_polyhedron.hpp"

#include <algorithm>
#include <climits>
#include <cmath>

#include "base/exact_number.hpp"
#include "base/perpendicular.hpp"

namespace lockstep::detail {

namespace {

using math::cross;
using math::dot;
using Exact = math::Vector<ExactNumber>;

constexpr int normal_bits = 62;
/// Offsets smaller than the largest one by more than this power of two count as 0: they do not affect any double.
constexpr int offset_range = 400;

int sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

struct ExactPlane {
  Plane rounded;
  Exact normal;        // times 2^normal_bits
  ExactNumber offset;  // times 2^-unit
};

class Predicates {
 public:
  explicit Predicates(std::span<const Plane> planes) {
    int largest = INT_MIN;
    for (const Plane& p : planes)
      if (p.offset != 0) largest = std::max(largest, std::ilogb(p.offset));
    unit_ = largest == INT_MIN ? 0 : largest - offset_range;
    for (const Plane& p : planes) {
      planes_.push_back({p, {number(p.normal.x), number(p.normal.y), number(p.normal.z)}, offset(p.offset)});
      largest_offset_ = std::max(largest_offset_, std::abs(p.offset));
    }
  }

  [[nodiscard]] std::size_t size() const { return planes_.size(); }
  [[nodiscard]] const Plane& plane(std::size_t i) const { return planes_[i].rounded; }

  /// The sign of the determinant of three normals.
  [[nodiscard]] int turn(std::size_t i, std::size_t j, std::size_t k) const {
    const double rounded = dot(normal(i), cross(normal(j), normal(k)));
    if (std::abs(rounded) > 0x1p-48) return sign_of(rounded);
    return exact_turn(i, j, k).sign();
  }

  /// The sign of plane l at the intersection of three others, times their turn.
  [[nodiscard]] int side(std::size_t i, std::size_t j, std::size_t k, std::size_t l) const {
    const auto rounded = [&](std::size_t a, std::size_t b, std::size_t c) {
      return dot(normal(a), cross(normal(b), normal(c)));
    };
    const double sum = (offset(l) * rounded(i, j, k) - offset(i) * rounded(l, j, k)) -
                       (offset(j) * rounded(l, k, i) + offset(k) * rounded(l, i, j));
    if (std::abs(sum) > 0x1p-46 * largest_offset_) return sign_of(sum);
    const auto product = [&](std::size_t of, std::size_t a, std::size_t b, std::size_t c) {
      return planes_[of].offset * exact_turn(a, b, c);
    };
    return (product(l, i, j, k) - product(i, l, j, k) - product(j, l, k, i) - product(k, l, i, j)).sign();
  }

  [[nodiscard]] bool are_parallel(std::size_t i, std::size_t j) const {
    const Exact c = exact_cross(i, j);
    return c.x.sign() == 0 && c.y.sign() == 0 && c.z.sign() == 0;
  }

  [[nodiscard]] Vec edge_along(std::size_t i, std::size_t j) const {
    const Exact c = exact_cross(i, j);
    Vec v{c.x.value(), c.y.value(), c.z.value()};
    v = v * (1 / std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}));
    return v * (1 / length(v));
  }

  [[nodiscard]] Vec corner(std::size_t i, std::size_t j, std::size_t k) const {
    const Exact jk = exact_cross(j, k), ki = exact_cross(k, i), ij = exact_cross(i, j);
    const double below = exact_turn(i, j, k).value();
    const auto at = [&](ExactNumber Exact::*axis) {
      const ExactNumber sum =
          planes_[i].offset * (jk.*axis) + planes_[j].offset * (ki.*axis) + planes_[k].offset * (ij.*axis);
      return std::ldexp(-sum.value() / below, unit_ + normal_bits);
    };
    return {at(&Exact::x), at(&Exact::y), at(&Exact::z)};
  }

 private:
  static ExactNumber number(double x) { return {static_cast<std::int64_t>(std::ldexp(x, normal_bits)), 0}; }
  [[nodiscard]] ExactNumber offset(double x) const {
    if (x == 0 || std::ilogb(x) < unit_) return {};
    const int exponent = std::ilogb(x) - 52;
    const auto digits = static_cast<std::int64_t>(std::ldexp(x, -exponent));
    const int shift = exponent - unit_;
    return shift >= 0 ? ExactNumber(digits, static_cast<unsigned>(shift)) : ExactNumber(digits >> -shift, 0);
  }
  [[nodiscard]] const Vec& normal(std::size_t i) const { return planes_[i].rounded.normal; }
  [[nodiscard]] double offset(std::size_t i) const { return planes_[i].rounded.offset; }

  [[nodiscard]] Exact exact_cross(std::size_t i, std::size_t j) const {
    return cross(planes_[i].normal, planes_[j].normal);
  }
  [[nodiscard]] ExactNumber exact_turn(std::size_t i, std::size_t j, std::size_t k) const {
    return dot(planes_[i].normal, exact_cross(j, k));
  }

  std::vector<ExactPlane> planes_;
  double largest_offset_ = 0;
  int unit_ = 0;
};

PlaneBits bit(std::size_t i) { return PlaneBits{1} << i; }

/// All corners, once each: intersections on the same planes are the same point.
std::vector<PolyhedronCorner> corners_of(const Predicates& p) {
  std::vector<PolyhedronCorner> corners;
  const auto take = [&](std::size_t i, std::size_t j, std::size_t k) {
    const int turn = p.turn(i, j, k);
    if (turn == 0) return;
    PlaneBits on = bit(i) | bit(j) | bit(k);
    for (std::size_t l = 0; l < p.size(); ++l) {
      if ((on & bit(l)) != 0) continue;
      const int side = p.side(i, j, k, l) * turn;
      if (side < 0) return;
      if (side == 0) on |= bit(l);
    }
    if (std::none_of(corners.begin(), corners.end(), [&](const PolyhedronCorner& c) { return c.planes == on; }))
      corners.push_back({p.corner(i, j, k), on});
  };
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = i + 1; j < p.size(); ++j)
      for (std::size_t k = j + 1; k < p.size(); ++k) take(i, j, k);
  return corners;
}

/// The directions of unbounded edges, if there are no lines.
std::vector<PolyhedronRay> rays_of(const Predicates& p) {
  std::vector<PolyhedronRay> rays;
  const auto take = [&](std::size_t i, std::size_t j, int sign) {
    PlaneBits on = bit(i) | bit(j);
    for (std::size_t l = 0; l < p.size(); ++l) {
      if ((on & bit(l)) != 0) continue;
      const int rise = p.turn(l, i, j) * sign;
      if (rise < 0) return;
      if (rise == 0) on |= bit(l);
    }
    if (std::none_of(rays.begin(), rays.end(), [&](const PolyhedronRay& r) { return r.planes == on; }))
      rays.push_back({p.edge_along(i, j) * static_cast<double>(sign), on});
  };
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = i + 1; j < p.size(); ++j)
      if (!p.are_parallel(i, j)) take(i, j, 1), take(i, j, -1);
  return rays;
}

/// Whether the common planes of a corner and a ray make an edge.
bool make_edge(const Predicates& p, PlaneBits common) {
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = i + 1; j < p.size(); ++j)
      if ((common & bit(i)) != 0 && (common & bit(j)) != 0 && !p.are_parallel(i, j)) return true;
  return false;
}

/// The directions along which the value of no plane changes.
std::vector<Vec> lines_of(const Predicates& p) {
  std::size_t other = 0;
  while (other < p.size() && p.are_parallel(0, other)) ++other;
  if (other == p.size()) {
    const Vec& n = p.plane(0).normal;
    const auto [u, v] = perpendicular_to(n, n.z < 0 ? -1.0 : 1.0);
    return {u, v};
  }
  for (std::size_t k = 0; k < p.size(); ++k)
    if (p.turn(0, other, k) != 0) return {};
  return {p.edge_along(0, other)};
}

}  // namespace

PolyhedronParts polyhedron_parts(std::span<const Plane> planes) {
  PolyhedronParts parts;
  parts.lines = lines_of(Predicates(planes));
  std::vector<Plane> all(planes.begin(), planes.end());
  for (const Vec& line : parts.lines) all.push_back({line, 0}), all.push_back({-line, 0});
  const Predicates predicates(all);
  parts.corners = corners_of(predicates);
  if (parts.corners.empty()) return parts;
  parts.rays = rays_of(predicates);
  for (std::size_t c = 0; c < parts.corners.size(); ++c)
    for (std::size_t r = 0; r < parts.rays.size(); ++r)
      if (make_edge(predicates, parts.corners[c].planes & parts.rays[r].planes)) parts.edges.push_back({c, r});
  return parts;
}

}  // namespace lockstep::detail
