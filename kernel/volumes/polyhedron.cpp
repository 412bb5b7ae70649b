// Volumes of any combinatorics: the hull of corners, and of rays where it is unbounded. Corners and rays are exact up
// to their own rounding. The deviation of the polyhedron of the rounded planes from that of the intended planes follows
// from the depth of some point in all of them (docs/numerics.md, section 7).
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "volumes/exact_polyhedron.hpp"
#include "volumes/volume_maker.hpp"

namespace lockstep::detail {

namespace {

using math::dot;

/// A corner and its partner, or a corner and a ray, relative to the anchor.
struct Pair {
  Vec near, edge;
};

class PolyhedronVolume {
 public:
  PolyhedronVolume(std::span<const Plane> planes, const Vec& origin, double units, Given given)
      : units_(units), given_(given) {
    place(planes, {0, 0, 0});
    if (parts_.corners.empty()) refuse_empty();
    const Vec corner = quiet_corner();
    meets_far_away_ = norm_1(corner) > 0x1p36 * greatest_offset();
    data.anchor = narrow(origin + corner);
    const Vec shift = widen(data.anchor) - origin;
    place(planes, shift);
    shift_error_ = norm_1(origin) != 0 ? 2 * double_unit * norm_1(shift) : 0;
    if (parts_.corners.empty()) refuse_empty();
    open_far_corners();
  }

  void make() {
    make_rays();
    measure_faces();
    make_pairs();
    store();
    store_planes();
  }

  VolumeData data;
  std::shared_ptr<const void> more;

 private:
  struct More {
    std::vector<CornerEdge<float>> rounded;
    std::vector<CornerEdge<double>> fine;
  };

  [[noreturn]] void refuse(const char* why) const {
    if (given_ == Given::camera) throw InvalidInput(std::string("lens: ") + why);
    if (given_ == Given::planes) throw InvalidInput(std::string("planes: ") + why);
    throw_no_volume(why);
  }
  [[noreturn]] void refuse_empty() const {
    if (meets_far_away_)
      refuse("sides are so nearly parallel to one line that double cannot tell how far away they meet");
    if (given_ == Given::matrix && units_ == units_of_floats)
      refuse("no point lies inside of all sides; rounding to float32 may have emptied it: try the matrix in doubles");
    refuse("no point lies inside of all sides, or so little that double cannot tell");
  }

  /// Moves the planes, and computes the polyhedron that they enclose.
  void place(std::span<const Plane> planes, const Vec& shift) {
    planes_.clear();
    std::vector<Plane> moved;
    for (const Plane& plane : planes)
      planes_.push_back(anchored(plane, shift, units_)), moved.push_back(planes_.back().plane);
    for (const Plane& plane : moved)
      if (!std::isfinite(plane.offset)) refuse("a side lies too far away to be a number");
    parts_ = polyhedron_parts(moved);
    if (!parts_.lines.empty() && given_ == Given::matrix) refuse(singular);
    for (const PolyhedronCorner& corner : parts_.corners)
      if (!(norm_1(corner.at) <= 3.0 * max_coordinate)) refuse("a corner lies beyond 1e18");
  }

  /// A corner with other corners close to it, to be the anchor: it lies at the small end, where small numbers matter.
  [[nodiscard]] Vec quiet_corner() const {
    Vec best = parts_.corners[0].at;
    double least = HUGE_VAL;
    for (const PolyhedronCorner& corner : parts_.corners) {
      std::vector<double> away;
      for (const PolyhedronCorner& other : parts_.corners) away.push_back(norm_1(other.at - corner.at));
      std::sort(away.begin(), away.end());
      double product = 1;  // of the distances of the three next ones
      for (std::size_t i = 1; i < std::min<std::size_t>(4, away.size()); ++i) product *= away[i];
      if (product < least) least = product, best = corner.at;
    }
    return best;
  }

  [[nodiscard]] double greatest_offset() const {
    double offset = 0;
    for (const AnchoredPlane& p : planes_) offset = std::max(offset, std::abs(p.plane.offset));
    return offset;
  }

