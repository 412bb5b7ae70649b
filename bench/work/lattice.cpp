#include "work/lattice.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "work/random_shapes.hpp"

namespace lockstep::bench {
namespace {

// As in workloads.cpp.
constexpr std::uint32_t pair_count = 100'000;
constexpr std::uint64_t seed = 20'240'229;

/// Shapes reach half a unit from their centre, capsules along their axis one and a half.
enum class Form : std::uint8_t { block, capsule, cylinder, rounded };

constexpr float reach(Form form, std::size_t long_axis, std::size_t axis) {
  return form == Form::capsule && long_axis == axis ? 1.5F : 0.5F;
}

using Place = std::array<float, 3>;

struct Lattice {
  std::size_t dimensions = 3;
  bool mixed = false;  ///< all forms, not blocks alone
  float beside = 0;    ///< how far pairs out of line are shifted along another axis; 0: as far as along the first
};

/// Calls `add(place, form, long_axis)` for both shapes of `count` pairs. A third of the pairs are a unit apart, a third
/// touch exactly, a third overlap by one per cent of the distance. Half stand in line along an axis; in the others
/// parallel shapes are shifted as well, so that their sides or their edges and corners meet.
template <class Add>
void add_pairs(std::size_t count, const Lattice& lattice, Add add) {
  Random random(seed);
  const auto any_axis = [&] { return std::size_t{random.index(static_cast<std::uint32_t>(lattice.dimensions))}; };
  const auto any_form = [&] { return lattice.mixed ? Form{static_cast<std::uint8_t>(random.index(4))} : Form::block; };
  for (std::size_t i = 0; i < count; ++i) {
    const Form a = any_form(), b = any_form();
    const bool in_line = random.index(2) == 0;
    const std::size_t axis = any_axis(), side = (axis + 1) % lattice.dimensions;
    const std::size_t long_a = in_line ? any_axis() : side, long_b = in_line ? any_axis() : side;
    const float contact = reach(a, long_a, axis) + reach(b, long_b, axis);
    const float distance = std::array{contact + 1, contact, 0.99F * contact}.at(random.index(3));
    Place offset{}, place{};
    offset[axis] = distance;
    if (!in_line) offset[side] = lattice.beside == 0 ? distance : lattice.beside;
    if (!in_line && lattice.beside == 0 && random.index(2) == 0) offset[(axis + 2) % lattice.dimensions] = distance;
    for (std::size_t k = 0; k < lattice.dimensions; ++k) place[k] = static_cast<float>(random.index(21)) - 10;
    add(place, a, long_a);
    const float sign = random.index(2) == 0 ? 1.0F : -1.0F;
    for (std::size_t k = 0; k < 3; ++k) place[k] += sign * offset[k];
    add(place, b, long_b);
  }
}

Vec3 vec3(const Place& p) { return {p[0], p[1], p[2]}; }

Box block(const Place& place) { return {vec3(place), {}, {0.5F, 0.5F, 0.5F}}; }

std::array<Vec3, 8> cube(const Place& place, float half) {
  std::array<Vec3, 8> corners;
  for (std::size_t i = 0; i < 8; ++i) {
    const auto side = [&](std::size_t bit) { return place[bit] + ((i >> bit & 1) != 0 ? half : -half); };
    corners[i] = {side(0), side(1), side(2)};
  }
  return corners;
}

std::vector<Pair> neighbours() {
  std::vector<Pair> pairs(pair_count);
  for (std::uint32_t i = 0; i < pair_count; ++i) pairs[i] = {2 * i, 2 * i + 1};
  return pairs;
}

/// The two ends of an axis of this half length.
std::array<Vec3, 2> ends(Place place, std::size_t axis, float half_length) {
  Place low = place;
  low[axis] -= half_length, place[axis] += half_length;
  return {vec3(low), vec3(place)};
}

void add_rounded(MixedShapes& mixed, const std::array<Vec3, 8>& vertices, float radius) {
  mixed.vertices.push_back(std::make_unique<std::array<Vec3, 8>>(vertices));
  mixed.shapes.emplace_back(RoundedHull{*mixed.vertices.back(), radius});
}

void add_form(MixedShapes& mixed, const Place& place, Form form, std::size_t long_axis) {
  if (form == Form::block) mixed.shapes.emplace_back(block(place));
  if (form == Form::rounded) add_rounded(mixed, cube(place, 0.25F), 0.25F);
  const auto [p0, p1] = ends(place, long_axis, form == Form::capsule ? 1.0F : 0.5F);
  if (form == Form::capsule) mixed.shapes.emplace_back(Capsule{p0, p1, 0.5F});
  if (form == Form::cylinder) mixed.shapes.emplace_back(Cylinder{p0, p1, 0.5F});
}

void add_any(MixedShapes& mixed, Random& random, const Vec3& center) {
  const auto form = Form{static_cast<std::uint8_t>(random.index(4))};
  if (form == Form::block) mixed.shapes.emplace_back(box_at(random, center));
  if (form == Form::capsule) mixed.shapes.emplace_back(capsule_at(random, center));
  if (form == Form::cylinder) {
    const Capsule axis = capsule_at(random, center);
    mixed.shapes.emplace_back(Cylinder{axis.p0, axis.p1, random.uniform(0.2F, 1)});
  }
  if (form == Form::rounded) {
    Hulls one{8, {}};
    add_hull(one, random, center);
    std::array<Vec3, 8> vertices;
    std::copy(one.vertices.begin(), one.vertices.end(), vertices.begin());
    add_rounded(mixed, vertices, random.uniform(0.1F, 0.3F));
  }
}

}  // namespace

PairWorkload lattice_boxes() {
  std::vector<Box> boxes;
  add_pairs(pair_count, {}, [&](const Place& place, Form, std::size_t) { boxes.push_back(block(place)); });
  return {std::move(boxes), neighbours()};
}

/// As in the clusters of `hull8`, a hull is used ten times while it is in the cache: eleven pairs in turn.
PairWorkload lattice_hulls() {
  constexpr std::uint32_t groups = 909, members = 11, turns = 10;
  Hulls hulls{8, {}};
  add_pairs(std::size_t{groups} * members, {}, [&](const Place& place, Form, std::size_t) {
    const auto corners = cube(place, 0.5F);
    hulls.vertices.insert(hulls.vertices.end(), corners.begin(), corners.end());
  });
  std::vector<Pair> pairs;
  for (std::uint32_t first = 0; first < groups * members; first += members)
    for (std::uint32_t turn = 0; turn < turns; ++turn)
      for (std::uint32_t i = first; i < first + members; ++i) pairs.push_back({2 * i, 2 * i + 1});
  return {std::move(hulls), std::move(pairs)};
}

PairWorkload lattice_mixed() {
  MixedShapes mixed;
  add_pairs(pair_count, {.mixed = true, .beside = 0.25F},
            [&](const Place& place, Form form, std::size_t axis) { add_form(mixed, place, form, axis); });
  return {std::move(mixed), neighbours()};
}

PairWorkload random_mixed() {
  constexpr float half_hit = 2.7F;  // as in workloads.cpp: half of the pairs hit
  Random random(seed);
  MixedShapes mixed;
  for (std::uint32_t i = 0; i < pair_count; ++i) {
    const Vec3 center = place(random);
    add_any(mixed, random, center);
    const Vec3 direction = random.direction();
    add_any(mixed, random, moved(center, direction, random.uniform(0, half_hit)));
  }
  return {std::move(mixed), neighbours()};
}

PairWorkload2 lattice_polygons() {
  constexpr float side = 0.5F, cut = 0.25F;
  constexpr std::array<Vec2, 8> corners{
      {{side, -cut}, {side, cut}, {cut, side}, {-cut, side}, {-side, cut}, {-side, -cut}, {-cut, -side}, {cut, -side}}};
  Polygons polygons{corners.size(), {}};
  add_pairs(pair_count, {.dimensions = 2, .beside = 0.25F}, [&](const Place& at, Form, std::size_t) {
    for (const Vec2& p : corners) polygons.vertices.push_back({at[0] + p.x, at[1] + p.y});
  });
  return {std::move(polygons), neighbours()};
}

}  // namespace lockstep::bench
