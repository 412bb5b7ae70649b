// The reader of STL, OBJ and PLY files, which is the program's (tools/meshes).
#include "meshes/mesh_file.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <string_view>

#include "calls/calls.hpp"
#include "text/error.hpp"

namespace lockstep::python {
namespace {

tools::MeshFile read_bytes(std::string_view bytes) {
  try {
    return tools::read_mesh(std::as_bytes(std::span(bytes)));
  } catch (const tools::ReadError& error) {
    throw InvalidInput(error.what());
  }
}

/// Rows of three numbers, or numbers, as an array.
template <class Number, class Rows>
py::array array_of(const std::vector<Rows>& rows) {
  constexpr std::size_t width = sizeof(Rows) / sizeof(Number);
  std::vector<py::ssize_t> shape = {length(rows.size())};
  if (width > 1) shape.push_back(length(width));
  py::array array = new_array(py::dtype::of<Number>(), std::move(shape));
  std::copy_n(reinterpret_cast<const std::byte*>(rows.data()), rows.size() * sizeof(Rows),
              static_cast<std::byte*>(array.mutable_data()));
  return array;
}

py::tuple read_mesh(const py::bytes& data) {
  const std::string_view bytes = data;
  const tools::MeshFile mesh = unlocked([&] { return read_bytes(bytes); });
  if (mesh.vertices.size() > INT32_MAX) throw InvalidInput("has more than 2^31 - 1 vertices");
  return py::make_tuple(array_of<double>(mesh.vertices), array_of<std::int32_t>(mesh.triangles),
                        array_of<std::int32_t>(mesh.parts), mesh.names, mesh.notes);
}

}  // namespace

void bind_mesh_files(py::module_& module) {
  module.def("_read_mesh", read_mesh, py::arg("data"),
             "The bytes of an STL, OBJ or PLY file: (vertices, triangles, parts, names, notes), for lockstep.load.");
}

}  // namespace lockstep::python
