// The objects that calls about bodies take by index: a body of several parts, or a shape, which is its own only part.
// The pairs of parts of two objects that may matter are found by their boxes.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <tuple>

#include "lockstep/cast.hpp"
#include "sets/body_store.hpp"
#include "sets/shape_bounds.hpp"
#include "sets/shape_store.hpp"
#include "table/pair_batch.hpp"

namespace lockstep::detail {

struct Objects {
  static constexpr std::uint32_t none = BodySet::Store::none;

  ShapesView shapes;                       // of the parts
  const BodySet::Store* bodies = nullptr;  // null if each shape is an object

  /// The first part of an object, and the next part of its body, leaf by leaf; or none.
  [[nodiscard]] std::uint32_t first_part(std::uint32_t object) const {
    if (bodies == nullptr) return shapes.kinds[object] == RecordKind::free_slot ? none : object;
    const BodySet::Store::Body& body = bodies->bodies[object];
    return body.count == 0 ? none : body.first;
  }
  [[nodiscard]] std::uint32_t next_part(std::uint32_t part) const {
    return bodies == nullptr ? none : bodies->parts[part].next;
  }
  /// The number of a part in its body.
  [[nodiscard]] std::uint32_t number(std::uint32_t part) const {
    return bodies == nullptr ? 0 : bodies->parts[part].number;
  }
  [[nodiscard]] std::size_t mean_parts() const {
    if (bodies == nullptr || bodies->bodies.empty()) return 1;
    return std::max<std::size_t>(1, bodies->parts.size() / bodies->bodies.size());
  }
};

inline Objects objects_of(const ShapeSet& shapes) { return {shapes.store().view_with_positions(), nullptr}; }
inline Objects objects_of(const BodySet& bodies) {
  return {bodies.parts().store().view_with_positions(), &bodies.store()};
}

/// The lesser of two positions, whichever comes first.
inline const Vec3d& lesser_of(const Vec3d& p, const Vec3d& q) {
  return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z) ? p : q;
}
inline Bounds3 box_of_part(const Objects& objects, std::uint32_t part, float margin, const Vec3d& origin) {
  return bounds_of(objects.shapes.records[part], objects.shapes.kinds[part], margin,
                   offset_of(position_of(objects.shapes, part), origin));
}

inline const ShapeSet& parts_of_objects(const ShapeSet& shapes) { return shapes; }
inline const ShapeSet& parts_of_objects(const BodySet& bodies) { return bodies.parts(); }

/// The number of pairs of objects in a task: fewer if they have many parts, so that threads share them.
inline std::size_t pairs_at_a_time(const Objects& first, const Objects& second) {
  constexpr std::size_t least = 8, most = pair_tile;
  return std::clamp(most / (first.mean_parts() * second.mean_parts()), least, most);
}

/// Rays, as objects that pairs refer to by index.
struct RayList {
  std::span<const Ray> rays;

  [[nodiscard]] std::size_t size() const { return rays.size(); }
  [[nodiscard]] bool contains(std::uint32_t i) const { return i < rays.size(); }
};

inline const char* plural(const RayList&) { return "rays"; }
inline const char* plural(const ShapeSet&) { return "shapes"; }
inline const char* plural(const BodySet&) { return "bodies"; }

/// Throws `InvalidInput` for an index without an object; `set` is the name of its set.
template <class Set>
void check_object(const Set& objects, const char* set, std::uint32_t index, std::size_t pair, const char* side) {
  if (objects.contains(index)) return;
  const std::string what = "pairs[" + std::to_string(pair) + "]." + side + " = " + std::to_string(index);
  if (index < objects.size()) throw InvalidInput(what + ": was removed from " + set);
  throw InvalidInput(what + ": out of range, " + set + " has " + std::to_string(objects.size()) + " " +
                     plural(objects));
}

template <class First, class Second>
void check_objects(const First& first, const Second& second, std::span<const Pair> pairs) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    check_object(first, "the first set", pairs[i].a, i, "a");
    check_object(second, "the second set", pairs[i].b, i, "b");
  }
}

inline void check_objects(const RayList& rays, const BodySet& bodies, std::span<const Pair> pairs) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    check_object(rays, "the list", pairs[i].a, i, "a");
    check_object(bodies, "the set", pairs[i].b, i, "b");
  }
}

/// Some parts of an object with their boxes, leaf by leaf: a body may have more parts than fit on a thread's stack.
struct PartChunk {
  static constexpr std::size_t in_leaf = BodySet::Store::leaf_parts, most_leaves = 16, most = in_leaf * most_leaves;

  std::array<std::uint32_t, most> part;
  std::array<Bounds3, most> box;  // of each part
  std::array<Bounds3, most_leaves> leaf_box;
  std::size_t parts = 0, leaves = 0;

  /// Takes parts from `next` on; returns the first that does not fit, or none.
  std::uint32_t fill(const Objects& objects, std::uint32_t next, float margin, const Vec3d& origin) {
    parts = leaves = 0;
    for (; next != Objects::none && parts < most; next = objects.next_part(next)) {
      part[parts] = next;
      box[parts] = box_of_part(objects, next, margin, origin);
      if (parts % in_leaf == 0)
        leaf_box[leaves++] = box[parts];
      else
        leaf_box[leaves - 1].add(box[parts]);
      ++parts;
    }
    return next;
  }
  [[nodiscard]] std::size_t leaf_end(std::size_t leaf) const { return std::min(parts, (leaf + 1) * in_leaf); }
};

/// Calls visit(a, b) for pairs of chunks that together hold every pair of parts of two objects once. The boxes are
/// grown by a margin, and relative to origin(position of the first, position of the second).
template <class Origin, class Visit>
void for_each_two_chunks(const Objects& first, const Objects& second, const Pair& pair, float margin,
                         const Origin& origin_of, const Visit& visit) {
  PartChunk a, b;
  const std::uint32_t first_a = first.first_part(pair.a), first_b = second.first_part(pair.b);
  if (first_a == Objects::none || first_b == Objects::none) return;
  const Vec3d origin = origin_of(position_of(first.shapes, first_a), position_of(second.shapes, first_b));
  for (std::uint32_t p = first_a; p != Objects::none;) {
    p = a.fill(first, p, margin, origin);
    for (std::uint32_t q = first_b; q != Objects::none;) {
      q = b.fill(second, q, margin, origin);
      visit(a, b);
    }
  }
}

/// Calls take(parts, bound) for every pair of parts with is_wanted(bound(box, box)). If is_wanted rejects two boxes, it
/// must reject all boxes inside of them.
template <class Bound, class IsWanted, class Take>
void for_each_wanted(const PartChunk& a, const PartChunk& b, const Bound& bound, const IsWanted& is_wanted,
                     const Take& take) {
  for (std::size_t i = 0; i < a.leaves; ++i)
    for (std::size_t j = 0; j < b.leaves; ++j) {
      if (!is_wanted(bound(a.leaf_box[i], b.leaf_box[j]))) continue;
      for (std::size_t p = i * PartChunk::in_leaf; p < a.leaf_end(i); ++p) {
        if (!is_wanted(bound(a.box[p], b.leaf_box[j]))) continue;
        for (std::size_t q = j * PartChunk::in_leaf; q < b.leaf_end(j); ++q) {
          const auto of_parts = bound(a.box[p], b.box[q]);
          if (is_wanted(of_parts)) take(Pair{a.part[p], b.part[q]}, of_parts);
        }
      }
    }
}

}  // namespace lockstep::detail
