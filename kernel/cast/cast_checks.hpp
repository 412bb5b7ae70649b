// What the numbers of casts and rays have to be. All throw `InvalidInput`.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "base/validate.hpp"
#include "cast/cast_tile.hpp"
#include "lockstep/cast.hpp"

namespace lockstep::detail {

inline void check_tolerance(double tolerance) {
  if (!(tolerance >= 0)) throw_invalid("options.tolerance", static_cast<float>(tolerance), "must not be negative");
}

inline void check_motion(const Vec3& m, const std::string& what) {
  const float numbers[] = {m.x, m.y, m.z};
  for (int k = 0; k < 3; ++k)
    if (!std::isfinite(numbers[k])) throw_invalid(what + "." + "xyz"[k], numbers[k], "must be a finite number");
}

inline void check_rays(std::span<const Ray> rays) {
  const auto is_good = [](const Ray& ray) { return is_valid_vec3(ray.origin) && is_finite(ray.motion); };
  const auto bad = std::find_if_not(rays.begin(), rays.end(), is_good);
  if (bad == rays.end()) return;
  const std::string what = "rays[" + std::to_string(bad - rays.begin()) + "]";
  check_vec3(bad->origin, what + ".origin");
  check_motion(bad->motion, what + ".motion");
}

}  // namespace lockstep::detail
