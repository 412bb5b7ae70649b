// Ways to find what shapes overlap of a level that stands still: lockstep's kept world, or somebody else's tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <lockstep/isa.hpp>
#include <lockstep/world.hpp>

#include "work/levels.hpp"

namespace lockstep::bench {

/// What does each capsule of the level overlap?
class LevelMethod {
 public:
  LevelMethod() = default;
  LevelMethod(const LevelMethod&) = delete;
  LevelMethod& operator=(const LevelMethod&) = delete;
  virtual ~LevelMethod() = default;

  /// What is timed: a list for each, each in any order.
  virtual void ask_capsules(ObjectLists& lists) = 0;
};

/// And one of its spheres?
class BoxLevelMethod : public LevelMethod {
 public:
  virtual void ask_sphere(std::size_t sphere, std::vector<std::uint32_t>& found) = 0;
};

// Of levels, which live as long.

struct BoxLevelMethodSpec {
  const char* name;
  std::unique_ptr<BoxLevelMethod> (*make)(const BoxLevel& level, Isa isa);
};
struct TriangleLevelMethodSpec {
  const char* name;
  std::unique_ptr<LevelMethod> (*make)(const TriangleLevel& level, Isa isa);
};
[[nodiscard]] BoxLevelMethodSpec fcl_box_level_method();
[[nodiscard]] BoxLevelMethodSpec bullet_box_level_method();
[[nodiscard]] TriangleLevelMethodSpec fcl_triangle_level_method();
[[nodiscard]] TriangleLevelMethodSpec bullet_triangle_level_method();

/// Lists that are written one after the other: ask(i) puts what belongs to shape i into `lists.objects`.
template <class Ask>
void write_lists(ObjectLists& lists, std::size_t shapes, const Ask& ask) {
  lists.first.assign(1, 0), lists.objects.clear();
  for (std::size_t i = 0; i < shapes; ++i) {
    ask(i);
    lists.first.push_back(lists.objects.size());
  }
}

}  // namespace lockstep::bench
