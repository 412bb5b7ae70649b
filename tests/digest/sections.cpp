#include "sections.hpp"

#include <bit>
#include <stdexcept>

#include "ask_worlds.hpp"
#include "pair_line.hpp"
#include "plane_pair_line.hpp"
#include "plane_poison.hpp"
#include "poison.hpp"
#include "work/random.hpp"

namespace lockstep::digest {

namespace {

using Visit = std::function<void(const Section&)>;

/// The bits of a shape's numbers.
template <class Shape>
void add(Fnv1a& hash, Shape shape) {
  const auto add_number = [&](float number) {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    for (int shift = 0; shift < 32; shift += 8) hash.add(static_cast<std::uint8_t>(bits >> shift));
  };
  for (const float* const number : test::numbers_of(shape)) add_number(*number);
}

/// By both methods.
template <class Question>
void visit_methods(const std::string& kinds, const std::vector<Question>& questions, const Visit& visit) {
  Fnv1a hash;
  for (const auto& [first, second] : questions) add(hash, first), add(hash, second);
  const auto line = [&](std::size_t i) {
    return oracle::to_pair_line(std::to_string(i), questions[i].first, questions[i].second);
  };
  for (const Method method : {Method::automatic, Method::gjk}) {
    const auto ask = [&](const Conditions& conditions) { return ask_pairs(questions, method, conditions); };
    visit({kinds + (method == Method::gjk ? "/gjk" : "/automatic"), questions.size(), hash.value(), ask, line});
  }
}

/// For answers that are numbers: `ask_about` is one of the functions that combine them into a byte.
template <class Question, class Ask>
void visit_numbers(const std::string& name, const std::vector<Question>& questions, const Ask& ask_about,
                   const Visit& visit) {
  Fnv1a hash;
  for (const auto& [first, second] : questions) add(hash, first), add(hash, second);
  const auto line = [&](std::size_t i) {
    return oracle::to_pair_line(std::to_string(i), questions[i].first, questions[i].second);
  };
  const auto ask = [&](const Conditions& conditions) { return ask_about(questions, conditions); };
  visit({name, questions.size(), hash.value(), ask, line});
}

/// As long as the shapes, and in all directions.
std::vector<Vec3> motions_of(const std::vector<ShapePair>& questions, std::uint64_t seed) {
  bench::Random random(seed);
  std::vector<Vec3> motions;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto along = [&] { return static_cast<float>(random.uniform(-4, 4)); };
    const float x = along(), y = along(), z = along();
    motions.push_back(i % 4 == 0 ? Vec3{x, 0, 0} : Vec3{x, y, z});
  }
  return motions;
}

/// `ask_about` is one of the functions that ask about shapes and their motions.
template <class Ask>
void visit_moving(const std::string& name, const std::vector<ShapePair>& questions, std::uint64_t seed,
                  const Ask& ask_about, const Visit& visit) {
  const std::vector<Vec3> motions = motions_of(questions, seed);
  Fnv1a hash;
  for (const auto& [first, second] : questions) add(hash, first), add(hash, second);
  for (const Vec3& m : motions) add(hash, AnyShape(Point{m}));
  const auto line = [&](std::size_t i) {
    return oracle::to_pair_line(std::to_string(i), questions[i].first, questions[i].second);
  };
  const auto ask = [&](const Conditions& conditions) { return ask_about(questions, motions, conditions); };
  visit({name, questions.size(), hash.value(), ask, line});
}

/// About points near the shapes, by up to a revolution either way; one in eight does not turn.
void visit_turning_casts(const std::string& kinds, const std::vector<ShapePair>& questions, std::uint64_t seed,
                         const Visit& visit) {
  bench::Random random(seed + 1);
  std::vector<Motion> motions;
  for (const Vec3& by : motions_of(questions, seed)) {
    const auto vector = [&](float most) {
      const auto along = [&] { return static_cast<float>(random.uniform(-most, most)); };
      const float x = along(), y = along(), z = along();
      return Vec3{x, y, z};
    };
    const Vec3 turn = vector(4), about = vector(2);
    motions.push_back({by, motions.size() % 8 == 7 ? Vec3{} : turn, about});
  }
  Fnv1a hash;
  for (const auto& [first, second] : questions) add(hash, first), add(hash, second);
  for (const auto& [by, turn, about] : motions)
    for (const Vec3& v : {by, turn, about}) add(hash, AnyShape(Point{v}));
  const auto line = [&](std::size_t i) {
    return oracle::to_pair_line(std::to_string(i), questions[i].first, questions[i].second);
  };
  const auto ask = [&](const Conditions& conditions) { return ask_turning_casts(questions, motions, conditions); };
  visit({"turning_cast_" + kinds, questions.size(), hash.value(), ask, line});
}

/// The same of the plane: motions, and then turns.
void visit_plane_casts(const std::string& kinds, const std::vector<ShapePair2>& questions, std::uint64_t seed,
                       const Visit& visit) {
  bench::Random random(seed);
  std::vector<Vec2> motions;
  std::vector<Motion2> turns;
  Fnv1a hash;
  for (const auto& [first, second] : questions) {
    const auto within = [&](float most) { return static_cast<float>(random.uniform(-most, most)); };
    const float x = within(4), y = within(4), turn = within(7), about_x = within(2), about_y = within(2);
    const std::size_t i = motions.size();
    motions.push_back({x, i % 4 == 0 ? 0 : y});
    turns.push_back({motions.back(), i % 8 == 7 ? 0 : turn, {about_x, about_y}});
    add(hash, first), add(hash, second);
    add(hash, AnyShape2(Circle2{motions.back(), turns.back().turn})), add(hash, AnyShape2(Circle2{turns.back().about}));
  }
  const auto line = [&](std::size_t i) {
    return oracle::to_pair_line(std::to_string(i), questions[i].first, questions[i].second);
  };
  const auto cast = [&](const Conditions& conditions) { return ask_casts(questions, motions, conditions); };
  const auto turn = [&](const Conditions& conditions) { return ask_turning_casts(questions, turns, conditions); };
  visit({"cast2_" + kinds, questions.size(), hash.value(), cast, line});
  visit({"turning_cast2_" + kinds, questions.size(), hash.value(), turn, line});
}

std::vector<ConvexVolume> volumes_of(std::span<const test::NamedVolume> named) {
  std::vector<ConvexVolume> volumes;
  for (const test::NamedVolume& volume : named) volumes.push_back(volume.volume);
  return volumes;
}

/// The view of the camera "perspective_0_1", subdivided.
VolumeSet clusters_of(std::span<const test::NamedVolume> named) {
  for (const test::NamedVolume& volume : named)
    if (const auto* matrix = std::get_if<oracle::MatrixVolume>(&volume.truth); volume.name == "perspective_0_1") {
      const std::vector<float> depths = {2, 5, 12, 40};
      return VolumeSet::grid(matrix->row_major, matrix->range, {.columns = 6, .rows = 4, .depths = depths});
    }
  throw std::logic_error("no volume perspective_0_1");
}

/// Spheres in queries of a world of such objects, and culling by two volumes. Capsules become parts of bodies.
void visit_world(Kind kind, std::size_t count, const Visit& visit) {
  const std::vector<ShapePair> questions = pair_questions(Kind::sphere, kind, count);
  const std::vector<Vec3> motions = motions_of(questions, static_cast<std::uint64_t>(kind));
  const WorldQuestions world(questions, motions);
  Fnv1a hash;
  for (const auto& [first, second] : questions) add(hash, first), add(hash, second);
  for (const Vec3& m : motions) add(hash, AnyShape(Point{m}));
  const auto line = [&](std::size_t i) {
    return oracle::to_pair_line(std::to_string(i), questions[i].first, questions[i].second);
  };
  const std::string objects(kind == Kind::capsule ? "bodies" : name(kind));
  const auto visit_one = [&](const std::string& what, const auto& ask) {
    visit({"world_" + what + '_' + objects, questions.size(), hash.value(), ask, line});
  };
  visit_one("within", [&](const Conditions& conditions) { return world.within(conditions); });
  visit_one("nearest", [&](const Conditions& conditions) { return world.nearest(conditions); });
  visit_one("overlapping", [&](const Conditions& conditions) { return world.overlapping(conditions); });
  visit_one("first_hits", [&](const Conditions& conditions) { return world.first_hits(conditions); });
  visit_one("all_contacts", [&](const Conditions& conditions) { return world.all_contacts(conditions); });
  if (kind != Kind::capsule)
    visit_one("in_plane", [&](const Conditions& conditions) { return world.in_plane(conditions); });
  const std::vector<test::NamedVolume> volumes = test::volumes();
  for (const test::NamedVolume& volume : volumes)
    if (volume.name == "perspective_0_1" || volume.name == "off_axis_tile")
      visit_one("cull_" + volume.name,
                [&](const Conditions& conditions) { return world.cull(volume.volume, conditions); });
  const std::vector<ConvexVolume> all = volumes_of(volumes);
  visit_one("cull_many", [&](const Conditions& conditions) { return world.cull(VolumeSet(all), conditions); });
  const VolumeSet clusters = clusters_of(volumes);
  visit_one("cull_clusters", [&](const Conditions& conditions) { return world.cull(clusters, conditions); });
}

template <class AnyKind>
std::string both(AnyKind a, AnyKind b) {
  return std::string(name(a)) + '_' + std::string(name(b));
}

void visit_pairs(Kind a, Kind b, std::size_t count, const Visit& visit) {
  visit_methods(both(a, b), pair_questions(a, b, count), visit);
}

void visit_pairs(Kind2 a, Kind2 b, std::size_t count, const Visit& visit) {
  visit_methods("plane_" + both(a, b), plane_questions(a, b, count), visit);
}

void visit_culling(const test::NamedVolume& volume, std::string_view what, std::span<const Kind> kinds,
                   std::size_t count, const Visit& visit) {
  const std::vector<AnyShape> objects = cull_questions(volume.volume, kinds, count);
  Fnv1a hash;
  for (const AnyShape& object : objects) add(hash, object);
  const auto ask = [&](const Conditions& conditions) { return ask_culling(volume.volume, objects, conditions); };
  const auto line = [&](std::size_t i) { return oracle::to_pair_line(std::to_string(i), objects[i], volume.truth); };
  visit({"cull_" + std::string(what) + '/' + volume.name, count, hash.value(), ask, line});
}

}  // namespace

