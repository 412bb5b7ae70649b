// A hull has vertices but no faces. To find the face that faces a direction the most, start at the farthest vertex,
// take the edge from there that falls off the least, and then the flatter of the two faces beside that edge. Each step
// scans all vertices (gift wrapping, D. Chand, S. Kapur, 1970). The vertices in the plane of the face are its corners.
#include "contacts/hull_face.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>

#include "base/quaternion.hpp"

namespace lockstep::detail {

namespace {

using Point = ContactPoint3;

struct Corner {
  double x, y, z;
  std::uint32_t vertex;
};

/// The vertices of a hull of a set, in the coordinates of a contact; z is the direction that its feature faces.
class FramedVertices {
 public:
  FramedVertices(const ShapeRef& hull, const ContactFrame<double>& frame, const Point& origin, double towards) {
    const auto& row = hull.record->row;
    count_ = std::bit_cast<std::uint32_t>(row[2][3]);
    extent_ = double{row[2][0]} + row[2][1] + row[2][2];
    std::uint32_t at = std::bit_cast<std::uint32_t>(row[1][3]);
    std::array<Point, 3> axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const Point anchor{row[0][0], row[0][1], row[0][2]};
    offset_ = anchor - origin;
    if (std::bit_cast<std::uint32_t>(row[3][3]) >> 31 != 0) {
      Placement placement;
      std::memcpy(&placement, hull.placements + std::size_t{at} * vertex_padding, sizeof placement);
      const Quat& q = *hull.rotation;
      axes = math::rotation_axes(math::Quaternion<double>{q.x, q.y, q.z, q.w});
      const auto point = [&](int k) { return Point{placement.row[k][0], placement.row[k][1], placement.row[k][2]}; };
      offset_ = (point(3) - origin) + math::to_world(axes, point(4));
      radius_ = double{placement.row[0][3]};
      at = std::bit_cast<std::uint32_t>(placement.row[1][3]);
    } else {  // rounded like coordinates of the world
      rounding_ = (std::abs(anchor.x) + std::abs(anchor.y)) + std::abs(anchor.z);
    }
    const auto along = [&](const Point& v) {
      return Point{dot(v, frame.x), dot(v, frame.y), dot(v, frame.normal) * towards};
    };
    for (std::size_t k = 0; k < 3; ++k) axes_[k] = along(axes[k]);
    offset_ = along(offset_);
    high_ = hull.vertices + std::size_t{at} * vertex_padding, low_ = hull.low_parts + std::size_t{at} * vertex_padding;
    if (count_ <= most_kept)
      for (std::uint32_t i = 0; i < count_; ++i) kept_[i] = framed(i);
  }

  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] double radius() const { return radius_; }
  /// The tolerance: vertices at most this far apart count as one, and vertices at most this far from a plane as in it.
  [[nodiscard]] double place() const { return 0x1p-21 * extent_ + 0x1p-22 * rounding_; }
  [[nodiscard]] Point at(std::uint32_t i) const { return count_ <= most_kept ? kept_[i] : framed(i); }
  [[nodiscard]] Corner corner(std::uint32_t i) const {
    const Point p = at(i);
    return {p.x, p.y, p.z, i};
  }
  /// The vertex with the largest value of `measure`, the first of equal ones; none if no value is above `least`.
  template <class Measure>
  [[nodiscard]] std::optional<std::uint32_t> most(double least, const Measure& measure) const {
    std::optional<std::uint32_t> best;
    for (std::uint32_t i = 0; i < count_; ++i)
      if (const double m = measure(at(i)); m > least) least = m, best = i;
    return best;
  }

 private:
  /// Several scans read the vertices. A hull of at most this size is read from memory once.
  static constexpr std::uint32_t most_kept = 128;

  [[nodiscard]] Point framed(std::uint32_t i) const {
    const std::size_t stride = padded(count_);
    const auto coordinate = [&](std::size_t axis) {
      return double{high_[axis * stride + i]} + double{low_[axis * stride + i]};
    };
    return offset_ + ((axes_[0] * coordinate(0) + axes_[1] * coordinate(1)) + axes_[2] * coordinate(2));
  }

