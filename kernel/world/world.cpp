// Building and moving a world.
#include "lockstep/world.hpp"

#include <algorithm>
#include <string>

#include "base/call.hpp"
#include "views/check_streams.hpp"
#include "world/curve_order.hpp"
#include "world/world_store.hpp"

namespace lockstep {

using detail::for_each_range;
using detail::Streams;
using detail::ViewKind;
using detail::world_block;

namespace {

constexpr std::size_t part = 4096;

template <ViewKind K>
void check_objects(const Streams<K>& objects, std::optional<Isa> isa) {
  detail::check_streams(objects, {}, "world");
  detail::check_numbers(detail::StridedObjects<K>(objects, detail::kernels_for(detail::stream_tables, isa)));
}

/// The middle of each object, by index.
template <ViewKind K>
std::vector<Vec3> middles_of(const Streams<K>& objects) {
  std::vector<Vec3> middles(objects.count);
  for_each_range(objects.count, part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto o = detail::object_at(objects, i);
      if constexpr (K == ViewKind::aabbs)
        middles[i] = {0.5F * (o[0] + o[3]), 0.5F * (o[1] + o[4]), 0.5F * (o[2] + o[5])};
      else
        middles[i] = {o[0], o[1], o[2]};
    }
  });
  return middles;
}

/// Copies all objects to their positions, and the last one to what is left of its block.
template <ViewKind K>
void copy_objects(World::Store& store, const Streams<K>& objects) {
  float* const numbers = store.numbers.data();
  const std::uint32_t* const order = store.order.data();
  for (std::size_t s = 0; s < objects.stream.size(); ++s)  // one array at a time, for the caches
    for_each_range(store.count, part, [&, stream = objects.stream[s]](std::size_t begin, std::size_t end) {
      for (std::size_t at = begin; at < end; ++at) numbers[s * store.pitch + at] = detail::value_at(stream, order[at]);
    });
  for (std::size_t s = 0; s < objects.stream.size(); ++s)
    for (std::size_t at = store.count; at < store.blocks() * world_block; ++at)
      numbers[s * store.pitch + at] = store.number(s, store.count - 1);
}

/// Sorts the objects and makes all that is made of their order.
template <ViewKind K>
World::Store sorted_store(const Streams<K>& objects, const detail::WorldKernels& kernels) {
  World::Store store;
  store.kind = K;
  store.resize(objects.count);
  detail::sort_along_curve(middles_of(objects), store.order);
  for_each_range(store.count, part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) store.position[store.order[at]] = static_cast<std::uint32_t>(at);
  });
  copy_objects(store, objects);
  store.refit(kernels);
  for (std::size_t b = 0; b < store.blocks(); ++b) store.sorted_girth[b] = store.levels[0].girth(b);
  return store;
}

template <class View>
std::unique_ptr<World::Store> build(const View& view, const WorldOptions& options) {
  const detail::Call call(options.executor);
  const auto objects = detail::streams_of(view);
  if (objects.count >= no_object)
    throw InvalidInput(std::string(objects.name) + ": a world holds up to 2^32 - 2 objects");
  check_objects(objects, options.isa);
  return std::make_unique<World::Store>(sorted_store(objects, detail::kernels_for(detail::world_tables, options.isa)));
}

template <ViewKind K>
void check_kind(const World::Store& store, const Streams<K>& objects) {
  if (store.count == 0 || store.kind == K) return;
  throw InvalidInput(std::string(objects.name) + ": the world is one of " +
                     (store.kind == ViewKind::spheres ? "spheres" : "aabbs"));
}

/// Whether more than a quarter of the blocks are twice as large as when they were sorted. One object that flies off
/// makes few of them large, however large.
bool is_badly_sorted(const World::Store& store) {
  std::size_t grown = 0;
  for (std::size_t b = 0; b < store.blocks(); ++b)
    grown += store.levels[0].girth(b) > 2 * store.sorted_girth[b] ? 1U : 0U;
  return grown > store.blocks() / 4;
}

