// Bytes as a World and a batch of shapes, which may almost touch its objects. On every instruction set each shape finds
// the objects that `intersect` of the two reports.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/overlap.hpp"
#include "pair_list.hpp"
#include "poison.hpp"
#include "shapes.hpp"
#include "target.hpp"

namespace lockstep::test {

namespace {

/// Spheres or boxes, or any `Shape`, as in a world of a view.
template <class Shape>
std::vector<Shape> all_of(const std::vector<AnyShape>& objects) {
  std::vector<Shape> all;
  for (const AnyShape& object : objects)
    if (const auto* shape = std::get_if<Shape>(&object))
      if (is_in_range(object) && is_a_shape(object)) all.push_back(*shape);
  return all;
}

template <class Shape>
ShapeSet set_of_all(const std::vector<Shape>& shapes) {
  ShapeSet set;
  for (const Shape& shape : shapes) set.add(shape);
  return set;
}

/// A world, and the same objects as a set.
std::pair<World, ShapeSet> make_world(unsigned kind, const std::vector<AnyShape>& objects, const ShapeSet& set) {
  if (kind == 0) {
    const std::vector<Sphere> balls = all_of<Sphere>(objects);
    return {World(SphereView::of(balls, &Sphere::center, &Sphere::radius)), set_of_all(balls)};
  }
  if (kind == 1) {
    const std::vector<Aabb> boxes = all_of<Aabb>(objects);
    return {World(AabbView::of(boxes, &Aabb::min, &Aabb::max)), set_of_all(boxes)};
  }
  return {World(set), set};
}

void judge(const World& world, const ShapeSet& objects, const ShapeSet& shapes, OverlapOptions options) {
  std::vector<Pair> pairs;
  for (std::uint32_t a = 0; a < shapes.size(); ++a)
    for (std::uint32_t b = 0; b < objects.size(); ++b) pairs.push_back({a, b});
  std::vector<Verdict> verdicts(pairs.size());
  intersect(shapes, objects, pairs, verdicts);
  for (const Isa isa : supported_isas()) {
    options.isa = isa;
    const ObjectLists lists = overlapping(world, shapes, options);
    std::vector<std::uint64_t> any(mask_words(shapes.size()));
    any_overlapping(world, shapes, any, options);
    for (std::uint32_t a = 0; a < shapes.size(); ++a)
      if (((any[a / 64] >> a % 64 & 1) != 0) != !lists[a].empty()) broken("any differs from the list of a shape");
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto list = lists[pairs[i].a];
      const bool found = std::binary_search(list.begin(), list.end(), pairs[i].b);
      if (found != overlaps(verdicts[i], options.touching))
        broken(std::string(name(isa)) + ": shape " + std::to_string(pairs[i].a) + " and object " +
               std::to_string(pairs[i].b) + (found ? " are found" : " are not found"));
    }
  }
}

}  // namespace

}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  using namespace lockstep::test;
  Input in(data, size);
  const unsigned kind = in.below(3);
  const auto touching = in.below(2) == 0 ? Touching::overlap : Touching::separate;
  std::vector<AnyShape> objects;
  ShapeSet shapes, set;
  for (int made = 0; made < 40 && !in.at_end(); ++made) {
    const oracle::ShapePair pair = make_pair(in);
    // one with a negative length may get any answer
    const auto is_odd = [](const AnyShape& shape) { return is_finite(shape) && !is_a_shape(shape); };
    if (is_odd(pair.first) || is_odd(pair.second)) continue;
    try {
      add_to(shapes, pair.first, Check::none);
      add_to(set, pair.second, Check::none);
      objects.push_back(pair.second);
    } catch (const InvalidInput&) {  // an invalid volume
    }
  }
  const auto [world, world_set] = make_world(kind, objects, set);
  judge(world, world_set, shapes, {.touching = touching});
  return 0;
}
