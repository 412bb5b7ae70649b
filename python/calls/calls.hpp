// The module's functions, and their common parts.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <array>
#include <cstddef>
#include <span>

#include <lockstep/lockstep.hpp>

#include "arrays/enums.hpp"
#include "arrays/in_use.hpp"
#include "arrays/isa_option.hpp"
#include "arrays/lists.hpp"
#include "arrays/outputs.hpp"
#include "calls/dimensions.hpp"
#include "objects/bodies.hpp"
#include "objects/scratch.hpp"
#include "objects/shapes.hpp"
#include "objects/triangles.hpp"

namespace lockstep::python {

void bind_intersect(py::module_& module);
void bind_near(py::module_& module);
void bind_neighbours(py::module_& module);
void bind_mesh_files(py::module_& module);
void bind_distance(py::module_& module);
void bind_contacts(py::module_& module);
void bind_casts(py::module_& module);
void bind_moving(py::module_& module);
void bind_rays(py::module_& module);
void bind_cull(py::module_& module);
void bind_events(py::module_& module);
void bind_groups(py::module_& module);
void bind_overlap(py::module_& module);
void bind_overlapping(py::module_& module);

/// Throws InvalidInput for an index out of range, even for unchecked calls: no argument of Python may read memory out
/// of bounds.
void check_range(std::span<const Pair> pairs, std::size_t first, std::size_t second);
/// The same of a list of shapes.
void check_range(std::span<const std::uint32_t> list, std::size_t shapes);

/// Lists as (indptr, indices): the list of query i is indices[indptr[i] : indptr[i + 1]].
py::tuple in_arrays(std::span<const std::size_t> first, std::span<const std::uint32_t> objects);
/// The same, and in a cell the shifts, int32 (K, 3).
py::tuple in_arrays(const ObjectLists& lists, bool in_cell);

/// A double position.
using Place = std::array<double, 3>;
inline Vec3d position_of(const Place& place) { return {place[0], place[1], place[2]}; }

/// Rays (N, 2, 3), or of the plane (N, 2, 2).
template <class Dimension>
List<typename Dimension::Ray> ray_list(py::handle value);

/// A dtype of fields by their names, types and offsets.
struct StructureField {
  const char* name;
  py::object type;
  std::size_t offset;
};
py::dtype structure(const std::vector<StructureField>& fields, std::size_t size);

/// The dtype of Manifold or Manifold2, and of Separation.
template <class Kind = Manifold>
py::dtype manifold_dtype();
py::dtype separation_dtype();

/// The dtypes of outputs of plain numbers.
template <class Number>
py::dtype dtype() {
  return py::dtype::of<Number>();
}

/// Arguments that are None, or False, if they are not given.
inline py::arg_v none(const char* name) { return {name, py::none()}; }
inline py::arg_v tolerance_argument() { return {"tolerance", 0.0}; }
inline py::arg_v check_argument() { return {"check", Check::inputs}; }
inline py::arg_v no(const char* name) { return {name, false}; }

/// A new output array if it is wanted, else None.
inline py::object new_if(bool is_wanted, const py::dtype& type, std::vector<py::ssize_t> shape) {
  if (!is_wanted) return py::none();
  return new_array(type, std::move(shape));
}

}  // namespace lockstep::python
