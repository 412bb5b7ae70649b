// What calls about pairs in motion share: checks of their numbers, what the kernels are told, what the caller is.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>

#include "base/blocks.hpp"
#include "base/validate.hpp"
#include "cast/moving_contacts.hpp"
#include "lockstep/cast.hpp"

namespace lockstep::detail {

/// What a call is about and where it writes; `moving` has one element for each pair, if it is counted.
template <class Moving>
void check_cast_output(std::span<const Pair> pairs, std::span<const Moving> moving, bool is_counted,
                       const CastOutput& out) {
  check_blocks({{"pairs", pairs},
                {is_counted ? "motions" : "rays", moving, is_counted},
                {"out.fractions", out.fractions},
                {"out.points", out.points, !out.points.empty()},
                {"out.normals", out.normals, !out.normals.empty()}});
}

inline void check_tolerance(double tolerance) {
  if (!(tolerance >= 0)) throw_invalid("options.tolerance", static_cast<float>(tolerance), "must not be negative");
}

inline void check_motion(const Vec3& m, const std::string& what) {
  const float numbers[] = {m.x, m.y, m.z};
  for (int k = 0; k < 3; ++k)
    if (!std::isfinite(numbers[k])) throw_invalid(what + "." + "xyz"[k], numbers[k], "must be a finite number");
}

inline void check_motions(std::span<const Vec3> motions) {
  const auto bad = std::find_if_not(motions.begin(), motions.end(), is_finite);
  if (bad != motions.end()) check_motion(*bad, "motions[" + std::to_string(bad - motions.begin()) + "]");
}

inline void check_motions(std::span<const Motion> motions) {
  const auto is_good = [](const Motion& m) { return is_finite(m.by) && is_finite(m.turn) && is_valid_vec3(m.about); };
  const auto bad = std::find_if_not(motions.begin(), motions.end(), is_good);
  if (bad == motions.end()) return;
  const std::string what = "motions[" + std::to_string(bad - motions.begin()) + "]";
  check_motion(bad->by, what + ".by");
  check_motion(bad->turn, what + ".turn");
  check_vec3(bad->about, what + ".about");
}

inline void check_rays(std::span<const Ray> rays) {
  const auto is_good = [](const Ray& ray) { return is_valid_vec3(ray.origin) && is_finite(ray.motion); };
  const auto bad = std::find_if_not(rays.begin(), rays.end(), is_good);
  if (bad == rays.end()) return;
  const std::string what = "rays[" + std::to_string(bad - rays.begin()) + "]";
  check_vec3(bad->origin, what + ".origin");
  check_motion(bad->motion, what + ".motion");
}

template <class Output>
void write(const FirstContact* contacts, std::size_t begin, std::size_t count, const Output& out) {
  const auto vec = [](const double(&p)[3]) { return Vec3d{p[0], p[1], p[2]}; };
  for (std::size_t i = 0; i < count; ++i) out.fractions[begin + i] = {contacts[i].lower, contacts[i].upper};
  if (!out.points.empty())
    for (std::size_t i = 0; i < count; ++i) out.points[begin + i] = vec(contacts[i].point);
  if (!out.normals.empty())
    for (std::size_t i = 0; i < count; ++i) out.normals[begin + i] = vec(contacts[i].normal);
}

/// Calls find(begin, count) for each tile of pairs.
template <class Find>
void cast_tiles(std::size_t pairs, const Find& find) {
  for_each_part(parts_of(pairs, pair_tile), [&](std::size_t tile) {
    const std::size_t begin = tile * pair_tile;
    find(begin, std::min<std::size_t>(pair_tile, pairs - begin));
  });
}

}  // namespace lockstep::detail
