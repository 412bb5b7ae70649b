// Planes in double, on their way into a volume.
#pragma once

#include <cmath>

#include "lockstep/frustum.hpp"
#include "lockstep/reference/vector.hpp"

namespace lockstep::detail {

using Vec = reference::Vector<double>;

/// normal . p + offset >= 0 inside.
struct Plane {
  Vec normal;
  double offset;

  [[nodiscard]] double at(const Vec& p) const { return dot(normal, p) + offset; }
};

inline double norm_1(const Vec& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }
inline double length(const Vec& v) { return std::sqrt(dot(v, v)); }
inline Vec widen(const Vec3& v) { return {v.x, v.y, v.z}; }
inline Vec3 narrow(const Vec& v) { return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}; }

inline void push_plane(VolumeData& data, const Plane& plane) {
  const int i = data.plane_count++;
  data.normal[i] = narrow(plane.normal), data.offset[i] = static_cast<float>(plane.offset);
  data.normal_rest[i] = narrow(plane.normal - widen(data.normal[i]));
  data.offset_rest[i] = static_cast<float>(plane.offset - data.offset[i]);
}

}  // namespace lockstep::detail
