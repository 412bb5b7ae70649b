// Zip archives in memory, through minizip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep::tools {

class ZipArchive {
 public:
  struct Entry {
    std::string name;            ///< as stored: hostile until checked
    std::uint64_t position = 0;  ///< in the archive's directory
    std::uint64_t number = 0;
  };

  /// The bytes must outlive the archive. Throws `ReadError`.
  explicit ZipArchive(std::span<const std::byte> data);
  ~ZipArchive();
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  [[nodiscard]] std::vector<Entry> entries() const;

  /// Unpacks at most `limit` bytes, more is an error: the size that the archive claims is not trusted.
  [[nodiscard]] std::vector<std::byte> unpack(const Entry& entry, std::size_t limit) const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
  void* file_ = nullptr;
};

}  // namespace lockstep::tools
