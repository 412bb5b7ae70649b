// Where the name of an output leads.
#pragma once

#include <optional>
#include <string>

#include <sys/types.h>

namespace lockstep::tools {

struct Destination {
  std::string path;               ///< without a symbolic link at its end; maybe of a file that is not there yet
  std::optional<int> descriptor;  ///< the name is one of an open file of this process: /dev/stdout, /dev/fd/3
};

/// Follows symbolic links to what they name, whether it is there or not.
[[nodiscard]] Destination destination_of(const std::string& path);

/// Which file it is, whatever its name: device and inode, or for one that is not there yet, those of its folder and its
/// name there.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  std::string new_name;
  bool operator==(const FileIdentity&) const = default;
};

/// Nothing if there is no such file and no folder for it, or if it does no harm to have it open twice, as a terminal or
/// /dev/null.
[[nodiscard]] std::optional<FileIdentity> identity_of(const Destination& destination);
[[nodiscard]] std::optional<FileIdentity> identity_of(int descriptor);

}  // namespace lockstep::tools
