// The planes of a volume defined by its corners.
#include <algorithm>
#include <optional>

#include "volumes/corner_planes.hpp"

namespace lockstep::detail {

namespace {

using Quad = int[4];

/// The sides of eight corners, near 0 1 2 3 and far 4 5 6 7, each in ring order as seen from outside (or from inside,
/// for a mirror image).
constexpr Quad box_sides[6] = {{3, 2, 1, 0}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

/// 1 if the sides are seen from outside, -1 if from inside: the sign of the volume that they enclose.
double orientation(const Vec (&corners)[8]) {
  double volume = 0;
  for (const Quad& q : box_sides)
    for (int half = 1; half < 3; ++half) volume += dot(corners[q[0]], cross(corners[q[half]], corners[q[half + 1]]));
  return volume < 0 ? -1 : 1;
}

double lowest(const Vec (&corners)[8], const Vec& normal) {
  double low = dot(normal, corners[0]);
  for (const Vec& corner : corners) low = std::min(low, dot(normal, corner));
  return low;
}

/// The plane of half of a quadrilateral side, seen from outside, if all corners lie on its inner side. Rounding may put
/// some corners slightly outside; the plane is moved until it bounds them all.
std::optional<Plane> facet(const Vec (&corners)[8], int a, int b, int c, double seen, double size) {
  const Vec normal = cross(corners[c] - corners[a], corners[b] - corners[a]) * seen;
  const double area = length(normal);
  if (!(area > 0x1p-26 * size * size)) return std::nullopt;
  const Vec unit = normal * (1 / area);
  const double low = lowest(corners, unit);
  if (low - dot(unit, corners[a]) < -0x1p-40 * size) return std::nullopt;
  return Plane{unit, -low};
}

/// Adds the one or two planes of a side; false if they do not bound the hull. If all sides have theirs, all twelve
/// triangles surround a point well inside all planes with the same orientation, so the point lies in the hull
/// (docs/numerics.md).
bool push_side(VolumeData& data, const Vec (&corners)[8], double seen, const Quad& q) {
  for (int diagonal = 0; diagonal < 2; ++diagonal) {
    const int a = q[diagonal], b = q[diagonal + 1], c = q[(diagonal + 2) % 4], d = q[(diagonal + 3) % 4];
    const auto first = facet(corners, a, b, c, seen, data.size);
    const auto second = facet(corners, a, c, d, seen, data.size);
    if (!first || !second) continue;
    push_plane(data, *first);
    if (norm_1(first->normal - second->normal) > 0x1p-30) push_plane(data, *second);
    return true;
  }
  return false;
}

/// Adds a plane with all corners on its inner side, whatever their order: it bounds the hull without being one of its
/// faces.
void push_bounding_plane(VolumeData& data, const Vec (&corners)[8], const Quad& q) {
  const Vec across = cross(corners[q[2]] - corners[q[0]], corners[q[3]] - corners[q[1]]);
  if (!(length(across) > 0)) return;
  const Vec normal = across * (1 / length(across));
  const double low = lowest(corners, normal), high = -lowest(corners, -normal), here = dot(normal, corners[q[0]]);
  if (here - low < high - here)
    push_plane(data, Plane{normal, -low});
  else
    push_plane(data, Plane{-normal, high});
}

}  // namespace

void set_corner_planes(VolumeData& data, const Vec (&corners)[8]) {
  const double seen = orientation(corners);
  data.planes_are_exact = std::all_of(std::begin(box_sides), std::end(box_sides),
                                      [&](const Quad& q) { return push_side(data, corners, seen, q); });
  if (data.planes_are_exact) return;
  data.plane_count = 0;
  for (const Quad& q : box_sides) push_bounding_plane(data, corners, q);
}

}  // namespace lockstep::detail
