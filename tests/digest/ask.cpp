#include "ask.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "lockstep/sets.hpp"

#include "asking.hpp"
#include "flush_denormals.hpp"
#include "layout.hpp"

namespace lockstep::digest {

namespace {

/// Adds any shape: invalid numbers are part of the questions.
struct Add {
  ShapeSet& set;

  void operator()(const oracle::HullShape& hull) const { set.add(ConvexHull{hull.vertices}, Check::none); }
  void operator()(const oracle::PlacedHull& hull) const {
    set.add(HullInstance{set.add_mesh(ConvexHull{hull.vertices}, Check::none), hull.pose, hull.radius}, Check::none);
  }
  void operator()(const oracle::Corners8& v) const { set.add(ConvexVolume::from_corners(v.corners)); }
  void operator()(const oracle::MatrixVolume& v) const {
    set.add(ConvexVolume::from_view_projection(v.row_major, v.range));
  }
  void operator()(const oracle::TransformedBox&) const { throw std::logic_error("only views have these"); }
  template <class Shape>
  void operator()(const Shape& shape) const {
    set.add(shape, Check::none);
  }
};

struct AddInPlane {
  ShapeSet2& set;

  void operator()(const oracle::PolygonShape2& s) const {
    set.add(Polygon2{.vertices = s.vertices, .position = s.position, .angle = s.angle}, Check::none);
  }
  void operator()(const auto& shape) const { set.add(shape, Check::none); }
};

bool are_of_one_kind(std::span<const AnyShape> objects) {
  return std::all_of(objects.begin(), objects.end(),
                     [&](const AnyShape& s) { return s.index() == objects[0].index(); });
}

/// The objects as columns of a view; empty if there is no view for them.
test::Columns columns_of(std::span<const AnyShape> objects, std::span<const std::uint32_t> order) {
  if (objects.empty() || !are_of_one_kind(objects)) return {};
  const Kind kind = oracle::kind_of(objects[0]);
  const std::optional<test::Objects> view = test::view_of(kind);
  if (!view) return {};
  test::Columns columns(test::stream_count(*view), std::vector<float>(objects.size()));
  for (std::size_t i = 0; i < order.size(); ++i) test::put_object(columns, i, objects[order[i]]);
  return columns;
}

/// Culls the objects, in the given order, by every available interface.
class Objects {
 public:
  Objects(std::span<const AnyShape> objects, std::span<const std::uint32_t> order, std::size_t offset)
      : count_(objects.size()) {
    const test::Columns columns = columns_of(objects, order);
    if (columns.empty())
      for (const std::uint32_t i : order) std::visit(Add{set_}, objects[i]);
    else
      layout_ = test::separate(columns, offset);
  }

  [[nodiscard]] std::vector<std::uint64_t> mask(const ConvexVolume& volume, const CullOptions& options) const {
    if (!layout_.streams.empty()) return test::mask_of(volume, layout_.streams, count_, options);
    std::vector<std::uint64_t> visible(mask_words(count_));
    cull(volume, set_, visible, options);
    return visible;
  }

 private:
  std::size_t count_;
  test::Layout layout_;
  ShapeSet set_;
};

/// Questions as two sets and a list of pairs, in the order that the conditions require.
template <class Set, class AddTo>
struct Asked {
  Set first, second;
  std::vector<std::uint32_t> order;
  std::vector<Pair> pairs;

