#include "pairs/pair_queries.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include <lockstep/cull.hpp>
#include <lockstep/mesh.hpp>

#include "pairs/add_to_set.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

/// Why the library refuses a query, and the field of the line.
struct Refusal {
  std::size_t field;
  std::string text;
};

std::string verdicts_only(Question question) {
  const char* const option = question == Question::contacts ? "--contacts"
                             : question == Question::casts  ? "--cast"
                                                            : "--distance";
  return concat(" verdicts only: leave out ", option, ", or measure the other lines with --keep-going");
}

template <class Set, class Shape>
std::uint32_t add_shape(Set& set, const Shape& shape, std::size_t field) {
  try {
    return add_to(set, shape);
  } catch (const InvalidInput& error) {
    throw Refusal{field, error.what()};
  }
}

/// Distances and contacts of a set.
template <class Set>
struct KindsOf {
  using Contacts = Manifold;
  using Vector = Vec3d;
  using Points = WitnessPoints;
  using Output = DistanceOutput;
  using Cast = CastOutput;
};
template <>
struct KindsOf<ShapeSet2> {
  using Contacts = Manifold2;
  using Vector = Vec2d;
  using Points = WitnessPoints2;
  using Output = DistanceOutput2;
  using Cast = CastOutput2;
};

const Vec3d& in_space(const Vec3d& v) { return v; }
/// z is 0, if there is a point.
Vec3d in_space(const Vec2d& v) { return {v.x, v.y, std::isnan(v.x) ? v.x : 0}; }

const Manifold& in_space(const Manifold& m) { return m; }
Manifold in_space(const Manifold2& m) {
  Manifold manifold{m.distance, in_space(m.normal), m.count, {}};
  for (std::uint32_t k = 0; k < m.count; ++k) {
    const ContactPoint2& p = m.points[k];
    manifold.points[k] = {in_space(p.a), in_space(p.b), p.separation, p.feature_a, p.feature_b};
  }
  return manifold;
}

/// A cull answers only yes or no. It is asked with both meanings of touching: the two answers differ where shapes
/// touch.
Verdict verdict_of_cull(const ConvexVolume& volume, const ShapeSet& shape, const IntersectOptions& options) {
  CullOptions how{.touching = Touching::separate, .isa = options.isa};
  if (cull_count(volume, shape, how) == 1) return Verdict::overlapping;
  how.touching = Touching::overlap;
  return cull_count(volume, shape, how) == 1 ? Verdict::touching : Verdict::separated;
}

}  // namespace

template <class Query>
void PairQueries::check_moves(const Query& query) const {
  if (question_ == Question::casts && !query.motion)
    throw Refusal{query.second_field, concat("the pair does not move: with --cast, end the line with `| motion X Y",
                                             std::is_same_v<Query, PlaneQuery> ? "`" : " Z`")};
}

void PairQueries::read(std::string_view text, const PairHandlers& handlers) {
  const auto take = [&](const auto& query, const auto& add_query, const auto& show) {
    try {
      add_query();
      names_.push_back({query.id, query.line});
      show(query);
    } catch (const Refusal& refusal) {
      handlers.problem({query.line, refusal.field, refusal.text});
    }
  };
  const auto in_space = [&](const PairQuery& query) {
    take(
        query,
        [&] {
          if (!add_infinite(query) && !add_mesh(query)) add(query, space_);
        },
        handlers.in_space);
  };
  const auto in_plane = [&](const PlaneQuery& query) {
    take(
        query, [&] { add(query, plane_); }, handlers.in_plane);
  };
  read_pairs(text, {in_space, in_plane, handlers.problem, handlers.meshes});
}

template <class Query, class Set>
void PairQueries::add(const Query& query, Queries<Set>& to) {
  check_moves(query);
  const std::uint32_t first = add_shape(to.shapes, query.first, query.first_field);
  const std::uint32_t second = add_shape(to.shapes, query.second, query.second_field);
  to.pairs.push_back({first, second});
  to.query_of_pair.push_back(names_.size());
  if (question_ == Question::casts) to.motions.push_back(*query.motion);
}

bool PairQueries::add_infinite(const PairQuery& query) {
  const ConvexVolume *first = endless_volume(query.first), *second = endless_volume(query.second);
  if (first == nullptr && second == nullptr) return false;
  if (first != nullptr && second != nullptr)
    throw Refusal{query.second_field, "two volumes without an end cannot be compared"};
  if (question_ != Question::verdicts)
    throw Refusal{first != nullptr ? query.first_field : query.second_field,
                  concat("a volume without an end has", verdicts_only(question_))};
  ShapeSet other;
  if (first != nullptr)
    add_shape(other, query.second, query.second_field);
  else
    add_shape(other, query.first, query.first_field);
  infinite_.push_back({names_.size(), first != nullptr ? *first : *second, std::move(other)});
  return true;
}

