#include "filter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep::oracle {

namespace {

constexpr double unit = 0x1p-53;

double largest(const Vector<double>& p) { return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}); }

double one_norm(const Vector<double>& p) { return std::abs(p.x) + std::abs(p.y) + std::abs(p.z); }

double reach(const std::vector<Vector<double>>& points) {
  double most = 0;
  for (const Vector<double>& p : points) most = std::max(most, largest(p));
  return most;
}

/// The distance from the origin exceeds the radius.
bool separates(const ScaledPair& pair, const Vector<double>& direction) {
  return least_along(pair, direction) > pair.radius * (1 + 32 * unit);
}

/// The origin is inside the tetrahedron: replacing each corner in turn by the origin keeps the orientation.
bool encloses(const Nearest<double>& nearest, double error, double size) {
  const auto& [a, b, c, d] = nearest.corner;
  const double bound = determinant_bound(error, size);
  const double bcd = dot(b.at, cross(c.at, d.at)), acd = -dot(a.at, cross(c.at, d.at));
  const double abd = dot(a.at, cross(b.at, d.at)), abc = -dot(a.at, cross(b.at, c.at));
  const double least = std::min({bcd, acd, abd, abc}), most = std::max({bcd, acd, abd, abc});
  return least > bound || most < -bound;
}

/// A point of the difference is nearer to the origin than the radius.
bool within_radius(const ScaledPair& pair, const Nearest<double>& nearest) {
  return furthest_of(pair, nearest) < pair.radius * (1 - 32 * unit);
}

}  // namespace

RoundedPair::RoundedPair(const AnyShape& a, const AnyShape& b, double margin) {
  const Vec3 anchor = anchor_of(a);
  RoundedCore first = rounded_core(a, anchor), second = rounded_core(b, anchor);
  size = reach(first.points) + reach(second.points);
  error = first.error + second.error;
  radius = double(radius_of(a)) + double(radius_of(b)) + margin;
  cores = {std::move(first.points), std::move(second.points)};
}

std::optional<ScaledPair> scaled_pair(const RoundedPair& pair, const Vector<double>& shift) {
  ScaledPair scaled{pair};
  scaled.size += largest(shift);
  const double scale = scaled.scale = scaled.size > 0 ? std::ldexp(1.0, -std::ilogb(scaled.size)) : 1;
  if (!(scale > 0x1p-400 && scale < 0x1p400)) return std::nullopt;
  // Moving a point rounds it once.
  scaled.error = (scaled.error + 2 * unit * scaled.size) * scale;
  scaled.size *= scale;
  scaled.radius *= scale;
  for (Vector<double>& p : scaled.cores.p) p = (p + shift) * scale;
  for (Vector<double>& q : scaled.cores.q) q = q * scale;
  return scaled;
}

/// Each product is wrong by at most |direction|_1 * (error + a few units of size), the length by a few units of itself.
double least_along(const ScaledPair& pair, const Vector<double>& direction) {
  const double scale = largest(direction);
  if (!(scale > 0x1p-500 && scale < 0x1p500)) return -std::numeric_limits<double>::infinity();
  const Vector<double> n{direction.x / scale, direction.y / scale, direction.z / scale};
  const Difference<double>& d = pair.cores;
  const double gap = dot(d.p[furthest(d.p, -n)], n) - dot(d.q[furthest(d.q, n)], n);
  const double least = (gap - one_norm(n) * (pair.error + 16 * unit * pair.size)) / std::sqrt(dot(n, n));
  return least - 32 * unit * std::abs(least);
}

double furthest_of(const ScaledPair& pair, const Nearest<double>& nearest) {
  double total = 0;
  Vector<double> point{0, 0, 0};
  for (std::size_t k = 0; k < nearest.size; ++k) {
    if (!(nearest.weight[k] > 0x1p-900 && nearest.weight[k] < 0x1p900)) return std::numeric_limits<double>::infinity();
    total += nearest.weight[k];
  }
  for (std::size_t k = 0; k < nearest.size; ++k) {
    point = point + nearest.corner[k].at * (nearest.weight[k] / total);
  }
  return std::sqrt(dot(point, point)) * (1 + 8 * unit) + 2 * (pair.error + 16 * unit * pair.size);
}

Guess guess(const RoundedPair& pair, const Vector<double>& shift) {
  const std::optional<ScaledPair> scaled = scaled_pair(pair, shift);
  if (!scaled) return {};
  constexpr int steps = 64;
  Guess result{nearest_to_origin(scaled->cores, {}, steps), std::nullopt};
  const Nearest<double>& nearest = result.nearest;
  if (separates(*scaled, nearest.v)) {
    result.meets = false;
  } else if (scaled->radius > 0 ? within_radius(*scaled, nearest)
                                : nearest.size == 4 && encloses(nearest, scaled->error, scaled->size)) {
    result.meets = true;
  }
  return result;
}

}  // namespace lockstep::oracle
