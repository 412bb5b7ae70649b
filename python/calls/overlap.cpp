// OverlapPass and overlap.
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>

#include "calls/bits.hpp"
#include "calls/calls.hpp"
#include "calls/cell.hpp"
#include "calls/overlap_input.hpp"
#include "objects/kept_world.hpp"
#include "objects/kinds.hpp"
#include "objects/kinds2.hpp"
#include "objects/placed_views.hpp"

namespace lockstep::python {
namespace {

/// A pass, the number of pairs it found last, and its uses.
struct Pass {
  explicit Pass(float skin) : pass(skin) {}
  explicit Pass(AutomaticSkin automatic) : pass(automatic) {}
  OverlapPass pass;
  std::size_t last_pairs = 0;
  Users users;
};

struct Overlaps {
  std::uint64_t count = 0;  // of all pairs
  bool complete = true, sorted = true;
  std::size_t objects = 0;  // of the first set
  bool in_order = true;
  py::object pairs, separations, contacts, counts, any, shifts;
};

/// The wanted results beside pairs.
struct Wanted {
  bool separations, contacts, counts, any, shifts;
};

/// The number of counted objects; for bodies whose parts are reported, the number of parts.
template <class View>
std::size_t counted(const Objects<View>& objects) {
  return objects.count();
}
std::size_t counted(const Objects<Bodies>& bodies, BodyPairs report) {
  return report == BodyPairs::bodies ? bodies.count() : bodies.get().parts().size();
}

/// The arrays that a run writes, with room for `pairs`.
struct Arrays {
  py::object pairs, separations, contacts, shifts;
  Arrays(const py::object& given, const Wanted& wanted, std::size_t room)
      : pairs(given.is_none() ? new_array(dtype<std::uint32_t>(), {length(room), 2}) : given),
        separations(new_if(wanted.separations, separation_dtype(), {length(room)})),
        contacts(new_if(wanted.contacts, manifold_dtype(), {length(room)})),
        shifts(new_if(wanted.shifts, dtype<std::int32_t>(), {length(room), 3})) {}
  [[nodiscard]] OverlapOutput spans() const {
    OverlapOutput out;
    out.pairs = span_of<Pair>(pairs);
    out.separations = span_of<Separation>(separations);
    out.contacts = span_of<Manifold>(contacts);
    out.shifts = span_of<std::array<std::int32_t, 3>>(shifts);
    return out;
  }
};

/// The first elements of an array.
py::object first_of(const py::object& array, std::size_t count) {
  if (array.is_none()) return array;
  return array[py::slice(0, length(count), 1)];
}

/// Runs until all pairs have room, or once into the caller's array.
template <class Run>
Overlaps run_until_complete(Pass& pass, const Run& run, const py::object& out, const Wanted& wanted,
                            std::size_t objects) {
  Overlaps result;
  py::object counts = new_if(wanted.counts, dtype<std::uint32_t>(), {length(objects)});
  py::object any = new_if(wanted.any, dtype<bool>(), {length(objects)});
  std::vector<std::uint64_t> words(wanted.any ? mask_words(objects) : 0);
  std::size_t room = out.is_none() ? std::max<std::size_t>(pass.last_pairs + pass.last_pairs / 8, 16)
                                   : static_cast<std::size_t>(py::array(out).shape(0));
  for (;;) {
    const Arrays arrays(out, wanted, room);
    OverlapOutput spans = arrays.spans();
    spans.counts = span_of<std::uint32_t>(counts);
    spans.any = words;
    const OverlapResult found = unlocked([&] { return run(spans); });
    pass.last_pairs = static_cast<std::size_t>(found.pairs);
    // A caller's array without room for a single pair is an empty span, which means that no pairs are wanted.
    const bool complete = found.complete && found.pairs <= room;
    if (!complete && out.is_none()) {
      room = static_cast<std::size_t>(found.pairs);
      continue;
    }
    const std::size_t written = std::min<std::size_t>(room, static_cast<std::size_t>(found.pairs));
    write_bools(words, span_of<bool>(any));
    return {found.pairs,
            complete,
            found.sorted,
            objects,
            true,
            first_of(arrays.pairs, written),
            first_of(arrays.separations, written),
            first_of(arrays.contacts, written),
            counts,
            any,
            first_of(arrays.shifts, written)};
  }
}

/// Room for pairs, checked like an output of any length.
py::object pairs_out(const py::object& out) {
  if (out.is_none()) return out;
  const py::ssize_t rows = py::isinstance<py::array>(out) && py::array(out).ndim() > 0 ? py::array(out).shape(0) : 0;
  return output(out, "out", dtype<std::uint32_t>(), {rows, 2});
}

/// Passes of bodies also get what to report.
template <bool in_plane, class View, class... Report>
Overlaps run_one(Pass& pass, const View& objects, const py::object& out, bool separations, bool contacts, bool counts,
                 bool any, float margin, Touching touching, const py::object& group, const py::object& mask,
                 Check check, const IsaName& isa, PairOrder order, const py::object& cell,
                 const std::array<bool, 3>& periodic, Report... report) {
  const Changing changing(pass.users);
  const Objects<View> held{objects};
  const Filters filter(group, "group", mask, "mask", held.count());
  const OverlapOptions options{margin, touching,        filter.spans(),
                               {},     check,           isa_option(isa),
                               order,  executor_here(), cell_option<in_plane>(cell, periodic)};
  const auto& all = held.get();
  const auto run = [&](const OverlapOutput& spans) { return pass.pass.run(all, spans, options, report...); };
  Overlaps result = run_until_complete(pass, run, pairs_out(out), {separations, contacts, counts, any, !cell.is_none()},
                                       counted(held, report...));
  result.in_order = order == PairOrder::sorted;
  return result;
}

template <bool in_plane, class View, class... Report>
Overlaps run_two(Pass& pass, const View& first, const View& second, const py::object& out, bool separations,
                 bool contacts, bool counts, bool any, float margin, Touching touching, const py::object& group,
                 const py::object& mask, const py::object& second_group, const py::object& second_mask, Check check,
                 const IsaName& isa, PairOrder order, const py::object& cell, const std::array<bool, 3>& periodic,
                 Report... report) {
  const Changing changing(pass.users);
  const Objects<View> one{first}, other{second};
  const Filters filter(group, "group", mask, "mask", one.count());
  const Filters second_filter(second_group, "second_group", second_mask, "second_mask", other.count());
  const OverlapOptions options{margin,
                               touching,
                               filter.spans(),
                               second_filter.spans(),
                               check,
                               isa_option(isa),
                               order,
                               executor_here(),
                               cell_option<in_plane>(cell, periodic)};
  const auto &these = one.get(), &those = other.get();
  const auto run = [&](const OverlapOutput& spans) { return pass.pass.run(these, those, spans, options, report...); };
  Overlaps result = run_until_complete(pass, run, pairs_out(out), {separations, contacts, counts, any, !cell.is_none()},
                                       counted(one, report...));
  result.in_order = order == PairOrder::sorted;
  return result;
}

/// The other object of each pair, grouped by a: for pairs in order, a view of their second column.
py::tuple csr(const Overlaps& overlaps) {
  if (!overlaps.complete) throw py::value_error("out was too short for all pairs, so that rows would be cut");
  if (!overlaps.in_order) throw py::value_error("rows are made of sorted pairs: run with order=PairOrder.sorted");
  py::array_t<std::int64_t> ends(length(overlaps.objects + 1));
  std::int64_t* const end = ends.mutable_data();
  std::fill_n(end, overlaps.objects + 1, 0);
  for (const Pair& pair : span_of<Pair>(overlaps.pairs)) ++end[pair.a + 1];
  std::partial_sum(end, end + overlaps.objects + 1, end);
  return py::make_tuple(ends, overlaps.pairs[py::make_tuple(py::ellipsis(), 1)]);
}

const char* const run_text =
    "Which of these objects overlap each other or, with `second`, those? Objects are a ShapeSet, a ShapeSet2, a "
    "BodySet,\n"
    "a SphereView, a CircleView, a World or a World2. Returns an OverlapResult. `out`, uint32 (K, 2), is where pairs "
    "are "
    "written, as many "
    "as\n"
    "fit; without it there is room for all. `margin` counts pairs that near as well; objects i and j are asked about "
    "only\n"
    "if group[i] & mask[j] and group[j] & mask[i] are not 0 (uint32 (N,); None: all bits). Of bodies `report` says "
    "what "
    "is\n"
    "meant, them or their parts; filters are of bodies. With a `cell`, (3, 3) of rows, the world of spheres, circles, "
    "a\n"
    "ShapeSet, or a world of these or of boxes repeats along its vectors in the `periodic` directions: an object "
    "meets\n"
    "each image of another, and of itself. Raises ValueError for a bad number or option, and RuntimeError "
    "if\n"
    "another thread is using this pass.";

template <class View>
using SetInPass = std::conditional_t<PlaceableView<View>, ShapesOf<View>, View>;

/// `Report` is BodyPairs for passes that need it, and `more` is its argument.
template <class View, class... Report, class... More>
void bind_runs(py::class_<Pass>& pass, const More&... more) {
  constexpr bool in_plane = std::is_same_v<View, Circles2>;
  pass.def("run", either(&run_one<in_plane, View, Report...>, &run_one<in_plane, SetInPass<View>, Report...>),
           py::arg("objects"), py::kw_only(), none("out"), no("separations"), no("contacts"), no("counts"), no("any"),
           py::arg("margin") = 0.0F, py::arg("touching") = Touching::overlap, none("group"), none("mask"),
           py::arg("check") = Check::inputs, none("isa"), py::arg("order") = PairOrder::sorted, none("cell"),
           py::arg("periodic") = everywhere, more..., run_text);
  pass.def("run", either(&run_two<in_plane, View, Report...>, &run_two<in_plane, SetInPass<View>, Report...>),
           py::arg("first"), py::arg("second"), py::kw_only(), none("out"), no("separations"), no("contacts"),
           no("counts"), no("any"), py::arg("margin") = 0.0F, py::arg("touching") = Touching::overlap, none("group"),
           none("mask"), none("second_group"), none("second_mask"), py::arg("check") = Check::inputs, none("isa"),
           py::arg("order") = PairOrder::sorted, none("cell"), py::arg("periodic") = everywhere, more..., run_text);
}

void bind_result(py::module_& module) {
  py::class_<Overlaps> result(
      module, "OverlapResult",
      "What a pass found: `pairs` uint32 (K, 2), in rising order of a, then b, of one set a < b;\n"
      "where they are wanted `separations` (K,) of separation_dtype, `contacts` (K,) of\n"
      "manifold_dtype, `counts` uint32 (N,) and `any` bool (N,) of the (first) objects, else None; in a cell\n"
      "`shifts` int32 (K, 3), the cells by which b is moved where it meets a.");
  result.def_readonly("pairs", &Overlaps::pairs);
  result.def_readonly("separations", &Overlaps::separations);
  result.def_readonly("contacts", &Overlaps::contacts);
  result.def_readonly("counts", &Overlaps::counts);
  result.def_readonly("any", &Overlaps::any);
  result.def_readonly("shifts", &Overlaps::shifts);
  result.def_readonly("complete", &Overlaps::complete, "False if `out` was too short; it holds the first pairs then.");
  result.def_readonly("sorted", &Overlaps::sorted, "False if the pass's skin spared it to search.");
  result.def("__len__", [](const Overlaps& self) { return self.count; });
  result.def(
      "csr", csr,
      "(indptr, indices), int64 (N + 1,) and uint32 (K,): the partners b of object a, of one set those above it (in a\n"
      "cell for each image, and itself), are\n"
      "indices[indptr[a] : indptr[a + 1]].");
  result.def("__repr__", [](const Overlaps& self) {
    const std::string cut = self.complete ? "" : ", cut";
    return "<lockstep.OverlapResult of " + std::to_string(self.count) + " pairs" + cut + ">";
  });
}

}  // namespace

void bind_overlap(py::module_& module) {
  module.attr("separation_dtype") = separation_dtype();
  bind_result(module);
  py::class_<Pass> pass(
      module, "OverlapPass",
      "An overlap pass and the memory that it works in, for one set of objects frame after frame. With a\n"
      "`skin` (>= 0) it keeps the pairs that may meet until an object has moved or grown by more than half of it;\n"
      "with None it chooses the skin that is cheapest for the motion.");
  pass.def(py::init([](std::optional<float> skin) {
             return skin ? std::make_unique<Pass>(*skin) : std::make_unique<Pass>(automatic_skin);
           }),
           py::arg("skin") = 0.0F);
  pass.def_property_readonly("memory_bytes", [](const Pass& self) { return self.pass.memory_bytes(); });
  bind_runs<Shapes>(pass);
  bind_runs<Spheres>(pass);
  bind_runs<Circles2>(pass);
  bind_runs<Shapes2>(pass);
  bind_runs<KeptWorld>(pass);
  bind_runs<KeptWorld2>(pass);
  bind_runs<Bodies, BodyPairs>(pass, py::arg("report") = BodyPairs::bodies);
}

}  // namespace lockstep::python
