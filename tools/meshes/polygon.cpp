#include "meshes/polygon.hpp"

#include <cmath>
#include <cstdint>
#include <optional>

namespace lockstep::tools {
namespace {

struct Flat {
  double x, y;
};

/// Twice the area of a triangle, positive if it is counter-clockwise.
double turn(const Flat& a, const Flat& b, const Flat& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool contains(const Flat& a, const Flat& b, const Flat& c, const Flat& p) {
  return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
}

/// The polygon in the coordinate plane that it is most parallel to, counter-clockwise. Its normal is Newell's: the sum
/// over its edges.
std::vector<Flat> flattened(std::span<const Vec3d> corners) {
  Vec3d normal;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3d &a = corners[i], &b = corners[(i + 1) % corners.size()], &o = corners[0];
    const Vec3d p{a.x - o.x, a.y - o.y, a.z - o.z}, q{b.x - o.x, b.y - o.y, b.z - o.z};
    normal.x += p.y * q.z - p.z * q.y, normal.y += p.z * q.x - p.x * q.z, normal.z += p.x * q.y - p.y * q.x;
  }
  const double x = std::abs(normal.x), y = std::abs(normal.y), z = std::abs(normal.z);
  std::vector<Flat> flat;
  flat.reserve(corners.size());
  for (const Vec3d& p : corners) {
    const Flat point = z >= x && z >= y ? Flat{p.x, p.y} : x >= y ? Flat{p.y, p.z} : Flat{p.z, p.x};
    const double along = z >= x && z >= y ? normal.z : x >= y ? normal.x : normal.y;
    flat.push_back(along < 0 ? Flat{point.y, point.x} : point);
  }
  return flat;
}

class EarCutter {
 public:
  EarCutter(std::vector<Flat> points, std::size_t& work) : points_(std::move(points)), work_(work) {
    for (std::uint32_t i = 0; i < points_.size(); ++i) left_.push_back(i);
  }

  std::vector<Triangle> cut(std::size_t most_work) {
    std::vector<Triangle> triangles;
    while (left_.size() > 3) {
      std::optional<std::size_t> ear = find([this](std::size_t i) { return is_ear(i); });
      if (!ear) ear = find([this](std::size_t i) { return turn_at(i) == 0; });  // a corner on a straight side
      if (!ear || work_ > most_work) return {};
      triangles.push_back(triangle(*ear));
      left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(*ear));
    }
    triangles.push_back(triangle(1));
    return triangles;
  }

 private:
  [[nodiscard]] Triangle triangle(std::size_t i) const {
    return {left_[(i + left_.size() - 1) % left_.size()], left_[i], left_[(i + 1) % left_.size()]};
  }
  [[nodiscard]] double turn_at(std::size_t i) const {
    const auto [a, b, c] = triangle(i);
    return turn(points_[a], points_[b], points_[c]);
  }

  template <class Test>
  std::optional<std::size_t> find(const Test& test) {
    for (std::size_t i = 0; i < left_.size(); ++i)
      if (++work_, test(i)) return i;
    return std::nullopt;
  }

  /// Whether the corner is convex, and no other corner lies in its triangle.
  bool is_ear(std::size_t i) {
    if (!(turn_at(i) > 0)) return false;
    const auto [a, b, c] = triangle(i);
    for (const std::uint32_t other : left_) {
      ++work_;
      if (other != a && other != b && other != c && contains(points_[a], points_[b], points_[c], points_[other]))
        return false;
    }
    return true;
  }

  std::vector<Flat> points_;
  std::size_t& work_;
  std::vector<std::uint32_t> left_;
};

}  // namespace

bool is_fan(std::span<const Vec3d> corners) {
  const std::vector<Flat> flat = flattened(corners);
  for (std::size_t i = 2; i < flat.size(); ++i)
    if (turn(flat[0], flat[i - 1], flat[i]) < 0) return false;
  return true;
}

std::vector<Triangle> cut_ears(std::span<const Vec3d> corners, std::size_t& work, std::size_t most_work) {
  return EarCutter(flattened(corners), work).cut(most_work);
}

}  // namespace lockstep::tools
