// Posed hulls: a vertex that float lanes transform is as near to the true one as the record's slack says. Queries near
// contact are decided again in double lanes, so that verdicts alone hardly ever show a slack that is too small.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "generate.hpp"
#include "lockstep/reference/quaternion.hpp"
#include "lockstep/sets.hpp"
#include "sets/shape_store.hpp"
#include "table/records.hpp"

namespace lockstep::test {
namespace {

using oracle::uniform;
using Vertex = reference::Vector<double>;

/// A vertex transformed by float lanes, before its position is added, with the numbers that the set has stored.
Vertex turned_in_float(const ShapeSet& set, std::uint32_t index, const Vec3& p) {
  const detail::ShapeStore& store = set.store();
  const std::size_t at = std::bit_cast<std::uint32_t>(store.records[index].row[1][3]);
  const float* const axis = store.vertices.data() + at * detail::vertex_padding;
  const auto along = [&](int k) { return (axis[k] * p.x + axis[4 + k] * p.y) + axis[8 + k] * p.z; };
  return {along(0), along(1), along(2)};
}

Quat any_rotation(oracle::Rng& rng) {
  double q[4], squared = 0;
  for (double& x : q) x = uniform(rng, -1, 1), squared += x * x;
  const auto number = [&](int k) { return static_cast<float>(q[k] / std::sqrt(squared)); };
  return {number(0), number(1), number(2), number(3)};
}

TEST(PlacedHulls, SlackHoldsWhatFloatTurnsTakeFromAVertex) {
  oracle::Rng rng(41);
  for (int i = 0; i < 2000; ++i) {
    // The first vertex is the mesh' origin, and its position is a float.
    std::vector<Vec3> vertices(8);
    const auto whole = [&] { return std::round(static_cast<float>(uniform(rng, -1000, 1000))); };
    for (std::size_t k = 1; k < vertices.size(); ++k) vertices[k] = {whole(), whole(), whole()};
    const Quat q = any_rotation(rng);
    ShapeSet set;
    const std::uint32_t mesh = set.add_mesh({vertices});
    const std::uint32_t index = set.add(HullInstance{mesh, {{}, q}, 0});
    const double slack = set.store().records[index].row[0][3];
    const auto axes = reference::rotation_axes(reference::Quaternion<double>{q.x, q.y, q.z, q.w});
    for (const Vec3& p : vertices) {
      const Vertex error = turned_in_float(set, index, p) - reference::to_world(axes, Vertex{p.x, p.y, p.z});
      ASSERT_LE(std::max({std::abs(error.x), std::abs(error.y), std::abs(error.z)}), slack)
          << "hull " << i << ", vertex (" << p.x << ", " << p.y << ", " << p.z << "), turned by (" << q.x << ", " << q.y
          << ", " << q.z << ", " << q.w << ")";
    }
  }
}

}  // namespace
}  // namespace lockstep::test
