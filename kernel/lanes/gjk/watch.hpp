// Who looks at a query while it is decided: nobody, but in the traced lanes (lanes/trace), which are compiled with
// LOCKSTEP_TRACED in a namespace of their own. Everywhere else `is_watched` is false, and what is to be shown below an
// `if constexpr` of it leaves nothing in the code.
#pragma once

#include "lanes/registers/vec.hpp"
#include "lanes/registers/vec2.hpp"
#include "lockstep/detail/trace_end.hpp"

namespace lockstep::LOCKSTEP_ISA {

#ifdef LOCKSTEP_TRACED
inline constexpr bool is_watched = true;
#else
inline constexpr bool is_watched = false;
#endif

/// What a query shows. Defined in lanes/trace alone.
struct Watcher {
  /// A question to the support mapping: the direction, the point found, and whether the query is still open. What
  /// follows is about that point.
  static void asked(const Vec& direction, const Vec& found, Mask is_open);
  static void asked(const Vec2& direction, const Vec2& found, Mask is_open);
  /// A number, what it has to exceed, and whether the code says that it does.
  static void check(const char* name, Real value, Real asked, Mask holds);
  /// A number that others are made of, and of which axes it is.
  static void number(const char* name, Real value, int first = -1, int second = -1);
  /// Of a closed form: the direction that it tries.
  static void along(const Vec& direction);
  static void along(const Vec2& direction);
  /// The retained points B, C (and D), as they are before the point found joins them.
  static void retained(const Vec& b, const Vec& c);
  static void retained(const Vec& b, const Vec& c, const Vec& d);
  static void retained(const Vec2& b, const Vec2& c);
  /// Which of them are kept beside the point found; the points that are retained now, and whether two are.
  static void kept(Mask b, Mask c, Mask d, const Vec& p, const Vec& q, const Vec& r, Mask is_edge);
  static void kept(Mask b, Mask c, const Vec2& p, const Vec2& q);
  /// Why the query ends with this step, where it does.
  static void ends(TraceEnd why, Mask does);
  /// A new search: which shift of the origin, and where it goes.
  static void shifted(int which, const Vec& by);
  static void shifted(int which, const Vec2& by);
};

}  // namespace lockstep::LOCKSTEP_ISA
