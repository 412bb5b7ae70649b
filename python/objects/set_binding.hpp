// Common parts of the classes ShapeSet and ShapeSet2: adders, setters and queries.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

#include <lockstep/config.hpp>

#include "arrays/doubles.hpp"
#include "arrays/enums.hpp"
#include "arrays/floats.hpp"
#include "arrays/lists.hpp"
#include "arrays/outputs.hpp"
#include "objects/bodies.hpp"
#include "objects/objects.hpp"
#include "objects/shapes.hpp"

namespace lockstep::python {

/// Calls `what()`; an error names the index.
template <class What>
void one_of(const char* noun, std::size_t i, std::size_t count, const What& what) {
  try {
    what();
  } catch (const InvalidInput& error) {
    throw InvalidInput(noun + std::string(" ") + std::to_string(i) + " of " + std::to_string(count) + ": " +
                       error.what());
  }
}
/// Calls `what(i)` for all of them.
template <class What>
void each(const char* noun, std::size_t count, const What& what) {
  for (std::size_t i = 0; i < count; ++i) one_of(noun, i, count, [&] { what(i); });
}

/// Tests shapes in another set before they are added.
template <class Sets, class Kind>
void check_shapes(const Sets&, const Kind& kind, std::size_t count) {
  std::remove_cvref_t<decltype(std::declval<Sets>().set())> trial;
  const std::uint32_t spot = trial.add(typename Sets::Blank{});
  each("shape", count, [&](std::size_t i) { trial.set(spot, kind(i)); });
}

/// Checks that unchecked calls make too, and what the kind needs of the set.
template <class Sets, class Kind>
void prepare(const Sets&, const Kind&) {}

/// Whether float32 does not hold the positions.
template <class Kind>
bool is_placed(const Kind& kind) {
  if constexpr (requires { kind.is_placed(); })
    return kind.is_placed();
  else
    return false;
}

/// Throws for the first position that no shape can have.
template <class Kind>
void check_positions(const char* noun, const Kind& kind, std::size_t count) {
  if constexpr (requires { kind.position(0); }) {
    ShapeSet trial;
    trial.add(Point{});
    each(noun, count, [&](std::size_t i) { trial.place(0, kind.position(i)); });
  }
}

/// Reserves room for more shapes, with slack, so that many small additions cost no more than one large one.
template <class Sets>
void make_room(Sets& shapes, std::size_t more) {
  const std::size_t size = shapes.set().size(), holes = shapes.set().free_slots();
  if (more > holes) shapes.reserve(std::max(size + more - holes, std::min(2 * size, std::size_t{0xffffffff})));
}

/// Adds shapes to a set that nobody else uses, without the GIL.
template <class Sets, class Kind>
void add_each(Sets& shapes, const Kind& kind, Check check, std::span<std::uint32_t> indices) {
  prepare(shapes, kind);
  if (check == Check::inputs && is_placed(kind)) check_positions("shape", kind, indices.size());
  if (check == Check::inputs) check_shapes(shapes, kind, indices.size());
  make_room(shapes, indices.size());
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto shape = kind(i);
    indices[i] = shapes.add(shape, shape, Check::none);
    if constexpr (requires { kind.position(i); })
      if (is_placed(kind)) shapes.place(indices[i], kind.position(i), Check::none);
  }
}

template <class Sets, class Kind>
py::array add_all(Sets& shapes, const Kind& kind, Check check) {
  py::array_t<std::uint32_t> indices(length(kind.count()));
  const std::span<std::uint32_t> out(indices.mutable_data(), kind.count());
  const Changing changing(shapes.users());
  unlocked([&] { add_each(shapes, kind, check, out); });
  return indices;
}

inline bool has_vertices(ShapeKind kind) {
  return kind == ShapeKind::hull || kind == ShapeKind::rounded_hull || kind == ShapeKind::volume;
}
inline bool has_vertices(ShapeKind2 kind) { return kind == ShapeKind2::polygon; }

/// Throws InvalidInput unless all of these may be replaced.
template <class Set>
void check_replaceable(const Set& set, std::span<const std::uint32_t> indices) {
  for (const std::uint32_t index : indices) {
    if (has_vertices(set.kind(index))) {
      throw InvalidInput("shape " + std::to_string(index) + " is a " + std::string(name(set.kind(index))) +
                         ", which cannot be replaced: remove it and add another");
    }
  }
}

