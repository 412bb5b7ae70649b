// What of spheres or boxes is near a point: lanes leave out what is too far by boxes and bounds, double and exact
// numbers decide the rest.
#include "world/world_near.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "base/bits.hpp"
#include "base/rounded_up.hpp"
#include "world/curve_order.hpp"
#include "world/nearness.hpp"
#include "world/object_lists.hpp"
#include "world/walked_world.hpp"
#include "world/world_walk.hpp"

namespace lockstep {

using detail::for_each_range;
using detail::RoundedDistance;
using detail::Solid;
using detail::ViewKind;
using detail::world_block;
using detail::WorldKernels;

namespace {

constexpr std::size_t points_of_part = 256;

/// take(index) for the objects within reach of a point.
template <ViewKind K, class Take>
void find_within(const World::Store& store, const WorldKernels& kernels, detail::WorldWalk& walk, const Vec3& point,
                 float reach, const Take& take) {
  const float reach_square = detail::square_of_reach(reach);
  const auto stream = store.from(0);
  walk(
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
    detail::WorldWalk walk(store, kernels);
    for (const std::uint32_t i : some)
      find_within<K>(store, kernels, walk, points[i], reach, [&](std::uint32_t object) { take(i, object); });
  });
}

struct Candidate {
  RoundedDistance distance;
  std::uint32_t index, position;
};

/// The k nearest objects of a point. On the way floats tell how far the k-th is at most, and what is farther is left
/// out. At the end they mostly prove the order of what is left; else that is measured in double and sorted.
template <ViewKind K>
class Nearest {
 public:
  Nearest(const World::Store& store, std::size_t k, const WorldKernels& kernels)
      : store_(store),
        kernel_(kernels.list_near[static_cast<std::size_t>(K)]),
        walked_(detail::walked_world(store)),
        k_(std::min(k, store.count)),
        least_(k_) {
    make_room(256);
    walk_.top = detail::start_of_walk(store);
    walk_.k = static_cast<std::uint32_t>(k_), walk_.least = least_.data();
    walk_.point = {0, 0, 0}, walk_.reach = infinity;
  }

  /// The next point.
  void begin(const Vec3& point);
  /// A step of the way to its nearest objects; what the next one needs is asked for. False at the end of the way.
  [[nodiscard]] bool go_on();
  /// Found at the end of the way, the nearest first; without distances unless these are wanted.
  [[nodiscard]] std::span<const Candidate> found(bool with_distances);

 private:
  static constexpr float infinity = std::numeric_limits<float>::infinity();

  void make_room(std::size_t room) {
    const std::size_t size = room + world_block + 16;
    lower_.resize(size), upper_.resize(size), position_.resize(size);
    walk_.lower = lower_.data(), walk_.upper = upper_.data(), walk_.position = position_.data();
    walk_.room = static_cast<std::uint32_t>(room);
  }
  /// How far the k-th object of the next point may be: somewhat farther than it mostly was, or than it was last where
  /// that changes much. Asking about blocks in vain costs less than asking anew.
  void learn(float reach) {
    const bool is_usual = reach < 2 * usual_reach_ && 2 * reach > usual_reach_;
    usual_reach_ = is_usual ? usual_reach_ + (reach - usual_reach_) / 4 : reach;
    guess_ = 1.3F * usual_reach_;
  }
  /// What is found at the end of the way: in order, or all that matters.
  [[nodiscard]] std::span<const std::uint32_t> positions() const {
    if (walk_.is_in_order) return std::span(walk_.in_order).first(k_);
    return std::span(position_).first(walk_.found);
  }
  [[nodiscard]] bool is_nearer(const Candidate& a, const Candidate& b) const {
    const double more = b.distance.value - a.distance.value, error = a.distance.error + b.distance.error;
    if (more > error) return true;
    if (more < -error) return false;
    const Solid<K> solid_a(store_, a.position), solid_b(store_, b.position);
    const int order = error == 0 ? 0 : detail::compare_exactly(walk_.point, solid_a, solid_b);
    return order != 0 ? order < 0 : a.index < b.index;
  }

  const World::Store& store_;
  bool (*kernel_)(const detail::WalkedWorld&, detail::NearWalk&);
  detail::WalkedWorld walked_;
  std::size_t k_;
  std::vector<float> lower_, upper_;
  std::vector<std::uint32_t> least_, position_;
  detail::NearWalk walk_;
  float usual_reach_ = infinity, guess_ = infinity;
  std::vector<Candidate> found_;
};

/// What is known of the last point holds for this one as well, farther by the way between them.
template <ViewKind K>
void Nearest<K>::begin(const Vec3& point) {
  const double x = double{point.x} - walk_.point.x, y = double{point.y} - walk_.point.y,
               z = double{point.z} - walk_.point.z;
  walk_.limit = detail::rounded_up(walk_.reach + std::sqrt(x * x + y * y + z * z));
  walk_.within = std::min(walk_.limit, guess_);
  walk_.point = point;
  walk_.found = 0, walk_.stage = detail::NearWalk::Stage::start;
}

template <ViewKind K>
bool Nearest<K>::go_on() {
  const bool is_on_way = kernel_(walked_, walk_);
  if (walk_.found > walk_.room) make_room(std::size_t{2} * walk_.found);
  if (is_on_way) return true;
  learn(walk_.reach);
  for (const std::uint32_t at : positions()) __builtin_prefetch(&store_.order[at]);
  return false;
}

template <ViewKind K>
std::span<const Candidate> Nearest<K>::found(bool with_distances) {
  found_.clear();
  const bool measured = with_distances || !walk_.is_in_order;
  for (const std::uint32_t at : positions())
    found_.push_back({measured ? detail::rounded_distance(walk_.point, Solid<K>(store_, at)) : RoundedDistance{},
                      store_.order[at], at});
  if (!walk_.is_in_order)
    std::sort(found_.begin(), found_.end(), [this](const Candidate& a, const Candidate& b) { return is_nearer(a, b); });
  return std::span(found_).first(k_);
}

/// Writes what was found for point i, and nothing else where there is no more.
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

/// So many points are on their ways in turn, each with some that follow it in the order: while one waits for memory,
/// others go on.
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
    for (std::size_t going = turns_.size(); going != 0;)
      for (Turn& turn : turns_)
        if (!turn.left.empty() && !go_on(turn)) --going;
  }

 private:
  struct Turn {
    Nearest<K> nearest;
    std::span<const std::uint32_t> left;
    bool is_at_end = false;
  };

  /// False if that was the last of them.
  [[nodiscard]] bool go_on(Turn& turn) {
    if (!turn.is_at_end) {
      turn.is_at_end = !turn.nearest.go_on();
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
  std::vector<Turn> turns_;
};

template <ViewKind K>
void nearest_in_store(const World::Store& store, std::span<const Vec3> points, std::size_t k, const NearestOutput& out,
                      const NearOptions& options) {
  if (std::min(k, store.count) == 0) {
    for (std::size_t i = 0; i < points.size(); ++i) write({}, i, k, out);
    return;
  }
  const WorldKernels& kernels = detail::kernels_for(detail::world_tables, options.isa);
  const std::vector<std::uint32_t> order = detail::order_of_points(points);
  for_each_range(points.size(), points_of_part, [&](std::size_t begin, std::size_t end) {
    NearestOfPart<K>(store, kernels, points, k, out).run(std::span(order).subspan(begin, end - begin));
  });
}

}  // namespace

std::vector<std::uint32_t> detail::order_of_points(std::span<const Vec3> points) {
  std::vector<std::uint32_t> order(points.size());
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
