// Cameras of a command line.
#include <algorithm>
#include <cmath>
#include <utility>

#include "scenes/camera.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/numbers.hpp"

namespace lockstep::tools {

Camera parse_camera(std::string name, std::string_view numbers) {
  constexpr std::string_view between = " \t,";
  Camera camera{std::move(name)};
  std::size_t count = 0;
  for (std::size_t at = numbers.find_first_not_of(between); at != std::string_view::npos; ++count) {
    const std::size_t end = std::min(numbers.find_first_of(between, at), numbers.size());
    const std::string_view word = numbers.substr(at, end - at);
    const float number = to_number<float>(word);
    if (!std::isfinite(number))
      throw UsageError(concat("--camera: number ", count + 1, ": ", why_not_finite(word, double{number})));
    if (count < camera.view_projection.size()) camera.view_projection[count] = number;
    at = numbers.find_first_not_of(between, end);
  }
  if (count != camera.view_projection.size())
    throw UsageError(concat("--camera: 16 numbers are a matrix, row by row; there are ", count));
  return camera;
}

}  // namespace lockstep::tools