void visit_sections(std::size_t pairs, const Visit& visit) {
  constexpr Kind kinds[] = {Kind::point, Kind::sphere, Kind::aabb, Kind::box, Kind::capsule, Kind::hull, Kind::corners};
  for (const Kind a : kinds)
    for (const Kind b : kinds)
      if (a <= b) visit_pairs(a, b, pairs, visit);
  for (const Kind a : kinds) visit_pairs(a, Kind::placed, pairs, visit);
  visit_pairs(Kind::placed, Kind::placed, pairs, visit);
  for (const test::NamedVolume& volume : test::volumes()) {
    for (const Kind kind : {Kind::sphere, Kind::aabb, Kind::box})
      visit_culling(volume, name(kind), {&kind, 1}, pairs / 3, visit);
    visit_culling(volume, "mixed", kinds, pairs / 3, visit);
    for (const Kind kind : {Kind::placed, Kind::transformed_box})
      visit_culling(volume, name(kind), {&kind, 1}, pairs / 3, visit);
  }
  constexpr Kind smooth_kinds[] = {Kind::ellipsoid, Kind::cylinder, Kind::cone};
  for (const Kind smooth : smooth_kinds) {
    for (const Kind other : kinds) visit_pairs(other, smooth, pairs / 3, visit);
    for (const Kind other : smooth_kinds)
      if (smooth <= other) visit_pairs(smooth, other, pairs / 3, visit);
  }
  for (const test::NamedVolume& volume : test::volumes())
    visit_culling(volume, "smooth", smooth_kinds, pairs / 3, visit);
  for (const Kind2 a : oracle::all_kinds2)
    for (const Kind2 b : oracle::all_kinds2)
      if (a <= b) visit_pairs(a, b, pairs / 3, visit);
  const auto distances = [](double tolerance) {
    return [tolerance](const auto& questions, const Conditions& conditions) {
      return ask_distances(questions, tolerance, conditions);
    };
  };
  const auto in_space = [](const std::vector<ShapePair>& questions, const std::vector<Vec3>& motions,
                           const Conditions& conditions) { return ask_casts(questions, motions, conditions); };
  for (const Kind a : oracle::all_kinds)
    for (const Kind b : oracle::all_kinds) {
      if (a > b) continue;
      const auto questions = pair_questions(a, b, pairs / (is_smooth(a) || is_smooth(b) ? 30 : 10));
      visit_numbers("distance_" + both(a, b), questions, distances(0), visit);
      if (b <= Kind::capsule)  // the range that float lanes answer
        visit_numbers("tolerant_distance_" + both(a, b), questions, distances(1e-3), visit);
      const std::uint64_t seed = 64 * static_cast<unsigned>(a) + static_cast<unsigned>(b);
      visit_moving("cast_" + both(a, b), questions, seed, in_space, visit);
      visit_turning_casts(both(a, b), questions, seed, visit);
    }
  const auto touch = [](const auto& questions, const Conditions& conditions) {
    return ask_contacts(questions, conditions);
  };
  constexpr Kind with_features[] = {Kind::aabb, Kind::box, Kind::capsule, Kind::hull, Kind::corners, Kind::placed};
  for (const Kind a : with_features)
    for (const Kind b : with_features)
      if (a <= b) visit_numbers("contacts_" + both(a, b), pair_questions(a, b, pairs / 10), touch, visit);
  for (const Kind2 a : oracle::all_kinds2)
    for (const Kind2 b : oracle::all_kinds2)
      if (a <= b) visit_numbers("distance2_" + both(a, b), plane_questions(a, b, pairs / 10), distances(0), visit);
  constexpr Kind2 with_edges[] = {Kind2::capsule, Kind2::box, Kind2::polygon};
  for (const Kind2 a : with_edges)
    for (const Kind2 b : with_edges)
      if (a <= b) visit_numbers("contacts2_" + both(a, b), plane_questions(a, b, pairs / 10), touch, visit);
  for (const Kind2 a : oracle::all_kinds2)
    for (const Kind2 b : oracle::all_kinds2)
      if (a <= b)
        visit_plane_casts(both(a, b), plane_questions(a, b, pairs / 10),
                          8 * static_cast<unsigned>(a) + static_cast<unsigned>(b), visit);
  for (const Kind a : oracle::all_kinds)
    if (a != Kind::matrix)
      visit_moving("mesh_" + std::string(name(a)), pair_questions(a, Kind::hull, pairs / 30),
                   static_cast<std::uint64_t>(a), ask_mesh, visit);
  for (const Kind kind : {Kind::sphere, Kind::aabb}) visit_world(kind, pairs / 3, visit);
  visit_world(Kind::capsule, pairs / 10, visit);
  for (const Kind kind : oracle::all_kinds)
    visit_moving("ray_" + std::string(name(kind)), pair_questions(Kind::point, kind, pairs / 10),
                 static_cast<std::uint64_t>(kind), ask_rays, visit);
}

}  // namespace lockstep::digest
