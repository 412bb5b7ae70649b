// The class lockstep.TriangleMesh.
#include <bit>
#include <map>

#include "arrays/errors.hpp"
#include "objects/kinds.hpp"
#include "objects/set_binding.hpp"
#include "objects/triangles.hpp"

namespace lockstep::python {

std::string Triangles::bytes() const {
  using Bits = std::array<std::uint32_t, 3>;
  std::map<Bits, std::uint32_t> numbers;
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> indices;
  for (std::size_t triangle = 0; triangle < mesh_.size(); ++triangle) {
    for (const Vec3& corner : mesh_.corners(static_cast<std::uint32_t>(triangle))) {
      const auto next = static_cast<std::uint32_t>(vertices.size());
      const auto [at, is_new] = numbers.try_emplace(std::bit_cast<Bits>(corner), next);
      if (is_new) vertices.push_back(corner);
      indices.push_back(at->second);
    }
  }
  ByteWriter bytes;
  bytes.put_all(vertices);
  bytes.put_all(indices);
  return bytes.take();
}

std::unique_ptr<Triangles> Triangles::from_bytes(const std::string& bytes) {
  ByteReader reader(bytes);
  const std::vector<Vec3> vertices = reader.get_all<Vec3>();
  const std::vector<std::uint32_t> indices = reader.get_all<std::uint32_t>();
  if (!reader.at_end()) ByteReader::damaged();
  return std::make_unique<Triangles>(vertices, indices, Check::none);
}

namespace {

std::unique_ptr<Triangles> mesh_of_triangles(const py::object& vertices, const py::object& indices, Check check) {
  const std::vector<Vec3> points = vertices_of(vertices, "vertices");
  const List<std::uint32_t> list = row_list(indices, "indices", 3);
  return unlocked([&] { return std::make_unique<Triangles>(points, list.span(), check); });
}

Vec3 vector_of(const py::object& value, const char* name) {
  const Floats numbers = Floats::vectors(value, name, 3);
  if (!numbers.for_all()) throw py::value_error(std::string(name) + ": expected 3 numbers");
  return numbers.vec3(0);
}

std::unique_ptr<Triangles> mesh_of_heights(const py::object& heights, const py::object& origin,
                                           const py::object& column_step, const py::object& row_step,
                                           const py::object& up, Check check) {
  const py::array given = float_array(heights, "heights");
  if (given.ndim() != 2) throw wrong_shape("heights", given, "(rows, columns)");
  const py::array_t<float, py::array::c_style> rows(given);
  const HeightField terrain{{rows.data(), static_cast<std::size_t>(rows.size())},
                            static_cast<std::size_t>(rows.shape(1)),
                            static_cast<std::size_t>(rows.shape(0)),
                            vector_of(origin, "origin"),
                            vector_of(column_step, "column_step"),
                            vector_of(row_step, "row_step"),
                            vector_of(up, "up")};
  return unlocked([&] { return std::make_unique<Triangles>(terrain, check); });
}

py::array corners_of(const Triangles& mesh, std::uint32_t triangle) {
  const std::array<Vec3, 3> points = mesh.set().corners(triangle);
  py::array_t<float> corners({3, 3});
  std::copy_n(&points[0].x, 9, corners.mutable_data());
  return corners;
}

}  // namespace

void bind_triangle_mesh(py::module_& module) {
  module.attr("no_triangle") = no_triangle;
  py::class_<Triangles> mesh(
      module, "TriangleMesh",
      "Triangles of a world that stands still, in any number and of any form. Does not change. Each has two sides and\n"
      "no inside. A pickle holds the triangles; the answers of what it makes are the same bits.");
  mesh.def(py::init(&mesh_of_triangles), py::arg("vertices"), py::arg("indices"), py::kw_only(),
           py::arg("check") = Check::inputs,
           "`vertices` float32 (V, 3), `indices` uint32 (M, 3): the corners of each triangle. Both are copied.\n"
           "O(M log M). Raises ValueError for an index of no vertex and for a bad number.");
  mesh.def_static(
      "of_heights", &mesh_of_heights, py::arg("heights"), py::kw_only(), py::arg("origin") = py::make_tuple(0, 0, 0),
      py::arg("column_step") = py::make_tuple(1, 0, 0), py::arg("row_step") = py::make_tuple(0, 1, 0),
      py::arg("up") = py::make_tuple(0, 0, 1), py::arg("check") = Check::inputs,
      "A terrain: `heights` float32 (rows, columns), NaN a hole. The point of heights[r, c] stands at origin +\n"
      "c * column_step + r * row_step + heights[r, c] * up. Each cell has two triangles, 2 * k and 2 * k + 1 with\n"
      "k = r * (columns - 1) + c where there are no holes; a cell with a hole at a corner has none. Raises ValueError\n"
      "for an infinite height and a point beyond max_coordinate.");
  mesh.def("corners", corners_of, py::arg("triangle"), "Float32 (3, 3). Raises ValueError if there is none.");
  mesh.def("__len__", [](const Triangles& self) { return self.set().size(); });
  mesh.def_property_readonly("memory_bytes", [](const Triangles& self) { return self.set().memory_bytes(); });
  mesh.def("__repr__", [](const Triangles& self) {
    return "<lockstep.TriangleMesh of " + std::to_string(self.set().size()) + " triangles>";
  });
  bind_pickles(mesh, "TriangleMesh");
}

}  // namespace lockstep::python
