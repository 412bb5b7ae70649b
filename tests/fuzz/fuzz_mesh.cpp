// Bytes as a mesh, shapes beside it, motions and rays. The answers of the mesh are the same on all instruction sets and
// in any list, and are those of the triangles one by one, as hulls of a set.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "cast_list.hpp"
#include "contact_list.hpp"
#include "lockstep/mesh.hpp"
#include "pair_line.hpp"
#include "shapes.hpp"
#include "target.hpp"

namespace lockstep::test {

namespace {

/// More than a leaf of the tree and more than a register of lanes.
constexpr std::size_t most_triangles = 20, most_shapes = 6;

/// Each triangle as a hull as well. Neither the sets nor the mesh take invalid numbers.
struct Scene {
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> indices;
  ShapeSet hulls, shapes;
  std::vector<AnyShape> made_of;  // the shapes
  std::vector<Vec3> motions;
  std::vector<Ray> rays;
};

bool is_good(const Vec3& v) {
  const auto is_coordinate = [](float x) { return std::abs(x) <= max_coordinate; };
  return is_coordinate(v.x) && is_coordinate(v.y) && is_coordinate(v.z);
}

/// A valid point in place of an invalid one.
Vec3 good_point(Input& in) {
  const float x = in.number(), y = in.number();
  const Vec3 v{x, y, in.number()};
  return is_good(v) ? v : Vec3{1, 2, 3};
}

/// Corners of hulls, which shapes were made to be near, points, and corners of other triangles.
Vec3 corner(Input& in, const std::vector<Vec3>& near, const std::vector<Vec3>& vertices) {
  const unsigned choice = in.below(4);
  const auto any_of = [&](const std::vector<Vec3>& points) { return points[in.take<std::uint8_t>() % points.size()]; };
  if (choice < 2 && !near.empty()) return any_of(near);
  if (choice == 2 && !vertices.empty()) return any_of(vertices);
  return good_point(in);
}

std::vector<Vec3> good_vertices_of(const AnyShape& shape) {
  std::vector<Vec3> good;
  if (const auto* const hull = std::get_if<oracle::HullShape>(&shape))
    std::copy_if(hull->vertices.begin(), hull->vertices.end(), std::back_inserter(good), is_good);
  return good;
}

bool is_added(ShapeSet& set, const AnyShape& shape) {
  try {
    add_to(set, shape);
    return true;
  } catch (const InvalidInput&) {
    return false;
  }
}

Scene make_scene(Input& in) {
  Scene scene;
  std::vector<Vec3> near;
  for (std::size_t made = 0; made < most_shapes && !in.at_end(); ++made) {
    const auto [shape, other] = make_pair(in);
    const std::vector<Vec3> vertices = good_vertices_of(other);
    near.insert(near.end(), vertices.begin(), vertices.end());
    if (!is_added(scene.shapes, shape)) continue;
    scene.made_of.push_back(shape);
    scene.motions.push_back(good_point(in));
    const Vec3 origin = good_point(in);
    scene.rays.push_back({origin, good_point(in)});
  }
  for (std::size_t left = 1 + in.below(most_triangles); left > 0; --left) {
    const Vec3 corners[] = {corner(in, near, scene.vertices), corner(in, near, scene.vertices),
                            corner(in, near, scene.vertices)};
    scene.hulls.add(ConvexHull{corners});
    for (const Vec3& v : corners) {
      scene.indices.push_back(static_cast<std::uint32_t>(scene.vertices.size()));
      scene.vertices.push_back(v);
    }
  }
  return scene;
}

struct MeshAnswer {
  Interval interval;
  std::uint32_t triangle = no_triangle;
  Vec3d point, normal;
  friend bool same_bits(const MeshAnswer& a, const MeshAnswer& b) {
    return a.triangle == b.triangle && test::same_bits(a.interval.lower, b.interval.lower) &&
           test::same_bits(a.interval.upper, b.interval.upper) && test::same_bits(a.point, b.point) &&
           test::same_bits(a.normal, b.normal);
  }
};

std::string text(const MeshAnswer& m) {
  return "triangle " + std::to_string(m.triangle) + ", " + test::text(Met{m.interval, m.point, m.normal});
}

/// Spans for `count` answers, filled by ask(intervals, triangles, points, normals).
template <class Point, class Ask>
std::vector<MeshAnswer> collect(std::size_t count, const Ask& ask) {
  std::vector<Interval> intervals(count);
  std::vector<std::uint32_t> triangles(count);
  std::vector<Point> points(count);
  std::vector<Vec3d> normals(count);
  ask(intervals, triangles, points, normals);
  std::vector<MeshAnswer> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    all[i] = {intervals[i], triangles[i], {}, normals[i]};
    if constexpr (std::is_same_v<Point, WitnessPoints>)
      all[i].point = points[i].b;
    else
      all[i].point = points[i];
  }
  return all;
}

/// The relevant part of the scene: a shape or a ray as a pair with the triangle in question.
std::string described(const Scene& scene, std::size_t i, std::uint32_t triangle) {
  oracle::HullShape hull;
  for (std::size_t k = 0; k < 3 && triangle != no_triangle; ++k)
    hull.vertices.push_back(scene.vertices[3 * triangle + k]);
  if (hull.vertices.empty()) hull.vertices = scene.vertices;
  const auto& [origin, motion] = scene.rays[i];
  char ray[200];
  std::snprintf(ray, sizeof ray, "  # motion %.9g %.9g %.9g, ray %.9g %.9g %.9g by %.9g %.9g %.9g", scene.motions[i].x,
                scene.motions[i].y, scene.motions[i].z, origin.x, origin.y, origin.z, motion.x, motion.y, motion.z);
  return oracle::to_pair_line("mesh", scene.made_of[i], hull) + ray;
}

/// The least of both ends, and the first pair with the least upper end (in casts, lower end).
struct Together {
  Interval interval{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Interval least = interval;
  std::uint32_t triangle = no_triangle;

  void add(const Interval& one, std::uint32_t t) {
    if (one.upper < least.upper || (one.upper == least.upper && one.lower < least.lower)) least = one, triangle = t;
    interval = {std::min(interval.lower, one.lower), std::min(interval.upper, one.upper)};
  }
};

/// Bounding boxes may know more than a triangle's interval, that it is missed for example, and never less.
void judge(const Scene& scene, const std::vector<MeshAnswer>& answers, const std::vector<Together>& expected,
           const std::string& what) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Interval &got = answers[i].interval, &one = expected[i].interval;
    if (!(got.lower <= got.upper) || got.lower < one.lower || got.upper > one.upper ||
        (answers[i].triangle != no_triangle && expected[i].triangle == no_triangle))
      broken(what + ": " + text(answers[i]) + ", and one by one [" + std::to_string(one.lower) + ", " +
             std::to_string(one.upper) + "], triangle " + std::to_string(expected[i].triangle) + "\n" +
             described(scene, i, expected[i].triangle));
  }
}