  /// Where sides meet that are parallel up to rounding, far beyond the distance of each, there is no corner but a ray:
  /// it leaves the sides by as little as rounding moves them (docs/numerics.md, section 7).
  void open_far_corners() {
    auto& corners = parts_.corners;
    const double most = 0x1p40 * greatest_offset();
    const auto is_far = [&](const PolyhedronCorner& c) { return length(c.at) > most; };
    const auto far = static_cast<std::size_t>(std::count_if(corners.begin(), corners.end(), is_far));
    if (far == 0 || far + 2 > corners.size() || !parts_.lines.empty()) return;
    for (const PolyhedronCorner& c : corners)
      if (is_far(c)) parts_.rays.push_back({c.at * (1 / length(c.at)), 0});
    std::erase_if(corners, is_far), parts_.edges.clear();
    for (std::size_t i = 0; i < corners.size(); ++i)
      for (std::size_t k = 0; k < parts_.rays.size(); ++k) parts_.edges.push_back({i, k});
  }

  /// Scales rays to the same rise along one direction, along which all of them rise.
  void make_rays() {
    data.infinite_far = !parts_.rays.empty() || !parts_.lines.empty();
    data.has_lines = !parts_.lines.empty();
    if (parts_.rays.empty()) return;
    Vec by_rays{0, 0, 0}, by_planes = by_rays;
    for (const PolyhedronRay& ray : parts_.rays) by_rays = by_rays + ray.along;
    for (const AnchoredPlane& p : planes_) by_planes = by_planes + p.plane.normal;
    double steepest = 0;
    Vec depth = by_rays;
    for (const Vec& axis : {by_rays, by_planes}) {
      if (!(length(axis) > 0)) continue;
      double least = HUGE_VAL;
      for (const PolyhedronRay& ray : parts_.rays) least = std::min(least, dot(axis, ray.along) / length(axis));
      if (least > steepest) steepest = least, depth = axis * (1 / length(axis));
    }
    if (!(steepest > 0x1p-30)) refuse("its sides are too nearly those of a half-space without an end");
    data.depth_axis = narrow(depth);
    for (PolyhedronRay& ray : parts_.rays) ray.along = ray.along * (1 / dot(depth, ray.along));
  }

  /// All unbounded directions.
  [[nodiscard]] std::vector<Vec> directions() const {
    std::vector<Vec> all;
    for (const PolyhedronRay& ray : parts_.rays) all.push_back(ray.along);
    for (const Vec& line : parts_.lines) all.push_back(line), all.push_back(-line);
    return all;
  }

  [[nodiscard]] double depth_of(const Vec& p) const {
    double depth = HUGE_VAL;
    for (const AnchoredPlane& plane : planes_) depth = std::min(depth, plane.plane.at(p));
    return depth;
  }

  /// Ignores planes that are not faces and that the others imply, however far away they are.
  void measure_faces() {
    const std::vector<AnchoredPlane> all = planes_;
    const auto is_face = [&](std::size_t i) {
      const auto lies_on = [i](const auto& part) { return (part.planes >> i & 1U) != 0; };
      return std::any_of(parts_.corners.begin(), parts_.corners.end(), lies_on) ||
             std::any_of(parts_.rays.begin(), parts_.rays.end(), lies_on);
    };
    planes_.clear();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (is_face(i)) planes_.push_back(all[i]);
    if (planes_.size() < all.size() && !planes_.empty()) {
      measure();
      const auto is_left_out = [&](std::size_t i) { return is_face(i) || is_implied(all[i]); };
      std::size_t i = 0;
      while (i < all.size() && is_left_out(i)) ++i;
      if (i == all.size()) return;
      data.reach_limit = VolumeData{}.reach_limit;
    }
    planes_ = all;
    measure();
  }

