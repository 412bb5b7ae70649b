#include "frames/load_frames.hpp"

#include <string_view>

#include "frames/npy.hpp"
#include "text/error.hpp"
#include "text/file.hpp"
#include "text/names.hpp"

namespace lockstep::tools {

Frames load_frames(const std::string& path, const FrameOptions& options, const OnTableProblem& on_problem) {
  const std::string shown = shown_name(path);
  try {
    const std::vector<std::byte> bytes = read_file(path, max_frames_bytes);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.starts_with("PK\x03\x04"))
      throw ReadError("is an archive (.npz?): unpack it, or save one array with numpy.save");
    Frames frames = looks_like_npy(bytes) ? read_npy(bytes, options) : read_table(text, options, on_problem);
    frames.title = shown.substr(shown.rfind('/') + 1);
    return frames;
  } catch (const ReadError& error) {
    throw ReadError(concat(shown, ": ", error.what()));
  }
}

}  // namespace lockstep::tools