bool PairQueries::add_mesh(const PairQuery& query) {
  const auto* const second = std::get_if<MeshShape>(&query.second);
  if (second == nullptr || std::holds_alternative<MeshShape>(query.first)) return false;
  if (question_ == Question::contacts)
    throw Refusal{query.second_field, "a mesh has contacts with each of its triangles, which --contacts does not list"};
  check_moves(query);
  if (question_ == Question::casts && query.motion->turn != Vec3{})
    throw Refusal{query.second_field, "a shape that meets a mesh moves without a turn"};
  MeshQueries& queries = meshes_[second->mesh.get()];
  queries.mesh = second->mesh;
  queries.list.push_back(add_shape(queries.shapes, query.first, query.first_field));
  queries.query_of_shape.push_back(names_.size());
  if (question_ == Question::casts) queries.motions.push_back(query.motion->by);
  return true;
}

void PairQueries::MeshQueries::measure(const DistanceOptions& options, std::vector<PairDistance>& distances) const {
  std::vector<Interval> intervals(list.size());
  std::vector<WitnessPoints> points(list.size());
  std::vector<Vec3d> normals(list.size());
  distance(shapes, *mesh, list, {intervals, {}, points, normals}, options);
  for (std::size_t i = 0; i < list.size(); ++i) distances[query_of_shape[i]] = {intervals[i], normals[i], points[i]};
}

void PairQueries::MeshQueries::meet(const CastOptions& options, std::vector<PairCast>& casts) const {
  std::vector<Interval> fractions(list.size());
  std::vector<Vec3d> points(list.size()), normals(list.size());
  cast(shapes, *mesh, list, motions, {fractions, {}, points, normals}, options);
  for (std::size_t i = 0; i < list.size(); ++i) casts[query_of_shape[i]] = {fractions[i], normals[i], points[i]};
}

template <class Set>
void PairQueries::Queries<Set>::answer(const IntersectOptions& options, std::vector<Verdict>& verdicts) const {
  std::vector<Verdict> of_pairs(pairs.size());
  intersect(shapes, shapes, pairs, of_pairs, options);
  for (std::size_t i = 0; i < of_pairs.size(); ++i) verdicts[query_of_pair[i]] = of_pairs[i];
}

template <class Set>
void PairQueries::Queries<Set>::measure(const DistanceOptions& options, std::vector<PairDistance>& distances) const {
  std::vector<Interval> intervals(pairs.size());
  std::vector<typename KindsOf<Set>::Points> points(pairs.size());
  std::vector<typename KindsOf<Set>::Vector> normals(pairs.size());
  distance(shapes, shapes, pairs, typename KindsOf<Set>::Output{intervals, points, normals}, options);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    distances[query_of_pair[i]] = {intervals[i], in_space(normals[i]), {in_space(points[i].a), in_space(points[i].b)}};
}

template <class Set>
void PairQueries::Queries<Set>::touch(const ContactOptions& options, std::vector<Manifold>& manifolds) const {
  std::vector<typename KindsOf<Set>::Contacts> of_pairs(pairs.size());
  contacts(shapes, shapes, pairs, std::span(of_pairs), options);
  for (std::size_t i = 0; i < pairs.size(); ++i) manifolds[query_of_pair[i]] = in_space(of_pairs[i]);
}

template <class Set>
void PairQueries::Queries<Set>::meet(const CastOptions& options, std::vector<PairCast>& casts) const {
  std::vector<Interval> fractions(pairs.size());
  std::vector<typename KindsOf<Set>::Vector> points(pairs.size()), normals(pairs.size());
  cast(shapes, shapes, pairs, motions, typename KindsOf<Set>::Cast{fractions, points, normals}, options);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    casts[query_of_pair[i]] = {fractions[i], in_space(normals[i]), in_space(points[i])};
}

std::vector<Verdict> PairQueries::answer(const IntersectOptions& options) const {
  std::vector<Verdict> verdicts(names_.size());
  space_.answer(options, verdicts);
  plane_.answer(options, verdicts);
  for (const InfiniteQuery& query : infinite_)
    verdicts[query.query] = verdict_of_cull(query.volume, query.shape, options);
  std::vector<PairDistance> distances(meshes_.empty() ? 0 : names_.size());
  for (const auto& [mesh, queries] : meshes_) {
    queries.measure({.isa = options.isa}, distances);
    for (const std::size_t query : queries.query_of_shape) verdicts[query] = verdict_of(distances[query].interval);
  }
  return verdicts;
}

std::vector<PairDistance> PairQueries::measure(const DistanceOptions& options) const {
  std::vector<PairDistance> distances(names_.size());
  space_.measure(options, distances);
  plane_.measure(options, distances);
  for (const auto& [mesh, queries] : meshes_) queries.measure(options, distances);
  return distances;
}

std::vector<Manifold> PairQueries::touch(const ContactOptions& options) const {
  std::vector<Manifold> manifolds(names_.size());
  space_.touch(options, manifolds);
  plane_.touch(options, manifolds);
  return manifolds;
}

std::vector<PairCast> PairQueries::meet(const CastOptions& options) const {
  std::vector<PairCast> casts(names_.size());
  space_.meet(options, casts);
  plane_.meet(options, casts);
  for (const auto& [mesh, queries] : meshes_) queries.meet(options, casts);
  return casts;
}

}  // namespace lockstep::tools
