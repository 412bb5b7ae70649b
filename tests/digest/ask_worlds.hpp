// Worlds with a history, queried under conditions that must not change an answer.
#pragma once

#include <string_view>

#include "ask.hpp"

namespace lockstep::digest {

/// The second shapes of the questions, spheres or boxes, are the objects of a world. They are added in parts, some are
/// removed and added again, all move and some are removed for good. Capsules are parts of bodies, four of each. Invalid
/// objects are left out. `motions` are those of rays.
class WorldQuestions {
 public:
  WorldQuestions(std::span<const ShapePair> questions, std::span<const Vec3> motions);

  /// Combines into a byte the answers for the first shape of each question, a sphere: the objects no farther from its
  /// centre than 1; the three nearest, and their distances; those it overlaps; the first hit of a ray from its centre;
  /// the first hit of the moving sphere, and its fraction. 0 if it is not a sphere.
  [[nodiscard]] Answers within(const Conditions& conditions) const;
  [[nodiscard]] Answers nearest(const Conditions& conditions) const;
  [[nodiscard]] Answers overlapping(const Conditions& conditions) const;
  [[nodiscard]] Answers first_hits(const Conditions& conditions) const;
  [[nodiscard]] Answers all_contacts(const Conditions& conditions) const;
  /// The same questions without z, for a World2: the objects near the circle, the first hit of a ray from its centre,
  /// and the first hit of the moving circle.
  [[nodiscard]] Answers in_plane(const Conditions& conditions) const;
  /// Whether the object of each question, or the body, is visible, as bits of `exact`, with `touching`, and of
  /// `planes`.
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
