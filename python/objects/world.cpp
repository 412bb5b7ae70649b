// The classes lockstep.World, lockstep.World2 and lockstep.ObjectHandle.
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <string>

#include "arrays/isa_option.hpp"
#include "objects/bodies.hpp"
#include "objects/kept_world.hpp"
#include "objects/kinds.hpp"
#include "objects/kinds2.hpp"
#include "objects/placed_views.hpp"
#include "objects/scratch.hpp"
#include "objects/set_binding.hpp"

namespace lockstep::python {
namespace {

/// A world keeps a set if positions are float64, whatever they are: others may follow that float32 does not hold.
template <class In, class View>
std::unique_ptr<In> world_of(const View& objects, const IsaName& isa) {
  const WorldOptions options{isa_option(isa), executor_here()};
  if constexpr (PlaceableInSpace<View>)
    if (objects.is_double()) {
      auto set = set_of(objects);
      return unlocked([&] { return std::make_unique<In>(std::move(set), options); });
    }
  return unlocked([&] { return std::make_unique<In>(objects.view(), options); });
}

/// Whether the shapes of a view become those of the world's set.
template <class In, class View>
bool takes_shapes(const In& self, const View& objects) {
  if constexpr (!PlaceableInSpace<View>) {
    return false;
  } else {
    if (self.template is_made_of<Shapes>() || (self.is_new() && objects.is_double())) return true;
    if (!objects.is_placed()) return false;
    throw py::value_error(
        "float32 does not hold the positions, and the world was made of others: make it of positions in float64, or of "
        "a "
        "ShapeSet");
  }
}

/// Calls how(shapes) with the set that the world keeps, which may be empty yet. For a world that is being changed,
/// without the GIL.
template <class How>
void change_shapes(KeptWorld& self, const How& how, const WorldOptions& options) {
  const bool is_new = self.is_new();
  if (is_new) self.begin(std::make_unique<Shapes>(), options);
  try {
    self.change<Shapes>([&](std::unique_ptr<Shapes>& made) { how(*made); }, options);
  } catch (...) {
    if (is_new) self.reset();
    throw;
  }
}

/// Some shapes of a set anew, at their places: shape indices[k] is object of(k). All have the kind that they had.
template <class View, class Of>
void put_shapes(Shapes& shapes, std::span<const std::uint32_t> indices, const View& objects, const Of& of) {
  ShapeSet trial;
  trial.add(Point{});
  const auto check = [&](std::size_t k) {
    trial.place(0, objects.position(of(k)));
    trial.set(0, objects(of(k)));
    if (const ShapeKind kind = shapes.set().kind(indices[k]); kind != trial.kind(0))
      throw InvalidInput("its kind is " + std::string(name(trial.kind(0))) + ", and that of the world's shape is " +
                         std::string(name(kind)));
  };
  for (std::size_t k = 0; k < indices.size(); ++k) one_of("shape", of(k), objects.count(), [&] { check(k); });
  const bool places = is_placed(objects) || shapes.has_positions();
  for (std::size_t k = 0; k < indices.size(); ++k) {
    shapes.set(indices[k], objects(of(k)), Check::none);
    if (places) shapes.place(indices[k], is_placed(objects) ? objects.position(of(k)) : Vec3d{}, Check::none);
  }
}

void check_count(const char* what, std::size_t objects, std::size_t wanted) {
  if (objects != wanted)
    throw InvalidInput("objects: has " + std::to_string(objects) + " objects, " + what + " " + std::to_string(wanted));
}

/// New numbers for all shapes but those of free slots.
template <class View>
void replace_shapes(KeptWorld& self, const View& objects, const WorldOptions& options) {
  check_count("the world has", objects.count(), self.set().size());
  std::vector<std::uint32_t> there;
  for (std::uint32_t i = 0; i < self.set().size(); ++i)
    if (self.set().contains(i)) there.push_back(i);
  change_shapes(
      self, [&](Shapes& shapes) { put_shapes(shapes, there, objects, [&](std::size_t k) { return there[k]; }); },
      options);
}

template <class In, class View>
void move_all(In& self, const View& objects, const IsaName& isa) {
  const WorldOptions options{isa_option(isa), executor_here()};
  const Changing changing(self.users());
  const bool is_of_set = takes_shapes(self, objects);
  unlocked([&] {
    if constexpr (PlaceableInSpace<View>)
      if (is_of_set) return replace_shapes(self, objects, options);
    self.world().move(objects.view(), options);
  });
}

template <class In, class View>
void move_some(In& self, const py::object& index, const View& objects, const IsaName& isa) {
  const List<std::uint32_t> list = index_list(index, "index");
  const WorldOptions options{isa_option(isa), executor_here()};
  const Changing changing(self.users());
  const bool is_of_set = takes_shapes(self, objects);
  unlocked([&] {
    if constexpr (PlaceableInSpace<View>)
      if (is_of_set) {
        check_count("needs one for each index, of which there are", objects.count(), list.span().size());
        return change_shapes(
            self, [&](Shapes& shapes) { put_shapes(shapes, list.span(), objects, [](std::size_t k) { return k; }); },
            options);
      }
    self.world().move(list.span(), objects.view(), options);
  });
}

/// Of a set of shapes or bodies, which the world copies.
template <class Set>
std::unique_ptr<KeptWorld> world_of_set(const Set& set, const IsaName& isa) {
  const WorldOptions options{isa_option(isa), executor_here()};
  const Reading reading(set.users());
  return unlocked([&] { return std::make_unique<KeptWorld>(std::make_unique<Set>(set), options); });
}

template <class Set>
void move_set(KeptWorld& self, const Set& set, const IsaName& isa) {
  const WorldOptions options{isa_option(isa), executor_here()};
  const Reading reading(set.users());
  const Changing changing(self.users());
  unlocked([&] { self.move(std::make_unique<Set>(set), options); });
}

/// An object of Python that holds the source of a world, and is empty from then on.
template <class Set>
class Lent {
 public:
  explicit Lent(std::unique_ptr<Set>& made) : made_(made), object_(py::cast(std::move(made))) {}
  ~Lent() {
    Set& lent = object_.cast<Set&>();
    made_ = std::make_unique<Set>(std::move(lent));
    lent.take_back({});
  }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

