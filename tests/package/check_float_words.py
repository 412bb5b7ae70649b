"""Views whose members are no float are refused at compile time, in one line that says so.

usage: check_float_words.py COMPILER INCLUDE_DIRECTORY
"""

import subprocess
import sys

SOURCE = """
#include <lockstep/views.hpp>
#include <array>
#include <vector>
struct Three { double x, y, z; };
struct Floats { float x, y, z; };
struct Object {
  Three center;
  double radius;
  int number;
  float good_radius;
  std::array<double, 3> corner;
  std::array<double, 16> matrix;
  Floats good;
  float copy() const { return good_radius; }
};
using namespace lockstep;
auto view(const std::vector<Object>& all) { return %s; }
"""
WRONG = [
    "SphereView::of(all, &Object::center, &Object::good_radius)",
    "SphereView::of(all, &Object::good, &Object::radius)",
    "SphereView::of(all, &Object::good, &Object::number)",
    "AabbView::of(all, &Object::corner, &Object::corner)",
    "MatrixStreams::of(all, MatrixOrder::row_major, &Object::matrix)",
    "Stream::of(all, &Object::radius)",
]
RIGHT = "SphereView::of(all, &Object::good, &Object::good_radius)"

compiler, include = sys.argv[1:]
failed = False
for expression in [*WRONG, RIGHT]:
    command = [compiler, "-std=c++20", "-fsyntax-only", "-x", "c++", "-I", include, "-"]
    said = subprocess.run(command, input=SOURCE % expression, capture_output=True, text=True, check=False)
    words = [line for line in said.stderr.splitlines() if "error:" in line]
    wanted = said.returncode == 0 if expression == RIGHT else bool(words) and "views read float" in words[0]
    if not wanted or any("views read float" not in line for line in words):
        print(f"{expression}: {words or 'is taken'}")
        failed = True
sys.exit(failed)
