// first_contacts, any_contacts and all_contacts: which objects of a World do moving shapes hit?
#include <lockstep/rays.hpp>
#include <lockstep/world.hpp>

#include "calls/bits.hpp"
#include "calls/hits.hpp"
#include "calls/motions.hpp"
#include "calls/overlap_input.hpp"
#include "objects/kept_world.hpp"
#include "objects/kinds.hpp"
#include "objects/kinds2.hpp"
#include "objects/placed_views.hpp"

namespace lockstep::python {
namespace {

/// Calls `run` with the motions, as for casts: shapes of a set may turn.
template <class Of, class View, class Run>
void with_translations(const py::object& motions, const Run& run) {
  if constexpr (std::is_same_v<View, Shapes>) {
    with_motions<Space>(motions, run);
  } else {
    constexpr std::array<py::ssize_t, 1> shape = {Of::dimensions};
    const List<typename Of::Vector> translations{
        float_list(motions, "motions", shape,
                   Of::dimensions == 3 ? "(N, 3): of views only a ShapeSet may turn" : "(N, 2): views do not turn")};
    run(translations.span());
  }
}

/// `In` is a world of space, which may report parts, or of the plane.
template <class Of, class In, class View, class... Parts>
Hits first_contacts_of(const View& shapes, const py::object& motions, const In& world, const py::object& out,
                       bool points, bool normals, double tolerance, const py::object& masks, const py::object& groups,
                       Check check, const IsaName& isa, bool ignore_start_contact, const Place& origin,
                       Parts... parts) {
  const Objects<In> in{world};
  const Objects<View> of{shapes};
  const Filter filter(masks, of.count(), groups, in.count());
  const Hits result = arrays_for<Of>(out, points, normals, of.count(), parts...);
  const auto spans = spans_of<Of>(result);
  const RayOptions options{tolerance,       Touching::overlap, filter.spans(),       check,
                           isa_option(isa), executor_here(),   ignore_start_contact, position_of(origin)};
  const auto& these = of.get();
  with_translations<Of, View>(motions, [&](const auto& translations) {
    unlocked([&] { lockstep::first_contacts(these, translations, in.get(), spans, options); });
  });
  return result;
}

template <class Of, class In, class View>
py::array any_contacts_of(const View& shapes, const py::object& motions, const In& world, const py::object& out,
                          double tolerance, Touching touching, const py::object& masks, const py::object& groups,
                          Check check, const IsaName& isa, bool ignore_start_contact, const Place& origin) {
  const Objects<In> in{world};
  const Objects<View> of{shapes};
  const Filter filter(masks, of.count(), groups, in.count());
  const py::array hits = output(out, "out", dtype<bool>(), {length(of.count())});
  const std::span<bool> span = span_of<bool>(hits);
  const RayOptions options{tolerance,       touching,        filter.spans(),       check,
                           isa_option(isa), executor_here(), ignore_start_contact, position_of(origin)};
  const auto& these = of.get();
  with_translations<Of, View>(motions, [&](const auto& translations) {
    unlocked([&] {
      std::vector<std::uint64_t> words(mask_words(span.size()));
      lockstep::any_contacts(these, translations, in.get(), words, options);
      write_bools(words, span);
    });
  });
  return hits;
}

template <class Of, class In, class View>
py::tuple all_contacts_of(const View& shapes, const py::object& motions, const In& world, double tolerance,
                          Touching touching, const py::object& masks, const py::object& groups, Check check,
                          const IsaName& isa, bool ignore_start_contact, const Place& origin) {
  const Objects<In> in{world};
  const Objects<View> of{shapes};
  const Filter filter(masks, of.count(), groups, in.count());
  const RayOptions options{tolerance,       touching,        filter.spans(),       check,
                           isa_option(isa), executor_here(), ignore_start_contact, position_of(origin)};
  const auto& these = of.get();
  HitLists lists;
  with_translations<Of, View>(motions, [&](const auto& translations) {
    unlocked([&] { lists = lockstep::all_contacts(these, translations, in.get(), options); });
  });
  return hit_arrays(lists);
}

struct MovingTexts {
  const char *first, *any, *all;
};

template <class Of, class In, class View, class... Parts, class... More>
void bind_moving(py::module_& module, const MovingTexts& texts, const More&... more) {
  module.def("first_contacts",
             either(&first_contacts_of<Of, In, View, Parts...>, &first_contacts_of<Of, In, SetOf<View>, Parts...>),
             py::arg("shapes"), py::arg("motions"), py::arg("world"), none("out"), py::kw_only(), no("points"),
             no("normals"), py::arg("tolerance") = 0.0, none("masks"), none("groups"), py::arg("check") = Check::inputs,
             none("isa"), no("ignore_start_contact"), py::arg("origin") = Place(), more..., texts.first);
  module.def("any_contacts", either(&any_contacts_of<Of, In, View>, &any_contacts_of<Of, In, SetOf<View>>),
             py::arg("shapes"), py::arg("motions"), py::arg("world"), none("out"), py::kw_only(),
             py::arg("tolerance") = 0.0, py::arg("touching") = Touching::overlap, none("masks"), none("groups"),
             py::arg("check") = Check::inputs, none("isa"), no("ignore_start_contact"), py::arg("origin") = Place(),
             texts.any);
  module.def("all_contacts", either(&all_contacts_of<Of, In, View>, &all_contacts_of<Of, In, SetOf<View>>),
             py::arg("shapes"), py::arg("motions"), py::arg("world"), py::kw_only(), py::arg("tolerance") = 0.0,
             py::arg("touching") = Touching::overlap, none("masks"), none("groups"), py::arg("check") = Check::inputs,
             none("isa"), no("ignore_start_contact"), py::arg("origin") = Place(), texts.all);
}

}  // namespace

void bind_moving(py::module_& module) {
  const MovingTexts space{
      "Which object of a World does each shape meet first that moves by motions[i], float32 (N, 3)? Shapes are\n"
      "a SphereView, an AabbView or a ShapeSet, whose motions may turn as those of cast, (N, 3, 3). Shape i is "
      "asked about object j only if masks[i] & groups[j]\n"
      "is not 0. `origin`, three float64, is the position of all shapes of a view. Returns a RayHits: `out`, whose\n"
      "arrays are written, or a new one. Raises ValueError for a bad number or option.",
      "Does each shape meet anything on its way? bool (N,); `touching` decides what is not proven.",
      "All objects that each shape meets on its way, in the order in which it comes to them: a tuple\n"
      "(indptr, indices, fractions) as all_hits returns it."};
  bind_moving<Space, KeptWorld, Spheres, bool>(module, space, no("parts"));
  bind_moving<Space, KeptWorld, Aabbs, bool>(module, space, no("parts"));
  bind_moving<Space, KeptWorld, Shapes, bool>(module, space, no("parts"));
  const MovingTexts plane{
      "The same of a World2: shapes are a CircleView or an Aabb2View, `motions` is float32 (N, 2), points and\n"
      "normals are (N, 2).",
      "The same of a World2: shapes are a CircleView or an Aabb2View, `motions` is float32 (N, 2).",
      "The same of a World2: shapes are a CircleView or an Aabb2View, `motions` is float32 (N, 2)."};
  bind_moving<Plane, KeptWorld2, Circles2>(module, plane);
  bind_moving<Plane, KeptWorld2, Aabbs2>(module, plane);
}

}  // namespace lockstep::python
