// Records the elements of a set that change while the set is watched.
#pragma once

#include <cstdint>
#include <vector>

namespace lockstep::detail {

/// A copy of a set is a set of its own that is not watched. Changes are recorded before they are made, so that the set
/// stays unchanged if memory runs out.
class ChangeLog {
 public:
  struct Changes {
    std::vector<std::uint32_t> changed;  // were added, set or removed; may contain duplicates
    std::vector<std::uint32_t> removed;  // once per removal
    bool of_all = false;                 // all elements were removed; others may have been added
  };

  ChangeLog() = default;
  ~ChangeLog() = default;
  ChangeLog(const ChangeLog&) noexcept {}
  ChangeLog& operator=(const ChangeLog&) = delete;

  /// The lists keep their memory: worlds may watch a set in every frame.
  void begin() { changes_.changed.clear(), changes_.removed.clear(), changes_.of_all = false, is_watched_ = true; }
  [[nodiscard]] bool is_watched() const { return is_watched_; }
  /// The changes since then, valid and to be used freely until the set is watched again.
  [[nodiscard]] Changes& end() {
    is_watched_ = false;
    return changes_;
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