  /// Computes errors such that each statement about the polyhedron of the stored planes holds for that of the intended
  /// planes, up to these errors.
  void measure() {
    Vec sum{0, 0, 0}, onward = sum;
    for (const PolyhedronCorner& corner : parts_.corners) {
      sum = sum + corner.at;
      size_ = std::max(size_, norm_1(corner.at));
    }
    const double count = static_cast<double>(parts_.corners.size());
    middle_ = sum * (1 / count);
    const std::vector<Vec> unbounded = directions();
    for (const Vec& direction : unbounded) onward = onward + direction * (1 / static_cast<double>(unbounded.size()));
    double plane_slack = shift_error_;
    for (const AnchoredPlane& plane : planes_) plane_slack = std::max(plane_slack, shift_error_ + double{plane.slack});
    if (!unbounded.empty()) middle_ = middle_ + onward * (size_ + 0x1p20 * plane_slack + 0x1p-100);
    const double reach = std::max(size_, norm_1(middle_));
    plane_error_ = plane_slack + (8 + units_) * double_unit * reach;
    double across = 0, longest = 0, aside = 0, rise = HUGE_VAL;
    for (const PolyhedronCorner& corner : parts_.corners) across = std::max(across, length(corner.at - middle_));
    for (const Vec& direction : unbounded)
      longest = std::max(longest, norm_1(direction)), aside = std::max(aside, length(direction - onward));
    turn_error_ = (8 + units_) * double_unit * longest;
    for (const AnchoredPlane& p : planes_)
      for (const Vec& direction : unbounded) turn_error_ = std::max(turn_error_, -dot(p.plane.normal, direction));
    for (const AnchoredPlane& p : planes_) rise = std::min(rise, dot(p.plane.normal, onward) - 2 * turn_error_);
    const double depth = depth_of(middle_) / 2;
    if (!(depth > 2 * plane_error_)) refuse_empty();
    set_errors(unbounded.empty() ? HUGE_VAL : rise, depth, across, aside);
    errors_.corner = factor_ * plane_error_ + 0x1p-49 * size_;
    errors_.edge = factor_ * turn_error_ + 0x1p-49 * longest;
  }

  /// If a point violates planes by at most an error, moving it by that error times `factor_`, towards a point deep
  /// inside all planes, brings it into all of them. Points far out along rays move towards a point that is as far out.
  void set_errors(double rise, double depth, double across, double aside) {
    factor_ = 2 * std::max(1.0, across / depth);
    if (rise == HUGE_VAL) return;
    const double steep = rise > 0 ? 2 * std::max({1.0, across / depth, 2 * aside / rise}) : HUGE_VAL;
    const double limit = std::min(0x1p20 * (size_ + across), depth / (8 * turn_error_));
    const double flat = 2 * std::max(1.0, (across + limit * aside) / depth);
    factor_ = std::min(steep, flat);
    if (steep <= 0x1p24 || steep <= flat)
      factor_ = steep;
    else
      data.reach_limit = static_cast<float>(limit * (1 - float_unit));
  }

  void make_pairs() {
    std::vector<bool> has_ray(parts_.corners.size());
    for (const PolyhedronParts::Edge& edge : parts_.edges) {
      pairs_.push_back({parts_.corners[edge.corner].at, parts_.rays[edge.ray].along});
      has_ray[edge.corner] = true;
    }
    for (std::size_t i = 0; i < has_ray.size(); ++i)
      for (const Vec& line : parts_.lines) {
        pairs_.push_back({parts_.corners[i].at, line}), pairs_.push_back({parts_.corners[i].at, -line});
        has_ray[i] = true;
      }
    const Vec* alone = nullptr;
    for (std::size_t i = 0; i < has_ray.size(); ++i) {
      if (has_ray[i]) continue;
      const Vec& corner = parts_.corners[i].at;
      if (data.infinite_far) {
        pairs_.push_back({corner, {0, 0, 0}});
      } else if (alone == nullptr) {
        alone = &corner;
      } else {
        pairs_.push_back({*alone, corner - *alone}), alone = nullptr;
      }
    }
    if (alone != nullptr) pairs_.push_back({*alone, {0, 0, 0}});
    while (pairs_.size() < 4) pairs_.push_back(pairs_[0]);
  }

