// cull, cull_count and cull_in_order: one volume or many, objects of any kind.
#include <algorithm>

#include <lockstep/cull.hpp>

#include "calls/bits.hpp"
#include "calls/calls.hpp"
#include "objects/kept_world.hpp"
#include "objects/kinds.hpp"
#include "objects/placed_views.hpp"

namespace lockstep::python {
namespace {

/// The objects as the library reads them, and their number.
const ShapeSet& objects_of(const Shapes& shapes) { return shapes.set(); }
const World& objects_of(const KeptWorld& world) { return world.set(); }
template <class View>
auto objects_of(const View& view) {
  return view.view();
}
std::size_t count_of(const Shapes& shapes) { return shapes.set().size(); }
std::size_t count_of(const KeptWorld& world) { return world.set().size(); }
template <class View>
std::size_t count_of(const View& view) {
  return view.count();
}

/// Views are arrays of the caller, which cannot be locked.
struct NobodyElse {
  template <class View>
  explicit NobodyElse(const View&) {}
};
template <class Set>
struct ReadingSet : Reading {
  explicit ReadingSet(const Set& set) : Reading(set.users()) {}
};
template <class Objects>
using ReadingOf = std::conditional_t < requires(const Objects& o) {
  o.users();
}
, ReadingSet<Objects>, NobodyElse > ;

py::array indices_of(const std::vector<std::uint64_t>& words, std::size_t count) {
  py::array_t<std::uint32_t> indices(length(count));
  list_indices(words, {indices.mutable_data(), count});
  return indices;
}

template <class Objects>
py::array cull_one(const Volume& volume, const Objects& objects, const py::object& out, bool indices, CullMethod method,
                   Touching touching, Check check, const IsaName& isa) {
  if (indices && !out.is_none()) throw py::value_error("out is for a mask: a list of indices has no length beforehand");
  const ReadingOf<Objects> reading(objects);
  const std::size_t size = count_of(objects);
  const py::object mask = indices ? py::none() : py::object(output(out, "out", dtype<bool>(), {length(size)}));
  const std::span<bool> span = span_of<bool>(mask);
  const CullOptions options{method, touching, check, isa_option(isa), executor_here()};
  const auto& view = objects_of(objects);
  std::vector<std::uint64_t> words(mask_words(size));
  const std::size_t count = unlocked([&] {
    const std::size_t visible = lockstep::cull(volume.volume(), view, words, options);
    write_bools(words, span);
    return visible;
  });
  if (indices) return indices_of(words, count);
  return mask;
}

/// A row of bools for each volume.
template <class Objects>
py::array cull_masks(const VolumeSet& volumes, const Objects& objects, const py::object& out, CullMethod method,
                     Touching touching, Check check, const IsaName& isa) {
  const std::size_t size = count_of(objects), row = mask_words(size);
  const py::array mask = output(out, "out", dtype<bool>(), {length(volumes.size()), length(size)});
  const std::span<bool> span = span_of<bool>(mask);
  const CullOptions options{method, touching, check, isa_option(isa), executor_here()};
  const ReadingOf<Objects> reading(objects);
  const auto& view = objects_of(objects);
  unlocked([&] {
    std::vector<std::uint64_t> words(volumes.size() * row);
    lockstep::cull(volumes, view, {.by_volume = words}, options);
    for (std::size_t v = 0; v < volumes.size(); ++v) {
      write_bools(std::span(words).subspan(v * row, row), span.subspan(v * size, size));
    }
  });
  return mask;
}

/// The indices of the objects that volume v sees are indices[indptr[v] : indptr[v + 1]].
template <class Objects>
py::tuple cull_lists(const VolumeSet& volumes, const Objects& objects, CullMethod method, Touching touching,
                     Check check, const IsaName& isa) {
  constexpr std::size_t most_are_seen_by = 8;
  const CullOptions options{method, touching, check, isa_option(isa), executor_here()};
  const ReadingOf<Objects> reading(objects);
  const auto& view = objects_of(objects);
  std::vector<std::size_t> first(volumes.size() + 1);
  std::vector<std::uint32_t> list(most_are_seen_by * count_of(objects));
  const std::size_t sum = unlocked([&] {
    const auto cull = [&] { return lockstep::cull(volumes, view, {.first = first, .indices = list}, options); };
    const std::size_t needed = cull();
    if (needed <= list.size()) return needed;
    list.resize(needed);
    return cull();
  });
  py::array_t<std::int64_t> ends(length(first.size()));
  py::array_t<std::uint32_t> indices(length(sum));
  std::copy(first.begin(), first.end(), ends.mutable_data());
  std::copy_n(list.begin(), sum, indices.mutable_data());
  return py::make_tuple(ends, indices);
}

template <class Objects>
py::object cull_many(const VolumeSet& volumes, const Objects& objects, const py::object& out, bool indices,
                     CullMethod method, Touching touching, Check check, const IsaName& isa) {
  if (!indices) return cull_masks(volumes, objects, out, method, touching, check, isa);
  if (!out.is_none()) throw py::value_error("out is for masks: lists of indices have no length beforehand");
  return cull_lists(volumes, objects, method, touching, check, isa);
}

template <class Objects>
std::size_t count_one(const Volume& volume, const Objects& objects, CullMethod method, Touching touching, Check check,
                      const IsaName& isa) {
  const CullOptions options{method, touching, check, isa_option(isa), executor_here()};
  const ReadingOf<Objects> reading(objects);
  const auto& view = objects_of(objects);
  return unlocked([&] { return lockstep::cull_count(volume.volume(), view, options); });
}

/// A bool for each position of the world's own order.
py::array cull_positions(const Volume& volume, const KeptWorld& world, const py::object& out, CullMethod method,
                         Touching touching, Check check, const IsaName& isa) {
  const ReadingOf<KeptWorld> reading(world);
  const std::size_t size = world.set().order().size();
  const py::array mask = output(out, "out", dtype<bool>(), {length(size)});
  const std::span<bool> span = span_of<bool>(mask);
  const CullOptions options{method, touching, check, isa_option(isa), executor_here()};
  unlocked([&] {
    std::vector<std::uint64_t> words(mask_words(size));
    lockstep::cull_in_order(volume.volume(), world.set(), words, options);
    write_bools(words, span);
  });
  return mask;
}

template <class Objects>
using Placed = std::conditional_t<PlaceableView<Objects>, AtPositions<Objects>, Objects>;

/// A function that calls `of_placed` if a view is placed, else `of_objects`.
template <class Result, class Volumes, class Objects, class... More>
auto at_positions(Result (*of_objects)(const Volumes&, const Objects&, More...),
                  Result (*of_placed)(const Volumes&, const Placed<Objects>&, More...)) {
  return [=](const Volumes& volumes, const Objects& objects, More... more) -> Result {
    if constexpr (PlaceableView<Objects>)
      if (objects.is_placed()) return of_placed(volumes, Placed<Objects>(objects), more...);
    return of_objects(volumes, objects, more...);
  };
}

template <class Function>
void bind(py::module_& module, const char* volumes, const Function& function, const char* text) {
  module.def("cull", function, py::arg(volumes), py::arg("objects"), py::arg("out") = py::none(), py::kw_only(),
             py::arg("indices") = false, py::arg("method") = CullMethod::exact, py::arg("touching") = Touching::overlap,
             py::arg("check") = Check::inputs, py::arg("isa") = py::none(), text);
}

template <class Objects>
void bind_objects(py::module_& module) {
  bind(module, "volume", at_positions(&cull_one<Objects>, &cull_one<Placed<Objects>>),
       "Which objects, a view, a ShapeSet or a World, touch the ConvexVolume? bool (N,), written to `out` if it is "
       "given; with\n"
       "`indices` the numbers of those that do instead, uint32. Raises ValueError for a bad number in a view, and "
       "writes\n"
       "nothing then.");
  module.def("cull_count", at_positions(&count_one<Objects>, &count_one<Placed<Objects>>), py::arg("volume"),
             py::arg("objects"), py::kw_only(), py::arg("method") = CullMethod::exact,
             py::arg("touching") = Touching::overlap, py::arg("check") = Check::inputs, py::arg("isa") = py::none(),
             "How many objects touch the ConvexVolume.");
  bind(module, "volumes", at_positions(&cull_many<Objects>, &cull_many<Placed<Objects>>),
       "The same of a VolumeSet of V volumes in one pass: bool (V, N), or with `indices` a tuple (indptr, indices) of\n"
       "int64 (V + 1,) and uint32: volume v sees indices[indptr[v] : indptr[v + 1]].");
}

}  // namespace

void bind_cull(py::module_& module) {
  bind_objects<KeptWorld>(module);  // the fastest to reject, so the first that Python tries
  bind_objects<Shapes>(module);
  bind_objects<Spheres>(module);
  bind_objects<Aabbs>(module);
  bind_objects<Boxes>(module);
  bind_objects<TransformedBoxes>(module);
  module.def("cull_in_order", cull_positions, py::arg("volume"), py::arg("world"), py::arg("out") = py::none(),
             py::kw_only(), py::arg("method") = CullMethod::exact, py::arg("touching") = Touching::overlap,
             py::arg("check") = Check::inputs, py::arg("isa") = py::none(),
             "What `cull` says of a World, in the world's own order, which is faster: element p is about the object\n"
             "world.order[p]. bool (len(world.order),), written to `out` if it is given.");
}

}  // namespace lockstep::python
