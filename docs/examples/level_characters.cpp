// Characters in a level: the level is a World, and moving characters query it. A character about to enter a wall turns.
// Prints a line every 40 frames. (lockstep overlap --static queries a map of a game like this.)
#include <lockstep/lockstep.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

struct Character {
  lockstep::Vec3 feet;
  lockstep::Vec3 step;  ///< in a frame

  [[nodiscard]] lockstep::Capsule capsule(const lockstep::Vec3& at) const {
    return {{at.x, at.y + 0.5F, at.z}, {at.x, at.y + 1.5F, at.z}, 0.5F};
  }
  [[nodiscard]] lockstep::Vec3 next() const { return {feet.x + step.x, feet.y, feet.z + step.z}; }
};

/// A floor with walls, pillars in a grid, and wedges between them.
lockstep::ShapeSet make_level() {
  lockstep::ShapeSet level;
  level.add(lockstep::Aabb{{-33, -1, -33}, {33, 0, 33}});
  for (const float side : {-1.0F, 1.0F}) {
    level.add(lockstep::Aabb{{33 * side - 1, 0, -33}, {33 * side + 1, 4, 33}});
    level.add(lockstep::Aabb{{-33, 0, 33 * side - 1}, {33, 4, 33 * side + 1}});
  }
  for (float x = -24; x <= 24; x += 8)
    for (float z = -24; z <= 24; z += 8) {
      level.add(lockstep::Cylinder{{x, 0, z}, {x, 4, z}, 1});
      const std::array<lockstep::Vec3, 6> wedge = {
          {{x + 3, 0, z}, {x + 5, 0, z}, {x + 3, 0, z + 2}, {x + 5, 0, z + 2}, {x + 5, 1, z}, {x + 5, 1, z + 2}}};
      level.add(lockstep::ConvexHull{wedge});
    }
  return level;
}

}  // namespace

int main() {
  const lockstep::World level(make_level());
  std::vector<Character> characters;  // where there is room
  for (int i = 0; i < 200; ++i) {
    const auto column = static_cast<float>(i % 20), row = static_cast<float>(i / 20);
    const Character character{{column * 3 - 29.5F, 0.0625F, row * 6 - 26}, {i % 2 == 0 ? 0.25F : -0.25F, 0, 0}};
    lockstep::ShapeSet one;
    one.add(character.capsule(character.feet));
    if (lockstep::overlapping(level, one).objects.empty()) characters.push_back(character);
  }

  std::size_t turns = 0, inside = 0;
  for (int frame = 1; frame <= 120; ++frame) {
    lockstep::ShapeSet tried;
    for (const Character& character : characters) tried.add(character.capsule(character.next()));
    std::vector<std::uint64_t> blocked(lockstep::mask_words(tried.size()));
    lockstep::any_overlapping(level, tried, blocked);
    for (std::size_t i = 0; i < characters.size(); ++i) {
      Character& character = characters[i];
      if ((blocked[i / 64] >> (i % 64) & 1) == 0) {
        character.feet = character.next();
      } else {
        character.step = {character.step.z, 0, -character.step.x};
        ++turns;
      }
    }
    if (frame % 40 != 0) continue;
    lockstep::ShapeSet now;
    for (const Character& character : characters) now.add(character.capsule(character.feet));
    inside = lockstep::overlapping(level, now).objects.size();
    std::printf("frame %d: %zu characters, %zu turns so far, %zu in something\n", frame, characters.size(), turns,
                inside);
  }
  return turns > 0 && inside == 0 ? 0 : 1;
}
