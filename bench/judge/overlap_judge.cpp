#include "judge/overlap_judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "judge/judge_shapes.hpp"
#include "work/overlap_shapes.hpp"

namespace lockstep::bench {
namespace {

// The grid. Cells are as large as the largest object, so overlapping objects have their centres in the same cell or in
// neighbours.

struct Placed {
  std::uint64_t cell;
  std::uint32_t object;
};

constexpr int cell_bits = 21;

double length(double low, double high) { return high - low; }

std::vector<Placed> sorted_by_cell(const std::vector<Aabb>& boxes) {
  double size = 0;
  std::array<double, 3> origin{INFINITY, INFINITY, INFINITY};
  const auto middle = [](const Aabb& b) {
    return std::array{(double{b.min.x} + b.max.x) / 2, (double{b.min.y} + b.max.y) / 2,
                      (double{b.min.z} + b.max.z) / 2};
  };
  for (const Aabb& b : boxes) {
    size = std::max({size, length(b.min.x, b.max.x), length(b.min.y, b.max.y), length(b.min.z, b.max.z)});
    for (std::size_t k = 0; k < 3; ++k) origin[k] = std::min(origin[k], middle(b)[k]);
  }
  size *= 1 + 1e-5;  // the boxes are rounded
  std::vector<Placed> placed(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    std::uint64_t cell = 0;
    for (std::size_t k = 3; k-- > 0;)  // from 1 on, so that the cell before a row's first is not another row's
      cell = cell << cell_bits | static_cast<std::uint64_t>(1 + (middle(boxes[i])[k] - origin[k]) / size);
    placed[i] = {cell, static_cast<std::uint32_t>(i)};
  }
  std::sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) { return a.cell < b.cell; });
  return placed;
}

/// Calls `ask(i, j)` once for each two objects of neighbouring cells. Three cells in a row are contiguous; in the
/// neighbouring rows, each cell looks only at later ones.
template <class Ask>
void for_neighbours(const std::vector<Placed>& placed, Ask ask) {
  constexpr std::uint64_t y = std::uint64_t{1} << cell_bits, z = y << cell_bits;
  constexpr std::array later_rows{y, z - y, z, z + y};
  std::array<std::size_t, 4> first{};
  for (std::size_t p = 0; p < placed.size(); ++p) {
    const auto& [cell, object] = placed[p];
    for (std::size_t q = p + 1; q < placed.size() && placed[q].cell <= cell + 1; ++q) ask(object, placed[q].object);
    for (std::size_t row = 0; row < 4; ++row) {
      const std::uint64_t beside = cell + later_rows[row];
      std::size_t& q0 = first[row];
      while (q0 < placed.size() && placed[q0].cell < beside - 1) ++q0;
      for (std::size_t q = q0; q < placed.size() && placed[q].cell <= beside + 1; ++q) ask(object, placed[q].object);
    }
  }
}

template <class Columns, class Meet>
std::vector<Pair> pairs_of(const Columns& objects, Meet meet_exactly) {
  std::vector<Aabb> boxes;
  for (std::size_t i = 0; i < objects.size(); ++i) boxes.push_back(bounds(object(objects, i)));
  std::vector<Pair> pairs;
  for_neighbours(sorted_by_cell(boxes), [&](std::uint32_t i, std::uint32_t j) {
    if (meet_exactly(i, j)) pairs.push_back({std::min(i, j), std::max(i, j)});
  });
  std::sort(pairs.begin(), pairs.end(),
            [](const Pair& p, const Pair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
  return pairs;
}

template <class Columns>
std::vector<Pair> true_pairs(const Columns& objects) {
  return pairs_of(
      objects, [&](std::uint32_t i, std::uint32_t j) { return meet<double>(object(objects, i), object(objects, j)); });
}

/// Two spheres use the closed form, which is exact near contact too.
bool truly_meet(const ReferenceBody<double>& a, const ReferenceBody<double>& b) {
  const auto *p = std::get_if<reference::Sphere<double>>(&a), *q = std::get_if<reference::Sphere<double>>(&b);
  if (p == nullptr || q == nullptr) return meet(a, b);
  const auto offset = p->center - q->center;
  return dot(offset, offset) <= (p->radius + q->radius) * (p->radius + q->radius);
}

std::vector<Pair> true_pairs(const BodyColumns& bodies) {
  const ReferenceMeshes<double> meshes(*bodies.what);
  std::vector<ReferenceBody<double>> placed;
  for (std::size_t i = 0; i < bodies.size(); ++i) placed.push_back(meshes.placed(object(bodies, i)));
  return pairs_of(bodies, [&](std::uint32_t i, std::uint32_t j) { return truly_meet(placed[i], placed[j]); });
}

// Whether a pair is nearly in contact.

struct Offset {
  double distance, reach, largest;
};

Offset offset(const Sphere& a, const Sphere& b) {
  const auto p = vector<double>(a.center), q = vector<double>(b.center);
  return {std::sqrt(dot(p - q, p - q)), double{a.radius} + b.radius,
          std::max(size_of(reference_shape<double>(a)), size_of(reference_shape<double>(b)))};
}

Offset offset(const Circle2& a, const Circle2& b) {
  const auto flat = [](const Circle2& c) { return Sphere{{c.center.x, c.center.y, 0}, c.radius}; };
  return offset(flat(a), flat(b));
}

template <class Columns>
bool nearly_touch(const Columns& objects, const Pair& pair) {
  const Offset found = offset(object(objects, pair.a), object(objects, pair.b));
  return std::abs(found.distance - found.reach) <= 0x1p-20 * found.largest;
}

template <class Shape>
const Shape& growing(const Shape& shape) {
  return shape;
}

Hull growing(const PlacedCloud<double>& cloud) {
  Hull hull;
  for (const auto& p : cloud.shape.points)
    hull.points.push_back(cloud.position + reference::point_to_world(cloud.rotation, p));
  return hull;
}

bool nearly_touch(const BodyColumns& bodies, const Pair& pair) {
  const ReferenceMeshes<double> meshes(*bodies.what);
  return std::visit([](const auto& a, const auto& b) { return answer_changes(growing(a), growing(b)); },
                    meshes.placed(object(bodies, pair.a)), meshes.placed(object(bodies, pair.b)));
}

}  // namespace

std::vector<Pair> true_pairs(const OverlapScene& scene, std::size_t frame) {
  return std::visit([&](const auto& frames) { return true_pairs(frames[frame]); }, scene.frames);
}

bool within_rounding(const OverlapScene& scene, std::size_t frame, const Pair& pair) {
  return std::visit([&](const auto& frames) { return nearly_touch(frames[frame], pair); }, scene.frames);
}

}  // namespace lockstep::bench
