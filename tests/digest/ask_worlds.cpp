#include "ask_worlds.hpp"

#include <algorithm>

#include "asking.hpp"
#include "flush_denormals.hpp"

namespace lockstep::digest {

namespace {

bool is_coordinate(float x) { return std::abs(x) <= max_coordinate; }
bool is_place(const Vec3& v) { return is_coordinate(v.x) && is_coordinate(v.y) && is_coordinate(v.z); }
bool is_object(const Sphere& s) { return is_place(s.center) && s.radius >= 0 && is_coordinate(s.radius); }
bool is_object(const Capsule& c) {
  return is_place(c.p0) && is_place(c.p1) && c.radius >= 0 && is_coordinate(c.radius);
}
bool is_object(const Aabb& b) {
  return is_place(b.min) && is_place(b.max) && b.min.x <= b.max.x && b.min.y <= b.max.y && b.min.z <= b.max.z;
}

SphereView view_of(const std::vector<Sphere>& balls) { return SphereView::of(balls, &Sphere::center, &Sphere::radius); }
AabbView view_of(const std::vector<Aabb>& boxes) { return AabbView::of(boxes, &Aabb::min, &Aabb::max); }

template <class Shape>
std::vector<Shape> chosen(const std::vector<Shape>& objects, const std::vector<std::uint32_t>& which) {
  std::vector<Shape> some;
  for (const std::uint32_t i : which) some.push_back(objects[i]);
  return some;
}

/// Object i ends at index i, if it stays.
template <class Shape>
World world_with_a_history(const std::vector<Shape>& objects, const WorldOptions& options) {
  const auto count = static_cast<std::uint32_t>(objects.size()), half = count / 2;
  std::vector<std::uint32_t> elsewhere, come_back, rest, last;
  for (std::uint32_t i = 0; i < half; ++i) elsewhere.push_back(i * 7 % count);
  for (std::uint32_t i = half; i-- > 0;)
    if (i % 5 == 0) come_back.push_back(i);
  for (std::uint32_t i = half; i < count; ++i) rest.push_back(i);
  for (std::uint32_t i = 0; i < count; ++i)
    if (i % 11 == 3) last.push_back(i);
  World world(view_of(chosen(objects, elsewhere)), options);
  world.remove(come_back, options);
  // The free list returns the last removed slot first.
  std::reverse(come_back.begin(), come_back.end());
  world.add(view_of(chosen(objects, come_back)), options);
  for (std::size_t k = 0; k < rest.size(); k += 100) {
    const auto end = std::min(k + 100, rest.size());
    world.add(view_of(chosen(objects, {rest.begin() + static_cast<std::ptrdiff_t>(k),
                                       rest.begin() + static_cast<std::ptrdiff_t>(end)})),
              options);
  }
  world.move(view_of(objects), options);
  world.remove(last, options);
  world.move(view_of(objects), options);
  return world;
}

constexpr std::size_t parts_of_body = 4;

/// Bodies of consecutive parts, which are given by their final places.
World world_of_bodies(const std::vector<Capsule>& parts, const WorldOptions& options) {
  BodySet bodies;
  for (std::size_t k = 0; k < parts.size(); k += parts_of_body)
    bodies.add(
        std::vector<BodyPart>(parts.begin() + static_cast<std::ptrdiff_t>(k),
                              parts.begin() + static_cast<std::ptrdiff_t>(std::min(k + parts_of_body, parts.size()))),
        {{static_cast<float>(k % 7), 1, 2}, {0, 0, 1, 0}}, Check::none);
  World world(bodies, options);
  const auto remove_each = [&](std::uint32_t step, std::uint32_t first) {
    std::vector<std::uint32_t> gone;
    for (std::uint32_t i = first; i < bodies.size(); i += step) gone.push_back(i);
    world.remove(gone, options);
  };
  remove_each(5, 0);
  for (std::uint32_t i = 0; i < bodies.size(); ++i) bodies.move(i, {}, Check::none);
  world.move(bodies, options);
  remove_each(11, 3);
  return world;
}

Vec2 flat(const Vec3& v) { return {v.x, v.y}; }
Circle2 flat(const Sphere& ball) { return {flat(ball.center), ball.radius}; }
Aabb2 flat(const Aabb& box) { return {flat(box.min), flat(box.max)}; }
CircleView view_of(const std::vector<Circle2>& circles) {
  return CircleView::of(circles, &Circle2::center, &Circle2::radius);
}
Aabb2View view_of(const std::vector<Aabb2>& boxes) { return Aabb2View::of(boxes, &Aabb2::min, &Aabb2::max); }

template <class Shape>
auto flattened(const std::vector<Shape>& shapes) {
  std::vector<decltype(flat(shapes[0]))> found;
  for (const Shape& shape : shapes) found.push_back(flat(shape));
  return found;
}

/// Every seventh object is a free slot.
template <class Shape>
World2 plane_world(const std::vector<Shape>& objects, const WorldOptions& options) {
  const auto in_plane = flattened(objects);
  World2 world(view_of(in_plane), options);
  std::vector<std::uint32_t> gone;
  for (std::uint32_t i = 3; i < objects.size(); i += 7) gone.push_back(i);
  world.remove(gone, options);
  world.move(view_of(in_plane), options);
  return world;
}

void add_list(NumberHash& hash, std::span<const std::uint32_t> objects) {
  hash.add(static_cast<double>(objects.size()));
  for (const std::uint32_t object : objects) hash.add(object);
}

}  // namespace

WorldQuestions::WorldQuestions(std::span<const ShapePair> questions, std::span<const Vec3> motions)
    : count_(questions.size()), motions_(motions.begin(), motions.end()) {
  for (const auto& [first, second] : questions) {
    const auto question = static_cast<std::uint32_t>(asked_.size());
    asked_.push_back(std::get<Sphere>(first));
    is_asked_.push_back(is_object(asked_.back()));
    if (const auto* ball = std::get_if<Sphere>(&second); ball != nullptr && is_object(*ball))
      balls_.push_back(*ball), question_.push_back(question);
    if (const auto* box = std::get_if<Aabb>(&second); box != nullptr && is_object(*box))
      boxes_.push_back(*box), question_.push_back(question);
    if (const auto* part = std::get_if<Capsule>(&second); part != nullptr && is_object(*part))
      parts_.push_back(*part), question_.push_back(question);
  }
}

World WorldQuestions::world(const Conditions& conditions) const {
  const WorldOptions options{conditions.isa, conditions.executor};
  if (!parts_.empty()) return world_of_bodies(parts_, options);
  return boxes_.empty() ? world_with_a_history(balls_, options) : world_with_a_history(boxes_, options);
}

/// ask(world, asked, motions, hashes) adds to the hash of each sphere, in the order of the conditions.
template <class Ask>
Answers WorldQuestions::answers(const Conditions& conditions, const Ask& ask) const {
  const FlushDenormals scope(conditions.flush_denormals);
  std::vector<std::uint32_t> order = order_of(count_, conditions);
  std::erase_if(order, [&](std::uint32_t i) { return !is_asked_[i]; });
  const std::vector<Sphere> asked = chosen(asked_, order);
  const std::vector<Vec3> motions = chosen(motions_, order);
  std::vector<NumberHash> hashes(order.size());
  with_threads(conditions.threads, [&] { ask(world(conditions), asked, motions, hashes); });
  Answers answers(count_);
  for (std::size_t k = 0; k < order.size(); ++k) answers[order[k]] = hashes[k].byte();
  return answers;
}

Answers WorldQuestions::within(const Conditions& conditions) const {
  return answers(conditions, [&](const World& world, const auto& asked, const auto&, auto& hashes) {
    std::vector<Vec3> points;
    for (const Sphere& ball : asked) points.push_back(ball.center);
    const ObjectLists lists = lockstep::within(world, points, 1, {conditions.isa, conditions.executor});
    for (std::size_t k = 0; k < hashes.size(); ++k) add_list(hashes[k], lists[k]);
  });
}

Answers WorldQuestions::nearest(const Conditions& conditions) const {
  return answers(conditions, [&](const World& world, const auto& asked, const auto&, auto& hashes) {
    std::vector<Vec3> points;
    for (const Sphere& ball : asked) points.push_back(ball.center);
    std::vector<std::uint32_t> objects(3 * points.size());
    std::vector<Interval> distances(objects.size());
    lockstep::nearest(world, points, 3, {objects, distances}, {conditions.isa, conditions.executor});
    for (std::size_t i = 0; i < objects.size(); ++i) {
      NumberHash& hash = hashes[i / 3];
      hash.add(static_cast<double>(objects[i]) * static_cast<double>(i % 3 + 1));
      hash.add(distances[i].lower), hash.add(distances[i].upper);
    }
  });
}

Answers WorldQuestions::overlapping(const Conditions& conditions) const {
  return answers(conditions, [&](const World& world, const auto& asked, const auto&, auto& hashes) {
    for (const Touching touching : {Touching::overlap, Touching::separate}) {
      OverlapOptions options{.touching = touching};
      options.isa = conditions.isa, options.executor = conditions.executor;
      const ObjectLists lists = lockstep::overlapping(world, view_of(asked), options);
      for (std::size_t k = 0; k < hashes.size(); ++k) add_list(hashes[k], lists[k]);
    }
  });
}

Answers WorldQuestions::first_hits(const Conditions& conditions) const {
  return answers(conditions, [&](const World& world, const auto& asked, const auto& motions, auto& hashes) {
    std::vector<Ray> rays;
    for (std::size_t k = 0; k < asked.size(); ++k) rays.push_back({asked[k].center, motions[k]});
    std::vector<std::uint32_t> objects(rays.size());
    std::vector<Interval> fractions(rays.size());
    std::vector<Vec3d> points(rays.size()), normals(rays.size());
    std::vector<std::uint32_t> parts(rays.size());
    const RayOptions options{.isa = conditions.isa, .executor = conditions.executor};
    lockstep::first_hits(rays, world, {objects, fractions, points, normals, parts}, options);
    for (std::size_t k = 0; k < hashes.size(); ++k) {
      hashes[k].add(objects[k]), hashes[k].add(fractions[k].lower), hashes[k].add(fractions[k].upper);
      hashes[k].add(points[k]), hashes[k].add(normals[k]);
      if (!parts_.empty()) hashes[k].add(0.5 + parts[k]);
    }
  });
}

Answers WorldQuestions::all_contacts(const Conditions& conditions) const {
  return answers(conditions, [&](const World& world, const auto& asked, const auto& motions, auto& hashes) {
    const RayOptions options{.isa = conditions.isa, .executor = conditions.executor};
    const HitLists lists = lockstep::all_contacts(view_of(asked), motions, world, options);
    for (std::size_t k = 0; k < hashes.size(); ++k) {
      add_list(hashes[k], lists[k].shapes);
      for (const Interval& fraction : lists[k].fractions) hashes[k].add(fraction.lower), hashes[k].add(fraction.upper);
    }
  });
}

Answers WorldQuestions::in_plane(const Conditions& conditions) const {
  const WorldOptions how{conditions.isa, conditions.executor};
  return answers(conditions, [&](const World&, const auto& asked, const auto& motions, auto& hashes) {
    const World2 world = boxes_.empty() ? plane_world(balls_, how) : plane_world(boxes_, how);
    const std::vector<Circle2> circles = flattened(asked);
    const std::vector<Vec2> flat_motions = flattened(motions);
    std::vector<Ray2> rays;
    for (std::size_t k = 0; k < circles.size(); ++k) rays.push_back({circles[k].center, flat_motions[k]});
    const RayOptions options{.isa = conditions.isa, .executor = conditions.executor};
    const ObjectLists near = lockstep::within(world, view_of(circles), 1, {conditions.isa, conditions.executor});
    const HitLists hits = lockstep::all_hits(rays, world, options);
    std::vector<std::uint32_t> objects(rays.size());
    std::vector<Interval> fractions(rays.size());
    std::vector<Vec2d> points(rays.size()), normals(rays.size());
    lockstep::first_contacts(view_of(circles), flat_motions, world, {objects, fractions, points, normals}, options);
    for (std::size_t k = 0; k < hashes.size(); ++k) {
      add_list(hashes[k], near[k]), add_list(hashes[k], hits[k].shapes);
      for (const Interval& f : hits[k].fractions) hashes[k].add(f.lower), hashes[k].add(f.upper);
      hashes[k].add(objects[k]), hashes[k].add(fractions[k].lower), hashes[k].add(fractions[k].upper);
      hashes[k].add(points[k]), hashes[k].add(normals[k]);
    }
  });
}

Answers WorldQuestions::cull(const ConvexVolume& volume, const Conditions& conditions) const {
  const FlushDenormals scope(conditions.flush_denormals);
  Answers answers(count_);
  with_threads(conditions.threads, [&] {
    const World world = this->world(conditions);
    std::vector<std::uint64_t> visible(mask_words(world.size()));
    const auto ask = [&](unsigned bit, CullMethod method, Touching touching) {
      lockstep::cull(volume, world, visible, {method, touching, Check::none, conditions.isa, conditions.executor});
      for (std::size_t k = 0; k < question_.size(); ++k) {
        const std::size_t i = parts_.empty() ? k : k / parts_of_body;
        answers[question_[k]] |= static_cast<std::uint8_t>((visible[i / 64] >> (i % 64) & 1) << bit);
      }
    };
    ask(0, CullMethod::exact, Touching::overlap);
    ask(1, CullMethod::exact, Touching::separate);
    ask(2, CullMethod::planes, Touching::overlap);
  });
  return answers;
}

Answers WorldQuestions::cull(const VolumeSet& volumes, const Conditions& conditions) const {
  const FlushDenormals scope(conditions.flush_denormals);
  Answers answers(count_);
  with_threads(conditions.threads, [&] {
    const World world = this->world(conditions);
    const std::size_t row = mask_words(volumes.size());
    std::vector<std::uint64_t> by_object(world.size() * row);
    std::vector<NumberHash> hashes(question_.size());
    const auto ask = [&](CullMethod method, Touching touching) {
      lockstep::cull(volumes, world, {.by_object = by_object},
                     {method, touching, Check::none, conditions.isa, conditions.executor});
      for (std::size_t k = 0; k < question_.size(); ++k) {
        const std::size_t i = parts_.empty() ? k : k / parts_of_body;
        for (std::size_t word = i * row; word < (i + 1) * row; ++word) {
          hashes[k].add(static_cast<double>(by_object[word] >> 32));
          hashes[k].add(static_cast<double>(by_object[word] & 0xffffffff));
        }
      }
    };
    ask(CullMethod::exact, Touching::overlap);
    ask(CullMethod::exact, Touching::separate);
    ask(CullMethod::planes, Touching::overlap);
    for (std::size_t k = 0; k < question_.size(); ++k) answers[question_[k]] = hashes[k].byte();
  });
  return answers;
}

}  // namespace lockstep::digest
