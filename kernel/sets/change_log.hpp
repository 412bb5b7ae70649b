// Which elements of a set were changed since somebody began to watch it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace lockstep::detail {

/// A copy of a set is a set of its own, that nobody watches. What is about to happen is noted before it does, so that
/// memory that runs out leaves the set as it was.
class ChangeLog {
 public:
  struct Changes {
    std::vector<std::uint32_t> changed;  // were added, set or removed, and may come several times
    std::vector<std::uint32_t> removed;  // each time that one was
    bool of_all = false;                 // all are gone, and others may have come
  };

  ChangeLog() = default;
  ~ChangeLog() = default;
  ChangeLog(const ChangeLog&) noexcept {}
  ChangeLog& operator=(const ChangeLog&) = delete;

  void begin() { changes_ = {}, is_watched_ = true; }
  [[nodiscard]] bool is_watched() const { return is_watched_; }
  [[nodiscard]] Changes take() {
    is_watched_ = false;
    return std::exchange(changes_, {});
  }

  void note_changed(std::uint32_t index) {
    if (is_watched_) changes_.changed.push_back(index);
  }
  void note_removed(std::uint32_t index) {
    note_changed(index);
    if (is_watched_) changes_.removed.push_back(index);
  }
  void note_all() noexcept { changes_.of_all = true; }

 private:
  bool is_watched_ = false;
  Changes changes_;
};

}  // namespace lockstep::detail
