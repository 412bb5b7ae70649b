// The headers and the build agree on the version.
#include <gtest/gtest.h>

#include <string>

#include <lockstep/config.hpp>

TEST(Version, HeaderEqualsProject) { EXPECT_STREQ(LOCKSTEP_VERSION, PROJECT_VERSION); }

TEST(Version, NumbersEqualText) {
  EXPECT_EQ(std::to_string(LOCKSTEP_VERSION_MAJOR) + "." + std::to_string(LOCKSTEP_VERSION_MINOR) + "." +
                std::to_string(LOCKSTEP_VERSION_PATCH),
            LOCKSTEP_VERSION);
}
