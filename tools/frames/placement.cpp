#include "frames/placement.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "text/error.hpp"

namespace lockstep::tools {
namespace {

double median(std::vector<double>& numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

/// The distance between neighbouring float32 numbers of this size.
double spacing(double number) {
  const auto size = static_cast<float>(std::abs(number));
  return double{std::nextafter(size, std::numeric_limits<float>::infinity())} - size;
}

bool are_floats(const std::vector<double>& numbers, double origin) {
  return std::all_of(numbers.begin(), numbers.end(), [origin](double number) {
    const double rest = number - origin;
    return static_cast<double>(static_cast<float>(rest)) == rest;
  });
}

double largest_size(const std::vector<double>& numbers) {
  double largest = 0;
  for (const double number : numbers) largest = std::max(largest, std::abs(number));
  return largest;
}

/// Whether the fractions of all these numbers may be float32 numbers.
bool have_short_fractions(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double number) {
    const double fraction = number - std::round(number);
    return static_cast<double>(static_cast<float>(fraction)) == fraction;
  });
}

/// The number with as few digits as the room around it allows: a multiple of a power of ten. It is whole except for
/// tiny objects, which lie near fractions of powers of two.
double rounded(double middle, double room) {
  constexpr double tiny = 1e-3;
  if (room == 0) return std::round(middle);
  const double grid =
      room < tiny ? std::exp2(std::floor(std::log2(room))) : std::pow(10, std::max(0.0, std::floor(std::log10(room))));
  return std::round(middle / grid) * grid;
}

}  // namespace

std::string Placement::origin_text(bool flat) const {
  const Vec3d at = point({});
  return flat ? concat(at.x, " ", at.y) : concat(at.x, " ", at.y, " ", at.z);
}

double axis_origin(std::vector<double> numbers, double smallest) {
  constexpr double largest = 1e17;  // so differences stay far from the largest coordinate
  // A resolution finer than this part of a size is what float32 users have everywhere.
  constexpr double fine = 1.0 / 16384;
  if (numbers.empty() || are_floats(numbers, 0)) return 0;
  const double farthest = largest_size(numbers);
  if (farthest > largest) return 0;
  // The usual table: no origin turns decimal fractions into float32 numbers, and none is needed.
  if (spacing(farthest) <= fine * smallest && !have_short_fractions(numbers)) return 0;
  const double middle = median(numbers);
  std::vector<double> distances(numbers.size());
  const auto distance_from = [&](double origin) {
    std::transform(numbers.begin(), numbers.end(), distances.begin(),
                   [origin](double number) { return std::abs(number - origin); });
    return median(distances);
  };
  const double near = distance_from(middle), far = distance_from(0);
  const double origin = rounded(middle, std::max(near, smallest));
  if (origin == 0 || are_floats(numbers, origin)) return origin;
  return spacing(far) > fine * (smallest > 0 ? smallest : near) && 2 * near <= far ? origin : 0;
}

std::string origin_note(const Placement& placement, bool flat, std::string_view unit) {
  return concat("the origin ", placement.origin_text(flat), unit,
                " is subtracted from all coordinates, in double, before they become float32");
}

std::optional<std::string> coarse_note(const Placement& placement, double farthest, double smallest) {
  const double step = spacing(farthest);
  if (!(smallest > 0) || !(step > smallest / 1000)) return std::nullopt;
  return concat("float32 numbers are ", placement.length(step), " apart ", placement.has_origin() ? "at " : "near ",
                static_cast<float>(placement.length(farthest)),
                placement.has_origin() ? " from the origin, more than a thousandth of the smallest size, "
                                       : ", more than a thousandth of the smallest size, ",
                static_cast<float>(placement.length(smallest)), ": pairs closer than that may get other answers");
}

}  // namespace lockstep::tools
