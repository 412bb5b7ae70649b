#include "output/destination.hpp"

#include <sys/stat.h>

#include <charconv>
#include <filesystem>
#include <system_error>

namespace lockstep::tools {
namespace {

namespace fs = std::filesystem;

/// The kernel's own limit.
constexpr int most_links = 40;

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

/// The number at the end of a path like /proc/self/fd/3.
std::optional<int> own_descriptor(const fs::path& path) {
  std::error_code error;
  const fs::path folder = fs::canonical(folder_of(path), error);
  if (error || folder != fs::canonical("/proc/self/fd", error) || error) return std::nullopt;
  const std::string name = path.filename().string();
  int number = 0;
  const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (problem != std::errc() || end != name.data() + name.size() || number < 0) return std::nullopt;
  return number;
}

/// Two outputs must not share these files; terminals, /dev/null and sockets may be shared.
std::optional<FileIdentity> identity_of(const struct stat& status) {
  const bool counts = S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode) || S_ISBLK(status.st_mode);
  return counts ? std::optional(FileIdentity{status.st_dev, status.st_ino, {}}) : std::nullopt;
}

}  // namespace

Destination destination_of(const std::string& path) {
  fs::path at = path;
  for (int links = 0; links < most_links; ++links) {
    if (const std::optional<int> descriptor = own_descriptor(at)) return {at.string(), descriptor};
    std::error_code error;
    const fs::path to = fs::read_symlink(at, error);
    if (error) break;  // not a link
    at = to.is_absolute() ? to : folder_of(at) / to;
  }
  return {at.string(), std::nullopt};
}

std::optional<FileIdentity> identity_of(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 ? identity_of(status) : std::nullopt;
}

std::optional<FileIdentity> identity_of(const Destination& destination) {
  if (destination.descriptor) return identity_of(*destination.descriptor);
  struct stat status {};
  if (::stat(destination.path.c_str(), &status) == 0) return identity_of(status);
  const fs::path path = destination.path;
  if (::stat(folder_of(path).c_str(), &status) != 0) return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino, path.filename().string()};
}

}  // namespace lockstep::tools
