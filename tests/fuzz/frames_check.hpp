// The guarantees of every reader of frames.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <variant>

#include <lockstep/sets.hpp>
#include <lockstep/types.hpp>

#include "frames/frames.hpp"
#include "target.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/names.hpp"

namespace lockstep::test {

inline float number(const Stream& stream, std::size_t index) {
  return *reinterpret_cast<const float*>(reinterpret_cast<const char*>(stream.data) +
                                         static_cast<std::ptrdiff_t>(index) * stream.stride);
}

inline void check_length(const Stream& stream, std::size_t index) {
  if (!(std::abs(number(stream, index)) <= max_coordinate)) broken("a coordinate that is not valid");
}

inline void check_frame(const tools::Frame& frame, bool flat) {
  if (!std::isfinite(frame.number)) broken("a frame whose number is none");
  if (frame.count == 0) broken("a frame without objects");
  if (flat != (frame.z.data == nullptr)) broken("a depth in the plane, or none in space");
  for (std::size_t i = 0; i < frame.count; ++i) {
    check_length(frame.x, i), check_length(frame.y, i), check_length(frame.radius, i);
    if (!flat) check_length(frame.z, i);
    if (number(frame.radius, i) < 0) broken("a negative radius");
    if (i > 0 && frame.id(i) <= frame.id(i - 1)) broken("ids that do not rise");
  }
}

/// The library accepts them, without an exception.
inline void check_shapes(const tools::Frame& frame, bool flat, bool round) {
  if (frame.shapes.size() != (round ? 0 : frame.count)) broken("not one shape for each object");
  ShapeSet2 in_plane;
  ShapeSet in_space;
  const auto add = [&](const auto& shape) {
    if constexpr (requires { in_plane.add(shape); })
      in_plane.add(shape);
    else
      in_space.add(shape);
  };
  for (const tools::MovingShape& shape : frame.shapes) std::visit(add, shape);
  if (!(flat ? in_space.size() == 0 : in_plane.size() == 0)) broken("a shape of space in the plane, or the reverse");
}

/// Numbers are valid, frames and ids rise, notes can be shown.
inline void check_frames(const tools::Frames& frames) {
  std::size_t objects = 0, largest = 0;
  double last = 0;
  for (std::size_t i = 0; i < frames.count; ++i) {
    const tools::Frame frame = frames.frame(i);
    check_frame(frame, frames.flat);
    check_shapes(frame, frames.flat, frames.round);
    if (i > 0 && !(frame.number > last)) broken("frames that do not rise");
    last = frame.number;
    objects += frame.count, largest = std::max(largest, frame.count);
  }
  if (objects == 0 || objects != frames.objects || largest != frames.largest) broken("objects are counted wrongly");
  for (const std::string& note : frames.notes)
    if (tools::printable(note, note.size()) != note) broken("a note that is not printable");
}

inline void check_error(const std::exception& error) {
  const std::string text = error.what();
  if (text.empty() || tools::printable(text, text.size()) != text) broken("an error that cannot be shown");
}

/// Reads, and checks the result, with some options. A reader may throw only its own errors; any other exception ends
/// the program.
template <class Read>
void expect_frames_or_error(const Read& read) {
  try {
    read();
  } catch (const tools::ReadError& error) {
    check_error(error);
  } catch (const tools::UsageError& error) {
    check_error(error);
  }
}

}  // namespace lockstep::test
