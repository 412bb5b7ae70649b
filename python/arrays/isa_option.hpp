// The option `isa` of all calls: None, or the name of an instruction set.
#pragma once

#include <optional>
#include <string>

#include <lockstep/config.hpp>

namespace lockstep::python {

using IsaName = std::optional<std::string>;

inline std::optional<Isa> isa_option(const IsaName& name) {
  if (!name) return std::nullopt;
  return isa_from_name(*name);
}

}  // namespace lockstep::python