  template <class T>
  static void put(const Pair& pair, T (&near)[3], T (&edge)[3]) {
    const auto each = [](const Vec& v, T(&out)[3]) {
      out[0] = static_cast<T>(v.x), out[1] = static_cast<T>(v.y), out[2] = static_cast<T>(v.z);
    };
    each(pair.near, near), each(pair.edge, edge);
  }

  template <class T>
  void store_corners(VolumeCorners<T>& corners, std::vector<CornerEdge<T>>& rest, double unit) const {
    double edge_size = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      edge_size = std::max(edge_size, norm_1(pairs_[i].edge));
      if (i < 4) {
        put(pairs_[i], corners.near[i], corners.edge[i]);
      } else {
        CornerEdge<T>& pair = rest.emplace_back();
        put(pairs_[i], pair.near, pair.edge);
      }
    }
    corners.more = rest.data(), corners.more_count = static_cast<int>(rest.size());
    corners.slack = static_cast<T>(errors_.corner + 4 * unit * size_);
    corners.edge_slack = static_cast<T>(errors_.edge + 4 * unit * edge_size);
  }

  void store() {
    data.is_frustum = false, data.planes_are_exact = true;
    data.size = rounded_out(size_);
    const auto rest = std::make_shared<More>();
    store_corners(data.rounded, rest->rounded, float_unit);
    store_corners(data.fine, rest->fine, double_unit);
    more = rest;
    // From one end to the other, through the middle.
    const PolyhedronCorner* far = &parts_.corners[0];
    const auto away = [](const Vec& v) { return dot(v, v); };
    for (const PolyhedronCorner& corner : parts_.corners)
      if (away(corner.at - middle_) > away(far->at - middle_)) far = &corner;
    Vec axis = (far->at - middle_) * 0.75, start = middle_;
    if (data.infinite_far) {
      start = (middle_ + parts_.corners[0].at) * 0.5, axis = {0, 0, 0};
      for (const Vec& direction : directions()) axis = axis + direction;
    }
    data.axis_start = narrow(start), data.axis = narrow(axis);
    data.axis_scale = dot(axis, axis) > 0 ? static_cast<float>(1 / dot(axis, axis)) : 0;
  }

  /// Whether the other planes imply this one for all possible true planes.
  [[nodiscard]] bool is_implied(const AnchoredPlane& p) const {
    double least = HUGE_VAL, rise = HUGE_VAL;
    for (const PolyhedronCorner& corner : parts_.corners) least = std::min(least, p.plane.at(corner.at));
    for (const Vec& direction : directions()) rise = std::min(rise, dot(p.plane.normal, direction));
    const double hidden = errors_.corner + std::max(plane_error_, shift_error_ + double{p.slack}) +
                          0x1p-48 * (size_ + std::abs(p.plane.offset));
    return least > 8 * hidden && (rise > 8 * (errors_.edge + turn_error_));
  }

  void store_planes() {
    double size = size_;
    for (const AnchoredPlane& p : planes_) {
      if (is_implied(p)) continue;
      push_plane(data, {p.plane, p.slack + static_cast<float>(shift_error_)});
      size = std::max(size, std::abs(p.plane.offset));
    }
    data.size = rounded_out(size);
  }

  double units_;
  Given given_;
  std::vector<AnchoredPlane> planes_;
  PolyhedronParts parts_;
  bool meets_far_away_ = false;  ///< all corners are far from the origin of the planes
  std::vector<Pair> pairs_;
  CornerErrors errors_;
  Vec middle_{0, 0, 0};
  double size_ = 0, shift_error_ = 0, plane_error_ = 0, turn_error_ = 0, factor_ = 1;
};

}  // namespace

ConvexVolume VolumeMaker::of_polyhedron(std::span<const Plane> planes, const Vec& origin, double units, Given given) {
  PolyhedronVolume made(planes, origin, units, given);
  made.make();
  ConvexVolume volume;
  volume.data_ = made.data;
  volume.more_ = std::move(made.more);
  return volume;
}

}  // namespace lockstep::detail
