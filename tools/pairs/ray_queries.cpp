#include "pairs/ray_queries.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <vector>

#include <lockstep/mesh.hpp>

namespace lockstep::tools {
namespace {

/// The first hits among the shapes of a set, or among triangles.
RayAnswers first_among(const RayFile& file, const auto& objects, Isa isa) {
  const std::size_t count = file.rays.size();
  RayAnswers answers{std::vector<std::uint32_t>(count), std::vector<Interval>(count), std::vector<Vec3d>(count),
                     std::vector<Vec3d>(count)};
  first_hits(file.rays, objects, {answers.shapes, answers.fractions, answers.points, answers.normals}, {.isa = isa});
  return answers;
}

/// Whether an answer comes before another one, by the rule of `first_hits`.
bool is_first(const RayAnswers& a, const RayAnswers& b, std::size_t ray) {
  const auto key = [ray](const RayAnswers& answers) {
    const Interval& fractions = answers.fractions[ray];
    return std::tuple(fractions.upper, std::isinf(fractions.upper) ? fractions.lower : 0, answers.shapes[ray]);
  };
  return key(a) < key(b);
}

void merge(RayAnswers& first, const RayAnswers& other) {
  for (std::size_t i = 0; i < first.shapes.size(); ++i) {
    const double lower = std::min(first.fractions[i].lower, other.fractions[i].lower);
    if (is_first(other, first, i)) {
      first.shapes[i] = other.shapes[i], first.fractions[i] = other.fractions[i];
      first.points[i] = other.points[i], first.normals[i] = other.normals[i];
    }
    first.fractions[i].lower = lower;
  }
}

}  // namespace

RayAnswers first_of_each(const RayFile& file, const World& world, Isa isa) {
  RayAnswers answers = first_among(file, world, isa);
  for (std::uint32_t& shape : answers.shapes)
    if (shape != no_shape) shape = file.numbers[shape];
  for (const RayFile::Mesh& mesh : file.meshes) {
    RayAnswers of_mesh = first_among(file, *mesh.triangles, isa);
    for (std::uint32_t& triangle : of_mesh.shapes)
      if (triangle != no_triangle) triangle = mesh.number;
    merge(answers, of_mesh);
  }
  return answers;
}

HitLists all_of_each(const RayFile& file, const World& world, Isa isa) {
  struct Hit {
    std::uint32_t shape;
    Interval fractions;
  };
  std::vector<std::vector<Hit>> hits(file.rays.size());
  const auto add = [&](const HitLists& lists, const auto& number_of) {
    for (std::size_t ray = 0; ray < lists.size(); ++ray)
      for (std::size_t k = 0; k < lists[ray].shapes.size(); ++k)
        hits[ray].push_back({number_of(lists[ray].shapes[k]), lists[ray].fractions[k]});
  };
  add(all_hits(file.rays, world, {.isa = isa}), [&](std::uint32_t shape) { return file.numbers[shape]; });
  for (const RayFile::Mesh& mesh : file.meshes)
    add(all_hits(file.rays, *mesh.triangles, {.isa = isa}), [&](std::uint32_t) { return mesh.number; });
  HitLists merged;
  merged.first.push_back(0);
  for (std::vector<Hit>& list : hits) {
    std::stable_sort(list.begin(), list.end(), [](const Hit& a, const Hit& b) {
      return std::tuple(a.fractions.lower, a.fractions.upper, a.shape) <
             std::tuple(b.fractions.lower, b.fractions.upper, b.shape);
    });
    for (const Hit& hit : list) merged.shapes.push_back(hit.shape), merged.fractions.push_back(hit.fractions);
    merged.first.push_back(merged.shapes.size());
  }
  return merged;
}

}  // namespace lockstep::tools
