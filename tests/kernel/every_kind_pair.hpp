// Tests that run once per combination of two kinds, named "sphere_box".
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "shape.hpp"

namespace lockstep::test {

using KindPair = std::pair<oracle::Kind, oracle::Kind>;
using EveryKindPair = testing::TestWithParam<KindPair>;

inline auto kind_pairs() {
  std::vector<KindPair> pairs;
  for (const oracle::Kind a : oracle::all_kinds)
    for (const oracle::Kind b : oracle::all_kinds)
      if (a <= b) pairs.emplace_back(a, b);
  return testing::ValuesIn(pairs);
}

inline std::string kind_pair_name(const testing::TestParamInfo<KindPair>& info) {
  return std::string(name(info.param.first)) + '_' + std::string(name(info.param.second));
}

}  // namespace lockstep::test
