// Common parts of the tests of distances, depths, contacts and casts: the allowed error of an interval, and boxes whose
// truth is known by all axes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>

#include <lockstep/reference/shapes.hpp>
#include <lockstep/reference/shapes2.hpp>

#include "generate.hpp"

namespace lockstep::reference_tests {

using oracle::Rng;
using oracle::uniform;

/// Support points and their differences are rounded a few times, each by the unit roundoff of the largest coordinate.
template <class T>
double units(double count, double largest_coordinates) {
  return count * double(std::numeric_limits<T>::epsilon()) / 2 * largest_coordinates;
}

template <class T>
std::string to_text(const reference::Vector<T>& v) {
  std::ostringstream out;
  out.precision(17);
  out << '(' << v.x << ", " << v.y << ", " << v.z << ')';
  return out.str();
}

template <class T>
std::string to_text(const reference::Vector2<T>& v) {
  std::ostringstream out;
  out.precision(17);
  out << '(' << v.x << ", " << v.y << ')';
  return out.str();
}

template <class T>
std::string to_text(const reference::Box<T>& box) {
  std::string text = "center " + to_text(box.center) + " half extents " + to_text(box.half_extents) + " axes";
  for (const auto& axis : box.axes) text += ' ' + to_text(axis);
  return text;
}

template <class T>
std::string to_text(const reference::Box2<T>& box) {
  return "center " + to_text(box.center) + " half extents " + to_text(box.half_extents) + " turn " + to_text(box.turn);
}

template <class V>
double length(const V& v) {
  return std::sqrt(double(dot(v, v)));
}

inline reference::Vector<double> random_vector(Rng& rng, double size) {
  const double x = uniform(rng, -size, size), y = uniform(rng, -size, size);
  return {x, y, uniform(rng, -size, size)};
}

inline std::array<reference::Vector<double>, 3> random_axes(Rng& rng) {
  const reference::Vector<double> v = random_vector(rng, 1);
  return reference::rotation_axes(reference::Quaternion<double>{v.x, v.y, v.z, uniform(rng, -1, 1)});
}

inline reference::Box<double> random_box(Rng& rng, double thinnest) {
  const auto extent = [&] { return std::exp2(uniform(rng, std::log2(thinnest), 0)); };
  const double x = extent(), y = extent();
  return {random_vector(rng, 1), random_axes(rng), {x, y, extent()}};
}

inline reference::Box2<double> random_box2(Rng& rng) {
  const double angle = uniform(rng, -4, 4), x = uniform(rng, -1, 1), y = uniform(rng, -1, 1);
  const double w = uniform(rng, 0.1, 1);
  return {{x, y}, {std::cos(angle), std::sin(angle)}, {w, uniform(rng, 0.1, 1)}};
}

template <class T>
reference::Box<T> in_precision(const reference::Box<double>& box) {
  const auto cast = [](const reference::Vector<double>& v) {
    return reference::Vector<T>{static_cast<T>(v.x), static_cast<T>(v.y), static_cast<T>(v.z)};
  };
  return {cast(box.center), {cast(box.axes[0]), cast(box.axes[1]), cast(box.axes[2])}, cast(box.half_extents)};
}

/// The extent of a box from its center along a unit vector.
inline double reach(const reference::Box<double>& box, const reference::Vector<double>& n) {
  return std::abs(dot(n, box.axes[0])) * box.half_extents.x + std::abs(dot(n, box.axes[1])) * box.half_extents.y +
         std::abs(dot(n, box.axes[2])) * box.half_extents.z;
}

/// The largest gap of two boxes along one of the fifteen axes that may separate them: minus their depth, if they
/// overlap.
inline double largest_gap(const reference::Box<double>& a, const reference::Box<double>& b) {
  double largest = -std::numeric_limits<double>::infinity();
  const auto look_along = [&](const reference::Vector<double>& axis) {
    if (length(axis) < 1e-9) return;  // of parallel edges, whose plane is that of two faces
    const reference::Vector<double> n = axis * (1 / length(axis));
    largest = std::max(largest, std::abs(dot(n, a.center - b.center)) - reach(a, n) - reach(b, n));
  };
  for (const auto& p : a.axes) {
    look_along(p);
    for (const auto& q : b.axes) look_along(cross(p, q));
  }
  for (const auto& q : b.axes) look_along(q);
  return largest;
}

}  // namespace lockstep::reference_tests
