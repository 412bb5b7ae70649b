#include "pair_queries.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include <lockstep/cull.hpp>

#include "readers/error.hpp"

namespace lockstep::tools {
namespace {

/// What the library does not take, and which field of the line it is.
struct Refusal {
  std::size_t field;
  std::string text;
};

struct Add {
  ShapeSet& set;
  std::uint32_t operator()(const std::vector<Vec3>& vertices) const { return set.add(ConvexHull{vertices}); }
  std::uint32_t operator()(const PlacedHull& hull) const {
    if (hull.pose.position == Vec3{} && hull.pose.rotation == Quat{})
      return set.add(RoundedHull{hull.vertices, hull.radius});
    return set.add(HullInstance{set.add_mesh(ConvexHull{hull.vertices}), hull.pose, hull.radius});
  }
  std::uint32_t operator()(const CornersVolume& corners) const { return set.add(corners.volume); }
  std::uint32_t operator()(const MatrixVolume& matrix) const { return set.add(matrix.volume); }
  std::uint32_t operator()(const auto& other) const { return set.add(other); }
};

std::uint32_t add_shape(ShapeSet& set, const PairShape& shape, std::size_t field) {
  try {
    return std::visit(Add{set}, shape);
  } catch (const InvalidInput& error) {
    throw Refusal{field, error.what()};
  }
}

const ConvexVolume* infinite_volume(const PairShape& shape) {
  const auto* matrix = std::get_if<MatrixVolume>(&shape);
  return matrix != nullptr && matrix->volume.infinite_far() ? &matrix->volume : nullptr;
}

/// A cull says only yes or no, but it can be asked twice: the two answers differ where shapes touch.
Verdict verdict_of_cull(const ConvexVolume& volume, const ShapeSet& shape, const IntersectOptions& options) {
  CullOptions how{.touching = Touching::separate, .isa = options.isa};
  if (cull_count(volume, shape, how) == 1) return Verdict::overlapping;
  how.touching = Touching::overlap;
  return cull_count(volume, shape, how) == 1 ? Verdict::touching : Verdict::separated;
}

}  // namespace

void PairQueries::read(std::string_view text, const std::function<void(const PairQuery&)>& on_query,
                       const std::function<void(const PairProblem&)>& on_problem) {
  const auto take = [&](const PairQuery& query) {
    try {
      if (!add_infinite(query)) add(query);
      ids_.push_back(query.id);
      on_query(query);
    } catch (const Refusal& refusal) {
      on_problem({query.line, refusal.field, refusal.text});
    }
  };
  read_pairs(text, take, on_problem);
}

void PairQueries::add(const PairQuery& query) {
  const std::uint32_t first = add_shape(shapes_, query.first, query.first_field);
  const std::uint32_t second = add_shape(shapes_, query.second, query.second_field);
  pairs_.push_back({first, second});
  query_of_pair_.push_back(ids_.size());
}

bool PairQueries::add_infinite(const PairQuery& query) {
  const ConvexVolume *first = infinite_volume(query.first), *second = infinite_volume(query.second);
  if (first == nullptr && second == nullptr) return false;
  if (first != nullptr && second != nullptr)
    throw Refusal{query.second_field, "two frusta without a far plane cannot be compared"};
  ShapeSet other;
  if (first != nullptr)
    add_shape(other, query.second, query.second_field);
  else
    add_shape(other, query.first, query.first_field);
  infinite_.push_back({ids_.size(), first != nullptr ? *first : *second, std::move(other)});
  return true;
}

std::vector<Verdict> PairQueries::answer(const IntersectOptions& options) const {
  std::vector<Verdict> of_pairs(pairs_.size());
  intersect(shapes_, shapes_, pairs_, of_pairs, options);
  std::vector<Verdict> verdicts(ids_.size());
  for (std::size_t i = 0; i < of_pairs.size(); ++i) verdicts[query_of_pair_[i]] = of_pairs[i];
  for (const InfiniteQuery& query : infinite_)
    verdicts[query.query] = verdict_of_cull(query.volume, query.shape, options);
  return verdicts;
}

}  // namespace lockstep::tools