  template <class Question>
  Asked(std::span<const Question> questions, const Conditions& conditions)
      : order(order_of(questions.size(), conditions)) {
    for (const auto& [a, b] : questions) std::visit(AddTo{first}, a), std::visit(AddTo{second}, b);
    for (const std::uint32_t i : order) pairs.push_back({i, i});
  }
};

template <class Set, class AddTo, class Question>
Answers ask_sets(std::span<const Question> questions, Method method, const Conditions& conditions) {
  const FlushDenormals scope(conditions.flush_denormals);
  const Asked<Set, AddTo> asked(questions, conditions);
  const Set &first = asked.first, &second = asked.second;
  const std::vector<std::uint32_t>& order = asked.order;
  const std::vector<Pair>& pairs = asked.pairs;
  std::vector<Verdict> verdicts(conditions.offset + pairs.size());
  const std::span<Verdict> out(verdicts.data() + conditions.offset, pairs.size());
  with_threads(conditions.threads, [&] {
    const IntersectOptions options{
        .method = method, .check = Check::none, .isa = conditions.isa, .executor = conditions.executor};
    conditions.swap ? intersect(second, first, pairs, out, options) : intersect(first, second, pairs, out, options);
  });
  Answers answers(questions.size());
  for (std::size_t i = 0; i < order.size(); ++i) answers[order[i]] = static_cast<std::uint8_t>(out[i]);
  return answers;
}

}  // namespace

Answers ask_pairs(std::span<const ShapePair> questions, Method method, const Conditions& conditions) {
  return ask_sets<ShapeSet, Add>(questions, method, conditions);
}

Answers ask_pairs(std::span<const ShapePair2> questions, Method method, const Conditions& conditions) {
  return ask_sets<ShapeSet2, AddInPlane>(questions, method, conditions);
}

namespace {

Vec3d magnitudes(const Vec3d& v) { return {std::abs(v.x), std::abs(v.y), std::abs(v.z)}; }
Vec2d magnitudes(const Vec2d& v) { return {std::abs(v.x), std::abs(v.y)}; }

/// A byte that combines all answers of `measure` for each pair of the first set and the second.
template <class Set, class AddTo, class Question, class Measure>
Answers ask_numbers(std::span<const Question> questions, const Conditions& conditions, const Measure& measure) {
  const FlushDenormals scope(conditions.flush_denormals);
  const Asked<Set, AddTo> asked(questions, conditions);
  const Set &first = asked.first, &second = asked.second;
  const std::vector<std::uint32_t>& order = asked.order;
  const std::vector<Pair>& pairs = asked.pairs;
  std::vector<NumberHash> hashes(pairs.size());
  with_threads(conditions.threads, [&] {
    conditions.swap ? measure(second, first, pairs, hashes) : measure(first, second, pairs, hashes);
  });
  Answers answers(questions.size());
  for (std::size_t i = 0; i < order.size(); ++i) answers[order[i]] = hashes[i].byte();
  return answers;
}

template <class Output, class Points, class Vector, class Set>
void hash_distances(const Set& first, const Set& second, const std::vector<Pair>& pairs, const DistanceOptions& options,
                    std::vector<NumberHash>& hashes) {
  std::vector<Interval> distances(pairs.size());
  std::vector<Points> points(pairs.size());
  std::vector<Vector> normals(pairs.size());
  distance(first, second, pairs, Output{distances, points, normals}, options);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    hashes[i].add(distances[i].lower), hashes[i].add(distances[i].upper);
    hashes[i].add(points[i].a), hashes[i].add(points[i].b), hashes[i].add(magnitudes(normals[i]));
  }
}

DistanceOptions distance_options(double tolerance, const Conditions& conditions) {
  DistanceOptions options;
  options.tolerance = tolerance, options.check = Check::none, options.isa = conditions.isa,
  options.executor = conditions.executor;
  return options;
}

}  // namespace

Answers ask_distances(std::span<const ShapePair> questions, double tolerance, const Conditions& conditions) {
  return ask_numbers<ShapeSet, Add>(
      questions, conditions,
      [&](const auto& first, const auto& second, const auto& pairs, std::vector<NumberHash>& hashes) {
        hash_distances<DistanceOutput, WitnessPoints, Vec3d>(first, second, pairs,
                                                             distance_options(tolerance, conditions), hashes);
      });
}

Answers ask_distances(std::span<const ShapePair2> questions, double tolerance, const Conditions& conditions) {
  return ask_numbers<ShapeSet2, AddInPlane>(
      questions, conditions,
      [&](const auto& first, const auto& second, const auto& pairs, std::vector<NumberHash>& hashes) {
        hash_distances<DistanceOutput2, WitnessPoints2, Vec2d>(first, second, pairs,
                                                               distance_options(tolerance, conditions), hashes);
      });
}

namespace {

/// Of space or of the plane.
template <class AnyManifold>
void add_manifold(NumberHash& hash, const AnyManifold& m) {
  hash.add(m.distance.lower), hash.add(m.distance.upper);
  hash.add(magnitudes(m.normal));
  for (const auto& p : std::span(m.points).first(m.count)) {
    hash.add(p.a), hash.add(p.b), hash.add(p.separation);
    hash.add(p.feature_a), hash.add(p.feature_b);
  }
}

}  // namespace

