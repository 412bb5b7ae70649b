// Which of these pairs of shapes overlap? Prints "overlapping separated".
#include <lockstep/lockstep.hpp>

#include <cstdio>
#include <vector>

namespace {

const char* word(lockstep::Verdict verdict) {
  switch (verdict) {
    case lockstep::Verdict::separated: return "separated";
    case lockstep::Verdict::touching: return "touching";
    case lockstep::Verdict::overlapping: return "overlapping";
  }
  return "?";
}

}  // namespace

int main() {
  lockstep::ShapeSet shapes;
  const auto ball = shapes.add(lockstep::Sphere{.center = {0, 0, 0}, .radius = 1});
  const auto crate = shapes.add(lockstep::Box{.center = {1, 1, 0}, .rotation = {}, .half_extents = {0.5F, 0.5F, 0.5F}});
  const auto post = shapes.add(lockstep::Capsule{.p0 = {3, 0, 0}, .p1 = {3, 0, 5}, .radius = 0.5F});

  const std::vector<lockstep::Pair> pairs = {{ball, crate}, {ball, post}};
  std::vector<lockstep::Verdict> verdicts(pairs.size());
  lockstep::intersect(shapes, shapes, pairs, verdicts);

  std::printf("%s %s\n", word(verdicts[0]), word(verdicts[1]));
  const bool as_expected = verdicts[0] == lockstep::Verdict::overlapping && verdicts[1] == lockstep::Verdict::separated;
  return as_expected ? 0 : 1;
}
