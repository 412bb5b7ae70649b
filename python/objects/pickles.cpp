#include "objects/objects.hpp"

#include <lockstep/config.hpp>

namespace lockstep::python {

std::string pickled_bytes(const py::tuple& state, const char* type) {
  if (state.size() != 2 || !py::isinstance<py::str>(state[0]) || !py::isinstance<py::bytes>(state[1])) {
    throw InvalidInput("this pickle is damaged");
  }
  const std::string version = py::str(state[0]);
  if (version != LOCKSTEP_VERSION) {
    throw InvalidInput("this pickle of a " + std::string(type) + " was written by lockstep " + version +
                       ", and this is lockstep " LOCKSTEP_VERSION);
  }
  return py::bytes(state[1]);
}

}  // namespace lockstep::python
