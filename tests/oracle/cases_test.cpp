// The oracle against the published reproducers, whose truth another program computed.
#include "cases.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "plane.hpp"

namespace {

using namespace lockstep::oracle;

TEST(Cases, AreAllThere) {
  const std::vector<Case> cases = load_cases();
  EXPECT_EQ(cases.size(), 231U);
  for (const Case& item : cases) {
    EXPECT_FALSE(item.source.empty()) << item.id;
    EXPECT_NE(item.pair.has_value(), item.plane_pair.has_value()) << item.line;
    EXPECT_EQ(item.pair ? to_pair_line(item.pair->id, item.pair->a, item.pair->b)
                        : to_pair_line(item.plane_pair->id, item.plane_pair->a, item.plane_pair->b),
              item.line);
  }
}

TEST(Cases, OracleOfThePlaneAgreesWithTheRecordedTruthAndDistance) {
  int count = 0;
  for (const Case& item : load_cases()) {
    if (!item.plane_pair) continue;
    const auto& [id, a, b] = *item.plane_pair;
    ++count;
    EXPECT_EQ(decide(a, b), item.truth) << item.line;
    EXPECT_EQ(decide_exactly(a, b), item.truth) << item.line;
    EXPECT_EQ(decide_in_many_digits(a, b), item.truth) << item.line;
    EXPECT_NEAR(signed_distance(a, b).value(), item.signed_distance, 1e-15 * std::abs(item.signed_distance))
        << item.line;
  }
  EXPECT_EQ(count, 11);
}

TEST(Cases, OracleAgreesWithTheRecordedTruth) {
  for (const Case& item : load_cases()) {
    if (!item.pair) continue;
    EXPECT_EQ(decide(item.pair->a, item.pair->b), item.truth) << item.line;
    EXPECT_EQ(decide_exactly(item.pair->a, item.pair->b), item.truth) << item.line;
  }
}

TEST(Cases, OracleAgreesWithTheRecordedDistance) {
  int depths = 0;
  for (const Case& item : load_cases()) {
    if (!item.pair) continue;
    const std::optional<double> distance = signed_distance(item.pair->a, item.pair->b);
    ASSERT_TRUE(distance || item.truth != Truth::separated) << item.line;
    if (!distance) continue;
    EXPECT_NEAR(*distance, item.signed_distance, 1e-15 * std::abs(item.signed_distance)) << item.line;
    depths += *distance < 0;
  }
  EXPECT_GE(depths, 9);  // of rounded shapes whose cores stay apart
}

TEST(Cases, RecordedDepthsLieInTheBracketOfTheOracle) {
  for (const Case& item : load_cases()) {
    if (!item.pair || item.truth != Truth::overlapping) continue;
    const double depth = -item.signed_distance;
    EXPECT_FALSE(deeper_than(item.pair->a, item.pair->b, depth * 1.7321 * (1 + 1e-6))) << item.line;
    EXPECT_TRUE(deeper_than(item.pair->a, item.pair->b, depth * (1 - 1e-6))) << item.line;
  }
}

}  // namespace
