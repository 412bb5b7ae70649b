// Parts that calls about casts of pairs share: checks of their numbers, the options for the kernels, and the
// output.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>

#include "base/blocks.hpp"
#include "base/validate.hpp"
#include "cast/turning_tile.hpp"
#include "lockstep/cast.hpp"
#include "sets/shape_checks2.hpp"

namespace lockstep::detail {

/// Checks the sizes and the memory of the arrays of a call; `moving` has one element for each pair, if
/// `is_counted`.
template <class Moving, class Output>
void check_cast_output(std::span<const Pair> pairs, std::span<const Moving> moving, bool is_counted,
                       const Output& out) {
  check_blocks({{"pairs", pairs},
                {is_counted ? "motions" : "rays", moving, is_counted},
                {"out.fractions", out.fractions},
                {"out.points", out.points, !out.points.empty()},
                {"out.normals", out.normals, !out.normals.empty()},
                {"out.starts", out.starts, !out.starts.empty()},
                {"out.start_normals", out.start_normals, !out.start_normals.empty()}});
}

/// Writes the signed distances of the pairs of a tile at the start, if the caller wants them.
template <class Space, class Output>
void write_starts(const DistanceJob<Space>& job, std::span<const Pair> pairs, std::size_t begin, const Output& out) {
  if (out.starts.empty() && out.start_normals.empty()) return;
  std::array<DistanceAnswer, pair_tile> found;
  measure_tile(job, pairs, found.data());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!out.starts.empty()) out.starts[begin + i] = {found[i].lower, found[i].upper};
    if (!out.start_normals.empty()) put(out.start_normals[begin + i], found[i].normal);
  }
}

inline void check_tolerance(double tolerance) {
  if (!(tolerance >= 0)) throw_invalid("options.tolerance", static_cast<float>(tolerance), "must not be negative");
}

/// For objects that have no double positions.
inline void refuse_origin(const Vec3d& origin) {
  if (origin != Vec3d{})
    throw InvalidInput("options.origin: must be 0, only sets and a World of space have double positions");
}

inline void check_finite(float x, const std::string& what) {
  if (!std::isfinite(x)) throw_invalid(what, x, "must be a finite number");
}
inline void check_motion(const Vec3& m, const std::string& what) {
  check_finite(m.x, what + ".x"), check_finite(m.y, what + ".y"), check_finite(m.z, what + ".z");
}
inline void check_motion(const Vec2& m, const std::string& what) {
  check_finite(m.x, what + ".x"), check_finite(m.y, what + ".y");
}
inline void check_place(const Vec3& p, const std::string& what) { check_vec3(p, what); }
inline void check_place(const Vec2& p, const std::string& what) { check_vec2(p, what); }

/// For vectors of space and of the plane.
template <class V>
bool is_motion(const V& v) {
  return is_finite(in_space(v));
}
template <class V>
bool is_place(const V& v) {
  return is_valid_vec3(in_space(v));
}

inline void check_turn(const Motion& m, const std::string& what) { check_motion(m.turn, what); }
inline void check_turn(const Motion2& m, const std::string& what) { check_finite(m.turn, what); }

template <class AnyMotion>
void check_motions(std::span<const AnyMotion> motions) {
  const auto is_good = [](const AnyMotion& m) {
    if constexpr (requires { m.about; })
      return is_finite(m) && is_place(m.about);
    else
      return is_motion(m);
  };
  const auto bad = std::find_if_not(motions.begin(), motions.end(), is_good);
  if (bad == motions.end()) return;
  const std::string what = "motions[" + std::to_string(bad - motions.begin()) + "]";
  if constexpr (requires { bad->about; })
    check_motion(bad->by, what + ".by"), check_turn(*bad, what + ".turn"), check_place(bad->about, what + ".about");
  else
    check_motion(*bad, what);
}

template <class AnyRay>
void check_rays(std::span<const AnyRay> rays) {
  const auto is_good = [](const AnyRay& ray) { return is_place(ray.origin) && is_motion(ray.motion); };
  const auto bad = std::find_if_not(rays.begin(), rays.end(), is_good);
  if (bad == rays.end()) return;
  const std::string what = "rays[" + std::to_string(bad - rays.begin()) + "]";
  check_place(bad->origin, what + ".origin");
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
  for_each_range(pairs, pair_tile, [&](std::size_t begin, std::size_t end) { find(begin, end - begin); });
}

}  // namespace lockstep::detail
