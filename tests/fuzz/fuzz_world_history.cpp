// Bytes as the history of a World: objects are added, removed and moved, all or some, and sorted. At any time it
// answers like one that is rebuilt from the same objects, on every instruction set, and handles identify the objects.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "input.hpp"
#include "lockstep/overlap.hpp"
#include "lockstep/rays.hpp"
#include "lockstep/world.hpp"
#include "target.hpp"

namespace lockstep::test {

namespace {

/// A coordinate, or a length, from bytes.
float coordinate(Input& in) {
  const float x = in.number();
  return std::abs(x) <= max_coordinate ? x : 0;
}
float length(Input& in) { return std::abs(coordinate(in)); }
Vec3 place(Input& in) {
  const float x = coordinate(in), y = coordinate(in);
  return {x, y, coordinate(in)};
}
float clamped(float x) { return std::clamp(x, -max_coordinate, max_coordinate); }

void make(Input& in, Sphere& sphere) { sphere = {place(in), length(in)}; }
void make(Input& in, Aabb& box) {
  const Vec3 low = place(in);
  const float x = length(in), y = length(in), z = length(in);
  box = {low, {clamped(low.x + x), clamped(low.y + y), clamped(low.z + z)}};
}
Sphere moved(const Sphere& s, const Vec3& by) {
  return {{clamped(s.center.x + by.x), clamped(s.center.y + by.y), clamped(s.center.z + by.z)}, s.radius};
}
Aabb moved(const Aabb& b, const Vec3& by) {
  const auto at = [&](const Vec3& p) { return Vec3{clamped(p.x + by.x), clamped(p.y + by.y), clamped(p.z + by.z)}; };
  return {at(b.min), at(b.max)};
}
SphereView view_of(const std::vector<Sphere>& balls) { return SphereView::of(balls, &Sphere::center, &Sphere::radius); }
AabbView view_of(const std::vector<Aabb>& boxes) { return AabbView::of(boxes, &Aabb::min, &Aabb::max); }

/// The queries, for any objects.
struct Questions {
  std::vector<Vec3> points;
  std::vector<Ray> rays;
  std::vector<Sphere> shapes;
  float distance = 0;

  explicit Questions(Input& in) : distance(length(in)) {
    for (int i = 0; i < 3; ++i) {
      points.push_back(place(in));
      const Vec3 from = place(in);
      rays.push_back({from, place(in)});
      shapes.emplace_back();
      make(in, shapes.back());
    }
  }
};

/// Boxes between points and ends of rays, as far as these make volumes.
VolumeSet volumes_of(const Questions& q) {
  std::vector<ConvexVolume> volumes;
  for (const Vec3& a : q.points)
    for (const Ray& ray : q.rays)
      for (const Vec3& b : {ray.origin, ray.motion}) {
        std::array<Vec3, 8> corners;
        for (std::size_t k = 0; k < 8; ++k)
          corners[k] = {k % 4 == 1 || k % 4 == 2 ? b.x : a.x, k % 4 >= 2 ? b.y : a.y, k >= 4 ? b.z : a.z};
        try {
          volumes.push_back(ConvexVolume::from_corners(corners));
        } catch (const InvalidInput&) {
        }
      }
  return VolumeSet(volumes);
}

/// The objects that each volume sees.
ObjectLists seen_by(const VolumeSet& volumes, const World& world, Isa isa) {
  const std::size_t row = mask_words(world.size());
  std::vector<std::uint64_t> rows(volumes.size() * row);
  ObjectLists lists{{0}, {}};
  cull(volumes, world, {.by_volume = rows}, {.isa = isa});
  for (std::size_t v = 0; v < volumes.size(); ++v) {
    for (std::uint32_t i = 0; i < world.size(); ++i)
      if ((rows[v * row + i / 64] >> i % 64 & 1) != 0) lists.objects.push_back(i);
    lists.first.push_back(lists.objects.size());
  }
  return lists;
}

struct Found {
  ObjectLists near, met, seen;
  std::vector<std::uint32_t> nearest, hit;
  std::vector<Interval> distances, fractions;

