// What does each laser hit first? Prints "laser 0: wall at 8.0, laser 1: ball at 4.0, laser 2: nothing; lit: 1 of 3".
#include <lockstep/lockstep.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

int main() {
  lockstep::ShapeSet shapes;
  const auto wall = shapes.add(lockstep::Aabb{.min = {8, -9, -9}, .max = {9, 9, 9}});
  const auto ball = shapes.add(lockstep::Sphere{.center = {5, 2, 0}, .radius = 1});

  const float length = 16;
  const std::vector<lockstep::Ray> lasers = {{.origin = {0, 0, 0}, .motion = {length, 0, 0}},
                                             {.origin = {0, 2, 0}, .motion = {length, 0, 0}},
                                             {.origin = {0, 0, 0}, .motion = {-length, 0, 0}}};
  std::vector<std::uint32_t> first(lasers.size());
  std::vector<lockstep::Interval> fractions(lasers.size());
  lockstep::first_hits(lasers, shapes, {.shapes = first, .fractions = fractions});

  for (std::size_t i = 0; i < lasers.size(); ++i) {
    std::printf("%slaser %zu: ", i == 0 ? "" : ", ", i);
    if (first[i] == lockstep::no_shape)
      std::printf("nothing");
    else
      std::printf("%s at %.1f", first[i] == wall ? "wall" : "ball", double{length} * fractions[i].lower);
  }

  // Whether there is light: a ray to the lamp without a hit.
  std::vector<std::uint64_t> shadowed(lockstep::mask_words(lasers.size()));
  lockstep::any_hits(lasers, shapes, shadowed);
  int lit = 0;
  for (std::size_t i = 0; i < lasers.size(); ++i) lit += (shadowed[0] >> i & 1U) == 0;
  std::printf("; lit: %d of %zu\n", lit, lasers.size());
  return first[0] == wall && first[1] == ball && first[2] == lockstep::no_shape && lit == 1 ? 0 : 1;
}
