#include "objects.hpp"

#include <algorithm>
#include <cmath>

#include "lockstep/reference/quaternion.hpp"

namespace lockstep::test {

using oracle::Rng;
using oracle::uniform;

namespace {

struct Place {
  double x, y, z, size;
};

/// A place near the volume: near corners and far corners mixed with weights that may lie a little outside; small
/// objects where the volume is narrow.
Place place_near(const std::array<Vec3, 8>& corners, Rng& rng) {
  double u = uniform(rng, -0.3, 1.3), v = uniform(rng, -0.3, 1.3), t = uniform(rng, -0.1, 1.1);
  if (oracle::below(rng, 2) == 0) t = t * t * t;                         // many near the eye
  if (oracle::below(rng, 4) == 0) u = std::round(u), v = std::round(v);  // about an edge
  const auto mix = [&](float Vec3::*axis) {
    const auto ring = [&](std::size_t first) {
      const double a = corners[first].*axis, b = corners[first + 1].*axis;
      const double c = corners[first + 2].*axis, d = corners[first + 3].*axis;
      return (1 - v) * ((1 - u) * a + u * b) + v * ((1 - u) * d + u * c);
    };
    return (1 - t) * ring(0) + t * ring(4);
  };
  const auto width = [&](std::size_t k) {
    return std::hypot(double(corners[k + 2].x) - corners[k].x, double(corners[k + 2].y) - corners[k].y,
                      double(corners[k + 2].z) - corners[k].z);
  };
  const double here = (1 - std::min(1.0, std::max(0.0, t))) * width(0) + std::min(1.0, std::max(0.0, t)) * width(4);
  return {mix(&Vec3::x), mix(&Vec3::y), mix(&Vec3::z), here * std::pow(10, uniform(rng, -2.5, 0.3)) + 1e-6};
}

float narrow(double x) { return static_cast<float>(x); }

using Columns3 = std::array<reference::Vector<double>, 3>;

/// A rotation, then one property that boxes of a `BoxView` cannot have: stretched, mirrored, sheared, flat, or several.
Columns3 any_columns(Rng& rng) {
  const auto number = [&] { return uniform(rng, -1, 1); };
  const double x = number(), y = number(), z = number(), w = number();
  Columns3 columns = reference::rotation_axes(reference::Quaternion<double>{x, y, z, w});
  const int what = oracle::below(rng, 8);
  for (auto& column : columns)
    if (what % 2 == 1) column = column * std::pow(10, uniform(rng, -2, 1));
  if (what == 2) columns[0] = -columns[0];
  if (what == 3 || what == 4) columns[2] = columns[2] + columns[0] * (3 * number()) + columns[1] * (3 * number());
  if (what == 5) columns[1] = columns[0] * number();
  if (what == 6) columns[oracle::below(rng, 2) == 0 ? 0 : 2] = {0, 0, 0};
  return columns;
}

/// A box of local space, about its origin or far from it, and the matrix of its pose.
std::vector<double> transformed_box(const Place& p, Rng& rng) {
  const auto number = [&] { return uniform(rng, -1, 1); };
  const double unit = oracle::below(rng, 3) == 0 ? 1 : std::pow(10, uniform(rng, -3, 3));
  const double aside = unit * (oracle::below(rng, 3) == 0 ? 0 : std::pow(10, uniform(rng, -1, 2.5)));
  const reference::Vector<double> middle{aside * number(), aside * number(), aside * number()};
  const auto half = [&] { return unit * (oracle::below(rng, 20) == 0 ? 0 : uniform(rng, 0.1, 1)); };
  const reference::Vector<double> reach{half(), half(), half()};
  Columns3 c = any_columns(rng);
  for (auto& column : c) column = column * (p.size / unit);
  const reference::Vector<double> t =
      reference::Vector<double>{p.x, p.y, p.z} - (c[0] * middle.x + c[1] * middle.y + c[2] * middle.z);
  const reference::Vector<double> low = middle - reach, high = middle + reach;
  return {c[0].x, c[1].x, c[2].x, t.x,   c[0].y, c[1].y, c[2].y, t.y,    c[0].z,
          c[1].z, c[2].z, t.z,    low.x, low.y,  low.z,  high.x, high.y, high.z};
}

}  // namespace

Columns objects_near(const ConvexVolume& volume, Objects kind, std::size_t count, Rng& rng) {
  const std::array<Vec3, 8> corners = volume.corners(50);
  Columns columns(stream_count(kind));
  for (std::size_t i = 0; i < count; ++i) {
    const Place p = place_near(corners, rng);
    const auto half = [&] { return p.size * uniform(rng, 0.1, 1); };
    std::vector<double> numbers = {p.x, p.y, p.z};
    if (kind == Objects::spheres) numbers.push_back(p.size);
    if (kind == Objects::aabbs) {
      const double x = half(), y = half(), z = half();
      numbers = {p.x - x, p.y - y, p.z - z, p.x + x, p.y + y, p.z + z};
    }
    if (kind == Objects::boxes) {
      double q[4], norm = 0;
      for (double& c : q) c = uniform(rng, -1, 1), norm += c * c;
      for (const double c : q) numbers.push_back(c / std::sqrt(norm));
      for (int k = 0; k < 3; ++k) numbers.push_back(half());
    }
    if (kind == Objects::transformed_boxes) numbers = transformed_box(p, rng);
    for (std::size_t s = 0; s < numbers.size(); ++s) columns[s].push_back(narrow(numbers[s]));
  }
  return columns;
}

oracle::AnyShape object_at(const Columns& columns, std::size_t i) {
  const auto vec = [&](std::size_t s) { return Vec3{columns[s][i], columns[s + 1][i], columns[s + 2][i]}; };
  if (columns.size() == 4) return Sphere{vec(0), columns[3][i]};
  if (columns.size() == 6) return Aabb{vec(0), vec(3)};
  if (columns.size() == 18) {
    oracle::TransformedBox box{{}, vec(12), vec(15)};
    for (std::size_t s = 0; s < 12; ++s) box.row_major[s] = columns[s][i];
    return box;
  }
  return Box{vec(0), {columns[3][i], columns[4][i], columns[5][i], columns[6][i]}, vec(7)};
}

void put_object(Columns& columns, std::size_t i, const oracle::AnyShape& object) {
  const auto put = [&](std::size_t s, const Vec3& v) {
    columns[s][i] = v.x, columns[s + 1][i] = v.y, columns[s + 2][i] = v.z;
  };
  if (const auto* sphere = std::get_if<Sphere>(&object)) put(0, sphere->center), columns[3][i] = sphere->radius;
  if (const auto* aabb = std::get_if<Aabb>(&object)) put(0, aabb->min), put(3, aabb->max);
  if (const auto* box = std::get_if<Box>(&object)) {
    const Quat& q = box->rotation;
    put(0, box->center), put(3, {q.x, q.y, q.z}), columns[6][i] = q.w, put(7, box->half_extents);
  }
  if (const auto* box = std::get_if<oracle::TransformedBox>(&object)) {
    for (std::size_t s = 0; s < 12; ++s) columns[s][i] = box->row_major[s];
    put(12, box->min), put(15, box->max);
  }
}

Streams packed(const Columns& columns) {
  Streams streams;
  for (const std::vector<float>& column : columns) streams.push_back({column.data(), sizeof(float)});
  return streams;
}

namespace {

/// Calls run with the view of the streams.
template <class Run>
std::size_t with_view(const Streams& s, std::size_t count, const Run& run) {
  if (s.size() == 4) return run(SphereView{s[0], s[1], s[2], s[3], count});
  if (s.size() == 6) return run(AabbView{s[0], s[1], s[2], s[3], s[4], s[5], count});
  if (s.size() == 10) return run(BoxView{s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], count});
  const MatrixStreams matrix{s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11]};
  return run(TransformedBoxView{matrix, s[12], s[13], s[14], s[15], s[16], s[17], count});
}

}  // namespace

std::size_t cull_streams(const ConvexVolume& volume, const Streams& streams, std::size_t count,
                         std::span<std::uint64_t> visible, const CullOptions& options) {
  return with_view(streams, count, [&](const auto& view) {
    return visible.data() == nullptr ? cull_count(volume, view, options) : cull(volume, view, visible, options);
  });
}

std::size_t cull_streams(const VolumeSet& volumes, const Streams& streams, std::size_t count,
                         const VisibleSets& visible, const CullOptions& options) {
  return with_view(streams, count, [&](const auto& view) { return cull(volumes, view, visible, options); });
}

std::vector<std::uint64_t> mask_of(const ConvexVolume& volume, const Streams& streams, std::size_t count,
                                   const CullOptions& options) {
  std::vector<std::uint64_t> visible(mask_words(count) + 1, 0xabcdef0123456789U);
  cull_streams(volume, streams, count, {visible.data(), mask_words(count)}, options);
  if (visible.back() != 0xabcdef0123456789U) throw std::logic_error("a word behind the mask was written");
  visible.pop_back();
  return visible;
}

}  // namespace lockstep::test
