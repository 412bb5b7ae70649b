// overlapping and any_overlapping: which objects of a World, or which triangles of a mesh, do shapes overlap?
#include <lockstep/overlap.hpp>

#include "calls/bits.hpp"
#include "calls/cell.hpp"
#include "calls/overlap_input.hpp"
#include "objects/kept_world.hpp"
#include "objects/kinds.hpp"
#include "objects/kinds2.hpp"
#include "objects/placed_views.hpp"
#include "objects/triangles.hpp"

namespace lockstep::python {
namespace {

template <class Asked>
inline constexpr bool is_of_plane = std::is_same_v<Asked, KeptWorld2>;

/// The options of both calls; its filters live as long as this.
struct Question {
  Filters filter, second_filter;
  float margin;
  Touching touching;
  Check check;
  IsaName isa;
  std::optional<Cell> cell;
  [[nodiscard]] OverlapOptions options() const {
    return {margin,          touching, filter.spans(), second_filter.spans(), check, isa_option(isa), PairOrder::sorted,
            executor_here(), cell};
  }
};

Question question_of(std::size_t shapes, std::size_t objects, float margin, Touching touching, const py::object& group,
                     const py::object& mask, const py::object& second_group, const py::object& second_mask, Check check,
                     const IsaName& isa, const std::optional<Cell>& cell) {
  return {Filters(group, "group", mask, "mask", shapes),
          Filters(second_group, "second_group", second_mask, "second_mask", objects),
          margin,
          touching,
          check,
          isa,
          cell};
}

template <class Asked, class View>
py::tuple lists_of(const Asked& asked, const View& shapes, float margin, Touching touching, const py::object& group,
                   const py::object& mask, const py::object& second_group, const py::object& second_mask, Check check,
                   const IsaName& isa, const py::object& cell, const std::array<bool, 3>& periodic) {
  const Objects<Asked> in{asked};
  const Objects<View> of{shapes};
  const Question question = question_of(of.count(), in.count(), margin, touching, group, mask, second_group,
                                        second_mask, check, isa, cell_option<is_of_plane<Asked>>(cell, periodic));
  const auto& these = of.get();
  return in_arrays(unlocked([&] { return lockstep::overlapping(in.get(), these, question.options()); }),
                   question.cell.has_value());
}

template <class Asked, class View>
py::array any_of(const Asked& asked, const View& shapes, const py::object& out, float margin, Touching touching,
                 const py::object& group, const py::object& mask, const py::object& second_group,
                 const py::object& second_mask, Check check, const IsaName& isa, const py::object& cell,
                 const std::array<bool, 3>& periodic) {
  const Objects<Asked> in{asked};
  const Objects<View> of{shapes};
  const Question question = question_of(of.count(), in.count(), margin, touching, group, mask, second_group,
                                        second_mask, check, isa, cell_option<is_of_plane<Asked>>(cell, periodic));
  const py::array any = output(out, "out", dtype<bool>(), {length(of.count())});
  const std::span<bool> span = span_of<bool>(any);
  const auto& these = of.get();
  unlocked([&] {
    std::vector<std::uint64_t> words(mask_words(span.size()));
    lockstep::any_overlapping(in.get(), these, words, question.options());
    write_bools(words, span);
  });
  return any;
}

/// The names of the arguments in Python, and the whole sentences.
struct OverlappingTexts {
  const char *asked, *lists, *any;
};

template <class Asked, class View>
void bind_shapes(py::module_& module, const OverlappingTexts& texts) {
  module.def("overlapping", either(&lists_of<Asked, View>, &lists_of<Asked, SetOf<View>>), py::arg(texts.asked),
             py::arg("shapes"), py::kw_only(), py::arg("margin") = 0.0F, py::arg("touching") = Touching::overlap,
             none("group"), none("mask"), none("second_group"), none("second_mask"), py::arg("check") = Check::inputs,
             none("isa"), none("cell"), py::arg("periodic") = everywhere, texts.lists);
  module.def("any_overlapping", either(&any_of<Asked, View>, &any_of<Asked, SetOf<View>>), py::arg(texts.asked),
             py::arg("shapes"), none("out"), py::kw_only(), py::arg("margin") = 0.0F,
             py::arg("touching") = Touching::overlap, none("group"), none("mask"), none("second_group"),
             none("second_mask"), py::arg("check") = Check::inputs, none("isa"), none("cell"),
             py::arg("periodic") = everywhere, texts.any);
}

template <class Asked>
void bind_asked(py::module_& module, const OverlappingTexts& texts) {
  bind_shapes<Asked, Spheres>(module, texts);
  bind_shapes<Asked, Aabbs>(module, texts);
  bind_shapes<Asked, Shapes>(module, texts);
}

}  // namespace

void bind_overlapping(py::module_& module) {
  bind_asked<KeptWorld>(
      module,
      {"world",
       "Which objects of a World does each of these overlap? Shapes are a SphereView, an AabbView or a ShapeSet,\n"
       "or, of a World2, a CircleView or an Aabb2View. A tuple\n"
       "(indptr, indices) of int64 (N + 1,) and uint32: those of shape i, in rising order, are indices[indptr[i] :\n"
       "indptr[i + 1]]. `margin` and filters are as OverlapPass.run has them, second ones those of the objects. For a\n"
       "few shapes and a large world; raises ValueError for a bad number or option. With a `cell`, (3, 3) of rows, "
       "the\n"
       "world repeats in the `periodic` directions, and a third array, int32 (K, 3), has the numbers of cells by "
       "which\n"
       "each object is moved where it meets the shape.",
       "Which of these overlap any object of a World? bool (N,), written to `out` if it is given."});
  bind_asked<Triangles>(
      module, {"mesh",
               "The same of a TriangleMesh: which triangles does each of these overlap? Second filters are those of "
               "the\ntriangles.",
               "Which of these overlap any triangle of a TriangleMesh? bool (N,), written to `out` if it is given."});
  const OverlappingTexts plane{
      "world", "The same of a World2: shapes are a CircleView or an Aabb2View.",
      "Which of these overlap any object of a World2? bool (N,), written to `out` if it is given."};
  bind_shapes<KeptWorld2, Circles2>(module, plane);
  bind_shapes<KeptWorld2, Aabbs2>(module, plane);
}

}  // namespace lockstep::python
