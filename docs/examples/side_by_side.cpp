// Does each robot's arm, as it would stand after a step, hit the obstacle beside it, how much room is left, and which
// arms would hit the door?
// Prints "arms 0 hit their obstacle, the next has 1.11 left, arms 1 2 the door; of 2 plans 1 collides".
#include <lockstep/lockstep.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

/// Your own structures, as they lie in memory: nothing is copied into a set.
struct Arm {
  lockstep::Vec3 shoulder, hand;
  float thickness;
};

std::vector<std::size_t> hits(const std::vector<lockstep::Verdict>& verdicts) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < verdicts.size(); ++i)
    if (lockstep::overlaps(verdicts[i])) found.push_back(i);
  return found;
}

void print(const char* before, const std::vector<std::size_t>& arms) {
  std::printf("%s", before);
  for (const std::size_t arm : arms) std::printf(" %zu", arm);
}

}  // namespace

int main() {
  const std::vector<Arm> arms = {
      {{0, 0, 0}, {1, 0, 1}, 0.1F}, {{5, 0, 0}, {7, 0, 1}, 0.1F}, {{8, 0, 2}, {7, 0, 1}, 0.1F}};
  const std::vector<Arm> obstacles = {
      {{1, -1, 1}, {1, 1, 1}, 0.2F}, {{5, 3, 0}, {6, 3, 0}, 0.2F}, {{9, 1, 0}, {9, 1, 2}, 0.2F}};
  const auto view_of = [](const std::vector<Arm>& all) {
    return lockstep::CapsuleView::of(all, &Arm::shoulder, &Arm::hand, &Arm::thickness);
  };

  // Element by element: arm i and obstacle i.
  std::vector<lockstep::Verdict> verdicts(arms.size());
  lockstep::intersect(view_of(arms), view_of(obstacles), verdicts);
  const std::vector<std::size_t> stopped = hits(verdicts);

  // The distance, or the penetration depth: intervals that are proven to contain the signed distance.
  std::vector<lockstep::Interval> distances(arms.size());
  lockstep::distance(view_of(arms), view_of(obstacles), {distances});
  double room = distances[1].lower;
  for (const lockstep::Interval& d : distances)
    if (d.lower > 0) room = std::min(room, d.lower);

  // One against many.
  const lockstep::Capsule door{.p0 = {7, 0, 0}, .p1 = {7, 0, 2}, .radius = 0.05F};
  lockstep::intersect(door, view_of(arms), verdicts);
  const std::vector<std::size_t> at_door = hits(verdicts);

  // Groups of pairs: does a plan, which is some arms at a time, make any two of its arms collide?
  lockstep::ShapeSet set;
  for (const Arm& arm : arms) set.add(lockstep::Capsule{arm.shoulder, arm.hand, arm.thickness});
  const std::array<lockstep::Pair, 3> pairs = {{{0, 1}, {0, 2}, {1, 2}}};
  const std::array<std::size_t, 2> ends = {2, 3};  // the first plan moves 0 beside 1 and 2, the second 1 beside 2
  std::array<std::uint64_t, 1> collides{};
  const std::size_t plans = lockstep::any_overlap(set, set, pairs, ends, collides);

  print("arms", stopped);
  std::printf(" hit their obstacle, the next has %.2f left, ", room);
  print("arms", at_door);
  std::printf(" the door; of %zu plans %zu collides\n", ends.size(), plans);
  return stopped.size() == 1 && at_door.size() == 2 && collides[0] == 2 ? 0 : 1;
}
