// The corpus, section by section: each combination of two kinds by each method, each kind of objects against each
// volume.
#pragma once

#include <functional>
#include <string>

#include "ask.hpp"

namespace lockstep::digest {

/// FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
class Fnv1a {
 public:
  void add(std::uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001b3U; }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

struct Section {
  std::string name;
  std::size_t count;        ///< questions
  std::uint64_t questions;  ///< their digest: it distinguishes a change of the corpus from a change of the answers
  std::function<Answers(const Conditions&)> ask;
  std::function<std::string(std::size_t)> line;  ///< question i in the format of `lockstep pairs`
};

/// Makes one section after the other, so that only one is in memory. Sections have `pairs` pairs, or a third as many
/// objects. Those of ellipsoids, cylinders and cones, and those of the plane, were added later and so come last, with a
/// third as many pairs; worlds have a third as many objects and come at the end.
void visit_sections(std::size_t pairs, const std::function<void(const Section&)>& visit);

}  // namespace lockstep::digest