/// For whole manifolds.
template <class AnyManifold, class Set, class AddTo, class Question>
Answers hash_contacts(std::span<const Question> questions, const Conditions& conditions) {
  ContactOptions options{0.125F};
  options.check = Check::none, options.isa = conditions.isa, options.executor = conditions.executor;
  return ask_numbers<Set, AddTo>(
      questions, conditions,
      [&](const auto& first, const auto& second, const auto& pairs, std::vector<NumberHash>& hashes) {
        std::vector<AnyManifold> manifolds(pairs.size());
        contacts(first, second, pairs, std::span(manifolds), options);
        for (std::size_t i = 0; i < pairs.size(); ++i) add_manifold(hashes[i], manifolds[i]);
      });
}

Answers ask_contacts(std::span<const ShapePair> questions, const Conditions& conditions) {
  return hash_contacts<Manifold, ShapeSet, Add>(questions, conditions);
}
Answers ask_contacts(std::span<const ShapePair2> questions, const Conditions& conditions) {
  return hash_contacts<Manifold2, ShapeSet2, AddInPlane>(questions, conditions);
}

namespace {

struct InSpace {
  using Set = ShapeSet;
  using Adder = Add;
  using Vector = Vec3d;
  using Output = CastOutput;
};
struct InPlane {
  using Set = ShapeSet2;
  using Adder = AddInPlane;
  using Vector = Vec2d;
  using Output = CastOutput2;
};

Vec3 reversed(const Vec3& m) { return {-m.x, -m.y, -m.z}; }
Vec2 reversed(const Vec2& m) { return {-m.x, -m.y}; }

/// One for each interval and normal; `order` maps them to their questions.
template <class Vector>
Answers answers_in_order(const std::vector<std::uint32_t>& order, const std::vector<Interval>& fractions,
                         const std::vector<Vector>& normals) {
  Answers answers(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    NumberHash hash;
    hash.add(fractions[i].lower), hash.add(fractions[i].upper), hash.add(magnitudes(normals[i]));
    answers[order[i]] = hash.byte();
  }
  return answers;
}

/// For the intervals and the normals of such a cast; `order` maps each pair to its question.
template <class Space, class AnyMotion>
Answers cast_in_order(const typename Space::Set& first, const typename Space::Set& second,
                      const std::vector<std::uint32_t>& order, const std::vector<Pair>& pairs,
                      const std::vector<AnyMotion>& motions, const Conditions& conditions) {
  std::vector<Interval> fractions(pairs.size());
  std::vector<typename Space::Vector> normals(pairs.size());
  with_threads(conditions.threads, [&] {
    const CastOptions options{.check = Check::none, .isa = conditions.isa, .executor = conditions.executor};
    cast(first, second, pairs, std::span<const AnyMotion>(motions), typename Space::Output{fractions, {}, normals},
         options);
  });
  return answers_in_order(order, fractions, normals);
}

template <class Space, class Question, class AnyMotion>
Answers ask_casts_in(std::span<const Question> questions, std::span<const AnyMotion> motions,
                     const Conditions& conditions) {
  const FlushDenormals scope(conditions.flush_denormals);
  typename Space::Set first, second;
  for (const auto& [a, b] : questions)
    std::visit(typename Space::Adder{first}, a), std::visit(typename Space::Adder{second}, b);
  const std::vector<std::uint32_t> order = order_of(questions.size(), conditions);
  std::vector<Pair> pairs;
  std::vector<AnyMotion> moved;
  for (const std::uint32_t i : order) {
    pairs.push_back({i, i}), moved.push_back(conditions.swap ? reversed(motions[i]) : motions[i]);
  }
  if (conditions.swap) return cast_in_order<Space>(second, first, order, pairs, moved, conditions);
  return cast_in_order<Space>(first, second, order, pairs, moved, conditions);
}

template <class Space, class Question, class AnyMotion>
Answers ask_turning_casts_in(std::span<const Question> questions, std::span<const AnyMotion> motions,
                             const Conditions& conditions) {
  const FlushDenormals scope(conditions.flush_denormals);
  typename Space::Set shapes;
  for (const auto& [a, b] : questions)
    std::visit(typename Space::Adder{shapes}, a), std::visit(typename Space::Adder{shapes}, b);
  const std::vector<std::uint32_t> order = order_of(questions.size(), conditions);
  std::vector<Pair> pairs;
  std::vector<AnyMotion> turned;
  for (const std::uint32_t i : order) {
    const std::uint32_t turning = 2 * i + i % 2, other = 2 * i + 1 - i % 2;
    pairs.push_back({turning, other}), turned.push_back(motions[i]);
  }
  return cast_in_order<Space>(shapes, shapes, order, pairs, turned, conditions);
}

}  // namespace

