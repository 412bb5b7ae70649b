// Methods that find the objects of a static level that shapes overlap: lockstep's kept world, or another library's
// tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <lockstep/config.hpp>
#include <lockstep/world.hpp>

#include "work/levels.hpp"

namespace lockstep::bench {

/// Finds the objects that each capsule of the level overlaps.
class LevelMethod {
 public:
  LevelMethod() = default;
  LevelMethod(const LevelMethod&) = delete;
  LevelMethod& operator=(const LevelMethod&) = delete;
  virtual ~LevelMethod() = default;

  /// The timed part: a list for each capsule, in any order.
  virtual void ask_capsules(ObjectLists& lists) = 0;
};

/// Also finds those that a sphere overlaps.
class BoxLevelMethod : public LevelMethod {
 public:
  virtual void ask_sphere(std::size_t sphere, std::vector<std::uint32_t>& found) = 0;
};

// For levels that outlive the method.

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

/// Lists that are written one after the other: ask(i) appends the objects of shape i to `lists.objects`.
template <class Ask>
void write_lists(ObjectLists& lists, std::size_t shapes, const Ask& ask) {
  lists.first.assign(1, 0), lists.objects.clear();
  for (std::size_t i = 0; i < shapes; ++i) {
    ask(i);
    lists.first.push_back(lists.objects.size());
  }
}

}  // namespace lockstep::bench