/// Arrays of one object apply to all named objects.
inline void check_named(std::size_t count, std::size_t indices, const char* nouns) {
  if (count == indices || count == 1) return;
  throw py::value_error("index is of " + std::to_string(indices) + " " + nouns + ", the arrays are of " +
                        std::to_string(count));
}

/// Replacing a shape leaves it at its position, so new ones must be relative to that. Lists are literals.
template <class Kind>
void require_floats(Kind& kind, const char* what) {
  if constexpr (requires { kind.round_literals(); }) kind.round_literals();
  if constexpr (!requires { kind.position(0); }) return;
  if (!is_placed(kind)) return;
  throw py::value_error(std::string("float32 does not hold the positions, and ") + what +
                        " leaves the position in double as it is: give numbers about 0, and call place");
}

template <class Sets, class Kind>
void set_all(Sets& shapes, py::handle index, Kind&& kind, Check check) {
  require_floats(kind, "set");
  const List<std::uint32_t> list = index_list(index, "index");
  const std::span<const std::uint32_t> indices = list.span();
  check_named(kind.count(), indices.size(), "shapes");
  const Changing changing(shapes.users());
  unlocked([&] {
    check_replaceable(shapes.set(), indices);
    prepare(shapes, kind);
    if (check == Check::inputs) check_shapes(shapes, kind, kind.count());
    const std::size_t step = kind.count() == 1 ? 0 : 1;
    for (std::size_t i = 0; i < indices.size(); ++i) shapes.set(indices[i], kind(i * step), Check::none);
  });
}

/// One index, or an array of them.
inline List<std::uint32_t> one_or_many(const py::object& index) {
  const bool one = py::isinstance<py::int_>(index);
  return one ? index_list(py::make_tuple(index), "index") : index_list(index, "index");
}

/// Throws InvalidInput if there is no such object.
inline void require(const ShapeSet& shapes, std::uint32_t index) { (void)shapes.kind(index); }
inline void require(const ShapeSet2& shapes, std::uint32_t index) { (void)shapes.kind(index); }
inline void require(const BodySet& bodies, std::uint32_t index) { (void)bodies.pose(index); }

struct Positions {
  std::span<const Vec3d> list;
  [[nodiscard]] const Vec3d& position(std::size_t i) const { return list[i]; }
};

/// Places all objects of a set, of shapes or bodies, at `count` double positions, or none.
template <class Sets, class Places>
void place_each(Sets& objects, const py::object& index, const Places& places, std::size_t count, Check check) {
  const List<std::uint32_t> list = one_or_many(index);
  const std::span<const std::uint32_t> indices = list.span();
  check_named(count, indices.size(), std::is_same_v<Sets, Bodies> ? "bodies" : "shapes");
  const Changing changing(objects.users());
  unlocked([&] {
    check_positions("position", places, check == Check::inputs ? count : 0);
    for (const std::uint32_t object : indices) require(objects.set(), object);
    const std::size_t step = count == 1 ? 0 : 1;
    for (std::size_t i = 0; i < indices.size(); ++i) objects.place(indices[i], places.position(i * step), Check::none);
  });
}
template <class Sets>
void place_all(Sets& objects, const py::object& index, const py::object& position, Check check) {
  const Doubles numbers = vectors_of(position, "position");
  const std::span<const Vec3d> positions = points_of(numbers);
  place_each(objects, index, Positions{positions}, positions.size(), check);
}

/// Throws unless all exist, by `there`, and none is named twice.
template <class There>
void check_removable(std::span<const std::uint32_t> indices, const char* noun, const There& there) {
  std::vector<std::uint32_t> sorted(indices.begin(), indices.end());
  std::sort(sorted.begin(), sorted.end());
  for (const std::uint32_t number : sorted) there(number);
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end()) {
    throw InvalidInput("index names " + std::string(noun) + " " + std::to_string(*twice) + " twice");
  }
}

