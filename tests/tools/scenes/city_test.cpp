#include "scenes/city.hpp"

#include <gtest/gtest.h>

#include <array>

namespace lockstep::tools {
namespace {

bool same(const Vec3& a, const Vec3& b) { return a == b; }

TEST(City, HasAllKindsAndIsReproducible) {
  const Scene city = make_city(1, Lens{}), again = make_city(1, Lens{}), other = make_city(2, Lens{});
  EXPECT_GT(city.objects.size(), 90'000U);
  EXPECT_LT(city.objects.size(), 110'000U);
  EXPECT_EQ(city.cameras.size(), 8U);
  std::array<std::size_t, 4> kinds{};
  for (const Object& object : city.objects) ++kinds.at(object.geometry.index());
  for (const std::size_t count : kinds) EXPECT_GT(count, 5'000U);

  ASSERT_EQ(city.objects.size(), again.objects.size());
  for (std::size_t i = 0; i < city.objects.size(); ++i)
    ASSERT_TRUE(same(bounds(city.objects[i].geometry).min, bounds(again.objects[i].geometry).min)) << i;
  EXPECT_FALSE(same(bounds(city.objects[0].geometry).max, bounds(other.objects[0].geometry).max));
}

}  // namespace
}  // namespace lockstep::tools
