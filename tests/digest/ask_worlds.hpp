// Kept worlds with a history, asked under conditions that must not change an answer.
#pragma once

#include <string_view>

#include "ask.hpp"

namespace lockstep::digest {

/// The second shapes of the questions, spheres or boxes, are the objects of a world: they come in parts, some go and
/// come again, all move and some go for good. Capsules are parts of bodies, four of each. What is no object is left
/// out. `motions` are those of rays.
class WorldQuestions {
 public:
  WorldQuestions(std::span<const ShapePair> questions, std::span<const Vec3> motions);

  /// About the first shape of each question, a ball, of which a byte is made: which objects are no farther from its
  /// centre than 1; which three are the nearest, and how far away they are; which it overlaps; what a ray from its
  /// centre hits first; what the ball meets on its way, and when. 0 where it is no ball.
  [[nodiscard]] Answers within(const Conditions& conditions) const;
  [[nodiscard]] Answers nearest(const Conditions& conditions) const;
  [[nodiscard]] Answers overlapping(const Conditions& conditions) const;
  [[nodiscard]] Answers first_hits(const Conditions& conditions) const;
  [[nodiscard]] Answers all_contacts(const Conditions& conditions) const;
  /// The same questions without z, of a World2: which objects are near the circle, which a ray from its centre hits,
  /// and what it meets first when it moves.
  [[nodiscard]] Answers in_plane(const Conditions& conditions) const;
  /// Whether the object of each question, or the body, is seen, as bits of `exact`, with what touches, and of `planes`.
  [[nodiscard]] Answers cull(const ConvexVolume& volume, const Conditions& conditions) const;
  /// Which of many volumes see the object of each question, or the body, by each of these options: a byte.
  [[nodiscard]] Answers cull(const VolumeSet& volumes, const Conditions& conditions) const;

 private:
  template <class Ask>
  [[nodiscard]] Answers answers(const Conditions& conditions, const Ask& ask) const;
  [[nodiscard]] World world(const Conditions& conditions) const;

  std::size_t count_;
  std::vector<Sphere> asked_, balls_;  // by question; objects, of one kind
  std::vector<Aabb> boxes_;
  std::vector<Capsule> parts_;
  std::vector<std::uint32_t> question_;  // of each object, or part
  std::vector<bool> is_asked_;           // by question
  std::vector<Vec3> motions_;
};

}  // namespace lockstep::digest
