// Spheres or boxes near a point. Lanes cull by boxes and float bounds; double and exact arithmetic decide the rest.
#include "world/point_queries.hpp"

#include <algorithm>
#include <limits>

#include "base/bits.hpp"
#include "world/curve_order.hpp"
#include "world/nearest_result.hpp"
#include "world/nearness.hpp"
#include "world/object_lists.hpp"
#include "world/point_traversal.hpp"

namespace lockstep {

using detail::Candidate;
using detail::for_each_range;
using detail::Nearest;
using detail::Solid;
using detail::ViewKind;
using detail::world_block;
using detail::WorldKernels;

namespace {

constexpr std::size_t points_of_part = 256;

/// Calls take(index) for the objects within reach of a point.
template <ViewKind K, class Take>
void find_within(const World::Store& store, const WorldKernels& kernels, detail::PointTraversal& traverse,
                 const Vec3& point, float reach, const Take& take) {
  const float reach_square = detail::square_of_reach(reach);
  const auto stream = store.from(0);
  traverse(
      point, [&] { return reach_square; },
      [&](std::size_t block) {
        const std::size_t first = block * world_block;
        const detail::WithinWords words =
            kernels.within[static_cast<std::size_t>(K)](stream.data(), first, point, reach);
        detail::for_each_bit(words.maybe & store.alive(block), [&](std::size_t bit) {
          if ((words.surely >> bit & 1) != 0 || detail::is_within(point, Solid<K>(store, first + bit), reach))
            take(store.order[first + bit]);
        });
      });
}

template <ViewKind K>
ObjectLists lists_within(const World::Store& store, std::span<const Vec3> points, float reach,
                         const NearOptions& options) {
  const WorldKernels& kernels = detail::kernels_for(detail::world_tables, options.isa);
  return detail::lists_of(detail::order_of_points(points), [&](std::span<const std::uint32_t> some, const auto& take) {
    detail::PointTraversal traverse(store, kernels);
    for (const std::uint32_t i : some)
      find_within<K>(store, kernels, traverse, points[i], reach, [&](std::uint32_t object) { take(i, object); });
  });
}

/// Writes the result of point i, padded with `no_object`.
void write(std::span<const Candidate> found, std::size_t i, std::size_t k, const NearestOutput& out) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < k; ++j) {
    out.objects[i * k + j] = j < found.size() ? found[j].index : no_object;
    if (out.distances.empty()) continue;
    Interval& distance = out.distances[i * k + j];
    if (j >= found.size()) {
      distance = {infinity, infinity};
      continue;
    }
    const auto [value, error] = found[j].distance;
    distance = {std::max(value - error, 0.0), value + error};
  }
}

/// The number of interleaved searches, each for a run of points. While one waits for memory, the others proceed.
constexpr std::size_t points_in_turn = 8;

template <ViewKind K>
class NearestOfPart {
 public:
  NearestOfPart(const World::Store& store, const WorldKernels& kernels, std::span<const Vec3> points, std::size_t k,
                const NearestOutput& out)
      : store_(store), kernels_(kernels), points_(points), k_(k), out_(out) {}

  void run(std::span<const std::uint32_t> part) {
    const std::size_t run = detail::parts_of(part.size(), points_in_turn);
    turns_.reserve(points_in_turn);
    for (; !part.empty(); part = part.subspan(std::min(run, part.size()))) {
      turns_.push_back({Nearest<K>(store_, k_, kernels_), part.first(std::min(run, part.size()))});
      turns_.back().nearest.begin(points_[part[0]]);
    }
    for (std::size_t active = turns_.size(); active != 0;)
      for (Turn& turn : turns_)
        if (!turn.left.empty() && !advance(turn)) --active;
  }

 private:
  struct Turn {
    Nearest<K> nearest;
    std::span<const std::uint32_t> left;
    bool is_at_end = false;
  };

  /// False if that was the last point.
  [[nodiscard]] bool advance(Turn& turn) {
    if (!turn.is_at_end) {
      turn.is_at_end = !turn.nearest.advance();
      return true;
    }
    write(turn.nearest.found(!out_.distances.empty()), turn.left[0], k_, out_);
    turn.left = turn.left.subspan(1), turn.is_at_end = false;
    if (turn.left.empty()) return false;
    turn.nearest.begin(points_[turn.left[0]]);
    return true;
  }

  const World::Store& store_;
  const WorldKernels& kernels_;
  std::span<const Vec3> points_;
  std::size_t k_;
  const NearestOutput& out_;
  detail::ScratchVector<Turn> turns_;
};

template <ViewKind K>
void nearest_in_store(const World::Store& store, std::span<const Vec3> points, std::size_t k, const NearestOutput& out,
                      const NearOptions& options) {
  if (std::min(k, store.count) == 0) {
    for (std::size_t i = 0; i < points.size(); ++i) write({}, i, k, out);
    return;
  }
  const WorldKernels& kernels = detail::kernels_for(detail::world_tables, options.isa);
  const detail::ScratchVector<std::uint32_t> order = detail::order_of_points(points);
  for_each_range(points.size(), points_of_part, [&](std::size_t begin, std::size_t end) {
    NearestOfPart<K>(store, kernels, points, k, out).run(std::span(order).subspan(begin, end - begin));
  });
}

}  // namespace

detail::ScratchVector<std::uint32_t> detail::order_of_points(std::span<const Vec3> points) {
  detail::ScratchVector<std::uint32_t> order(points.size());
  sort_along_curve(points, order);
  return order;
}

ObjectLists detail::exactly_within(const World::Store& store, std::span<const Vec3> points, float reach,
                                   const NearOptions& options) {
  return store.kind == ViewKind::spheres ? lists_within<ViewKind::spheres>(store, points, reach, options)
                                         : lists_within<ViewKind::aabbs>(store, points, reach, options);
}

void detail::find_nearest(const World::Store& store, std::span<const Vec3> points, std::size_t k,
                          const NearestOutput& out, const NearOptions& options) {
  if (store.kind == ViewKind::spheres)
    nearest_in_store<ViewKind::spheres>(store, points, k, out, options);
  else
    nearest_in_store<ViewKind::aabbs>(store, points, k, out, options);
}

}  // namespace lockstep
