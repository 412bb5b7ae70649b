#include "common_options.hpp"

#include <lockstep/types.hpp>

#include "exit_code.hpp"

namespace lockstep::tools {

Isa choose_isa(const std::string& name) {
  try {
    return name.empty() ? default_isa() : isa_from_name(name);
  } catch (const InvalidInput& error) {
    throw UsageError(error.what());
  }
}

}  // namespace lockstep::tools
