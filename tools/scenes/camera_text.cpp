// Cameras of a command line.
#include <algorithm>
#include <cmath>
#include <utility>

#include "scenes/camera.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/fields.hpp"
#include "text/numbers.hpp"

namespace lockstep::tools {

Camera parse_camera(std::string name, std::string_view numbers, MatrixOrder order, DepthRange range) {
  constexpr std::string_view between = " \t,";
  ViewProjection matrix{{}, range, order};
  if (auto problem = decimal_comma_problem(numbers, matrix.rows.size()))
    throw UsageError(concat("--camera: ", *problem));
  std::size_t count = 0;
  for (std::size_t at = numbers.find_first_not_of(between); at != std::string_view::npos; ++count) {
    const std::size_t end = std::min(numbers.find_first_of(between, at), numbers.size());
    const std::string_view word = numbers.substr(at, end - at);
    const auto number = to_number<double>(word);
    if (!std::isfinite(number))
      throw UsageError(concat("--camera: number ", count + 1, ": ", why_not_finite(word, number)));
    if (!(std::abs(number) <= double{max_coordinate}))
      throw UsageError(concat("--camera: number ", count + 1, ": ", word, " is beyond ", max_coordinate));
    if (count < matrix.rows.size())
      matrix.rows[order == MatrixOrder::row_major ? count : count % 4 * 4 + count / 4] = number;
    at = numbers.find_first_not_of(between, end);
  }
  if (count != matrix.rows.size()) throw UsageError(concat("--camera: 16 numbers are a matrix; there are ", count));
  return {std::move(name), matrix};
}

}  // namespace lockstep::tools
