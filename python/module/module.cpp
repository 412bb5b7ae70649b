// lockstep._lockstep, which lockstep/__init__.py turns into the module `lockstep`.
#include <pybind11/pybind11.h>

#include <string>

#include <lockstep/config.hpp>

#include "calls/calls.hpp"
#include "module/arguments.hpp"
#include "objects/objects.hpp"

namespace lockstep::python {
namespace {

py::list names(std::span<const Isa> isas) {
  py::list list;
  for (const Isa isa : isas) list.append(std::string(name(isa)));
  return list;
}

py::dict info() {
  py::dict info;
  info["version"] = LOCKSTEP_VERSION;
  info["compiled_isas"] = names(compiled_isas());
  info["supported_isas"] = names(supported_isas());
  info["default_isa"] = std::string(name(default_isa()));
  info["lane_count"] = lane_count(default_isa());
  return info;
}

void bind(py::module_& module) {
  py::register_exception<InvalidInput>(module, "InvalidInput", PyExc_ValueError);
  module.attr("__version__") = LOCKSTEP_VERSION;
  module.def(
      "info", info,
      "A dict: the version, the instruction sets that were compiled in and that this machine can run, best first,\n"
      "which one calls use that name none, and how many queries run in it side by side.");
  bind_scratch(module);
  bind_cameras(module);
  bind_volumes(module);
  bind_single_shapes(module);
  bind_shape_set(module);
  bind_shape_set2(module);
  bind_body_set(module);
  bind_triangle_mesh(module);
  bind_mesh_files(module);
  bind_views(module);
  bind_world(module);
  bind_intersect(module);
  bind_distance(module);
  bind_contacts(module);
  bind_casts(module);
  bind_rays(module);
  bind_moving(module);
  bind_cull(module);
  bind_near(module);
  bind_neighbours(module);
  bind_groups(module);
  bind_overlap(module);
  bind_overlapping(module);
  bind_events(module);
  guard_instances(module);
  explain_arguments(module);
}

}  // namespace
}  // namespace lockstep::python

PYBIND11_MODULE(_lockstep, module) { lockstep::python::bind(module); }
