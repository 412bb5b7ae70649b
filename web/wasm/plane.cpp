// What the page "GJK in the plane" asks of the library. Numbers go in as floats and come out as doubles.
//
//   plane_input(count)                     where the numbers of both shapes go, those of a first
//   plane_answer(a, numbers of a, b, ..)   verdict, lower, upper, point of a, point of b, normal
//   plane_steps(..)                        the reference's search: returns how many steps, see plane_steps.hpp
//   plane_outline(.., directions)          support points of a, b and a - b all around, two numbers each
//   plane_output()                         where they are
//
// What is no valid shape ends the instance (kernel/base/throw_wasm.cpp) with a sentence that names the number.
#include <cmath>
#include <numbers>

#include "wasm/plane_shapes.hpp"
#include "wasm/plane_steps.hpp"

namespace {

using namespace lockstep::web;

std::vector<float> input;
std::vector<double> output;

struct Two {
  PlaneNumbers a, b;
};

Two two(lockstep_shape2_kind a, std::size_t of_a, lockstep_shape2_kind b, std::size_t of_b) {
  output.clear();
  return {{a, {input.data(), of_a}}, {b, {input.data() + of_a, of_b}}};
}

}  // namespace

#define LOCKSTEP_PAGE(name) extern "C" __attribute__((export_name(#name)))

LOCKSTEP_PAGE(plane_input) float* plane_input(std::size_t count) {
  input.resize(count);
  return input.data();
}

LOCKSTEP_PAGE(plane_output) const double* plane_output() { return output.data(); }

LOCKSTEP_PAGE(plane_answer)
void plane_answer(lockstep_shape2_kind a, std::size_t of_a, lockstep_shape2_kind b, std::size_t of_b) {
  const auto [first, second] = two(a, of_a, b, of_b);
  lockstep_shape_set2* const set = lockstep_shape_set2_create();
  lockstep_pair pair{};
  const lockstep_shape2 shape_a = for_library(first), shape_b = for_library(second);
  lockstep_shape_set2_add(set, &shape_a, LOCKSTEP_CHECK_INPUTS, &pair.a);
  lockstep_shape_set2_add(set, &shape_b, LOCKSTEP_CHECK_INPUTS, &pair.b);
  lockstep_verdict verdict = 0;
  lockstep_interval distance{};
  lockstep_witness_points2 points{};
  lockstep_vec2d normal{};
  lockstep_intersect2(set, set, &pair, 1, &verdict, nullptr);
  lockstep_distance2(set, set, &pair, 1, &distance, &points, &normal, nullptr);
  lockstep_shape_set2_destroy(set);
  output = {static_cast<double>(verdict),
            distance.lower,
            distance.upper,
            points.a.x,
            points.a.y,
            points.b.x,
            points.b.y,
            normal.x,
            normal.y};
}

LOCKSTEP_PAGE(plane_steps)
std::size_t plane_steps(lockstep_shape2_kind a, std::size_t of_a, lockstep_shape2_kind b, std::size_t of_b) {
  const auto [first, second] = two(a, of_a, b, of_b);
  return put_steps(output, AnyShape2(first), AnyShape2(second));
}

LOCKSTEP_PAGE(plane_outline)
void plane_outline(lockstep_shape2_kind a, std::size_t of_a, lockstep_shape2_kind b, std::size_t of_b,
                   std::size_t directions) {
  const auto [first, second] = two(a, of_a, b, of_b);
  const AnyShape2 shape_a(first), shape_b(second);
  for (std::size_t i = 0; i < directions; ++i) {
    const double angle = 2 * std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(directions);
    const AnyShape2::V v{std::cos(angle), std::sin(angle)};
    const AnyShape2::V on_a = shape_a.support(v), on_b = shape_b.support(v), against = on_a - shape_b.support(-v);
    output.insert(output.end(), {on_a.x, on_a.y, on_b.x, on_b.y, against.x, against.y});
  }
}
