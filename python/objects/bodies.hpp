// A BodySet of C++ and the parts of its bodies, for pickles.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <lockstep/sets.hpp>

#include "arrays/in_use.hpp"
#include "objects/kept.hpp"

namespace lockstep::python {

/// A part as it is stored, with ownership of its data: vertices are in meshes.
using KeptPart = std::variant<Sphere, Box, Capsule, Ellipsoid, Cylinder, Cone, HullInstance, Aabb>;
using Parts = std::shared_ptr<const std::vector<KeptPart>>;
/// A part as it is given: for a hull, its vertices.
using GivenPart = std::variant<KeptPart, KeptHull>;

class Bodies {
 public:
  std::uint32_t add_mesh(std::vector<Vec3> vertices, Check check);
  std::uint32_t add(const Parts& parts, const Pose& pose, Check check);
  void move(std::uint32_t body, const Pose& pose, Check check) { set_.move(body, pose, check); }
  void place(std::uint32_t body, const Vec3d& position, Check check);
  void remove(std::uint32_t body);
  void clear() noexcept;

  /// A set with what these parts need, to test bodies in before they are added: its only body has one part. Throws
  /// InvalidInput that names a missing mesh.
  [[nodiscard]] std::pair<BodySet, std::vector<BodyPart>> trial(const std::vector<GivenPart>& parts) const;
  /// The stored form of these parts, whose vertices become meshes.
  Parts keep(const std::vector<GivenPart>& parts);

  /// As KeptSet::lend.
  [[nodiscard]] BodySet lend() { return std::exchange(set_, BodySet()); }
  void take_back(BodySet set) { set_ = std::move(set); }
  void note_removed(std::uint32_t body) {
    kept_[body] = nullptr;
    holes_.push_back(body);
    if (body < positions_.size()) positions_[body] = {};
  }

  [[nodiscard]] const BodySet& set() const { return set_; }
  [[nodiscard]] std::size_t free_slots() const { return holes_.size(); }
  [[nodiscard]] std::size_t meshes() const { return meshes_.size(); }
  [[nodiscard]] const std::vector<Vec3>& mesh(std::uint32_t number) const { return meshes_[number]; }
  [[nodiscard]] Users& users() const { return users_; }

  /// The whole state in bytes, and the same from bytes. Throws InvalidInput if bytes are damaged.
  [[nodiscard]] std::string bytes() const { return bytes_of_lent(set_); }
  /// While the set is lent.
  [[nodiscard]] std::string bytes_of_lent(const BodySet& set) const;
  static std::unique_ptr<Bodies> from_bytes(const std::string& bytes);

 private:
  BodySet set_;
  std::vector<Parts> kept_;           // by body; null in a free slot
  std::vector<std::uint32_t> holes_;  // the free list: the last one is filled first
  std::vector<std::vector<Vec3>> meshes_;
  std::vector<Vec3d> positions_;  // of the first bodies; all others stand at 0
  mutable Users users_;
};

}  // namespace lockstep::python
