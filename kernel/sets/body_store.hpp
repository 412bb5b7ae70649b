// What a BodySet holds.
#pragma once

#include <vector>

#include "lockstep/body_set.hpp"
#include "sets/change_log.hpp"

namespace lockstep {

/// What a BodyPart is kept as.
using KeptPart = std::variant<Sphere, Box, Capsule, Ellipsoid, Cylinder, Cone, HullInstance>;

struct BodySet::Store {
  static constexpr std::uint32_t none = 0xffffffffU;
  /// Passes take so many parts of a body at a time, as they are linked: neighbours, whatever their numbers.
  static constexpr std::size_t leaf_parts = 8;

  struct Part {
    KeptPart local;
    std::uint32_t number;  // in its body
    std::uint32_t next;    // part of the body, or none
  };
  struct Body {
    Pose pose;
    std::uint32_t first = none;  // part; of a hole the next hole
    std::uint32_t count = 0;     // of parts; 0 is a hole
  };

  ShapeSet shapes;  // where the parts stand
  // One for each of those.
  std::vector<Part> parts;
  std::vector<std::uint32_t> body_of_part;

  std::vector<Body> bodies;
  std::uint32_t first_hole = none;
  std::size_t holes = 0;
  mutable detail::ChangeLog log;  // of bodies that are removed; those of `shapes` have one of their own

  /// Throws `InvalidInput` if there is no such body.
  [[nodiscard]] const Body& require(std::uint32_t body) const;
};

}  // namespace lockstep
