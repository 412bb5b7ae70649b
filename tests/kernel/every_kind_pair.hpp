// Tests that run once per combination of two kinds, of space or of the plane, named "sphere_box" or "circle_slice".
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "plane_shape.hpp"
#include "shape.hpp"

namespace lockstep::test {

using KindPair = std::pair<oracle::Kind, oracle::Kind>;
using PlaneKinds = std::pair<oracle::Kind2, oracle::Kind2>;
using EveryKindPair = testing::TestWithParam<KindPair>;
using EveryPlanePair = testing::TestWithParam<PlaneKinds>;

/// Each combination once.
template <class Kinds>
auto pairs_of(const Kinds& kinds) {
  std::vector<std::pair<typename Kinds::value_type, typename Kinds::value_type>> pairs;
  for (const auto a : kinds)
    for (const auto b : kinds)
      if (a <= b) pairs.emplace_back(a, b);
  return testing::ValuesIn(pairs);
}
inline auto kind_pairs() { return pairs_of(oracle::all_kinds); }
inline auto plane_kinds() { return pairs_of(oracle::all_kinds2); }

template <class Kinds>
std::string name_of(const Kinds& kinds) {
  return std::string(name(kinds.first)) + '_' + std::string(name(kinds.second));
}
inline constexpr auto kind_pair_name = [](const auto& info) { return name_of(info.param); };

}  // namespace lockstep::test
