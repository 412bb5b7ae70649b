// Tests that run once per combination of two kinds of the plane, named "circle_slice".
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "plane_shape.hpp"

namespace lockstep::test {

using PlaneKinds = std::pair<oracle::Kind2, oracle::Kind2>;
using EveryPlanePair = testing::TestWithParam<PlaneKinds>;

inline auto plane_kinds() {
  std::vector<PlaneKinds> pairs;
  for (const oracle::Kind2 a : oracle::all_kinds2)
    for (const oracle::Kind2 b : oracle::all_kinds2)
      if (a <= b) pairs.emplace_back(a, b);
  return testing::ValuesIn(pairs);
}

inline std::string plane_kinds_name(const testing::TestParamInfo<PlaneKinds>& info) {
  return std::string(name(info.param.first)) + '_' + std::string(name(info.param.second));
}

}  // namespace lockstep::test