  std::uint32_t count_;
  double extent_, radius_ = 0, rounding_ = 0;
  std::array<Point, 3> axes_;
  Point offset_;
  const float *high_, *low_;
  std::array<Point, most_kept> kept_;
};

constexpr double infinity = std::numeric_limits<double>::infinity();

double turn(const Corner& p, const Corner& q, const Corner& r) {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

/// The corners of a face, in the order of their discovery.
struct Corners {
  std::array<Corner, 2 * most_face_corners> at;
  std::size_t count = 0;

  /// Reduces the corners to their convex hull, counter-clockwise, without corners within `place` of an edge. Source: A.
  /// Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
  void wrap(double place) {
    const auto end = at.begin() + static_cast<std::ptrdiff_t>(count);
    std::sort(at.begin(), end, [](const Corner& p, const Corner& q) {
      return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.vertex < q.vertex;
    });
    // Keeps the first of identical vertices.
    const auto is_same = [](const Corner& p, const Corner& q) { return p.x == q.x && p.y == q.y; };
    count = static_cast<std::size_t>(std::unique(at.begin(), end, is_same) - at.begin());
    if (count < 2) return;
    std::array<Corner, 4 * most_face_corners> chain;
    std::size_t size = 0;
    const auto add = [&](const Corner& corner, std::size_t least) {
      const auto is_corner = [&] {
        const Corner &p = chain[size - 2], &q = chain[size - 1];
        return turn(p, q, corner) > place * (std::abs(corner.x - p.x) + std::abs(corner.y - p.y));
      };
      while (size >= least && !is_corner()) --size;
      chain[size++] = corner;
    };
    for (std::size_t i = 0; i < count; ++i) add(at[i], 2);
    const std::size_t upper = size + 1;
    for (std::size_t i = count - 1; i-- > 0;) add(at[i], upper);
    count = std::min(size - 1, at.size());
    std::copy_n(chain.begin(), count, at.begin());
  }
  /// Makes room if necessary.
  void reduce(double place) {
    wrap(place);
    if (count <= most_face_corners) return;
    for (std::size_t i = 0; 2 * i < count; ++i) at[i] = at[2 * i];
    count = (count + 1) / 2;
  }
  void add(const Corner& corner, double place) {
    if (count == at.size()) reduce(place);
    at[count++] = corner;
  }
};

/// Truncates to 25 bits, so that the numbers of edges are exact.
double number_of(std::uint32_t vertex) { return vertex & 0x1ffffffU; }

/// A point, or the two ends of an edge, as a feature, by the conventions of slab_feature.
HullFeature edge_or_corner(const Corner& p, const Corner& q) {
  HullFeature f;
  const double ex = q.x - p.x, ey = q.y - p.y, square = ex * ex + ey * ey;
  f.is_face = false, f.is_edge = p.vertex != q.vertex;
  const double z_slope = f.is_edge ? (q.z - p.z) / square : 0;
  const double x[4] = {p.x, q.x, q.x - ey, p.x - ey}, y[4] = {p.y, q.y, q.y + ex, p.y + ex};
  for (int k = 0; k < 4; ++k) {
    const bool end = k == 1 || k == 2;
    f.x[k] = x[k], f.y[k] = y[k], f.z[k] = end ? q.z : p.z, f.number[k] = number_of(end ? q.vertex : p.vertex);
  }
  f.slope_x = z_slope * ex, f.slope_y = z_slope * ey;
  f.name_edges();
  f.whole = f.is_edge ? f.edge[0] : corner_feature(f.number[0]);
  f.size = std::abs(ex) + std::abs(ey);
  return f;
}

/// The face in the plane through `on` with the unit normal m.
HullFeature face_of(const FramedVertices& vertices, const Point& on, const Point& m) {
  Corners corners;
  for (std::uint32_t i = 0; i < vertices.count(); ++i) {
    const Point p = vertices.at(i);
    if (dot(p - on, m) >= -vertices.place()) corners.add(vertices.corner(i), vertices.place());
  }
  corners.reduce(vertices.place());
  HullFeature f;
  f.is_face = true, f.is_edge = false;
  f.corners = static_cast<int>(corners.count);
  std::uint32_t name = 0;
  f.size = infinity;
  for (int k = 0; k < f.corners; ++k) {
    const Corner &c = corners.at[static_cast<std::size_t>(k)], &d = corners.at[static_cast<std::size_t>(f.next(k))];
    f.x[k] = c.x, f.y[k] = c.y, f.z[k] = c.z, f.number[k] = number_of(c.vertex);
    f.size = std::min(f.size, std::abs(c.x - d.x) + std::abs(c.y - d.y));
    name += (c.vertex + 1) * 2654435761U;  // a hash of all corners, independent of their order
  }
  f.name_edges();
  f.slope_x = -m.x / m.z, f.slope_y = -m.y / m.z;
  f.whole = face_feature<double>(name >> 4);
  return f;
}

/// The edge between the two farthest vertices on the line through s along a unit vector.
HullFeature edge_through(const FramedVertices& vertices, const Point& s, const Point& along) {
  const auto reach = [&](double sign) {
    return [&vertices, &s, &along, sign](const Point& p) {
      const Point off = p - s, aside = off - along * dot(off, along);
      return dot(aside, aside) <= vertices.place() * vertices.place() ? sign * dot(off, along) : -infinity;
    };
  };
  return edge_or_corner(vertices.corner(vertices.most(-infinity, reach(-1)).value_or(0)),
                        vertices.corner(vertices.most(-infinity, reach(1)).value_or(0)));
}

/// The unit normal of the flatter face beside the edge through s, if there is one.
std::optional<Point> normal_beside(const FramedVertices& vertices, const Point& s, const Point& along) {
  // Perpendicular to the edge: horizontal and rising.
  const Point side = Point{along.y, -along.x, 0} * (1 / std::sqrt(along.x * along.x + along.y * along.y));
  const Point up = cross(side, along);
  const auto beside = vertices.most(-infinity, [&](const Point& p) {
    const double x = std::abs(dot(p - s, side));
    return x > vertices.place() ? dot(p - s, up) / x : -infinity;
  });
  if (!beside) return std::nullopt;
  const Point w = vertices.at(*beside) - s;
  const double x = dot(w, side), y = dot(w, up);
  const Point n = (up * std::abs(x)) - side * (x < 0 ? -y : y);
  return n * (1 / std::sqrt(x * x + y * y));
}

HullFeature feature_upwards(const FramedVertices& vertices) {
  const std::uint32_t top = vertices.most(-infinity, [](const Point& p) { return p.z; }).value_or(0);
  const Point s = vertices.at(top);
  const auto end = vertices.most(-flat_tangent, [&](const Point& p) {
    const double x = p.x - s.x, y = p.y - s.y, aside = std::sqrt(x * x + y * y);
    return aside > vertices.place() ? (p.z - s.z) / aside : -infinity;
  });
  if (!end) return edge_or_corner(vertices.corner(top), vertices.corner(top));
  const Point edge = vertices.at(*end) - s, along = edge * (1 / std::sqrt(dot(edge, edge)));
  const std::optional<Point> normal = normal_beside(vertices, s, along);
  if (!normal || !(normal->z >= flat_cosine)) return edge_through(vertices, s, along);
  const HullFeature face = face_of(vertices, s, *normal);
  return face.corners > 2 ? face : edge_through(vertices, s, along);
}

}  // namespace

HullFeature hull_feature(const ShapeRef& hull, const ContactFrame<double>& frame, const Point& origin, double towards) {
  const FramedVertices vertices(hull, frame, origin, towards);
  HullFeature feature = feature_upwards(vertices);
  for (int k = 0; k < feature.corners; ++k) feature.z[k] = (feature.z[k] + vertices.radius()) * towards;
  feature.slope_x *= towards, feature.slope_y *= towards;
  return feature;
}

}  // namespace lockstep::detail