  Found(const World& world, const Questions& q, Isa isa)
      : near(within(world, q.points, q.distance, {.isa = isa})),
        met(overlapping(world, view_of(q.shapes), {.isa = isa})),
        seen(seen_by(volumes_of(q), world, isa)),
        nearest(4 * q.points.size()),
        hit(q.rays.size()),
        distances(nearest.size()),
        fractions(hit.size()) {
    lockstep::nearest(world, q.points, 4, {nearest, distances}, {.isa = isa});
    first_hits(q.rays, world, {.shapes = hit, .fractions = fractions}, {.isa = isa});
  }
};

template <class Shape>
class History {
 public:
  void step(Input& in) {
    switch (in.below(6)) {
      case 0: return add(in);
      case 1: return remove(in);
      case 2: return move_some(in);
      case 3: return move_all(in);
      case 4: return world_.sort();
      default: return ask(in);
    }
  }

  void ask(Input& in) const {
    const Questions questions(in);
    std::vector<Shape> shapes;
    std::vector<std::uint32_t> index;
    for (const auto& [i, shape] : living_) shapes.push_back(shape), index.push_back(i);
    const auto isas = supported_isas();
    const Found expected(World(view_of(shapes)), questions, isas.front());
    for (const Isa isa : isas) {
      const Found found(world_, questions, isa);
      compare("within", found.near, expected.near, index);
      compare("overlapping", found.met, expected.met, index);
      compare("cull", found.seen, expected.seen, index);
      compare("nearest", found.nearest, expected.nearest, index);
      compare("first_hits", found.hit, expected.hit, index);
      if (found.distances != expected.distances || found.fractions != expected.fractions)
        broken(std::string(name(isa)) + ": other intervals than those of a new world");
    }
    for (const auto& [handle, is_there] : handles_)
      if (world_.contains(handle) != is_there) broken("a handle is taken for another object's");
  }

 private:
  static void compare(const std::string& what, std::span<const std::uint32_t> found,
                      std::span<const std::uint32_t> expected, const std::vector<std::uint32_t>& index) {
    const auto is_same = [&](std::uint32_t a, std::uint32_t b) { return a == (b == no_object ? b : index[b]); };
    if (!std::equal(found.begin(), found.end(), expected.begin(), expected.end(), is_same))
      broken(what + ": other objects than those of a new world");
  }
  static void compare(const std::string& what, const ObjectLists& found, const ObjectLists& expected,
                      const std::vector<std::uint32_t>& index) {
    if (found.first != expected.first) broken(what + ": more or fewer objects than in a new world");
    compare(what, found.objects, expected.objects, index);
  }

  /// A row of one shape, so that a few bytes make more than one leaf.
  std::vector<Shape> row(Input& in, std::size_t count) {
    Shape first;
    make(in, first);
    const Vec3 by = place(in);
    std::vector<Shape> shapes;
    for (std::size_t i = 0; i < count; ++i) shapes.push_back(i == 0 ? first : moved(shapes.back(), by));
    return shapes;
  }
  /// Every n-th object.
  [[nodiscard]] std::vector<std::uint32_t> some(Input& in) const {
    const std::size_t step = 1 + in.below(9), first = in.below(9);
    std::vector<std::uint32_t> indices;
    std::size_t k = 0;
    for (const auto& [i, shape] : living_)
      if (k++ % step == first % step) indices.push_back(i);
    return indices;
  }
  void add(Input& in) {
    if (living_.size() > 2000) return;
    const std::vector<Shape> come = row(in, in.below(200));
    const std::vector<std::uint32_t> given = world_.add(view_of(come));
    for (std::size_t k = 0; k < come.size(); ++k) {
      if (!living_.emplace(given[k], come[k]).second) broken("an index is given to two objects");
    }
    if (!given.empty()) handles_.push_back({world_.handle(given[0]), true});
  }
  void remove(Input& in) {
    const std::vector<std::uint32_t> gone = some(in);
    for (auto& [handle, is_there] : handles_)
      is_there = is_there && !std::binary_search(gone.begin(), gone.end(), handle.index);
    world_.remove(gone);
    for (const std::uint32_t i : gone) living_.erase(i);
  }
  void move_some(Input& in) {
    const std::vector<std::uint32_t> indices = some(in);
    const std::vector<Shape> to = row(in, indices.size());
    world_.move(indices, view_of(to));
    for (std::size_t k = 0; k < indices.size(); ++k) living_[indices[k]] = to[k];
  }
  void move_all(Input& in) {
    const Vec3 by = place(in);
    std::vector<Shape> all(world_.size());
    // the objects of free slots are ignored
    for (Shape& shape : all) std::memset(static_cast<void*>(&shape), 0xff, sizeof shape);
    for (auto& [i, shape] : living_) all[i] = shape = moved(shape, by);
    if (!all.empty()) world_.move(view_of(all));
  }

