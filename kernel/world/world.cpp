// Building and moving a world.
#include "lockstep/world.hpp"

#include <algorithm>
#include <string>

#include "base/call.hpp"
#include "world/gather.hpp"
#include "world/world_changes.hpp"
#include "world/world_input.hpp"
#include "world/world_operations.hpp"
#include "world/world_sort.hpp"

namespace lockstep {

using detail::for_each_range;
using detail::gather;
using detail::Indices;
using detail::Streams;
using detail::usual_part;
using detail::ViewKind;
using detail::world_block;

namespace {

/// Copies boxes, one stream after the other for the sake of the caches, and bounds them while they are in the
/// first-level cache.
void copy_packed_boxes(World::Store& store, const Streams<ViewKind::aabbs>& objects, const Indices& indices,
                       const detail::WorldKernels& kernels) {
  constexpr std::size_t blocks_at_once = usual_part / world_block;
  for (std::size_t s = 0; s < objects.stream.size(); ++s)
    for_each_range(store.blocks(), blocks_at_once, [&](std::size_t begin, std::size_t end) {
      float* const numbers = store.numbers.data() + s * store.pitch;
      gather(objects.stream[s], indices, begin * world_block, std::min(end * world_block, store.order.size()), numbers);
      for (std::size_t block = begin; block < end; ++block) store.fill_block(block, s);
      detail::BoxLevel& boxes = store.levels[0];
      kernels.refit_stream(numbers + begin * world_block, end - begin, s,
                           boxes.numbers.data() + s * boxes.pitch + begin,
                           store.leaf_boxes.data() + begin * detail::leaf_box_floats);
    });
  store.empty_boxes(0, store.blocks());
}

/// Copies all objects to their positions, fills the rest of each block with copies of one of its objects, and bounds
/// them.
template <ViewKind K>
void copy_objects(World::Store& store, const Streams<K>& objects, const detail::WorldKernels& kernels) {
  float* const numbers = store.numbers.data();
  const Indices indices{store.order, static_cast<std::uint32_t>(objects.count - 1)};
  if constexpr (K == ViewKind::aabbs)
    if (objects.is_packed()) {
      copy_packed_boxes(store, objects, indices, kernels);
      return store.refit(kernels, 1);
    }
  if (!objects.is_packed())
    for_each_range(store.order.size(), usual_part, [&](std::size_t begin, std::size_t end) {
      gather(objects, indices, begin, end, numbers, store.pitch);
    });
  for (std::size_t s = 0; objects.is_packed() && s < objects.stream.size(); ++s)  // one at a time, for the caches
    for_each_range(store.order.size(), usual_part, [&](std::size_t begin, std::size_t end) {
      gather(objects.stream[s], indices, begin, end, numbers + s * store.pitch);
    });
  for_each_range(store.blocks(), usual_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t block = begin; block < end; ++block) store.fill_block(block);
  });
  store.refit(kernels);
}

/// Sorts all objects, or those with the indices `some` in rising order, and builds everything that depends on the
/// order.
template <ViewKind K>
World::Store sorted_store(const Streams<K>& objects, const detail::ScratchVector<std::uint32_t>* some,
                          const detail::WorldKernels& kernels) {
  World::Store store;
  store.kind = K;
  store.resize(some != nullptr ? some->size() : objects.count);
  if (some == nullptr)
    store.position.resize(objects.count);
  else
    store.position.resize(objects.count, no_object);
  detail::places_of(objects, some, store.numbers, store.order).sort(kernels.split);
  for_each_range(store.count, usual_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) {
      if (some != nullptr) store.order[at] = (*some)[store.order[at]];
      store.position[store.order[at]] = static_cast<std::uint32_t>(at);
    }
  });
  copy_objects(store, objects, kernels);
  store.clear_gaps();
  store.note_half_perimeters();
  return store;
}

/// The boxes around the shapes of a set, as streams.
Streams<ViewKind::aabbs> box_streams(const detail::ShapeBoxes& boxes) {
  Streams<ViewKind::aabbs> streams = detail::streams_of(AabbView{});
  for (std::size_t s = 0; s < streams.stream.size(); ++s) streams.stream[s] = Stream{boxes.streams().stream[s]};
  streams.count = boxes.count();
  return streams;
}

template <class View>
std::unique_ptr<World::Store> build(const View& view, const WorldOptions& options) {
  return std::make_unique<World::Store>(detail::build_world(detail::streams_of(view), options));
}

template <ViewKind K>
void move_all(World::Store& store, const Streams<K>& objects, const detail::WorldKernels& kernels) {
  detail::change_as_a_whole(store, [&] {
    store.sorting.step(store, store.count, 1, nullptr, kernels);
    copy_objects(store, objects, kernels);
    store.sorting.after_refit(store);
  });
}

