// Worlds of shapes or bodies that follow the changes of a set.
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "base/call.hpp"
#include "world/world_changes.hpp"
#include "world/world_input.hpp"
#include "world/world_sort.hpp"

namespace lockstep {

using detail::WorldKernels;

namespace {

const ShapeSet& shapes_of(const ShapeSet& set) { return set; }
const ShapeSet& shapes_of(const BodySet& set) { return set.parts(); }

/// Relative to an origin near shapes that stand at double positions.
detail::ShapeBoxes boxes_of(const ShapeSet& shapes) {
  return detail::ShapeBoxes(shapes.store(), detail::origin_of(shapes.store()));
}

/// Builds a world that keeps the set.
template <class Set, class Kept>
std::unique_ptr<World::Store> build(std::optional<Kept> World::Store::*kept, const char* name, Set set,
                                    const WorldOptions& options) {
  const detail::Call call(options.executor);
  const ShapeSet& shapes = shapes_of(set);
  detail::check_count(name, shapes.size());
  auto store = std::make_unique<World::Store>(
      detail::store_of_boxes(boxes_of(shapes), detail::kernels_for(detail::world_tables, options.isa)));
  ((*store).*kept).emplace(std::move(set));
  store->order_bodies();
  return store;
}

/// The generation of each index after a set has replaced the objects.
template <class Set>
std::vector<std::uint32_t> generations_after(const World::Store& store, const Set& set) {
  std::vector<std::uint32_t> generation = store.generation;
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    if (!store.has(i) || set.contains(i)) continue;
    generation.resize(set.size());
    ++generation[i];
  }
  return generation;
}

/// Replaces the set that the world keeps.
template <class Set, class Kept>
void move_all(World::Store& store, std::optional<Kept> World::Store::*kept, const char* name, Set set,
              const WorldOptions& options) {
  const detail::Call call(options.executor);
  detail::check_size(store, name, set.size());
  detail::check_kind(store, name);
  const ShapeSet& shapes = shapes_of(set);
  detail::check_count(name, shapes.size());
  const detail::WorldKernels& kernels = detail::kernels_for(detail::world_tables, options.isa);
  const detail::ShapeBoxes boxes = boxes_of(shapes);
  std::vector<std::uint32_t> generation = generations_after(store, set);
  if (!detail::has_the_indices_of(store, shapes))
    store = detail::store_of_boxes(boxes, kernels);
  else if (!store.order.empty())
    detail::move_boxes(store, boxes, kernels);
  detail::change_as_a_whole(store, [&] {
    store.generation = std::move(generation);
    (store.*kept).emplace(std::move(set));
    store.order_bodies();
  });
}

/// The changes of a watched set, in its logs.
struct SetChanges {
  std::vector<std::uint32_t>* changed;     // shapes, or the parts of bodies; null if all have changed
  std::span<const std::uint32_t> removed;  // indices that callers know, once per removal
};

void watch(const ShapeSet& set) { set.store().log.begin(); }
void watch(const BodySet& set) {
  set.store().log.begin();
  watch(set.parts());
}

/// If the set is not watched, it has replaced the watched one, and everything has changed.
SetChanges changes_of(const ShapeSet& set) {
  if (!set.store().log.is_watched()) return {nullptr, {}};
  detail::ChangeLog::Changes& shapes = set.store().log.end();
  return {shapes.of_all ? nullptr : &shapes.changed, shapes.removed};
}
SetChanges changes_of(const BodySet& set) {
  if (!set.store().log.is_watched()) return {nullptr, {}};
  return {changes_of(set.parts()).changed, set.store().log.end().removed};
}

/// Records the removal of every object. Indices that the set had and no longer has keep their generations.
void note_all_removed(World::Store& store) {
  detail::ScratchVector<std::uint32_t> there;
  for (const std::uint32_t index : store.bodies ? store.bodies->order : store.order)
    if (index != no_object) there.push_back(index);
  std::sort(there.begin(), there.end());
  there.erase(std::unique(there.begin(), there.end()), there.end());
  store.keep_generations(there.empty() ? 0 : there.back() + std::size_t{1});
  for (const std::uint32_t index : there) ++store.generation[index];
}

/// Rebuilds the world from the current set.
template <class Kept>
void rebuild(World::Store& store, std::optional<Kept> World::Store::*kept, const WorldKernels& kernels) {
  World::Store sorted = detail::store_of_boxes(boxes_of(*store.shape_set()), kernels);
  sorted.generation = std::move(store.generation);
  (sorted.*kept) = std::move(store.*kept);
  store = std::move(sorted);
  store.order_bodies();
}

/// Whether shapes at double positions have gone so far from the origin of their boxes that these are rounded by more
/// than is needed: farther than the longest side of the box around all.
bool has_left_its_origin(const World::Store& store) {
  const detail::ShapeStore& shapes = store.shape_set()->store();
  if (store.count == 0 || shapes.positions.empty()) return false;
  const auto [x, y, z] = detail::offset_of(detail::origin_of(shapes), store.origin);
  detail::Bounds3 all = detail::empty_bounds;
  for (std::size_t i = 0; i < store.levels.back().count; ++i) all.add(store.levels.back().box(i));
  return std::max({std::abs(x), std::abs(y), std::abs(z)}) > all.extent();
}

/// Indices of the set with changes: other boxes, or objects that were inserted or removed.
class ChangedShapes {
 public:
  ChangedShapes(World::Store& store, std::vector<std::uint32_t>& indices) : store_(store), indices_(indices) {
    std::sort(indices_.begin(), indices_.end());
    indices_.erase(std::unique(indices_.begin(), indices_.end()), indices_.end());
  }

