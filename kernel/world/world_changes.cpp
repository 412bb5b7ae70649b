// Inserting and removing objects of a world, and their handles.
#include <algorithm>
#include <bit>
#include <limits>
#include <string>

#include "base/call.hpp"
#include "world/point_traversal.hpp"
#include "world/world_changes.hpp"
#include "world/world_input.hpp"
#include "world/world_operations.hpp"
#include "world/world_sort.hpp"

namespace lockstep {

using detail::Bounds3;
using detail::ViewKind;
using detail::world_block;
using detail::world_fanout;
using detail::WorldKernels;

namespace {

constexpr std::uint64_t full = ~std::uint64_t{0};

/// The box around an object, up to rounding.
Bounds3 box_of(const std::array<float, 6>& box) { return {{box[0], box[1], box[2]}, {box[3], box[4], box[5]}}; }
Bounds3 box_of(const std::array<float, 4>& ball) {
  const auto [x, y, z, r] = ball;
  return {{x - r, y - r, z - r}, {x + r, y + r, z + r}};
}

/// Moves the object at one position to another, free one.
void move_object(World::Store& store, std::size_t from, std::size_t to) {
  for (std::size_t s = 0; s < store.streams(); ++s) store.numbers[s * store.pitch + to] = store.number(s, from);
  store.put(store.order[from], to);
  store.sorting.note_put(store.order[from]);
  store.release(from);
}

/// Moves half of the objects of a full block to another block: those behind the median along the block's longest axis.
/// Returns the other block.
std::size_t split_block(World::Store& store, std::size_t block, const WorldKernels& kernels) {
  const std::size_t half = store.empty_block(kernels), first = block * world_block;
  const std::uint32_t axis = store.levels[0].box(block).longest_axis();
  std::array<std::pair<float, std::size_t>, world_block> along;
  for (std::size_t i = 0; i < world_block; ++i) {
    const Vec3 middle = detail::middle_of(store, first + i);
    along[i] = {axis == 0 ? middle.x : axis == 1 ? middle.y : middle.z, first + i};
  }
  std::nth_element(along.begin(), along.begin() + world_block / 2, along.end());
  for (std::size_t i = world_block / 2; i < world_block; ++i)
    move_object(store, along[i].second, half * world_block + i - world_block / 2);
  detail::ChangedBlocks changed(store);
  changed.add(block), changed.add(half);
  changed.refit(kernels);
  for (const std::size_t b : {block, half}) store.sorted_half_perimeters[b] = store.levels[0].half_perimeter(b);
  return half;
}

/// The box around both.
Bounds3 together(Bounds3 a, const Bounds3& b) {
  a.add(b);
  return a;
}

/// The insertion cost of a block: the growth of its half perimeter, plus an eighth of the half perimeter, since large
/// blocks would attract all objects otherwise. A full block has to be split, which costs another quarter.
float insertion_cost(const World::Store& store, std::size_t block, const Bounds3& box) {
  const detail::BoxLevel& boxes = store.levels[0];
  const float half_perimeter = boxes.half_perimeter(block);
  const float growth = together(boxes.box(block), box).half_perimeter() - half_perimeter;
  return growth + half_perimeter * (store.alive(block) == full ? 0.375F : 0.125F);
}

/// The block of the least insertion cost, by branch and bound: no block costs less than its distance. Enlarges the
/// boxes of all its ancestors to hold the object's box.
std::size_t choose_block(World::Store& store, const Vec3& middle, const Bounds3& box, const WorldKernels& kernels) {
  float least = std::numeric_limits<float>::infinity();
  std::size_t chosen = store.blocks();
  detail::PointTraversal walk(store, kernels);
  walk(
      middle, [&] { return detail::square_of_reach(least); },
      [&](std::size_t block) {
        if (const float cost = insertion_cost(store, block, box); cost < least) least = cost, chosen = block;
      });
  if (chosen == store.blocks()) chosen = store.empty_block(kernels);
  std::size_t outer = chosen;
  for (detail::BoxLevel& boxes : store.levels) {
    boxes.set(outer, together(boxes.box(outer), box));
    outer /= world_fanout;
  }
  return chosen;
}

/// A free position for an object, in a nearby block.
std::size_t place_for(World::Store& store, const Vec3& middle, const Bounds3& box, const WorldKernels& kernels) {
  if (store.blocks() == 0) store.grow(1, kernels);
  std::size_t block = choose_block(store, middle, box, kernels);
  if (store.alive(block) == full) {
    const std::size_t half = split_block(store, block, kernels);
    if (insertion_cost(store, half, box) < insertion_cost(store, block, box)) block = half;
  }
  return block * world_block + static_cast<unsigned>(std::countr_one(store.alive(block)));
}

/// Indices for new objects, free slots first.
void allocate_indices(World::Store& store, std::span<std::uint32_t> indices) {
  for (std::uint32_t& index : indices) {
    if (!store.free_list.empty()) {
      index = store.free_list.pop(store.position);
    } else {
      index = static_cast<std::uint32_t>(store.position.size());
      store.position.push_back(no_object);
    }
  }
}

template <ViewKind K>
void write(World::Store& store, const detail::Streams<K>& objects, std::size_t k, std::size_t at) {
  const auto object = detail::object_at(objects, k);
  for (std::size_t s = 0; s < object.size(); ++s) store.numbers[s * store.pitch + at] = object[s];
}

/// Appends the objects in blocks of their own, then sorts the whole world.
template <ViewKind K>
void append(World::Store& store, const detail::Streams<K>& objects, std::span<const std::uint32_t> indices,
            const WorldKernels& kernels) {
  const std::size_t first = store.blocks() * world_block;
  store.count += objects.count;
  store.grow(store.blocks() + detail::parts_of(objects.count, world_block), kernels);
  for (std::size_t k = 0; k < objects.count; ++k) {
    write(store, objects, k, first + k);
    store.put(indices[k], first + k);
  }
  detail::sort_store(store, kernels);
}

void check_different(std::span<const std::uint32_t> indices) {
  detail::ScratchVector<std::uint32_t> sorted(indices.begin(), indices.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) throw InvalidInput("indices: object " + std::to_string(*twice) + " comes twice");
}

/// Removes all parts of a body.
void remove_body(World::Store& store, std::uint32_t body, detail::ChangedBlocks& changed) {
  const BodySet::Store& set = store.bodies->set.store();
  for (std::uint32_t p = set.bodies[body].first; p != BodySet::Store::none; p = set.parts[p].next)
    detail::remove_object(store, p, changed);
  store.bodies->set.remove(body);
}

void remove_objects(World::Store& store, std::span<const std::uint32_t> indices, const WorldOptions& options) {
  const detail::Call call(options.executor);
  detail::check_indices(store, indices);
  check_different(indices);
  const WorldKernels& kernels = detail::kernels_for(detail::world_tables, options.isa);
  store.keep_generations(store.size());
  detail::change_as_a_whole(store, [&] {
    detail::ChangedBlocks changed(store);
    const std::size_t before = store.count;
    for (const std::uint32_t index : indices) {
      if (store.bodies)
        remove_body(store, index, changed);
      else
        detail::remove_object(store, index, changed);
      if (store.shapes) store.shapes->remove(index);
      ++store.generation[index];
    }
    store.sorting.step(store, before - store.count, 32, &changed, kernels);
    changed.refit(kernels);
  });
}

std::uint32_t generation_of(const World::Store& store, std::uint32_t index) {
  return index < store.generation.size() ? store.generation[index] : 0;
}

}  // namespace

template <ViewKind K>
void detail::insert(World::Store& store, const Streams<K>& objects, std::span<const std::uint32_t> indices,
                    const WorldKernels& kernels) {
  ScratchVector<std::uint32_t> order(objects.count);
  detail::places_of(objects, nullptr, {}, order).sort(kernels.split);
  store.fill_order();  // the last block may have free positions
  detail::ChangedBlocks changed(store);
  for (const std::uint32_t k : order) {
    const auto o = detail::object_at(objects, k);
    const std::size_t at = place_for(store, detail::middle_of(o), box_of(o), kernels);
    write(store, objects, k, at);
    store.put(indices[k], at);
    store.sorting.note_put(indices[k]);
    changed.add(at / world_block);
  }
  store.count += indices.size();
  store.sorting.step(store, indices.size(), 96, &changed, kernels);
  changed.refit(kernels);
}

template void detail::insert(World::Store&, const Streams<ViewKind::aabbs>&, std::span<const std::uint32_t>,
                             const WorldKernels&);

void detail::remove_object(World::Store& store, std::uint32_t index, ChangedBlocks& changed) {
  const std::size_t at = store.position[index];
  store.release(at);
  if (store.shape_set() != nullptr)
    store.position[index] = no_object;  // the set itself reuses the index
  else
    store.free_list.push(store.position, index);
  store.sorting.note_removed(index, store.position);
  --store.count;
  changed.add(at / world_block);
}

template <ViewKind K>
std::vector<std::uint32_t> detail::add_objects(World::Store& store, const Streams<K>& objects,
                                               const WorldOptions& options) {
  const Call call(options.executor);
  check_count(objects.name, store.count + objects.count);
  check_kind(store, objects.name);
  check_objects(objects, options.isa);
  const WorldKernels& kernels = kernels_for(world_tables, options.isa);
  std::vector<std::uint32_t> indices(objects.count);
  change_as_a_whole(store, [&] {
    if (store.position.empty() && store.kind != K) {  // whose numbers are laid out for the other kind
      store.kind = K;
      store.resize(0);
    }
    allocate_indices(store, indices);
    const bool are_many = objects.count > store.count / 4;
    store.generation.resize(store.generation.empty() ? 0 : store.position.size());
    if (are_many)
      append(store, objects, indices, kernels);
    else
      insert(store, objects, indices, kernels);
  });
  return indices;
}
template std::vector<std::uint32_t> detail::add_objects(World::Store&, const Streams<ViewKind::spheres>&,
                                                        const WorldOptions&);
template std::vector<std::uint32_t> detail::add_objects(World::Store&, const Streams<ViewKind::aabbs>&,
                                                        const WorldOptions&);

std::vector<std::uint32_t> World::add(const SphereView& objects, const WorldOptions& options) {
  return detail::add_objects(*store_, detail::streams_of(objects), options);
}
std::vector<std::uint32_t> World::add(const AabbView& objects, const WorldOptions& options) {
  return detail::add_objects(*store_, detail::streams_of(objects), options);
}

void World::remove(std::span<const std::uint32_t> indices, const WorldOptions& options) {
  remove_objects(*store_, indices, options);
}

void World::sort(const WorldOptions& options) {
  const detail::Call call(options.executor);
  detail::sort_store(*store_, detail::kernels_for(detail::world_tables, options.isa));
}

bool World::contains(std::uint32_t index) const noexcept { return store_->has(index); }

ObjectHandle World::handle(std::uint32_t index) const {
  detail::check_index(*store_, index, "index");
  return {index, generation_of(*store_, index)};
}

bool World::contains(const ObjectHandle& handle) const noexcept {
  return store_->has(handle.index) && generation_of(*store_, handle.index) == handle.generation;
}

std::uint32_t World::find(const ObjectHandle& handle) const {
  if (contains(handle)) return handle.index;
  const bool was_there = handle.index < size() && handle.generation < generation_of(*store_, handle.index);
  throw InvalidInput("handle of object " + std::to_string(handle.index) + ", generation " +
                     std::to_string(handle.generation) +
                     (was_there ? ": the object was removed" : ": the world has had no such object"));
}

}  // namespace lockstep
