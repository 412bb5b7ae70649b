// Common parts of calls about rays and about shapes that move through a world: outputs and filters.
#pragma once

#include <algorithm>

#include "calls/dimensions.hpp"
#include "calls/measures.hpp"

namespace lockstep::python {

/// Points and normals have `Of::dimensions` numbers.
template <class Of>
Hits arrays_for(const py::object& out, bool points, bool normals, std::size_t count, bool parts = false) {
  const py::ssize_t n = length(count), d = Of::dimensions;
  const py::dtype number = dtype<double>(), index = dtype<std::uint32_t>();
  either(out, points, normals, parts);
  if (out.is_none()) {
    return {new_array(index, {n}), new_array(number, {n, 2}), new_if(points, number, {n, d}),
            new_if(normals, number, {n, d}), new_if(parts, index, {n})};
  }
  const auto& given = out.cast<const Hits&>();
  if (d == 2 && !given.parts.is_none()) throw py::value_error("out.parts: nothing of the plane has parts");
  return {wanted(given.shapes, "out.shapes", index, {n}), wanted(given.fractions, "out.fractions", number, {n, 2}),
          wanted(given.points, "out.points", number, {n, d}), wanted(given.normals, "out.normals", number, {n, d}),
          wanted(given.parts, "out.parts", index, {n})};
}

/// Arrays for the library.
template <class Of>
auto spans_of(const Hits& hits) {
  using To = std::conditional_t<Of::dimensions == 3, RayHits, RayHits2>;
  using VectorD = typename Of::VectorD;
  To to{span_of<std::uint32_t>(hits.shapes), span_of<Interval>(hits.fractions), span_of<VectorD>(hits.points),
        span_of<VectorD>(hits.normals)};
  if constexpr (Of::dimensions == 3) to.parts = span_of<std::uint32_t>(hits.parts);
  return to;
}

/// Masks of rays and groups of shapes, which live as long as this.
struct Filter {
  List<std::uint32_t> masks, groups;
  Filter(const py::object& mask_array, std::size_t rays, const py::object& group_array, std::size_t shapes)
      : masks(optional_index_list(mask_array, "masks", rays)),
        groups(optional_index_list(group_array, "groups", shapes)) {}
  [[nodiscard]] RayFilter spans() const { return {masks.span(), groups.span()}; }
};

/// Lists of hits as a tuple (indptr, indices, fractions).
inline py::tuple hit_arrays(const HitLists& lists) {
  const py::array fractions = new_array(dtype<double>(), {length(lists.fractions.size()), 2});
  std::copy(lists.fractions.begin(), lists.fractions.end(), span_of<Interval>(fractions).begin());
  return in_arrays(lists.first, lists.shapes) + py::make_tuple(fractions);
}

}  // namespace lockstep::python
