#include "exact_pair.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <utility>

namespace lockstep::oracle {

namespace {

std::vector<Vector<Integer>> in_units(const ExactCore& core, const Integer& factor, int exponent) {
  const Integer scale = factor << static_cast<unsigned>(core.exponent - exponent);
  std::vector<Vector<Integer>> points;
  for (const Vector<Integer>& p : core.points) points.push_back(p * scale);
  return points;
}

}  // namespace

ExactPair exact_pair(const AnyShape& a, const AnyShape& b, double margin, const Vector<double>& shift,
                     const Vector<double>& rest) {
  const ExactCore first = exact_core(a), second = exact_core(b);
  const std::array<double, 9> numbers = {radius_of(a), radius_of(b), margin, shift.x, shift.y,
                                         shift.z,      rest.x,       rest.y, rest.z};
  ExactPair pair;
  pair.exponent = std::min(first.exponent, second.exponent);
  for (double number : numbers) pair.exponent = std::min(pair.exponent, lowest_exponent(number));
  pair.denominator = first.denominator * second.denominator;

  const auto in_pair_units = [&](double number) { return Integer(scaled(number, pair.exponent) * pair.denominator); };
  pair.radius = in_pair_units(numbers[0]) + in_pair_units(numbers[1]) + in_pair_units(margin);
  pair.cores.p = in_units(first, second.denominator, pair.exponent);
  pair.cores.q = in_units(second, first.denominator, pair.exponent);
  const auto move_along = [&](double x, double more) { return Integer(in_pair_units(x) + in_pair_units(more)); };
  const Vector<Integer> move{move_along(shift.x, rest.x), move_along(shift.y, rest.y), move_along(shift.z, rest.z)};
  for (Vector<Integer>& p : pair.cores.p) p = p + move;
  return pair;
}

Nearest<Integer> exact_nearest(const ExactPair& pair, const Nearest<double>& guess) {
  Nearest<Integer> start;
  for (; start.size < guess.size; ++start.size) {
    const Corner<double>& corner = guess.corner[start.size];
    start.corner[start.size] = corner_of(pair.cores, corner.i, corner.j);
  }
  return nearest_to_origin(pair.cores, std::move(start), INT_MAX);
}

}  // namespace lockstep::oracle
