#include "oracle.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <ostream>
#include <stdexcept>

#include "exact_pair.hpp"
#include "filter.hpp"
#include "nearest.hpp"
#include "smooth.hpp"

namespace lockstep::oracle {

namespace {

/// The place of the origin relative to the difference of the shapes. `in_core`: both are polytopes and meet, but
/// whether the origin is inside or on the boundary is still open.
enum class Place { outside, boundary, inside, in_core };

Place place(const ExactPair& pair, const Nearest<Integer>& nearest) {
  if (nearest.size == 4) return Place::inside;
  const Integer squared = dot(nearest.v, nearest.v);
  if (squared == 0) return pair.radius > 0 ? Place::inside : Place::in_core;
  const Integer reach = pair.radius * nearest.total;
  const Integer reach_squared = reach * reach;
  if (squared > reach_squared) return Place::outside;
  return squared == reach_squared ? Place::boundary : Place::inside;
}

/// Four points around the origin; if a convex set contains all of them, the origin is inside it.
constexpr std::array<std::array<int, 3>, 4> around = {{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}};

/// With points so close that none of them can leave the difference unless the origin is on its boundary: a face through
/// integer points up to 2^bits has an integer normal shorter than 2^(2 bits + 4), so if it does not contain the origin
/// its distance is at least 2^-(2 bits + 4). Scaled up by 2^(2 bits + 7) that is outside all four points.
bool surrounded_exactly(ExactPair pair, const Nearest<double>& guess) {
  unsigned bits = 0;
  const auto widen = [&](const Integer& x) {
    if (x != 0) bits = std::max(bits, static_cast<unsigned>(msb(abs(x))) + 2);
  };
  for (const auto* points : {&pair.cores.p, &pair.cores.q}) {
    for (const Vector<Integer>& p : *points) widen(p.x), widen(p.y), widen(p.z);
  }
  const Integer scale = Integer(1) << (2 * bits + 7);
  for (auto* points : {&pair.cores.p, &pair.cores.q}) {
    for (Vector<Integer>& p : *points) p = p * scale;
  }
  for (const auto& [x, y, z] : around) {
    ExactPair moved = pair;
    for (Vector<Integer>& p : moved.cores.p) p = p + Vector<Integer>{x, y, z};
    if (place(moved, exact_nearest(moved, guess)) == Place::outside) return false;
  }
  return true;
}

bool surrounded(const RoundedPair& rounded, const ExactPair& pair, const Nearest<double>& guessed) {
  const double step = rounded.size * 0x1p-12;
  const bool plainly = std::all_of(around.begin(), around.end(), [&](const std::array<int, 3>& direction) {
    return guess(rounded, {direction[0] * step, direction[1] * step, direction[2] * step}).meets == true;
  });
  return plainly || surrounded_exactly(pair, guessed);
}

/// `is_surrounded` is called if the cores of two polytopes meet.
template <class IsSurrounded>
Truth truth_of(const ExactPair& pair, const Nearest<double>& guess, const IsSurrounded& is_surrounded) {
  count_exact_decision();
  switch (place(pair, exact_nearest(pair, guess))) {
    case Place::outside: return Truth::separated;
    case Place::boundary: return Truth::contact;
    case Place::inside: return Truth::overlapping;
    case Place::in_core: break;
  }
  return is_surrounded() ? Truth::overlapping : Truth::contact;
}

Truth decide(const AnyShape& a, const AnyShape& b, double margin) {
  if (is_smooth(a) || is_smooth(b)) return decide_smooth({a, b, margin});
  const RoundedPair rounded(a, b, margin);
  const Vector<double> none{0, 0, 0};
  const Guess guessed = guess(rounded, none);
  if (guessed.meets.has_value()) return *guessed.meets ? Truth::overlapping : Truth::separated;
  const ExactPair pair = exact_pair(a, b, margin, none);
  return truth_of(pair, guessed.nearest, [&] { return surrounded(rounded, pair, guessed.nearest); });
}

bool meets_after(const AnyShape& a, const AnyShape& b, const RoundedPair& rounded, const Vector<double>& shift) {
  const Guess guessed = guess(rounded, shift);
  if (guessed.meets.has_value()) return *guessed.meets;
  count_exact_decision();
  const ExactPair pair = exact_pair(a, b, 0, shift);
  return place(pair, exact_nearest(pair, guessed.nearest)) != Place::outside;
}

/// A product of two numbers is the sum of two, except for underflow.
ExactShift product(const Vec3& motion, double fraction) {
  const auto rest_of = [&](double x) { return std::fma(x, fraction, -(x * fraction)); };
  return {{motion.x * fraction, motion.y * fraction, motion.z * fraction},
          {rest_of(motion.x), rest_of(motion.y), rest_of(motion.z)}};
}

/// The pair with the first core swept from one place to another.
RoundedPair swept(RoundedPair pair, const ExactShift& start, const ExactShift& end) {
  double most = 0;
  for (const Vector<double>& s : {start.nearest, end.nearest})
    most = std::max({most, std::abs(s.x), std::abs(s.y), std::abs(s.z)});
  std::vector<Vector<double>>& points = pair.cores.p;
  const std::size_t count = points.size();
  for (std::size_t i = 0; i < count; ++i) {
    points.push_back(points[i] + end.nearest);
    points[i] = points[i] + start.nearest;
  }
  pair.size += most;
  pair.error += 0x1p-51 * pair.size;  // the rest of the shift, and the sum
  return pair;
}

/// The same for two exact pairs, which differ in the place of the first shape.
void sweep(ExactPair& pair, ExactPair end) {
  const int exponent = std::min(pair.exponent, end.exponent);
  for (ExactPair* one : {&pair, &end}) {
    const auto scale = Integer(1) << static_cast<unsigned>(one->exponent - exponent);
    for (auto* points : {&one->cores.p, &one->cores.q})
      for (Vector<Integer>& p : *points) p = p * scale;
    one->radius *= scale, one->exponent = exponent;
  }
  pair.cores.p.insert(pair.cores.p.end(), end.cores.p.begin(), end.cores.p.end());
}

}  // namespace

std::ostream& operator<<(std::ostream& out, Truth truth) {
  constexpr std::array<const char*, 3> names = {"separated", "contact", "overlapping"};
  return out << names[static_cast<std::size_t>(truth)];
}

std::ostream& operator<<(std::ostream& out, End end) { return out << (end == End::lower ? "lower" : "upper"); }

Truth decide(const AnyShape& a, const AnyShape& b) { return decide(a, b, 0.0); }

Truth decide_exactly(const AnyShape& a, const AnyShape& b) {
  if (is_smooth(a) || is_smooth(b)) return decide_smooth({.a = a, .b = b, .double_first = false});
  const ExactPair pair = exact_pair(a, b, 0, {0, 0, 0});
  return truth_of(pair, {}, [&] { return surrounded_exactly(pair, {}); });
}

Truth decide_grown(const AnyShape& a, const AnyShape& b, double margin) {
  if (!(margin >= 0)) throw std::invalid_argument("a margin must not be negative");
  return decide(a, b, margin);
}

bool deeper_than(const AnyShape& a, const AnyShape& b, double depth) {
  // The six points make an octahedron; the largest ball in it has radius depth / sqrt(3).
  const std::array<Vector<double>, 6> shifts = {
      {{depth, 0, 0}, {-depth, 0, 0}, {0, depth, 0}, {0, -depth, 0}, {0, 0, depth}, {0, 0, -depth}}};
  if (is_smooth(a) || is_smooth(b))
    return std::all_of(shifts.begin(), shifts.end(), [&](const Vector<double>& shift) {
      return smooth_shapes_meet({a, b, 0, shift});
    });
  const RoundedPair rounded(a, b, 0);
  return std::all_of(shifts.begin(), shifts.end(),
                     [&](const Vector<double>& shift) { return meets_after(a, b, rounded, shift); });
}

bool meet_between(const AnyShape& a, const AnyShape& b, const Vec3& motion, double from, double to) {
  const ExactShift start = product(motion, from), end = product(motion, to);
  if (is_smooth(a) || is_smooth(b)) return smooth_shapes_meet({a, b, 0, start.nearest, true, start.rest, end});
  const Guess guessed = guess(swept(RoundedPair(a, b, 0), start, end), {0, 0, 0});
  if (guessed.meets.has_value()) return *guessed.meets;
  count_exact_decision();
  ExactPair pair = exact_pair(a, b, 0, start.nearest, start.rest);
  sweep(pair, exact_pair(a, b, 0, end.nearest, end.rest));
  return place(pair, exact_nearest(pair, {})) != Place::outside;
}

bool meet_after(const AnyShape& a, const AnyShape& b, const Vec3& motion, double fraction) {
  return meet_between(a, b, motion, fraction, fraction);
}

}  // namespace lockstep::oracle
