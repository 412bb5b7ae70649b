#include "base/validate.hpp"

#include <charconv>
#include <cstdint>
#include <functional>
#include <string>

#include "lockstep/views.hpp"

namespace lockstep {

InvalidInput::~InvalidInput() = default;

void check_part(const void* object, std::size_t size, const void* number) {
  const auto offset = reinterpret_cast<std::uintptr_t>(number) - reinterpret_cast<std::uintptr_t>(object);
  if (offset >= size || size - offset < sizeof(float))
    throw InvalidInput("view: a number lies outside of its object; only what is stored in the objects can be viewed");
}

void check_lengths(std::size_t centers, std::size_t half_extents) {
  if (centers != half_extents)
    throw InvalidInput("half_extents: has " + std::to_string(half_extents) + " elements, needs one for each of the " +
                       std::to_string(centers) + " centers");
}

namespace detail {

namespace {

template <class Number>
std::string text_of(Number value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

template <class Number>
[[noreturn]] void throw_with(std::string_view what, Number value, const char* rule) {
  throw InvalidInput(std::string(what) + " = " + text_of(value) + ": " + rule);
}

}  // namespace

std::string number_text(float value) { return text_of(value); }
std::string number_text(double value) { return text_of(value); }

void throw_invalid(std::string_view what, float value, const char* rule) { throw_with(what, value, rule); }
void throw_invalid(std::string_view what, double value, const char* rule) { throw_with(what, value, rule); }

void check_coordinate(float x, std::string_view what) {
  if (!is_valid_coordinate(x)) throw_invalid(what, x, coordinate_rule);
}

void check_length(float x, std::string_view what) {
  if (!is_valid_length(x)) throw_invalid(what, x, length_rule);
}

void check_vec3(const Vec3& v, std::string_view what) {
  if (is_valid_vec3(v)) return;
  const std::string vector(what);
  check_coordinate(v.x, vector + ".x");
  check_coordinate(v.y, vector + ".y");
  check_coordinate(v.z, vector + ".z");
}

void check_vec3(const Vec3d& v, std::string_view what) {
  const std::string vector(what);
  const auto check = [&](double x, const char* axis) {
    if (!(std::fabs(x) <= max_coordinate)) throw_invalid(vector + axis, x, coordinate_rule);
  };
  check(v.x, ".x"), check(v.y, ".y"), check(v.z, ".z");
}

void check_position(const Vec3d& v, std::string_view what) {
  check_vec3(v, what);
  const auto check = [&](double x, const char* axis) {
    if (!is_position(x))
      throw_invalid(std::string(what) + axis, x, "must be a multiple of 2^-149, as all beyond 6.4e-30 are");
  };
  check(v.x, ".x"), check(v.y, ".y"), check(v.z, ".z");
}

void check_angle(float angle, std::string_view what) {
  if (!(std::fabs(angle) <= max_angle))
    throw_invalid(what, angle, "must be a finite number between -1e6 and 1e6 (radians)");
}

void check_rotation(const Quat& q, std::string_view what) {
  if (!is_valid_rotation(q.x, q.y, q.z, q.w))
    throw InvalidInput(std::string(what) + ": the squared length of the quaternion is " +
                       number_text(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w) + ", and must be 1 within 0.001");
}

void check_order(const Vec3& min, const Vec3& max, std::string_view what) {
  const auto check = [&](float low, float high, const char* axis) {
    if (low > high)
      throw_invalid(std::string(what) + ".min" + axis, low, ("must not be above max" + std::string(axis)).c_str());
  };
  check(min.x, max.x, ".x");
  check(min.y, max.y, ".y");
  check(min.z, max.z, ".z");
}

bool share_memory(const void* a, std::size_t a_bytes, const void* b, std::size_t b_bytes) noexcept {
  const std::less<const char*> before;
  const char* const first = static_cast<const char*>(a);
  const char* const second = static_cast<const char*>(b);
  return a_bytes != 0 && b_bytes != 0 && before(first, second + b_bytes) && before(second, first + a_bytes);
}

}  // namespace detail
}  // namespace lockstep