/// ask(isa, list) answers for a list of shapes; alone and in the list the answer is the same.
template <class Ask>
std::vector<MeshAnswer> same_everywhere(const Scene& scene, const std::string& what, const Ask& ask) {
  std::vector<std::uint32_t> all(scene.motions.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  const std::vector<MeshAnswer> expected = ask(Isa::scalar, all);
  const auto compare = [&](const MeshAnswer& got, std::size_t i, const std::string& how) {
    if (!same_bits(got, expected[i]))
      broken(what + ", " + how + ": " + text(got) + ", not " + text(expected[i]) + "\n" +
             described(scene, i, expected[i].triangle));
  };
  for (const Isa isa : supported_isas()) {
    const std::vector<MeshAnswer> answers = ask(isa, all);
    for (std::size_t i = 0; i < all.size(); ++i) compare(answers[i], i, std::string(name(isa)));
  }
  for (const std::uint32_t i : all) compare(ask(Isa::scalar, {i})[0], i, "alone");
  return expected;
}

/// Each shape, or ray, with each triangle by `ask`, which gets all pairs at once.
template <class Ask>
std::vector<Together> one_by_one(const Scene& scene, const Ask& ask) {
  const auto triangles = static_cast<std::uint32_t>(scene.hulls.size());
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < scene.motions.size(); ++i)
    for (std::uint32_t t = 0; t < triangles; ++t) pairs.push_back({i, t});
  std::vector<Interval> intervals(pairs.size());
  ask(pairs, intervals);
  std::vector<Together> all(scene.motions.size());
  for (std::size_t k = 0; k < pairs.size(); ++k) all[pairs[k].a].add(intervals[k], pairs[k].b);
  return all;
}

