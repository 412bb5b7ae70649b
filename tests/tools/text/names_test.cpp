#include "text/names.hpp"

#include <gtest/gtest.h>

#include <string>

namespace lockstep::tools {
namespace {

TEST(Names, ValidTextStays) {
  for (const char* name : {"", "crate #1", "Käfig", "箱", "\xF0\x9F\x93\xA6"}) EXPECT_EQ(printable(name), name);
}

TEST(Names, ControlsAndDamageBecomeQuestionMarks) {
  EXPECT_EQ(printable("a\nb\tc\x7F"), "a?b?c?");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a?b");
  EXPECT_EQ(printable("\x1B[2J"), "?[2J");
  EXPECT_EQ(printable("\xC2\x9B"
                      "2J"),
            "??2J")
      << "the one-character form of ESC [";
  EXPECT_EQ(printable("\xC0\xAF"), "??") << "overlong";
  EXPECT_EQ(printable("\xE0\x80\x80"), "???") << "overlong";
  EXPECT_EQ(printable("\xED\xA0\x80"), "???") << "surrogate";
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "????") << "beyond Unicode";
  EXPECT_EQ(printable("\xE7\xAE"), "??") << "cut off";
  EXPECT_EQ(printable("\xE2\x80\xAEx"), "???x") << "right-to-left override";
}

TEST(Names, LongNamesAreCutBetweenCharacters) {
  EXPECT_EQ(printable("abcdef", 3), "abc...");
  EXPECT_EQ(printable("ab箱", 4), "ab...");
  EXPECT_EQ(printable("abc", 3), "abc");
}

}  // namespace
}  // namespace lockstep::tools