  World world_;
  std::map<std::uint32_t, Shape> living_;
  std::vector<std::pair<ObjectHandle, bool>> handles_;
};

/// The same for bodies, which are in a set.
class BodyHistory {
 public:
  void step(Input& in) {
    switch (in.below(5)) {
      case 0: return add(in);
      case 1: return remove(in);
      case 2: return move(in);
      case 3: return world_.sort();
      default: return ask(in);
    }
  }

  void ask(Input& in) const {
    const Questions questions(in);
    const auto isas = supported_isas();
    const Found expected(World(bodies_), questions, isas.front());
    for (const Isa isa : isas) {
      const Found found(world_, questions, isa);
      if (found.near.first != expected.near.first || found.near.objects != expected.near.objects)
        broken("within: other bodies than those of a new world");
      if (found.met.first != expected.met.first || found.met.objects != expected.met.objects)
        broken("overlapping: other bodies than those of a new world");
      if (found.nearest != expected.nearest || found.hit != expected.hit)
        broken("nearest or first_hits: other bodies than those of a new world");
      if (found.distances != expected.distances || found.fractions != expected.fractions)
        broken(std::string(name(isa)) + ": other intervals than those of a new world");
    }
    for (std::uint32_t i = 0; i < bodies_.size(); ++i)
      if (world_.contains(i) != bodies_.contains(i)) broken("a body is there that is not, or is not there that is");
  }

 private:
  static BodyPart part(Input& in) {
    if (in.below(2) == 0) {
      Sphere ball;
      make(in, ball);
      return ball;
    }
    const Vec3 at = place(in);
    return Capsule{at, place(in), length(in)};
  }
  /// In the last free slot, or at the end, where the world is rebuilt.
  void add(Input& in) {
    if (bodies_.size() > 200) return;
    std::vector<BodyPart> parts(1 + in.below(20));
    for (BodyPart& p : parts) p = part(in);
    try {
      bodies_.add(parts, {place(in), {}});
    } catch (const InvalidInput&) {  // a part would be out of range
      return;
    }
    if (world_.size() == bodies_.size())
      world_.move(bodies_);
    else
      world_ = World(bodies_);
  }
  void remove(Input& in) {
    const std::uint32_t step = 1 + in.below(9);
    std::vector<std::uint32_t> gone;
    for (std::uint32_t i = in.below(9); i < bodies_.size(); i += step)
      if (bodies_.contains(i)) gone.push_back(i);
    world_.remove(gone);
    for (const std::uint32_t i : gone) bodies_.remove(i);
  }
  void move(Input& in) {
    const std::uint32_t step = 1 + in.below(9);
    for (std::uint32_t i = in.below(9); i < bodies_.size(); i += step) {
      const Pose pose{place(in), {}};
      if (!bodies_.contains(i)) continue;
      try {
        bodies_.move(i, pose);
      } catch (const InvalidInput&) {  // it would be out of range, and stays
      }
    }
    world_.move(bodies_);
  }

  BodySet bodies_;
  World world_{BodySet()};
};

template <class History>
void run(Input& in) {
  History history;
  for (int steps = 0; steps < 40 && !in.at_end(); ++steps) history.step(in);
  history.ask(in);
}

}  // namespace

}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  lockstep::test::Input in(data, size);
  switch (in.below(3)) {
    case 0: lockstep::test::run<lockstep::test::History<Sphere>>(in); break;
    case 1: lockstep::test::run<lockstep::test::History<Aabb>>(in); break;
    default: lockstep::test::run<lockstep::test::BodyHistory>(in);
  }
  return 0;
}
