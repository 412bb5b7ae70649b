// A World or a World2 of Python, which is used like sets.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include <lockstep/world.hpp>

#include "arrays/in_use.hpp"
#include "objects/bodies.hpp"
#include "objects/shapes.hpp"

namespace lockstep::python {

template <class WorldOf>
class Kept {
 public:
  using World = WorldOf;

  Kept() = default;
  template <class Objects>
  Kept(const Objects& objects, const WorldOptions& options) : world_(objects, options) {}
  /// For a Shapes or a Bodies, whose set the world holds.
  template <class Made>
  Kept(std::unique_ptr<Made> made, const WorldOptions& options)
      : world_(made->lend(), options), made_of_(std::move(made)) {}

  template <class Made>
  void move(std::unique_ptr<Made> made, const WorldOptions& options) {
    world_.move(made->lend(), options);
    made_of_ = std::move(made);
  }
  void remove(std::span<const std::uint32_t> indices, const WorldOptions& options);
  /// Lends the world's source, with the set that the world holds, to change(made), and takes both back.
  template <class Made, class Change>
  void change(const Change& change, const WorldOptions& options);

  /// Whether its source is a set of this kind.
  template <class Made>
  [[nodiscard]] bool is_made_of() const {
    return std::holds_alternative<std::unique_ptr<Made>>(made_of_);
  }

  /// Whether it keeps a set, or nothing yet.
  [[nodiscard]] bool takes_doubles() const { return made_of_.index() != 0 || world_.size() == 0; }
  /// Whether it has no objects yet, of whatever kind.
  [[nodiscard]] bool is_new() const { return made_of_.index() == 0 && world_.size() == 0; }
  /// Another world, for a new one.
  template <class Made>
  void begin(std::unique_ptr<Made> made, const WorldOptions& options) {
    world_ = World(made->lend(), options);
    made_of_ = std::move(made);
  }
  /// New again.
  void reset() { world_ = World(), made_of_ = std::monostate(); }

  [[nodiscard]] const World& set() const { return world_; }
  [[nodiscard]] World& world() { return world_; }
  [[nodiscard]] Users& users() const { return users_; }

  /// The world's state in bytes, and a world rebuilt from it. Throws InvalidInput if bytes are damaged.
  [[nodiscard]] std::string bytes() const;
  static std::unique_ptr<Kept> from_bytes(const std::string& bytes);

 private:
  World world_;
  std::variant<std::monostate, std::unique_ptr<Shapes>, std::unique_ptr<Bodies>> made_of_;  // without its set
  mutable Users users_;
};

template <class WorldOf>
void Kept<WorldOf>::remove(std::span<const std::uint32_t> indices, const WorldOptions& options) {
  world_.remove(indices, options);
  const auto note = [&](auto& made) {
    if constexpr (!std::is_same_v<decltype(made), std::monostate&>)
      for (const std::uint32_t index : indices) made->note_removed(index);
  };
  std::visit(note, made_of_);
}

inline void change_set(World& world, const std::function<void(ShapeSet&)>& change, const WorldOptions& options) {
  world.change_shapes(change, options);
}
inline void change_set(World& world, const std::function<void(BodySet&)>& change, const WorldOptions& options) {
  world.change_bodies(change, options);
}

template <class WorldOf>
template <class Made, class Change>
void Kept<WorldOf>::change(const Change& change, const WorldOptions& options) {
  using Set = std::remove_cvref_t<decltype(std::declval<const Made&>().set())>;
  const std::function<void(Set&)> with_set = [&](Set& set) {
    std::unique_ptr<Made>& made = std::get<std::unique_ptr<Made>>(made_of_);
    made->take_back(std::move(set));
    try {
      change(made);
    } catch (...) {
      set = made->lend();
      throw;
    }
    set = made->lend();
  };
  change_set(world_, with_set, options);
}

using KeptWorld = Kept<World>;
using KeptWorld2 = Kept<World2>;

}  // namespace lockstep::python
