// The file that the name of an output leads to.
#pragma once

#include <optional>
#include <string>

#include <sys/types.h>

namespace lockstep::tools {

struct Destination {
  std::string path;               ///< without a symbolic link at its end; the file may not exist yet
  std::optional<int> descriptor;  ///< the name is one of an open file of this process: /dev/stdout, /dev/fd/3
};

/// Follows symbolic links to their target, whether it exists or not.
[[nodiscard]] Destination destination_of(const std::string& path);

/// The identity of a file, whatever its name: device and inode; for a file that does not exist yet, those of its folder
/// and its name there.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  std::string new_name;
  bool operator==(const FileIdentity&) const = default;
};

/// Nothing if neither the file nor its folder exists, or if it may be open twice, like a terminal or /dev/null.
[[nodiscard]] std::optional<FileIdentity> identity_of(const Destination& destination);
[[nodiscard]] std::optional<FileIdentity> identity_of(int descriptor);

}  // namespace lockstep::tools
