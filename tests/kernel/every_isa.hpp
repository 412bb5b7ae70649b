// Tests that run once per instruction set of this machine:
//
//   class Lanes : public test::EveryIsa {};
//   TEST_P(Lanes, Add) { ... GetParam() ... }
//   INSTANTIATE_TEST_SUITE_P(, Lanes, test::isas(), test::isa_name);
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "lockstep/config.hpp"

namespace lockstep::test {

using EveryIsa = testing::TestWithParam<Isa>;

inline auto isas() {
  const auto supported = supported_isas();
  return testing::ValuesIn(supported.begin(), supported.end());
}

inline std::string isa_name(const testing::TestParamInfo<Isa>& info) { return std::string(name(info.param)); }

}  // namespace lockstep::test
