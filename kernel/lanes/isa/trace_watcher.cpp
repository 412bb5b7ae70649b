// Sends the events of a traced query to the recorder of the thread.
#include "lanes/trace/recorder.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {  // other kernel files use the same names

TraceVector plain(const Vec& v) { return {double{v.x.v}, double{v.y.v}, double{v.z.v}}; }
TraceVector plain(const Vec2& v) { return {double{v.x.v}, double{v.y.v}, 0}; }

template <class V>
void take_support(const V& direction, const V& found, bool is_open) {
  if (!Recorder::here->set_recording(is_open)) return;
  TraceStep& step = Recorder::here->next_step();
  step.has_direction = step.has_point = true;
  step.direction = plain(direction), step.found = plain(found);
}

template <class V>
void take_direction(const V& direction) {
  if (!Recorder::here->is_recording()) return;
  TraceStep& step = Recorder::here->step();
  step.has_direction = true, step.direction = plain(direction);
}

template <class... V>
void take_retained(const V&... points) {
  if (!Recorder::here->is_recording()) return;
  TraceStep& step = Recorder::here->step();
  step.retained_count = 0;
  ((step.retained[step.retained_count++] = plain(points)), ...);
  // A triangle is a tetrahedron with d = b.
  if (step.retained_count == 3 && step.retained[2] == step.retained[0]) step.retained_count = 2;
}

/// If all corners are kept, there is no next simplex.
template <class... V>
void take_kept(unsigned region, unsigned all, int count, const V&... points) {
  if (!Recorder::here->is_recording()) return;
  TraceStep& step = Recorder::here->step();
  const bool is_triangle = step.retained_count == 2 && (region & 8U) != 0;
  step.region = is_triangle ? (region & 7U) | 2U : region;
  int next = 0;
  ((step.after[next++] = plain(points)), ...);
  step.after_count = region == all ? 0 : count;
}

unsigned corners(Mask b, Mask c, Mask d) { return 1U | bits(b) << 1 | bits(c) << 2 | bits(d) << 3; }

}  // namespace

void Watcher::support_called(const Vec& direction, const Vec& found, Mask is_open) {
  take_support(direction, found, is_open.m);
}
void Watcher::support_called(const Vec2& direction, const Vec2& found, Mask is_open) {
  take_support(direction, found, is_open.m);
}
void Watcher::check(const char* name, Real value, Real required, Mask holds) {
  Recorder::here->add({name, -1, -1, true, holds.m, double{value.v}, double{required.v}});
}
void Watcher::number(const char* name, Real value, int first, int second) {
  Recorder::here->add({name, first, second, false, false, double{value.v}, 0});
}
void Watcher::along(const Vec& direction) { take_direction(direction); }
void Watcher::along(const Vec2& direction) { take_direction(direction); }
void Watcher::retained(const Vec& b, const Vec& c) { take_retained(b, c); }
void Watcher::retained(const Vec& b, const Vec& c, const Vec& d) { take_retained(b, c, d); }
void Watcher::retained(const Vec2& b, const Vec2& c) { take_retained(b, c); }
void Watcher::kept(Mask b, Mask c, Mask d, const Vec& p, const Vec& q, const Vec& r, Mask is_edge) {
  take_kept(corners(b, c, d), 15, is_edge.m ? 2 : 3, p, q, r);
}
void Watcher::kept(Mask b, Mask c, const Vec2& p, const Vec2& q) {
  take_kept(corners(b, c, first_lanes(0)), 7, 2, p, q);
}
void Watcher::ends(TraceEnd why, Mask does) {
  if (does.m && Recorder::here->is_recording()) Recorder::here->end(why);
}
void Watcher::shifted(int which, const Vec& by) { Recorder::here->shifted(which, plain(by)); }
void Watcher::shifted(int which, const Vec2& by) { Recorder::here->shifted(which, plain(by)); }

}  // namespace lockstep::LOCKSTEP_ISA
