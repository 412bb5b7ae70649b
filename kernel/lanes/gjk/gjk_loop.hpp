// All of GJK for W queries at once, in space and in the plane, for calls with too few queries for stages.
// gjk_step.hpp and gjk_step2.hpp define the parts that differ: open, advance, holds_simplex.
#pragma once

#include "lanes/gjk/support.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Runs from the first simplex to the end, or to the cap on supports.
template <class Shape, class AnySimplex>
void finish(const Shape& shape, AnySimplex& s, Decision& decision) {
  for (int supports = AnySimplex::first_supports; supports < max_supports && any(decision.active); ++supports)
    advance(shape, s, decision);
}

template <class Shape>
Decision search(const Shape& shape, const VecOf<Shape>& direction, Mask lanes) {
  Decision decision = begin(lanes);
  const VecOf<Shape> first = first_support(shape, direction, decision);
  auto s = open(shape, first, decision);
  finish(shape, s, decision);
  return decision;
}

/// The same, from the centre towards the origin, or along x if the centre is the origin: the centre of a hull's
/// bounding box may be the origin while the hull lies elsewhere.
template <class Shape>
Decision search_from_anywhere(const Shape& shape, Mask lanes) {
  const Mask no_direction = norm_1(shape.center) == Real(0);
  return search(shape, select(no_direction, along_x(shape.center), -shape.center), lanes);
}

/// A last try for lanes that GJK left undecided though they may overlap deeply. There, the origin lies on an edge or a
/// face of the simplices (concentric shapes, shapes in line, lattices). Another start finds other simplices. If the
/// origin lies on an edge or a face of all of them, it is shifted. All searches in a needle end in the same few
/// simplices, and one of those may have the shifted origin on a face as well, so this tries several shifts in turn. It
/// ends for a lane as soon as some direction proves that it finds nothing.
template <class Shape>
Mask encloses_origin(const Shape& shape, const Decision& decision, Mask lanes) {
  Mask inside = first_lanes(0), shallow = decision.shallow;
  if (any(lanes & !shallow)) inside = proves_origin_inside(shape, uneven(shape.center), lanes & !shallow, shallow);
  for (int which = 0; which < 6 && any(lanes & !(inside | shallow)); ++which)
    inside = inside | holds_simplex(shape, which, lanes & !(inside | shallow), shallow);
  return inside;
}

}  // namespace lockstep::LOCKSTEP_ISA
