// A World or a World2 as Python has it, which is used as sets are.
#pragma once

#include <memory>
#include <string>

#include <lockstep/world.hpp>
#include <lockstep/world2.hpp>

#include "arrays/in_use.hpp"

namespace lockstep::python {

template <class WorldOf>
class Kept {
 public:
  using World = WorldOf;

  Kept() = default;
  template <class Objects>
  Kept(const Objects& objects, const WorldOptions& options) : world_(objects, options) {}

  [[nodiscard]] const World& set() const { return world_; }
  [[nodiscard]] World& world() { return world_; }
  [[nodiscard]] Users& users() const { return users_; }

  /// What a world of shapes or of bodies was made of, for pickles: bytes of that set.
  void keep_set(std::string bytes, bool of_bodies) { set_ = std::move(bytes), of_bodies_ = of_bodies; }

  /// What the world holds, in bytes, and a world of that, sorted anew. Throws InvalidInput if bytes are damaged.
  [[nodiscard]] std::string bytes() const;
  static std::unique_ptr<Kept> from_bytes(const std::string& bytes);

 private:
  World world_;
  std::string set_;
  bool of_bodies_ = false;
  mutable Users users_;
};

using KeptWorld = Kept<World>;
using KeptWorld2 = Kept<World2>;

}  // namespace lockstep::python
