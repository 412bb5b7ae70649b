// first_contacts, any_contacts and all_contacts: what of a kept world do shapes meet that move?
#include <lockstep/world_casts.hpp>

#include "calls/bits.hpp"
#include "calls/hits.hpp"
#include "calls/motions.hpp"
#include "calls/overlap_input.hpp"
#include "objects/kept_world.hpp"
#include "objects/kinds.hpp"

namespace lockstep::python {
namespace {

/// Calls `run` with the motions, as casts have them: shapes of a set may turn.
template <class View, class Run>
void with_ways(const py::object& motions, const Run& run) {
  if constexpr (std::is_same_v<View, Shapes>) {
    with_motions<Space>(motions, run);
  } else {
    constexpr std::array<py::ssize_t, 1> shape = {3};
    const List<Vec3> ways{float_list(motions, "motions", shape, "(N, 3): of views only a ShapeSet may turn")};
    run(ways.span());
  }
}

template <class View>
Hits first_contacts_of(const View& shapes, const py::object& motions, const KeptWorld& world, const py::object& out,
                       bool points, bool normals, double tolerance, const py::object& masks, const py::object& groups,
                       Check check, const IsaName& isa, bool parts) {
  const Objects<KeptWorld> in{world};
  const Objects<View> of{shapes};
  const Filter filter(masks, of.count(), groups, in.count());
  const Hits result = arrays_for<Space>(out, points, normals, of.count(), parts);
  const RayHits spans = spans_of<Space>(result);
  const RayOptions options{tolerance, Touching::overlap, filter.spans(), check, isa_option(isa)};
  const auto& these = of.get();
  with_ways<View>(motions, [&](const auto& ways) {
    unlocked([&] { lockstep::first_contacts(these, ways, in.get(), spans, options); });
  });
  return result;
}

template <class View>
py::array any_contacts_of(const View& shapes, const py::object& motions, const KeptWorld& world, const py::object& out,
                          double tolerance, Touching touching, const py::object& masks, const py::object& groups,
                          Check check, const IsaName& isa) {
  const Objects<KeptWorld> in{world};
  const Objects<View> of{shapes};
  const Filter filter(masks, of.count(), groups, in.count());
  const py::array hits = output(out, "out", dtype<bool>(), {length(of.count())});
  const std::span<bool> span = span_of<bool>(hits);
  const RayOptions options{tolerance, touching, filter.spans(), check, isa_option(isa)};
  const auto& these = of.get();
  with_ways<View>(motions, [&](const auto& ways) {
    unlocked([&] {
      std::vector<std::uint64_t> words(mask_words(span.size()));
      lockstep::any_contacts(these, ways, in.get(), words, options);
      write_bools(words, span);
    });
  });
  return hits;
}

template <class View>
py::tuple all_contacts_of(const View& shapes, const py::object& motions, const KeptWorld& world, double tolerance,
                          Touching touching, const py::object& masks, const py::object& groups, Check check,
                          const IsaName& isa) {
  const Objects<KeptWorld> in{world};
  const Objects<View> of{shapes};
  const Filter filter(masks, of.count(), groups, in.count());
  const RayOptions options{tolerance, touching, filter.spans(), check, isa_option(isa)};
  const auto& these = of.get();
  HitLists lists;
  with_ways<View>(motions, [&](const auto& ways) {
    unlocked([&] { lists = lockstep::all_contacts(these, ways, in.get(), options); });
  });
  return hit_arrays(lists);
}

template <class View>
void bind_shapes(py::module_& module) {
  module.def("first_contacts", first_contacts_of<View>, py::arg("shapes"), py::arg("motions"), py::arg("world"),
             none("out"), py::kw_only(), no("points"), no("normals"), py::arg("tolerance") = 0.0, none("masks"),
             none("groups"), py::arg("check") = Check::inputs, none("isa"), no("parts"),
             "Which object of a World does each shape meet first that moves by motions[i], float32 (N, 3)? Shapes are\n"
             "a SphereView, an AabbView or a ShapeSet, whose motions may turn as those of cast, (N, 3, 3). Shape i is "
             "asked about object j only if masks[i] & groups[j]\n"
             "is not 0. Returns a RayHits: `out`, whose arrays are written, or a new one. Raises ValueError for a bad\n"
             "number or option.");
  module.def("any_contacts", any_contacts_of<View>, py::arg("shapes"), py::arg("motions"), py::arg("world"),
             none("out"), py::kw_only(), py::arg("tolerance") = 0.0, py::arg("touching") = Touching::overlap,
             none("masks"), none("groups"), py::arg("check") = Check::inputs, none("isa"),
             "Does each shape meet anything on its way? bool (N,); `touching` decides what is not proven.");
  module.def("all_contacts", all_contacts_of<View>, py::arg("shapes"), py::arg("motions"), py::arg("world"),
             py::kw_only(), py::arg("tolerance") = 0.0, py::arg("touching") = Touching::overlap, none("masks"),
             none("groups"), py::arg("check") = Check::inputs, none("isa"),
             "All objects that each shape meets on its way, in the order in which it comes to them: a tuple\n"
             "(indptr, indices, fractions) as all_hits returns it.");
}

}  // namespace

void bind_moving(py::module_& module) {
  bind_shapes<Spheres>(module);
  bind_shapes<Aabbs>(module);
  bind_shapes<Shapes>(module);
}

}  // namespace lockstep::python