template <class Sets>
void remove_all(Sets& shapes, const py::object& index) {
  const List<std::uint32_t> list = one_or_many(index);  // may let other threads run, so before the set is held
  const Changing changing(shapes.users());
  check_removable(list.span(), "shape", [&](std::uint32_t shape) { (void)shapes.set().kind(shape); });
  for (const std::uint32_t shape : list.span()) shapes.remove(shape);
}

inline constexpr const char* mesh_of_text =
    "The same of mesh number `mesh` of another ShapeSet or BodySet, whose vertices are copied: one mesh for several "
    "sets.";

/// A copy of the vertices of a mesh of any set. Throws InvalidInput if there is no such mesh.
template <class Sets>
std::vector<Vec3> mesh_of(const Sets& other, std::uint32_t mesh) {
  const Reading reading(other.users());
  if (mesh >= other.meshes()) {
    throw InvalidInput("mesh = " + std::to_string(mesh) + ": is out of range, the other set has " +
                       std::to_string(other.meshes()) + " meshes");
  }
  return other.mesh(mesh);
}

/// Binds a member function of the set.
template <class Sets, class Member, class... Arguments>
auto ask(const Sets& shapes, const Member& member, const Arguments&... arguments) {
  const Reading reading(shapes.users());
  return std::invoke(member, shapes.set(), arguments...);
}

/// The adder and the setter of one kind, whose constructor takes `Arguments`.
template <class Kind, class... Arguments, class Sets, class... Names>
void bind_kind(py::class_<Sets>& shapes, const std::string& kind, const std::string& add_text,
               const std::string& set_text, const Names&... names) {
  shapes.def(
      ("add_" + kind).c_str(),
      [](Sets& self, const Arguments&... arguments, Check check) { return add_all(self, Kind(arguments...), check); },
      names..., py::kw_only(), py::arg("check") = Check::inputs, add_text.c_str());
  shapes.def(("set_" + kind).c_str(),
             [](Sets& self, const py::object& index, const Arguments&... arguments, Check check) {
               set_all(self, index, Kind(arguments...), check);
             },
             py::arg("index"), names..., py::kw_only(), py::arg("check") = Check::inputs, set_text.c_str());
}

/// Pickles by `bytes` and `from_bytes`.
template <class Sets>
void bind_pickles(py::class_<Sets>& shapes, const char* type) {
  const auto pickled = [](const Sets& self) {
    const Reading reading(self.users());
    const std::string bytes = unlocked([&] { return self.bytes(); });
    return py::make_tuple(LOCKSTEP_VERSION, py::bytes(bytes));
  };
  shapes.def(
      py::pickle(pickled, [type](const py::tuple& state) { return Sets::from_bytes(pickled_bytes(state, type)); }));
}

template <class Sets>
void bind_questions(py::class_<Sets>& shapes, const char* kind_text) {
  using Set = std::remove_cvref_t<decltype(std::declval<Sets>().set())>;
  shapes.def(
      "remove", &remove_all<Sets>, py::arg("index"),
      "Makes a shape, or all shapes of an array (N,) of uint32, free slots, which later adders fill, the last first.\n"
      "Raises ValueError if there is no such shape, and removes none then.");
  shapes.def(
      "clear",
      [](Sets& self) {
        const Changing changing(self.users());
        self.clear();
      },
      "Removes all shapes, free slots and meshes.");
  shapes.def(
      "kind", [](const Sets& self, std::uint32_t index) { return ask(self, &Set::kind, index); }, py::arg("index"),
      kind_text);
  shapes.def("__len__", [](const Sets& self) { return ask(self, &Set::size); });
  shapes.def("__contains__", [](const Sets& self, std::uint32_t index) { return ask(self, &Set::contains, index); });
  shapes.def_property_readonly(
      "free_slots", [](const Sets& self) { return ask(self, &Set::free_slots); }, "The number of free slots.");
}

/// "<lockstep.ShapeSet of 3 shapes, 1 free slots": the part of the text that classes share, without its end.
template <class Sets>
std::string counted_shapes(const Sets& shapes, const char* type) {
  const std::size_t holes = shapes.set().free_slots();
  std::string words =
      "<lockstep." + std::string(type) + " of " + std::to_string(shapes.set().size() - holes) + " shapes";
  if (holes > 0) words += ", " + std::to_string(holes) + " free slots";
  return words;
}

}  // namespace lockstep::python
