// Bodies for worlds, and the expected answers for bodies from all answers for their parts.
#pragma once

#include <algorithm>
#include <tuple>

#include "body_scene.hpp"
#include "lockstep/types.hpp"
#include "lockstep/world.hpp"

namespace lockstep::test {

/// Bodies of up to `most_parts` parts in a cube of 60, every ninth of which is a free slot.
inline BodySet bodies_in_a_cube(Rng& rng, std::size_t count, int most_parts) {
  BodySet bodies = random_bodies(rng, count, most_parts, 30);
  for (std::uint32_t i = 5; i < bodies.size(); i += 9) bodies.remove(i);
  return bodies;
}
inline BodySet bodies_in_a_cube(std::uint64_t seed, std::size_t count, int most_parts) {
  Rng rng(seed);
  return bodies_in_a_cube(rng, count, most_parts);
}

/// Body and number of each part; arbitrary for free slots.
inline std::vector<PartName> owners_of(const BodySet& bodies) {
  std::vector<PartName> owners(bodies.parts().size());
  for (std::uint32_t i = 0; i < owners.size(); ++i)
    if (bodies.parts().contains(i)) owners[i] = bodies.owner(i);
  return owners;
}

/// A bit for each body with a part whose bit is set.
inline std::vector<std::uint64_t> bits_of_bodies(const BodySet& bodies, const std::vector<std::uint64_t>& of_parts) {
  const std::vector<PartName> owners = owners_of(bodies);
  std::vector<std::uint64_t> bits(mask_words(bodies.size()));
  for (std::uint32_t i = 0; i < owners.size(); ++i)
    if ((of_parts[i / 64] >> i % 64 & 1) != 0) bits[owners[i].body / 64] |= std::uint64_t{1} << owners[i].body % 64;
  return bits;
}

/// For each part, the value of its body.
inline std::vector<std::uint32_t> of_parts(const BodySet& bodies, const std::vector<std::uint32_t>& of_bodies) {
  std::vector<std::uint32_t> numbers;
  for (const PartName& owner : owners_of(bodies)) numbers.push_back(of_bodies.empty() ? 0 : of_bodies[owner.body]);
  return numbers;
}

inline std::vector<std::uint32_t> random_numbers(Rng& rng, std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  for (std::uint32_t& x : numbers) x = static_cast<std::uint32_t>(below(rng, 8));
  return numbers;
}

/// Moves the same bodies to random places.
inline void move_all(BodySet& bodies, Rng& rng, double half) {
  for (std::uint32_t i = 0; i < bodies.size(); ++i)
    if (bodies.contains(i)) bodies.move(i, pose(rng, half));
}

}  // namespace lockstep::test