  [[nodiscard]] const py::object& object() const { return object_; }

 private:
  std::unique_ptr<Set>& made_;
  py::object object_;
};

template <class Set>
py::object change_set_of(KeptWorld& self, const py::function& change, const IsaName& isa) {
  const WorldOptions options{isa_option(isa), executor_here()};
  const Changing changing(self.users());
  py::object result;
  self.change<Set>([&](std::unique_ptr<Set>& made) { result = change(Lent<Set>(made).object()); }, options);
  return result;
}

py::array array_of(std::span<const std::uint32_t> numbers) {
  py::array_t<std::uint32_t> array(length(numbers.size()));
  std::copy(numbers.begin(), numbers.end(), array.mutable_data());
  return array;
}

template <class In, class View>
py::array add_objects(In& self, const View& objects, const IsaName& isa) {
  const WorldOptions options{isa_option(isa), executor_here()};
  const Changing changing(self.users());
  const bool is_of_set = takes_shapes(self, objects);
  return array_of(unlocked([&] {
    if constexpr (PlaceableInSpace<View>)
      if (is_of_set) {
        std::vector<std::uint32_t> indices(objects.count());
        change_shapes(
            self, [&](Shapes& shapes) { add_each(shapes, objects, Check::inputs, indices); }, options);
        return indices;
      }
    return self.world().add(objects.view(), options);
  }));
}

template <class In>
void remove_objects(In& self, const py::object& index, const IsaName& isa) {
  const List<std::uint32_t> list = one_or_many(index);
  const WorldOptions options{isa_option(isa), executor_here()};
  const Changing changing(self.users());
  unlocked([&] { self.remove(list.span(), options); });
}

template <class In>
void sort_objects(In& self, const IsaName& isa) {
  const WorldOptions options{isa_option(isa), executor_here()};
  const Changing changing(self.users());
  unlocked([&] { self.world().sort(options); });
}

template <class In>
py::array order_of(const In& self) {
  const Reading reading(self.users());
  return array_of(self.set().order());
}

template <class In>
std::string in_words(const In& self) {
  const Reading reading(self.users());
  const std::size_t holes = self.set().free_slots();
  const char* const name = std::is_same_v<In, KeptWorld> ? "World" : "World2";
  std::string words =
      "<lockstep." + std::string(name) + " of " + std::to_string(self.set().size() - holes) + " objects";
  if (holes > 0) words += ", " + std::to_string(holes) + " free slots";
  return words + ">";
}

/// Methods that take objects of one kind.
template <class View, class In>
void bind_kind_of_view(py::class_<In>& world) {
  world.def(py::init(&world_of<In, View>), py::arg("objects"), py::kw_only(), py::arg("isa") = py::none(),
            "Copies the objects of a view. O(N log N). Raises ValueError for a bad number.");
  world.def(
      "move", &move_all<In, View>, py::arg("objects"), py::kw_only(), py::arg("isa") = py::none(),
      "New numbers for all objects: number i of the view is that of index i; what stands at free slots is not looked\n"
      "at. O(N). Raises ValueError for a bad number, if there are not as many, or for objects of another kind,\n"
      "and changes nothing then.");
  world.def("move", &move_some<In, View>, py::arg("index"), py::arg("objects"), py::kw_only(),
            py::arg("isa") = py::none(),
            "The same for some: number k of the view is that of index[k], uint32 (K,); of several for one index the "
            "last\n"
            "counts.");
  world.def(
      "add", &add_objects<In, View>, py::arg("objects"), py::kw_only(), py::arg("isa") = py::none(),
      "More objects. Returns the index of each, uint32: free slots are filled, the last first, then come new ones.");
}

void bind_handle(py::module_& module) {
  py::class_<ObjectHandle> handle(module, "ObjectHandle",
                                  "An object of a World: its index, and which of those it is that had the index one\n"
                                  "after the other. An index is given out again, a handle is not.");
  handle.def(py::init<std::uint32_t, std::uint32_t>(), py::arg("index"), py::arg("generation"));
  handle.def_readonly("index", &ObjectHandle::index);
  handle.def_readonly("generation", &ObjectHandle::generation);
  handle.def(
      "__eq__", [](const ObjectHandle& a, const ObjectHandle& b) { return a == b; }, py::is_operator());
  handle.def("__hash__",
             [](const ObjectHandle& self) { return py::hash(py::make_tuple(self.index, self.generation)); });
  handle.def("__repr__", [](const ObjectHandle& self) {
    return "lockstep.ObjectHandle(index=" + std::to_string(self.index) +
           ", generation=" + std::to_string(self.generation) + ")";
  });
  handle.def(py::pickle([](const ObjectHandle& self) { return py::make_tuple(self.index, self.generation); },
                        [](const py::tuple& state) {
                          return ObjectHandle{state[0].cast<std::uint32_t>(), state[1].cast<std::uint32_t>()};
                        }));
}

template <class In>
void bind_handles_of(py::class_<In>& world) {
  world.def(
      "handle", [](const In& self, std::uint32_t index) { return ask(self, &In::World::handle, index); },
      py::arg("index"), "The ObjectHandle of an object. Raises ValueError if there is no such object.");
  world.def(
      "find", [](const In& self, const ObjectHandle& handle) { return ask(self, &In::World::find, handle); },
      py::arg("handle"), "The object's index. Raises ValueError if it was removed or never was.");
  const auto contains = [](const In& self, const auto& name) {
    const Reading reading(self.users());
    return self.set().contains(name);
  };
  world.def("__contains__", [contains](const In& self, const ObjectHandle& handle) { return contains(self, handle); });
  world.def("__contains__", [contains](const In& self, std::uint32_t index) { return contains(self, index); });
}

/// Methods of both kinds of world.
template <class In>
void bind_any_world(py::class_<In>& world) {
  world.def(py::init<>(), "A world without objects.");
  world.def(
      "remove", &remove_objects<In>, py::arg("index"), py::kw_only(), py::arg("isa") = py::none(),
      "Makes an object, or all objects of an array (K,) of uint32, free slots. Raises ValueError if there is no such\n"
      "object or one comes twice, and removes none then.");
  world.def("sort", &sort_objects<In>, py::kw_only(), py::arg("isa") = py::none(),
            "Sorts the objects as if the world were built anew. Nothing but `order` and speed can tell.");
  bind_handles_of(world);
  world.def("__len__", [](const In& self) { return ask(self, &In::World::size); });
  world.def_property_readonly(
      "free_slots", [](const In& self) { return ask(self, &In::World::free_slots); }, "The number of free slots.");
  world.def_property_readonly("order", &order_of<In>,
                              "The world's own order, in which neighbours in space follow each other, uint32: the\n"
                              "index of the object at each position, or no_object. A copy, good until the world is\n"
                              "changed.");
  world.def_property_readonly("memory_bytes", [](const In& self) { return ask(self, &In::World::memory_bytes); });
  world.def("__repr__", &in_words<In>);
  bind_pickles(world, std::is_same_v<In, KeptWorld> ? "World" : "World2");
}

}  // namespace

void bind_world(py::module_& module) {
  module.attr("no_object") = no_object;
  bind_handle(module);
  py::class_<KeptWorld> world(
      module, "World",
      "Spheres, axis-aligned boxes, the shapes of a set or bodies that are sorted once, move a little, and are asked\n"
      "about many times: by cull, cull_count, cull_in_order, within, nearest, first_hits, any_hits, all_hits, "
      "overlapping,\n"
      "any_overlapping, first_contacts, any_contacts, all_contacts and OverlapPass. It keeps a copy; an object is "
      "called by its index in the "
      "view\n"
      "or the set until it is removed, so that arrays of yours can run beside the world. Removed objects leave free "
      "slots:\n"
      "nothing finds them. Answers depend on the objects as they are, not on how they came there. Pickles hold the\n"
      "objects, free slots and handles, and are read by the version of lockstep that wrote them.");
  world.def(py::init(&world_of_set<Shapes>), py::arg("shapes"), py::kw_only(), py::arg("isa") = py::none(),
            "Copies a ShapeSet. O(N log N).");
  world.def("move", &move_set<Shapes>, py::arg("shapes"), py::kw_only(), py::arg("isa") = py::none(),
            "Copies another ShapeSet in place of the one that the world has, which may have other kinds of shapes.");
  world.def(
      "change_shapes", &change_set_of<Shapes>, py::arg("change"), py::kw_only(), py::arg("isa") = py::none(),
      "Calls `change` with the ShapeSet that the world keeps, which it may change as any other, and returns what that\n"
      "returns. The world follows by what was changed: 1 of 100,000 shapes takes a microsecond. The set is the "
      "world's\n"
      "while `change` runs, which must not use the world, and empty from then on. Raises ValueError if the world is\n"
      "not one of shapes, and what `change` raises; what it has changed by then stays changed.");
  world.def("change_bodies", &change_set_of<Bodies>, py::arg("change"), py::kw_only(), py::arg("isa") = py::none(),
            "The same of a world of bodies, with its BodySet.");
  world.def(
      py::init(&world_of_set<Bodies>), py::arg("bodies"), py::kw_only(), py::arg("isa") = py::none(),
      "Copies a BodySet. Objects are bodies, whatever part of them is seen, near or hit; in `order` a body stands\n"
      "once for each part. O(parts).");
  world.def("move", &move_set<Bodies>, py::arg("bodies"), py::kw_only(), py::arg("isa") = py::none(),
            "Copies another BodySet in place of the one that the world has.");
  bind_kind_of_view<Spheres>(world);
  bind_kind_of_view<Aabbs>(world);
  bind_any_world(world);
  py::class_<KeptWorld2> plane(
      module, "World2",
      "Circles or axis-aligned boxes of the plane, a CircleView or an Aabb2View, kept as a World keeps those of "
      "space:\n"
      "for within, nearest, overlapping, any_overlapping, first_hits, any_hits, all_hits, first_contacts,\n"
      "any_contacts, all_contacts and OverlapPass, with points, rays and shapes of the plane.");
  bind_kind_of_view<Circles2>(plane);
  bind_kind_of_view<Aabbs2>(plane);
  bind_any_world(plane);
}

}  // namespace lockstep::python