/// Writes new numbers of existing objects.
template <ViewKind K>
void write_some(World::Store& store, std::span<const std::uint32_t> indices, const Streams<K>& objects,
                detail::ChangedBlocks& changed) {
  for (std::size_t k = 0; k < indices.size(); ++k) {
    const std::size_t at = store.position[indices[k]];
    const auto object = detail::object_at(objects, k);
    for (std::size_t s = 0; s < object.size(); ++s) store.numbers[s * store.pitch + at] = object[s];
    store.sorting.note_moved(store, indices[k]);
    changed.add(at / world_block);
  }
}

}  // namespace

template <ViewKind K>
World::Store detail::build_world(const Streams<K>& objects, const WorldOptions& options) {
  const Call call(options.executor);
  check_count(objects.name, objects.count);
  check_objects(objects, options.isa);
  return sorted_store(objects, nullptr, kernels_for(world_tables, options.isa));
}

template <ViewKind K>
void detail::move_all(World::Store& store, const Streams<K>& objects, const WorldOptions& options) {
  const Call call(options.executor);
  check_size(store, objects.name, objects.count);
  check_kind(store, objects.name);
  check_live_objects(store, objects, options.isa);
  lockstep::move_all(store, objects, kernels_for(world_tables, options.isa));
}

template <ViewKind K>
void detail::move_some(World::Store& store, std::span<const std::uint32_t> indices, const Streams<K>& objects,
                       const WorldOptions& options) {
  const Call call(options.executor);
  if (indices.size() != objects.count)
    throw InvalidInput(std::string(objects.name) + ": has " + std::to_string(objects.count) +
                       " objects, needs one for each of the " + std::to_string(indices.size()) + " indices");
  check_indices(store, indices);
  check_kind(store, objects.name);
  check_objects(objects, options.isa);
  const WorldKernels& kernels = kernels_for(world_tables, options.isa);
  change_as_a_whole(store, [&] {
    ChangedBlocks changed(store);
    write_some(store, indices, objects, changed);
    store.sorting.step(store, indices.size(), 64, &changed, kernels);
    changed.refit(kernels);
  });
}

#define LOCKSTEP_WORLD_CALLS(kind)                                                                     \
  template World::Store detail::build_world(const Streams<kind>&, const WorldOptions&);                \
  template void detail::move_all(World::Store&, const Streams<kind>&, const WorldOptions&);            \
  template void detail::move_some(World::Store&, std::span<const std::uint32_t>, const Streams<kind>&, \
                                  const WorldOptions&);
LOCKSTEP_WORLD_CALLS(ViewKind::spheres)
LOCKSTEP_WORLD_CALLS(ViewKind::aabbs)
#undef LOCKSTEP_WORLD_CALLS

World::Store detail::store_of_boxes(const ShapeBoxes& boxes, const WorldKernels& kernels) {
  ScratchVector<std::uint32_t> shapes;
  for (std::uint32_t i = 0; i < boxes.count(); ++i)
    if (!boxes.is_nowhere(i)) shapes.push_back(i);
  World::Store store = sorted_store(box_streams(boxes), &shapes, kernels);
  store.origin = boxes.origin();
  return store;
}

void detail::move_boxes(World::Store& store, const ShapeBoxes& boxes, const WorldKernels& kernels) {
  lockstep::move_all(store, box_streams(boxes), kernels);
  store.origin = boxes.origin();
}

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

std::size_t World::size() const noexcept { return store_->size(); }

std::size_t World::free_slots() const noexcept {
  return store_->bodies ? store_->bodies->set.store().free_slots : store_->size() - store_->count;
}

std::span<const std::uint32_t> World::order() const noexcept {
  return store_->bodies ? store_->bodies->order : store_->order;
}

std::size_t World::memory_bytes() const noexcept {
  const Store& s = *store_;
  std::size_t bytes = sizeof s + s.numbers.capacity() * sizeof(float) + s.order.capacity() * sizeof s.order[0] +
                      s.position.capacity() * sizeof s.position[0] + s.generation.capacity() * sizeof s.generation[0] +
                      s.sorted_half_perimeters.capacity() * sizeof(float) + s.living.capacity() * sizeof s.living[0] +
                      s.sorting.memory_bytes() + (s.bodies ? s.bodies->order.capacity() * sizeof s.order[0] : 0);
  bytes += s.leaf_boxes.capacity() * sizeof(float) + s.for_rays.memory_bytes();
  for (const detail::BoxLevel& level : s.levels) bytes += sizeof level + level.numbers.capacity() * sizeof(float);
  return bytes;
}

void World::move(const SphereView& objects, const WorldOptions& options) {
  detail::move_all(*store_, detail::streams_of(objects), options);
}
void World::move(const AabbView& objects, const WorldOptions& options) {
  detail::move_all(*store_, detail::streams_of(objects), options);
}
void World::move(std::span<const std::uint32_t> indices, const SphereView& objects, const WorldOptions& options) {
  detail::move_some(*store_, indices, detail::streams_of(objects), options);
}
void World::move(std::span<const std::uint32_t> indices, const AabbView& objects, const WorldOptions& options) {
  detail::move_some(*store_, indices, detail::streams_of(objects), options);
}

}  // namespace lockstep
