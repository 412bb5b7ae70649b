#include "pair_list.hpp"

#include <cmath>

#include "objects.hpp"
#include "pair_line.hpp"
#include "plane_pair_line.hpp"
#include "poison.hpp"
#include "volumes.hpp"

namespace lockstep::test {

using oracle::uniform;

namespace {

struct Add {
  ShapeSet& set;
  Check check;

  std::uint32_t operator()(const oracle::HullShape& hull) const { return set.add(ConvexHull{hull.vertices}, check); }
  // Lattice rotations are exact because their quaternions do not have unit length, which a check would refuse.
  std::uint32_t operator()(const oracle::PlacedHull& hull) const {
    if (hull.is_unmoved()) return set.add(RoundedHull{hull.vertices, hull.radius}, check);
    return set.add(HullInstance{set.add_mesh(ConvexHull{hull.vertices}, check), hull.pose, hull.radius}, Check::none);
  }
  std::uint32_t operator()(const oracle::Corners8& corners) const { return set.add(volume_of(corners)); }
  std::uint32_t operator()(const oracle::MatrixVolume& matrix) const { return set.add(volume_of(matrix)); }
  std::uint32_t operator()(const oracle::TransformedBox&) const { throw std::logic_error("only views have these"); }
  std::uint32_t operator()(const Box& box) const { return set.add(box, Check::none); }
  std::uint32_t operator()(const Ellipsoid& ellipsoid) const { return set.add(ellipsoid, Check::none); }
  template <class Shape>
  std::uint32_t operator()(const Shape& shape) const {
    return set.add(shape, check);
  }
};

struct AddInPlane {
  ShapeSet2& set;
  Check check;

  std::uint32_t operator()(const oracle::PolygonShape2& s) const {
    return set.add(Polygon2{.vertices = s.vertices, .position = s.position, .angle = s.angle}, check);
  }
  std::uint32_t operator()(const auto& shape) const { return set.add(shape, check); }
};

bool may_refuse(const AnyShape& shape) { return kind_of(shape) == Kind::matrix || !is_a_shape(shape); }
bool may_refuse(const AnyShape2&) { return false; }

}  // namespace

std::uint32_t add_to(ShapeSet& set, const AnyShape& shape, Check check) { return std::visit(Add{set, check}, shape); }
std::uint32_t add_to(ShapeSet2& set, const AnyShape2& shape, Check check) {
  return std::visit(AddInPlane{set, check}, shape);
}

template <class Set, class Shape>
bool PairListOf<Set, Shape>::append(std::pair<Shape, Shape> pair, Check check) {
  const bool may_be_refused = check == Check::none || may_refuse(pair.first) || may_refuse(pair.second);
  try {
    // Converted before anything is added: the two sets stay in step.
    Set trial;
    add_to(trial, pair.first, check), add_to(trial, pair.second, check);
  } catch (const InvalidInput&) {
    if (may_be_refused) return false;
    throw;
  }
  pairs.push_back({add_to(first, pair.first, check), add_to(second, pair.second, check)});
  shapes.push_back(std::move(pair));
  return true;
}

template <class Set, class Shape>
std::vector<Verdict> PairListOf<Set, Shape>::answers(const IntersectOptions& options) const {
  std::vector<Verdict> verdicts(pairs.size());
  intersect(first, second, pairs, verdicts, options);
  return verdicts;
}

template <class Set, class Shape>
std::vector<Verdict> PairListOf<Set, Shape>::swapped_answers(const IntersectOptions& options) const {
  std::vector<Verdict> verdicts(pairs.size());
  intersect(second, first, swapped(), verdicts, options);
  return verdicts;
}

template <class Set, class Shape>
std::vector<Pair> PairListOf<Set, Shape>::swapped() const {
  std::vector<Pair> all;
  for (const Pair& pair : pairs) all.push_back({pair.b, pair.a});
  return all;
}

template <class Set, class Shape>
std::string PairListOf<Set, Shape>::line(std::size_t i) const {
  return oracle::to_pair_line("pair" + std::to_string(i), shapes[i].first, shapes[i].second);
}

template struct PairListOf<ShapeSet, AnyShape>;
template struct PairListOf<ShapeSet2, AnyShape2>;

AnyShape many_vertices(Rng& rng, int vertices, const Vec3& center) {
  oracle::HullShape hull;
  while (hull.vertices.size() < static_cast<std::size_t>(vertices)) {
    const double x = uniform(rng, -1, 1), y = uniform(rng, -1, 1), z = uniform(rng, -1, 1);
    const double squared = x * x + y * y + z * z;
    if (squared > 1 || squared < 0.01) continue;
    const double scale = oracle::below(rng, 2) == 0 ? 1 : 1 / std::sqrt(squared);
    hull.vertices.push_back({static_cast<float>(center.x + x * scale), static_cast<float>(center.y + y * scale),
                             static_cast<float>(center.z + z * scale)});
  }
  return hull;
}

namespace {

/// The gap of a pair near contact is a power of ten between these; `crowd(pair)` gives a pair many vertices.
template <class List, class AnyKind, class Crowd>
void append_mixture_of(List& list, Rng& rng, AnyKind a, AnyKind b, int count, double least, double most,
                       const Crowd& crowd) {
  for (int i = 0; i < count;) {
    auto pair = [&] {
      switch (i % 4) {
        case 0: return oracle::random_pair(rng, a, b);
        case 1: {
          const double gap = std::pow(10, uniform(rng, least, most));
          return oracle::near_contact_pair(rng, a, b, oracle::below(rng, 2) == 0 ? gap : -gap);
        }
        default: return oracle::hard_pair(rng, a, b, oracle::all_hardnesses[rng() % oracle::all_hardnesses.size()]);
      }
    }();
    if (i % 8 == 0) crowd(pair);
    i += static_cast<int>(list.append(std::move(pair)));
  }
}

}  // namespace

void append_mixture(PairList& list, Rng& rng, Kind a, Kind b, int count) {
  append_mixture_of(list, rng, a, b, count, -8, -2, [&](ShapePair& pair) {
    if (b != Kind::hull) return;
    const int vertices = 1 + oracle::below(rng, 150);
    pair.second = many_vertices(rng, vertices, {static_cast<float>(uniform(rng, -2, 2)), 0.5F, 0});
  });
}

void append_mixture(PlanePairList& list, Rng& rng, Kind2 a, Kind2 b, int count) {
  append_mixture_of(list, rng, a, b, count, -9, -1, [&](ShapePair2& pair) {
    if (b != Kind2::polygon) return;
    const int vertices = 1 + oracle::below(rng, 150);
    pair.second = oracle::polygon_of(rng, vertices, {static_cast<float>(uniform(rng, -2, 2)), 0.5F});
  });
}

ShapeSet mixed_shapes(const ConvexVolume& volume, std::size_t count, Rng& rng) {
  ShapeSet shapes;
  const Columns places = objects_near(volume, Objects::spheres, count, rng);
  for (std::size_t i = 0; i < count; ++i) {
    const oracle::Kind kind = shape_kinds[rng() % shape_kinds.size()];
    const oracle::AnyShape shape = oracle::random_pair(rng, kind, oracle::Kind::point).first;
    add_to(shapes, oracle::moved(shape, places[0][i], places[1][i], places[2][i]));
  }
  return shapes;
}

}  // namespace lockstep::test
