// Vectors of the plane, in lanes. Dot and cross products add in the same order as the scalar reference.
#pragma once

#include "base/vector2.hpp"
#include "lanes/registers/vec.hpp"

namespace lockstep::LOCKSTEP_ISA {

using Vec2 = math::Vector2<Real>;
using math::left_of;

/// v turned clockwise by a right angle.
inline Vec2 right_of(const Vec2& v) { return {v.y, -v.x}; }

inline Vec2 abs(const Vec2& v) { return {abs(v.x), abs(v.y)}; }
inline Real norm_1(const Vec2& v) { return abs(v.x) + abs(v.y); }
inline Real fused_dot(const Vec2& a, const Vec2& b) { return fused(a.x, b.x, a.y * b.y); }
inline Real norm_max(const Vec2& v) { return max(abs(v.x), abs(v.y)); }
inline Vec2 flip_sign(const Vec2& v, Real s) { return {flip_sign(v.x, s), flip_sign(v.y, s)}; }
inline Vec2 select(Mask m, const Vec2& a, const Vec2& b) { return {select(m, a.x, b.x), select(m, a.y, b.y)}; }
inline Vec2 along_x(const Vec2&) { return {Real(1), Real(0)}; }
inline Vec2 uneven(const Vec2&) { return {Real(0.61F), Real(-0.32F)}; }
inline Mask all_above(const Vec2& v, Real bound) { return (v.x > bound) & (v.y > bound); }

/// Calls f with each coordinate.
template <class F>
void each_real(Vec2& v, F f) {
  f(v.x), f(v.y);
}

/// p turned left by the angle with cosine turn.x and sine turn.y, and the inverse turn.
inline Vec2 turned(const Vec2& turn, const Vec2& p) { return turn * p.x + left_of(turn) * p.y; }
inline Vec2 turned_back(const Vec2& turn, const Vec2& p) { return {dot(turn, p), cross(turn, p)}; }

}  // namespace lockstep::LOCKSTEP_ISA
