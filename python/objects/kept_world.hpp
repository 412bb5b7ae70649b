// A World as Python has it, which is used as sets are.
#pragma once

#include <lockstep/world.hpp>

#include "arrays/in_use.hpp"

namespace lockstep::python {

class KeptWorld {
 public:
  KeptWorld() = default;
  template <class Objects>
  KeptWorld(const Objects& objects, const WorldOptions& options) : world_(objects, options) {}

  [[nodiscard]] const World& set() const { return world_; }
  [[nodiscard]] World& world() { return world_; }
  [[nodiscard]] Users& users() const { return users_; }

 private:
  World world_;
  mutable Users users_;
};

}  // namespace lockstep::python
