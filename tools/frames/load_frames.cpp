#include "frames/load_frames.hpp"

#include <string_view>

#include "frames/npy.hpp"
#include "text/error.hpp"
#include "text/file.hpp"
#include "text/names.hpp"

namespace lockstep::tools {

namespace {

Recording recording_of(std::span<const std::byte> bytes, const FrameOptions& options,
                       const OnTableProblem& on_problem) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with("PK\x03\x04"))
    throw ReadError("is an archive (.npz?): unpack it, or save one array with numpy.save");
  return looks_like_npy(bytes) ? record_npy(bytes, options) : record_table(text, options, on_problem);
}

/// The result of `read`; errors get the name of the file.
template <class Read>
Recording recording_named(const std::string& path, const Read& read) {
  const std::string shown = shown_name(path);
  try {
    Recording recording = read();
    recording.title = shown.substr(shown.rfind('/') + 1);
    return recording;
  } catch (const ReadError& error) {
    throw ReadError(concat(shown, ": ", error.what()));
  }
}

}  // namespace

Recording read_frames(const std::string& path, std::span<const std::byte> bytes, const FrameOptions& options,
                      const OnTableProblem& on_problem) {
  return recording_named(path, [&] { return recording_of(bytes, options, on_problem); });
}

Recording load_frames(const std::string& path, const FrameOptions& options, const OnTableProblem& on_problem) {
  return recording_named(path, [&] { return recording_of(read_file(path, max_frames_bytes), options, on_problem); });
}

}  // namespace lockstep::tools