  void apply(const WorldKernels& kernels) {
    store_.position.resize(shapes().size(), no_object);
    detail::ChangedBlocks changed(store_);
    detail::ScratchVector<std::uint32_t> came;
    detail::ScratchVector<Aabb> boxes;
    for (const std::uint32_t index : indices_) {
      if (!shapes().contains(index)) {
        if (store_.contains(index)) detail::remove_object(store_, index, changed);
        continue;
      }
      const detail::Bounds3 box = detail::bounds_of(shapes().store(), index, 0, store_.origin);
      if (store_.contains(index))
        move(index, box, changed);
      else
        came.push_back(index),
            boxes.push_back({{box.low[0], box.low[1], box.low[2]}, {box.high[0], box.high[1], box.high[2]}});
    }
    store_.sorting.step(store_, indices_.size(), 64, &changed, kernels);
    changed.refit(kernels);
    if (came.empty()) return;
    detail::insert(store_, detail::streams_of(AabbView::of(boxes, &Aabb::min, &Aabb::max)), came, kernels);
  }

 private:
  [[nodiscard]] const ShapeSet& shapes() const { return *store_.shape_set(); }
  void move(std::uint32_t index, const detail::Bounds3& box, detail::ChangedBlocks& changed) {
    const std::size_t at = store_.position[index];
    for (std::size_t s = 0; s < 3; ++s)
      store_.numbers[s * store_.pitch + at] = box.low[s], store_.numbers[(s + 3) * store_.pitch + at] = box.high[s];
    store_.put(index, at);  // the part may now belong to another body
    store_.sorting.note_moved(store_, index);
    changed.add(at / detail::world_block);
  }

  World::Store& store_;
  std::vector<std::uint32_t>& indices_;
};

/// Updates the world after `set`, which it keeps, has changed.
template <class Set, class Kept>
void apply_changes(World::Store& store, std::optional<Kept> World::Store::*kept, const Set& set,
                   const WorldKernels& kernels) {
  const SetChanges changes = changes_of(set);
  if (changes.changed == nullptr) {
    note_all_removed(store);
    return rebuild(store, kept, kernels);
  }
  if (!changes.removed.empty()) store.keep_generations(set.size());
  for (const std::uint32_t index : changes.removed) ++store.generation[index];
  if (changes.changed->size() <= store.count / 4) {
    ChangedShapes(store, *changes.changed).apply(kernels);
    if (has_left_its_origin(store)) rebuild(store, kept, kernels);
    return;
  }
  if (!detail::has_the_indices_of(store, *store.shape_set())) return rebuild(store, kept, kernels);
  if (store.order.empty()) return;
  detail::move_boxes(store, boxes_of(*store.shape_set()), kernels);
  store.order_bodies();
}

/// Applies the changes to the world even if `change` failed halfway.
template <class Set, class Kept>
void change_set(World::Store& store, std::optional<Kept> World::Store::*kept, Set& set,
                const std::function<void(Set&)>& change, const WorldOptions& options) {
  const WorldKernels& kernels = detail::kernels_for(detail::world_tables, options.isa);
  if (!change) throw InvalidInput("change: is empty, must be a function");
  const auto follow = [&] {
    const detail::Call call(options.executor);
    detail::change_as_a_whole(store, [&] { apply_changes(store, kept, set, kernels); });
  };
  watch(set);
  try {
    change(set);
  } catch (...) {
    follow();
    throw;
  }
  follow();
}

}  // namespace

World::World(ShapeSet shapes, const WorldOptions& options)
    : store_(build(&Store::shapes, "shapes", std::move(shapes), options)) {}
World::World(BodySet bodies, const WorldOptions& options)
    : store_(build(&Store::bodies, "bodies", std::move(bodies), options)) {}

const ShapeSet& World::shapes() const {
  if (!store_->shapes) throw InvalidInput(std::string("shapes: the world is one of ") + store_->objects_name());
  return *store_->shapes;
}

const BodySet& World::bodies() const {
  if (!store_->bodies) throw InvalidInput(std::string("bodies: the world is one of ") + store_->objects_name());
  return store_->bodies->set;
}

void World::move(ShapeSet shapes, const WorldOptions& options) {
  move_all(*store_, &Store::shapes, "shapes", std::move(shapes), options);
}
void World::move(BodySet bodies, const WorldOptions& options) {
  move_all(*store_, &Store::bodies, "bodies", std::move(bodies), options);
}

void World::change_shapes(const std::function<void(ShapeSet&)>& change, const WorldOptions& options) {
  (void)shapes();
  change_set(*store_, &Store::shapes, *store_->shapes, change, options);
}
void World::change_bodies(const std::function<void(BodySet&)>& change, const WorldOptions& options) {
  (void)bodies();
  change_set(*store_, &Store::bodies, store_->bodies->set, change, options);
}

}  // namespace lockstep
