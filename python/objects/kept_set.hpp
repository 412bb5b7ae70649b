// A set of C++, of space or of the plane, and the shapes that were added to it.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <lockstep/sets.hpp>

#include "arrays/in_use.hpp"
#include "objects/kept.hpp"

namespace lockstep::python {

/// `Kept` is a variant of all shapes that the set takes; its first kind is a Hole, a free slot.
template <class Set, class Kept>
class KeptSet {
 public:
  template <class Shape>
  std::uint32_t add(const Shape& shape, const Kept& kept, Check check) {
    make_room();
    const std::uint32_t index = set_.add(shape, check);
    keep(index, kept);
    return index;
  }
  template <class Shape>
  void set(std::uint32_t index, const Shape& shape, Check check) {
    set_.set(index, shape, check);
    kept_[index] = shape;
  }
  /// At a double position; that of the plane has z = 0.
  void place(std::uint32_t index, const Vec3d& position, Check check) {
    if (set_.contains(index) && index >= positions_.size()) positions_.resize(kept_.size());
    if constexpr (std::is_same_v<Set, ShapeSet>)
      set_.place(index, position, check);
    else
      set_.place(index, Vec2d{position.x, position.y}, check);
    positions_[index] = position;
  }
  void remove(std::uint32_t index) {
    holes_.reserve(kept_.size());
    set_.remove(index);
    note_removed(index);
  }
  void clear() noexcept {
    set_.clear();
    kept_.clear();
    holes_.clear();
    positions_.clear();
  }
  void reserve(std::size_t shapes) {
    set_.reserve(shapes, 0);
    kept_.reserve(shapes);
  }

  /// Moves the set into a world; the shapes stay here. Until the set is back, the world removes the shapes that it
  /// loses, which is noted.
  [[nodiscard]] Set lend() { return std::exchange(set_, Set()); }
  void take_back(Set set) { set_ = std::move(set); }
  void note_removed(std::uint32_t index) {
    kept_[index] = Hole{};
    holes_.push_back(index);
    if (index < positions_.size()) positions_[index] = {};
  }

  /// Whether `place` was called.
  [[nodiscard]] bool has_positions() const { return !positions_.empty(); }

  [[nodiscard]] const Set& set() const { return set_; }
  [[nodiscard]] Users& users() const { return users_; }

 protected:
  void write(ByteWriter& bytes) const {
    bytes.put(kept_.size());
    for (const Kept& shape : kept_) write_one(bytes, shape);
    bytes.put_all(holes_);
    bytes.put_all(positions_);
  }

  /// Adds all shapes by `add_kept`, with any shape for a free slot, and removes those again in the old order.
  template <class AddKept>
  void read(ByteReader& bytes, const AddKept& add_kept) {
    std::vector<bool> holes;
    for (auto count = bytes.get<std::size_t>(); count > 0; --count) {
      const Kept shape = read_one<Kept>(bytes);
      std::visit(add_kept, shape);
      holes.push_back(std::holds_alternative<Hole>(shape));
    }
    for (const std::uint32_t hole : bytes.get_all<std::uint32_t>()) {
      if (hole >= holes.size() || !holes[hole]) ByteReader::damaged();
      holes[hole] = false;
      remove(hole);
    }
    for (const bool left : holes) {
      if (left) ByteReader::damaged();
    }
    const auto positions = bytes.get_all<Vec3d>();
    if (positions.size() > kept_.size()) ByteReader::damaged();
    for (std::uint32_t i = 0; i < positions.size(); ++i)
      if (set_.contains(i)) place(i, positions[i], Check::none);
    if (!bytes.at_end()) ByteReader::damaged();
  }

  Set set_;
  std::vector<Kept> kept_;  // by index

 private:
  /// Reserves memory, so that storing an added shape cannot fail.
  void make_room() {
    if (kept_.size() == kept_.capacity()) kept_.reserve(2 * kept_.size() + 8);
  }
  void keep(std::uint32_t index, const Kept& kept) {
    if (index == kept_.size()) {
      kept_.push_back(kept);
      return;
    }
    kept_[index] = kept;
    holes_.pop_back();
  }

  std::vector<std::uint32_t> holes_;  // the free list: the last one is filled first
  std::vector<Vec3d> positions_;      // of the first shapes; all others stand at 0
  mutable Users users_;
};

}  // namespace lockstep::python
