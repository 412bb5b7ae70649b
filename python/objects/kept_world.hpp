// A World or a World2 as Python has it, which is used as sets are.
#pragma once

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

 private:
  World world_;
  mutable Users users_;
};

using KeptWorld = Kept<World>;
using KeptWorld2 = Kept<World2>;

}  // namespace lockstep::python
