#include "report/plan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "report/outline.hpp"
#include "text/random.hpp"

namespace lockstep::tools {
namespace {

/// Of the picture's area; a larger object hides too much below it.
constexpr double large_share = 0.0025;

/// A weighted sample consists of the `most` objects with the least of these numbers, for any `most`. P. Efraimidis, P.
/// Spirakis, "Weighted random sampling with a reservoir", 2006. The random number is a hash of the index: the same
/// scene makes the same picture, and the order of the objects does not show in it.
double sampling_key(std::size_t index, double weight) {
  constexpr double least_weight = 1e-12;  // so that a point can be sampled too
  const double chance = Random(index).uniform(0, 1);
  return -std::log1p(-chance) / std::max(weight, least_weight);
}

/// `most` objects: the important ones, but at most half of the room for them if there are others, and a sample of the
/// rest by area.
std::vector<std::size_t> choose(const std::vector<double>& areas, const std::vector<bool>& important,
                                std::size_t most) {
  std::vector<std::size_t> order(areas.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.size() <= most) return order;
  std::vector<double> keys(areas.size());
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = sampling_key(i, areas[i]);
  std::stable_sort(order.begin(), order.end(), [&keys](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  const auto rest =
      std::stable_partition(order.begin(), order.end(), [&important](std::size_t i) { return important[i]; });
  const auto half = static_cast<std::ptrdiff_t>(most / 2);
  if (rest - order.begin() > half) std::rotate(order.begin() + half, rest, order.end());
  order.resize(most);
  return order;
}

}  // namespace

Plan draw_plan(const Scene& scene, const std::vector<bool>& important, std::size_t most_objects) {
  const GroundView view(scene);
  Plan plan{view.size().x, view.size().y, {}, {}, 0, 0};
  std::vector<double> areas;
  areas.reserve(scene.objects.size());
  for (const Object& object : scene.objects) areas.push_back(area(outline_of(object.geometry, view)));
  plan.objects = choose(areas, important, most_objects);
  // So that small ones lie on top.
  std::stable_sort(plan.objects.begin(), plan.objects.end(),
                   [&areas](std::size_t a, std::size_t b) { return areas[a] > areas[b]; });
  const double picture = plan.width * plan.height;
  for (const std::size_t i : plan.objects) {
    plan.outlines.push_back(path_data(outline_of(scene.objects[i].geometry, view)));
    if (areas[i] > large_share * picture)
      ++plan.large;
    else
      plan.layers += areas[i] / picture;
  }
  return plan;
}

}  // namespace lockstep::tools
