// NeighbourSearch, neighbours: the pairs of points of a periodic cell within a cutoff.
#include <lockstep/neighbours.hpp>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <array>
#include <string>

#include "arrays/doubles.hpp"
#include "arrays/in_use.hpp"
#include "arrays/lists.hpp"
#include "arrays/outputs.hpp"
#include "calls/calls.hpp"
#include "calls/cell.hpp"

namespace lockstep::python {
namespace {

/// The arrays of a result, None where a letter is not asked for.
struct Quantities {
  py::object i = py::none(), j = py::none(), shifts = py::none(), vectors = py::none(), distances = py::none();

  py::object& of(char letter) {
    switch (letter) {
      case 'i': return i;
      case 'j': return j;
      case 'S': return shifts;
      case 'D': return vectors;
      case 'd': return distances;
      default: throw InvalidInput("quantities: only the letters i, j, S, D and d have a meaning");
    }
  }
  void add(char letter, py::ssize_t pairs) {
    py::object& array = of(letter);
    const bool is_whole = letter == 'i' || letter == 'j' || letter == 'S';
    std::vector<py::ssize_t> shape = {pairs};
    if (letter == 'S' || letter == 'D') shape.push_back(3);
    if (array.is_none()) array = new_array(is_whole ? dtype<std::int64_t>() : dtype<double>(), std::move(shape));
  }
};

/// Numbers (T, T) as contiguous float64; no numbers for None.
Doubles table_of(const py::object& value, const char* name) {
  if (value.is_none()) return Doubles(0);
  Doubles numbers = Doubles::ensure(value);
  if (!numbers) throw py::type_error(std::string(name) + ": has something else than real numbers");
  if (numbers.ndim() != 2 || numbers.shape(0) != numbers.shape(1))
    throw py::value_error(std::string(name) + ": must have the shape (T, T)");
  return numbers;
}

NeighbourSearch search_of(const py::object& points, const py::object& cell, double cutoff,
                          const std::array<bool, 3>& periodic, bool half, const py::object& types,
                          const py::object& cutoffs, const py::object& exclusions, std::uint32_t nearest) {
  const Cell box = cell_of(cell, periodic);
  const Doubles numbers = vectors_of(points, "points"), table = table_of(cutoffs, "cutoffs");
  const std::span<const Vec3d> list = points_of(numbers);
  const List<std::uint32_t> kinds = optional_index_list(types, "types", list.size());
  const List<Pair> pairs = exclusions.is_none() ? List<Pair>() : pair_list(exclusions, "exclusions");
  const NeighbourOptions options{.half = half,
                                 .types = kinds.span(),
                                 .cutoffs = {table.data(), static_cast<std::size_t>(table.size())},
                                 .exclusions = pairs.span(),
                                 .nearest = nearest};
  return unlocked([&] { return NeighbourSearch(list, box, cutoff, options); });
}

py::tuple arrays_of(const NeighbourSearch& search, const std::string& quantities) {
  Quantities arrays;
  for (const char letter : quantities) arrays.add(letter, length(static_cast<std::size_t>(search.pairs())));
  using Shifts = std::array<std::int64_t, 3>;
  const WideNeighbourOutput out{span_of<std::int64_t>(arrays.i), span_of<std::int64_t>(arrays.j),
                                span_of<Shifts>(arrays.shifts), span_of<Vec3d>(arrays.vectors),
                                span_of<double>(arrays.distances)};
  unlocked([&] { search.write(out); });
  py::tuple result(quantities.size());
  for (std::size_t k = 0; k < quantities.size(); ++k) result[k] = arrays.of(quantities[k]);
  return result;
}

py::tuple neighbours_of(const py::object& points, const py::object& cell, double cutoff,
                        const std::array<bool, 3>& periodic, const std::string& quantities, bool half,
                        const py::object& types, const py::object& cutoffs, const py::object& exclusions,
                        std::uint32_t nearest) {
  for (const char letter : quantities) static_cast<void>(Quantities().of(letter));
  return arrays_of(search_of(points, cell, cutoff, periodic, half, types, cutoffs, exclusions, nearest), quantities);
}

std::uint64_t neighbours_counted(const py::object& points, const py::object& cell, double cutoff,
                                 const std::array<bool, 3>& periodic, bool half, const py::object& types,
                                 const py::object& cutoffs, const py::object& exclusions, std::uint32_t nearest) {
  return search_of(points, cell, cutoff, periodic, half, types, cutoffs, exclusions, nearest).pairs();
}

bool is_stale(const NeighbourSearch& search, const py::object& points, double skin) {
  const Doubles numbers = vectors_of(points, "points");
  return unlocked([&] { return search.is_stale(points_of(numbers), skin); });
}

}  // namespace

void bind_neighbours(py::module_& module) {
  constexpr std::array<bool, 3> all = {true, true, true};
  py::class_<NeighbourSearch>(
      module, "NeighbourSearch",
      "The pairs of `neighbours` for the same arguments: `len`, `arrays(quantities)`, and `is_stale` for a list whose\n"
      "cutoff has a skin on top.")
      .def(py::init(&search_of), py::arg("points"), py::arg("cell"), py::arg("cutoff"), py::arg("periodic") = all,
           py::arg("half") = false, py::arg("types") = py::none(), py::arg("cutoffs") = py::none(),
           py::arg("exclusions") = py::none(), py::arg("nearest") = 0)
      .def("__len__", [](const NeighbourSearch& search) { return search.pairs(); })
      .def("arrays", arrays_of, py::arg("quantities") = "ijSDd", "A tuple of arrays, as `neighbours` returns it.")
      .def("is_stale", is_stale, py::arg("points"), py::arg("skin"),
           "Whether points (N, 3) that have moved since may have pairs within the cutoff less the skin that this list\n"
           "lacks. False is a proof: no two have moved by more than the skin together.");
  module.def(
      "neighbours", neighbours_of, py::arg("points"), py::arg("cell"), py::arg("cutoff"), py::arg("periodic") = all,
      py::arg("quantities") = "ijSDd", py::arg("half") = false, py::arg("types") = py::none(),
      py::arg("cutoffs") = py::none(), py::arg("exclusions") = py::none(), py::arg("nearest") = 0,
      "All pairs of points (N, 3) and images of a periodic cell (3, 3), whose rows are its vectors, within the\n"
      "cutoff: proven complete for the float64 numbers given. A tuple of arrays in the order of the letters: `i` and\n"
      "`j` int64 (P,), in rising order of i; `S` int64 (P, 3), the cells by which j is moved; `D` float64 (P, 3),\n"
      "points[j] + S @ cell - points[i]; `d` float64 (P,), its length. With `half` each point and image once, else\n"
      "both ways. `types` (N,) of whole numbers from 0 on and `cutoffs` (T, T), symmetric, give each two types a\n"
      "cutoff, no larger than `cutoff`; below 0 such points are no neighbours. `exclusions` (K, 2): pairs of points\n"
      "that are no neighbours, whatever the image. With `nearest` above 0 each point has so many neighbours at most,\n"
      "the nearest first. The vector of a direction that is not periodic has no meaning.\n"
      "Raises ValueError for a bad number, and for vectors of periodic directions that are linearly dependent.");
  module.def("count_neighbours", neighbours_counted, py::arg("points"), py::arg("cell"), py::arg("cutoff"),
             py::arg("periodic") = all, py::arg("half") = false, py::arg("types") = py::none(),
             py::arg("cutoffs") = py::none(), py::arg("exclusions") = py::none(), py::arg("nearest") = 0,
             "The number of pairs that `neighbours` has for the same arguments.");
}

}  // namespace lockstep::python