template <class View>
void move_all(World::Store& store, const View& view, const WorldOptions& options) {
  const detail::Call call(options.executor);
  const auto objects = detail::streams_of(view);
  if (objects.count != store.count)
    throw InvalidInput(std::string(objects.name) + ": has " + std::to_string(objects.count) +
                       " objects, the world has " + std::to_string(store.count));
  check_kind(store, objects);
  check_objects(objects, options.isa);
  const detail::WorldKernels& kernels = detail::kernels_for(detail::world_tables, options.isa);
  copy_objects(store, objects);
  store.refit(kernels);
  if (is_badly_sorted(store)) store = sorted_store(objects, kernels);
}

void check_indices(std::span<const std::uint32_t> indices, std::size_t objects, const World::Store& store,
                   const char* name) {
  if (indices.size() != objects)
    throw InvalidInput(std::string(name) + ": has " + std::to_string(objects) + " objects, needs one for each of the " +
                       std::to_string(indices.size()) + " indices");
  const auto bad = std::find_if(indices.begin(), indices.end(), [&](std::uint32_t i) { return i >= store.count; });
  if (bad == indices.end()) return;
  throw InvalidInput("indices[" + std::to_string(bad - indices.begin()) + "] = " + std::to_string(*bad) +
                     ": out of range, the world has " + std::to_string(store.count) + " objects");
}

template <class View>
void move_some(World::Store& store, std::span<const std::uint32_t> indices, const View& view,
               const WorldOptions& options) {
  const detail::Call call(options.executor);
  const auto objects = detail::streams_of(view);
  check_indices(indices, objects.count, store, objects.name);
  check_kind(store, objects);
  check_objects(objects, options.isa);
  const detail::WorldKernels& kernels = detail::kernels_for(detail::world_tables, options.isa);
  std::vector<std::uint8_t> is_changed(store.blocks());
  std::vector<std::uint32_t> changed;
  changed.reserve(std::min(indices.size(), store.blocks()));
  for (std::size_t k = 0; k < indices.size(); ++k) {
    const std::size_t at = store.position[indices[k]];
    const std::size_t end =
        at + 1 == store.count ? store.blocks() * world_block : at + 1;  // and the copies of the last
    for (std::size_t s = 0; s < objects.stream.size(); ++s)
      std::fill(store.numbers.data() + s * store.pitch + at, store.numbers.data() + s * store.pitch + end,
                detail::value_at(objects.stream[s], k));
    is_changed[at / world_block] = 1;
  }
  for (std::size_t b = 0; b < is_changed.size(); ++b)
    if (is_changed[b] != 0) changed.push_back(static_cast<std::uint32_t>(b));
  store.refit(std::move(changed), kernels);
}

}  // namespace

World::World() : store_(std::make_unique<Store>()) {}
World::World(const SphereView& objects, const WorldOptions& options) : store_(build(objects, options)) {}
World::World(const AabbView& objects, const WorldOptions& options) : store_(build(objects, options)) {}
World::~World() = default;
World::World(const World& other) : store_(std::make_unique<Store>(*other.store_)) {}
World::World(World&& other) noexcept = default;
World& World::operator=(const World& other) {
  if (this != &other) store_ = std::make_unique<Store>(*other.store_);
  return *this;
}
World& World::operator=(World&& other) noexcept = default;

std::size_t World::size() const noexcept { return store_->count; }

std::span<const std::uint32_t> World::order() const noexcept { return store_->order; }

std::size_t World::memory_bytes() const noexcept {
  const Store& s = *store_;
  std::size_t bytes = sizeof s + s.numbers.capacity() * sizeof(float) + s.order.capacity() * sizeof s.order[0] +
                      s.position.capacity() * sizeof s.position[0] + s.sorted_girth.capacity() * sizeof(float) +
                      s.living.capacity() * sizeof s.living[0];
  for (const detail::BoxLevel& level : s.levels) bytes += sizeof level + level.numbers.capacity() * sizeof(float);
  return bytes;
}

void World::move(const SphereView& objects, const WorldOptions& options) { move_all(*store_, objects, options); }
void World::move(const AabbView& objects, const WorldOptions& options) { move_all(*store_, objects, options); }
void World::move(std::span<const std::uint32_t> indices, const SphereView& objects, const WorldOptions& options) {
  move_some(*store_, indices, objects, options);
}
void World::move(std::span<const std::uint32_t> indices, const AabbView& objects, const WorldOptions& options) {
  move_some(*store_, indices, objects, options);
}

}  // namespace lockstep
