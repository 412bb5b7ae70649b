// Output files appear whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::tools {

/// Writes a temporary file beside `path`, brings it to the disk and renames it, so that whatever goes wrong an older
/// file stays as it was. A symbolic link is followed; what is no regular file (a device, a pipe) is written to directly.
/// Throws `OutputError` that names `path`.
void write_file_atomically(const std::string& path, std::string_view contents);

}  // namespace lockstep::tools
