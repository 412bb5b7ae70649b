// Hooks that show each step of a query while it is decided. Only the traced lanes (lanes/trace) have a watcher; they
// are compiled with LOCKSTEP_TRACED in a namespace of their own. Everywhere else `is_watched` is false, and the code
// under an `if constexpr` of it compiles to nothing.
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

/// The events of a query. Only lanes/trace defines these functions.
struct Watcher {
  /// A call of the support mapping: the direction, the point found, and whether the query is still open. The events
  /// that follow concern that point.
  static void support_called(const Vec& direction, const Vec& found, Mask is_open);
  static void support_called(const Vec2& direction, const Vec2& found, Mask is_open);
  /// A number, the bound that it must exceed, and whether the code finds that it does.
  static void check(const char* name, Real value, Real required, Mask holds);
  /// An intermediate number, and the axes that it belongs to.
  static void number(const char* name, Real value, int first = -1, int second = -1);
  /// The direction that a closed form tries.
  static void along(const Vec& direction);
  static void along(const Vec2& direction);
  /// The retained points B, C (and D) before the point found joins them.
  static void retained(const Vec& b, const Vec& c);
  static void retained(const Vec& b, const Vec& c, const Vec& d);
  static void retained(const Vec2& b, const Vec2& c);
  /// Which of them are kept beside the point found; the points retained from now on, and whether there are two.
  static void kept(Mask b, Mask c, Mask d, const Vec& p, const Vec& q, const Vec& r, Mask is_edge);
  static void kept(Mask b, Mask c, const Vec2& p, const Vec2& q);
  /// Why the query ends with this step, in the lanes where it does.
  static void ends(TraceEnd why, Mask does);
  /// A new search: the number of the shift, and the shift of the origin.
  static void shifted(int which, const Vec& by);
  static void shifted(int which, const Vec2& by);
};

}  // namespace lockstep::LOCKSTEP_ISA
