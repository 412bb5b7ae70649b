// Validation at checked entry points, and its error messages.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/rotation_tolerance.hpp"
#include "lockstep/config.hpp"
#include "lockstep/shapes.hpp"
#include "lockstep/types.hpp"

namespace lockstep::detail {

inline bool is_valid_coordinate(float x) { return std::fabs(x) <= max_coordinate; }
inline bool is_valid_vec3(const Vec3& v) {
  return is_valid_coordinate(v.x) && is_valid_coordinate(v.y) && is_valid_coordinate(v.z);
}
inline bool is_valid_length(float x) { return x >= 0 && x <= max_coordinate; }
inline bool is_valid_rotation(float x, float y, float z, float w) {
  const float norm = x * x + y * y + z * z + w * w;
  return norm >= 1 - rotation_tolerance && norm <= 1 + rotation_tolerance;
}

/// The fewest digits that distinguish the number from all others.
std::string number_text(float value);
std::string number_text(double value);

/// "what = value: rule"
[[noreturn]] void throw_invalid(std::string_view what, float value, const char* rule);
[[noreturn]] void throw_invalid(std::string_view what, double value, const char* rule);
inline constexpr const char* coordinate_rule = "must be a finite number of at most 1e18";
inline constexpr const char* length_rule = "must be a finite number, not negative and at most 1e18";

/// Throws InvalidInput unless the number is valid; `what` names it. Allocates only to throw.
void check_coordinate(float x, std::string_view what);
void check_length(float x, std::string_view what);
void check_vec3(const Vec3& v, std::string_view what);
void check_vec3(const Vec3d& v, std::string_view what);
/// Whether it is a multiple of 2^-149, as all floats are, and all doubles beyond 2^-97: positions must be, so that no
/// product of differences underflows (docs/numerics.md, section 19).
inline bool is_position(double x) { return std::abs(x) >= 0x1p-97 || std::nearbyint(x * 0x1p149) == x * 0x1p149; }
void check_position(const Vec3d& v, std::string_view what);
void check_rotation(const Quat& q, std::string_view what);
void check_angle(float angle, std::string_view what);
void check_order(const Vec3& min, const Vec3& max, std::string_view what);

/// Whether two blocks of memory overlap.
bool share_memory(const void* a, std::size_t a_bytes, const void* b, std::size_t b_bytes) noexcept;

}  // namespace lockstep::detail
