// Planes in double, from which volumes are made.
#pragma once

#include <cmath>

#include "base/vector.hpp"
#include "lockstep/volumes.hpp"

namespace lockstep::detail {

using Vec = math::Vector<double>;

/// The relative errors of one rounding.
inline constexpr double float_unit = 0x1p-24, double_unit = 0x1p-53;

/// Points inside have normal . p + offset >= 0.
struct Plane {
  Vec normal;
  double offset;

  [[nodiscard]] double at(const Vec& p) const { return dot(normal, p) + offset; }
};

inline double norm_1(const Vec& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }
inline double length(const Vec& v) { return std::sqrt(dot(v, v)); }
inline Vec widen(const Vec3& v) { return {v.x, v.y, v.z}; }
inline Vec3 narrow(const Vec& v) { return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}; }

/// Rounds a 1-norm up to a float.
inline float rounded_out(double size) { return static_cast<float>(size * (1 + 0x1p-24) + 0x1p-150); }

/// Calls use(corner) for all corners, relative to the anchor; a ray is cut at this fraction of its edge.
template <class Use>
void for_each_corner(const VolumeCorners<double>& corners, double cut, const Use& use) {
  const auto at = [](const double(&v)[3]) { return Vec{v[0], v[1], v[2]}; };
  for (const auto& near : corners.near) use(at(near));
  for (int i = 0; i < 4; ++i) use(at(corners.near[i]) + at(corners.edge[i]) * cut);
  for (int i = 0; i < corners.more_count; ++i) {
    const CornerEdge<double>& pair = corners.more[i];
    use(at(pair.near)), use(at(pair.near) + at(pair.edge) * cut);
  }
}

inline void push_plane(VolumeData& data, const Plane& plane) {
  const int i = data.plane_count++;
  data.normal[i] = narrow(plane.normal), data.offset[i] = static_cast<float>(plane.offset);
  data.normal_rest[i] = narrow(plane.normal - widen(data.normal[i]));
  data.offset_rest[i] = static_cast<float>(plane.offset - data.offset[i]);
}

}  // namespace lockstep::detail
