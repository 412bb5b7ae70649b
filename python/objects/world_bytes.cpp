// Worlds to bytes and back: the numbers of their objects by index, the free list in its order, and the generations of
// handles; for shapes and bodies, their set.
#include <lockstep/world.hpp>

#include "objects/bodies.hpp"
#include "objects/bytes.hpp"
#include "objects/kept_world.hpp"
#include "objects/shapes.hpp"

namespace lockstep::python {
namespace {

/// The numbers of the objects, as streams that are `state.streams` floats apart.
struct Numbers {
  const WorldState& state;
  [[nodiscard]] std::size_t count() const { return state.numbers.size() / state.streams; }
  [[nodiscard]] Stream operator[](std::size_t s) const {
    return {state.numbers.data() + s, static_cast<std::ptrdiff_t>(state.streams * sizeof(float))};
  }
};

std::unique_ptr<KeptWorld> made_of(const Numbers& n, std::type_identity<World>) {
  if (n.state.streams == 4)
    return std::make_unique<KeptWorld>(SphereView{n[0], n[1], n[2], n[3], n.count()}, WorldOptions{});
  return std::make_unique<KeptWorld>(AabbView{n[0], n[1], n[2], n[3], n[4], n[5], n.count()}, WorldOptions{});
}

/// Components beyond the plane are ignored.
std::unique_ptr<KeptWorld2> made_of(const Numbers& n, std::type_identity<World2>) {
  if (n.state.streams == 4)
    return std::make_unique<KeptWorld2>(CircleView{n[0], n[1], n[3], n.count()}, WorldOptions{});
  return std::make_unique<KeptWorld2>(Aabb2View{n[0], n[1], n[3], n[4], n.count()}, WorldOptions{});
}

template <class WorldOf>
std::unique_ptr<Kept<WorldOf>> objects_from(const WorldState& state) {
  if ((state.streams != 4 && state.streams != 6) || state.numbers.size() % state.streams != 0) ByteReader::damaged();
  auto kept = made_of(Numbers{state}, std::type_identity<WorldOf>{});
  kept->world().remove(state.free_slots);
  if (!state.free_slots.empty()) kept->world().sort();
  return kept;
}

/// The first number of the bytes if they have no numbers of objects.
constexpr std::uint32_t of_shapes = 0, of_bodies = 1;

std::unique_ptr<KeptWorld> world_from(const WorldState& state, const std::string& set, std::type_identity<World>) {
  if (state.streams <= of_bodies && !state.free_slots.empty()) ByteReader::damaged();  // the set has its own
  if (state.streams == of_shapes) return std::make_unique<KeptWorld>(Shapes::from_bytes(set), WorldOptions{});
  if (state.streams == of_bodies) return std::make_unique<KeptWorld>(Bodies::from_bytes(set), WorldOptions{});
  return objects_from<World>(state);
}
std::unique_ptr<KeptWorld2> world_from(const WorldState& state, const std::string&, std::type_identity<World2>) {
  return objects_from<World2>(state);
}

}  // namespace

template <class WorldOf>
std::string Kept<WorldOf>::bytes() const {
  const WorldState state = state_of(world_);
  std::string set;
  ByteWriter bytes;
  bytes.put(std::holds_alternative<std::unique_ptr<Bodies>>(made_of_) ? of_bodies : state.streams);
  if constexpr (std::is_same_v<WorldOf, lockstep::World>) {
    if (const auto* made = std::get_if<std::unique_ptr<Shapes>>(&made_of_))
      set = (*made)->bytes_of_lent(world_.shapes());
    if (const auto* made = std::get_if<std::unique_ptr<Bodies>>(&made_of_))
      set = (*made)->bytes_of_lent(world_.bodies());
  }
  bytes.put_all(state.numbers);
  bytes.put_all(state.free_slots);
  bytes.put_all(state.generations);
  bytes.put_all(std::vector<char>(set.begin(), set.end()));
  return bytes.take();
}

template <class WorldOf>
std::unique_ptr<Kept<WorldOf>> Kept<WorldOf>::from_bytes(const std::string& bytes) {
  ByteReader reader(bytes);
  WorldState state;
  state.streams = reader.get<std::uint32_t>();
  state.numbers = reader.get_all<float>();
  state.free_slots = reader.get_all<std::uint32_t>();
  state.generations = reader.get_all<std::uint32_t>();
  const std::vector<char> set = reader.get_all<char>();
  if (!reader.at_end()) ByteReader::damaged();
  std::unique_ptr<Kept> kept = world_from(state, {set.begin(), set.end()}, std::type_identity<WorldOf>{});
  set_generations(kept->world_, std::move(state.generations));
  return kept;
}

template class Kept<World>;
template class Kept<World2>;

}  // namespace lockstep::python
