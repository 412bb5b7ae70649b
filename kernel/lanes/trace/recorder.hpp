// Records the events of a watched query (lanes/gjk/watch.hpp), step by step.
#pragma once

#include "lanes/gjk/watch.hpp"
#include "table/trace_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The watcher of all queries of this thread while it lives. It passes a step on when the next one begins.
class Recorder {
 public:
  explicit Recorder(const detail::TraceSink& sink) : sink_(sink) { here = this; }
  ~Recorder() {
    finish();
    here = nullptr;
  }
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  static inline thread_local Recorder* here = nullptr;

  /// Starts a stage, to which the following steps belong.
  void enter(TraceStage stage) {
    finish();
    stage_ = stage, shift_ = -1, shifted_by_ = {}, is_recording_ = true;
  }
  void shifted(int which, const TraceVector& by) {
    enter(TraceStage::shifted);
    shift_ = which, shifted_by_ = by;
  }
  /// Straight-line code goes on after a query is decided: its later events are ignored.
  bool set_recording(bool is_open) { return is_recording_ = is_open; }
  [[nodiscard]] bool is_recording() const { return is_recording_; }

  TraceStep& next_step() {
    finish();
    step_ = TraceStep{};
    step_.stage = stage_, step_.in_double = is_double, step_.shift = shift_, step_.shifted_by = shifted_by_;
    is_open_ = true;
    return step_;
  }
  /// The current step, or a new one: the step of a closed form begins with a number.
  TraceStep& step() { return is_open_ ? step_ : next_step(); }
  void end(TraceEnd why) {
    step().end = why;
    is_recording_ = false;
  }
  void add(const TraceNumber& number) {
    if (!is_recording_) return;
    TraceStep& s = step();
    if (s.count < TraceStep::most_numbers) s.numbers[s.count++] = number;
  }

 private:
  void finish() {
    if (is_open_) sink_.take(sink_.to, step_);
    is_open_ = false;
  }

  const detail::TraceSink& sink_;
  TraceStep step_;
  bool is_open_ = false, is_recording_ = true;
  TraceStage stage_ = TraceStage::search;
  int shift_ = -1;
  TraceVector shifted_by_;
};

}  // namespace lockstep::LOCKSTEP_ISA