Answers ask_casts(std::span<const ShapePair> questions, std::span<const Vec3> motions, const Conditions& conditions) {
  return ask_casts_in<InSpace>(questions, motions, conditions);
}
Answers ask_casts(std::span<const ShapePair2> questions, std::span<const Vec2> motions, const Conditions& conditions) {
  return ask_casts_in<InPlane>(questions, motions, conditions);
}

Answers ask_rays(std::span<const ShapePair> questions, std::span<const Vec3> motions, const Conditions& conditions) {
  const FlushDenormals scope(conditions.flush_denormals);
  ShapeSet shapes;
  std::vector<Ray> rays;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    std::visit(Add{shapes}, questions[i].second);
    rays.push_back({std::get<Point>(questions[i].first).position, motions[i]});
  }
  const std::vector<std::uint32_t> order = order_of(questions.size(), conditions);
  std::vector<Pair> pairs;
  for (const std::uint32_t i : order) pairs.push_back({i, i});
  std::vector<Interval> fractions(pairs.size());
  std::vector<Vec3d> normals(pairs.size());
  with_threads(conditions.threads, [&] {
    const CastOptions options{.check = Check::none, .isa = conditions.isa, .executor = conditions.executor};
    cast_rays(rays, shapes, pairs, {fractions, {}, normals}, options);
  });
  return answers_in_order(order, fractions, normals);
}

Answers ask_turning_casts(std::span<const ShapePair> questions, std::span<const Motion> motions,
                          const Conditions& conditions) {
  return ask_turning_casts_in<InSpace>(questions, motions, conditions);
}
Answers ask_turning_casts(std::span<const ShapePair2> questions, std::span<const Motion2> motions,
                          const Conditions& conditions) {
  return ask_turning_casts_in<InPlane>(questions, motions, conditions);
}

namespace {

/// A mesh takes no invalid numbers; hulls of one or two corners become triangles all the same.
std::array<Vec3, 3> triangle_of(const ShapePair& question) {
  const auto& hull = std::get<oracle::HullShape>(question.second);
  const auto is_good = [](float x) { return std::abs(x) <= max_coordinate; };
  std::array<Vec3, 3> corners{};
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3& v = hull.vertices[k % hull.vertices.size()];
    if (is_good(v.x) && is_good(v.y) && is_good(v.z)) corners[k] = v;
  }
  return corners;
}

/// From the end of a motion through the first corner of each triangle, and as far again.
std::vector<Ray> rays_through(std::span<const ShapePair> questions, std::span<const Vec3> motions) {
  std::vector<Ray> rays;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Vec3 &from = motions[i], to = triangle_of(questions[i])[0];
    rays.push_back({from, {2 * (to.x - from.x), 2 * (to.y - from.y), 2 * (to.z - from.z)}});
  }
  return rays;
}

/// The questions about a mesh, in the order that the conditions require, and the hashes of the answers.
class MeshAsked {
 public:
  MeshAsked(std::span<const ShapePair> questions, std::span<const Vec3> motions, std::span<const Ray> rays,
            const Conditions& conditions)
      : order_(order_of(questions.size(), conditions)), hashes_(questions.size()) {
    for (const ShapePair& question : questions) {
      std::visit(Add{shapes_}, question.first);
      for (const Vec3& corner : triangle_of(question)) {
        indices_.push_back(static_cast<std::uint32_t>(vertices_.size()));
        vertices_.push_back(corner);
      }
    }
    mesh_ = TriangleMesh(vertices_, indices_);
    for (const std::uint32_t i : order_) motions_.push_back(motions[i]), rays_.push_back(rays[i]);
  }

