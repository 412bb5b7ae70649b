// The data of a BodySet.
#pragma once

#include <vector>

#include "lockstep/sets.hpp"
#include "sets/change_log.hpp"

namespace lockstep {

/// The stored form of a BodyPart.
using KeptPart = std::variant<Sphere, Box, Capsule, Ellipsoid, Cylinder, Cone, HullInstance>;

struct BodySet::Store {
  static constexpr std::uint32_t none = 0xffffffffU;
  /// The number of parts in a leaf. Passes process the parts of a body in the order of their links, leaf by leaf:
  /// neighbours, regardless of their numbers.
  static constexpr std::size_t leaf_parts = 8;

  struct Part {
    KeptPart local;
    std::uint32_t number;  // in its body
    std::uint32_t next;    // part of the body, or none
  };
  struct Body {
    Pose pose;
    std::uint32_t first = none;  // the first part; in a free slot the next free slot
    std::uint32_t count = 0;     // of parts; 0 marks a free slot
  };

  ShapeSet shapes;  // the placed parts
  // One for each of these shapes.
  std::vector<Part> parts;
  std::vector<std::uint32_t> body_of_part;

  std::vector<Body> bodies;
  std::uint32_t first_free = none;
  std::size_t free_slots = 0;
  mutable detail::ChangeLog log;  // of removed bodies; `shapes` has a log of its own

  /// Throws `InvalidInput` if the body does not exist.
  [[nodiscard]] const Body& require(std::uint32_t body) const;
};

}  // namespace lockstep