void ask_distances(const Scene& scene, const TriangleMesh& mesh) {
  DistanceOptions options;
  const auto answers = same_everywhere(scene, "distance", [&](Isa isa, const std::vector<std::uint32_t>& list) {
    options.isa = isa;
    return collect<WitnessPoints>(list.size(), [&](auto& intervals, auto& triangles, auto& points, auto& normals) {
      distance(scene.shapes, mesh, list, {intervals, triangles, points, normals}, options);
    });
  });
  judge(scene, answers,
        one_by_one(scene,
                   [&](const std::vector<Pair>& pairs, std::vector<Interval>& out) {
                     distance(scene.shapes, scene.hulls, pairs, DistanceOutput{out}, options);
                   }),
        "distance");
}

void ask_casts(const Scene& scene, const TriangleMesh& mesh) {
  const auto answers = same_everywhere(scene, "cast", [&](Isa isa, const std::vector<std::uint32_t>& list) {
    std::vector<Vec3> motions;
    for (const std::uint32_t i : list) motions.push_back(scene.motions[i]);
    return collect<Vec3d>(list.size(), [&](auto& intervals, auto& triangles, auto& points, auto& normals) {
      cast(scene.shapes, mesh, list, motions, {intervals, triangles, points, normals}, {.isa = isa});
    });
  });
  judge(scene, answers,
        one_by_one(scene,
                   [&](const std::vector<Pair>& pairs, std::vector<Interval>& out) {
                     std::vector<Vec3> motions;
                     for (const Pair& pair : pairs) motions.push_back(scene.motions[pair.a]);
                     cast(scene.shapes, scene.hulls, pairs, motions, {out});
                   }),
        "cast");
}

void ask_rays(const Scene& scene, const TriangleMesh& mesh) {
  const auto answers = same_everywhere(scene, "rays", [&](Isa isa, const std::vector<std::uint32_t>& list) {
    std::vector<Ray> rays;
    for (const std::uint32_t i : list) rays.push_back(scene.rays[i]);
    return collect<Vec3d>(list.size(), [&](auto& intervals, auto& triangles, auto& points, auto& normals) {
      cast_rays(rays, mesh, {intervals, triangles, points, normals}, {.isa = isa});
    });
  });
  judge(scene, answers,
        one_by_one(scene, [&](const std::vector<Pair>& pairs,
                              std::vector<Interval>& out) { cast_rays(scene.rays, scene.hulls, pairs, {out}); }),
        "rays");
}

/// The pairs with a contact point one by one are those of the mesh, to the bit, in that order, except for those that
/// may be farther away than the margin.
void ask_contacts(const Scene& scene, const TriangleMesh& mesh) {
  constexpr float margin = 0.25F;
  std::vector<std::uint32_t> list;
  std::vector<Pair> all;
  for (std::uint32_t i = 0; i < scene.motions.size(); ++i) {
    list.push_back(i);
    for (std::uint32_t t = 0; t < scene.hulls.size(); ++t) all.push_back({i, t});
  }
  std::vector<Manifold> each(all.size());
  contacts(scene.shapes, scene.hulls, all, each, {.margin = margin});
  for (const Isa isa : supported_isas()) {
    std::vector<Pair> pairs(all.size());
    std::vector<Manifold> manifolds(all.size());
    const MeshContacts found = contacts(scene.shapes, mesh, list, {pairs, manifolds}, {.margin = margin, .isa = isa});
    std::size_t k = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (each[i].count == 0) continue;
      const bool is_told = k < found.pairs && pairs[k] == all[i];
      if (!is_told && each[i].distance.upper > margin) continue;  // bounding boxes know that it is farther away
      if (k >= found.pairs || pairs[k] != all[i] || !same_bits(manifolds[k], each[i]))
        broken("contacts, " + std::string(name(isa)) + ": not " + test::text(each[i]) + "\n" +
               described(scene, all[i].a, all[i].b));
      ++k;
    }
    if (k != found.pairs) broken("contacts, " + std::string(name(isa)) + ": too many");
  }
}

}  // namespace

}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lockstep::test::Input in(data, size);
  const lockstep::test::Scene scene = lockstep::test::make_scene(in);
  const lockstep::TriangleMesh mesh(scene.vertices, scene.indices);
  lockstep::test::ask_distances(scene, mesh);
  lockstep::test::ask_casts(scene, mesh);
  lockstep::test::ask_rays(scene, mesh);
  lockstep::test::ask_contacts(scene, mesh);
  return 0;
}