  void ask(const Conditions& conditions) {
    ask_distances(distance_options(0, conditions));
    const CastOptions how{.check = Check::none, .isa = conditions.isa, .executor = conditions.executor};
    ask_casts([&](const MeshCastOutput& out) { cast(shapes_, mesh_, order_, motions_, out, how); });
    ask_casts([&](const MeshCastOutput& out) { cast_rays(rays_, mesh_, out, how); });
    const RayOptions hits{.check = Check::none, .isa = conditions.isa, .executor = conditions.executor};
    ask_casts([&](const MeshCastOutput& out) {
      first_hits(rays_, mesh_, {out.triangles, out.fractions, out.points, out.normals}, hits);
    });
    ContactOptions near{0.125F};
    near.check = Check::none, near.isa = conditions.isa, near.executor = conditions.executor;
    ask_contacts(near);
  }

  [[nodiscard]] Answers answers() const {
    Answers answers(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) answers[order_[i]] = hashes_[i].byte();
    return answers;
  }

 private:
  std::vector<std::uint32_t> order_;
  std::vector<NumberHash> hashes_;
  ShapeSet shapes_;
  std::vector<Vec3> vertices_;
  std::vector<std::uint32_t> indices_;
  TriangleMesh mesh_;
  std::vector<Vec3> motions_;
  std::vector<Ray> rays_;

  void ask_distances(const DistanceOptions& options) {
    const std::size_t count = order_.size();
    std::vector<Interval> distances(count);
    std::vector<std::uint32_t> triangles(count);
    std::vector<WitnessPoints> points(count);
    std::vector<Vec3d> normals(count);
    distance(shapes_, mesh_, order_, {distances, triangles, points, normals}, options);
    for (std::size_t i = 0; i < count; ++i) {
      hashes_[i].add(distances[i].lower), hashes_[i].add(distances[i].upper), hashes_[i].add(triangles[i]);
      hashes_[i].add(points[i].a), hashes_[i].add(points[i].b), hashes_[i].add(normals[i]);
    }
  }

  template <class Ask>
  void ask_casts(const Ask& ask) {
    const std::size_t count = order_.size();
    std::vector<Interval> fractions(count);
    std::vector<std::uint32_t> triangles(count);
    std::vector<Vec3d> points(count), normals(count);
    ask(MeshCastOutput{fractions, triangles, points, normals});
    for (std::size_t i = 0; i < count; ++i) {
      hashes_[i].add(fractions[i].lower), hashes_[i].add(fractions[i].upper), hashes_[i].add(triangles[i]);
      hashes_[i].add(points[i]), hashes_[i].add(normals[i]);
    }
  }

  void ask_contacts(const ContactOptions& options) {
    std::vector<Pair> pairs(contacts(shapes_, mesh_, order_, {}, options).pairs);
    std::vector<Manifold> manifolds(pairs.size());
    if (!contacts(shapes_, mesh_, order_, {pairs, manifolds}, options).complete)
      throw std::logic_error("there are more contacts than a moment ago");
    std::vector<std::size_t> place(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) place[order_[i]] = i;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      NumberHash& hash = hashes_[place[pairs[k].a]];
      hash.add(pairs[k].b), add_manifold(hash, manifolds[k]);
    }
  }
};

}  // namespace

Answers ask_mesh(std::span<const ShapePair> questions, std::span<const Vec3> motions, const Conditions& conditions) {
  const std::vector<Ray> rays = rays_through(questions, motions);  // of numbers that may be denormal
  const FlushDenormals scope(conditions.flush_denormals);
  MeshAsked asked(questions, motions, rays, conditions);
  with_threads(conditions.threads, [&] { asked.ask(conditions); });
  return asked.answers();
}

Answers ask_culling(const ConvexVolume& volume, std::span<const AnyShape> objects, const Conditions& conditions) {
  const FlushDenormals scope(conditions.flush_denormals);
  const std::vector<std::uint32_t> order = order_of(objects.size(), conditions);
  const Objects culled(objects, order, conditions.offset);
  Answers answers(objects.size());
  const auto ask = [&](unsigned bit, CullMethod method, Touching touching) {
    std::vector<std::uint64_t> visible;
    with_threads(conditions.threads, [&] {
      visible = culled.mask(volume, {method, touching, Check::none, conditions.isa, conditions.executor});
    });
    for (std::size_t i = 0; i < order.size(); ++i)
      answers[order[i]] |= static_cast<std::uint8_t>(unsigned{test::is_set(visible, i)} << bit);
  };
  ask(0, CullMethod::exact, Touching::overlap);
  ask(1, CullMethod::exact, Touching::separate);
  ask(2, CullMethod::planes, Touching::overlap);
  return answers;
}

}  // namespace lockstep::digest
