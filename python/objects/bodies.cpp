#include "objects/bodies.hpp"

#include <map>
#include <utility>

namespace lockstep::python {

namespace {

BodyPart part_of(const KeptPart& part) {
  return std::visit([](const auto& shape) -> BodyPart { return shape; }, part);
}
/// Refers to the vertices.
BodyPart part_of(const KeptHull& hull) {
  if (hull.radius) return RoundedHull{*hull.vertices, *hull.radius};
  return ConvexHull{*hull.vertices};
}

}  // namespace

std::uint32_t Bodies::add_mesh(std::vector<Vec3> vertices, Check check) {
  meshes_.reserve(meshes_.size() + 1);
  const std::uint32_t mesh = set_.add_mesh(ConvexHull{vertices}, check);
  meshes_.push_back(std::move(vertices));
  return mesh;
}

std::uint32_t Bodies::add(const Parts& parts, const Pose& pose, Check check) {
  if (kept_.size() == kept_.capacity()) kept_.reserve(2 * kept_.size() + 8);
  std::vector<BodyPart> list;
  list.reserve(parts->size());
  for (const KeptPart& part : *parts) list.push_back(part_of(part));
  const std::uint32_t body = set_.add(list, pose, check);
  if (body == kept_.size()) {
    kept_.push_back(parts);
  } else {
    kept_[body] = parts;
    holes_.pop_back();
  }
  return body;
}

void Bodies::place(std::uint32_t body, const Vec3d& position, Check check) {
  if (set_.contains(body) && body >= positions_.size()) positions_.resize(kept_.size());
  set_.place(body, position, check);
  positions_[body] = position;
}

void Bodies::remove(std::uint32_t body) {
  holes_.reserve(kept_.size());
  set_.remove(body);
  note_removed(body);
}

void Bodies::clear() noexcept {
  set_.clear();
  kept_.clear();
  holes_.clear();
  meshes_.clear();
  positions_.clear();
}

std::pair<BodySet, std::vector<BodyPart>> Bodies::trial(const std::vector<GivenPart>& parts) const {
  BodySet set;
  std::vector<BodyPart> renumbered;
  for (const GivenPart& part : parts)
    renumbered.push_back(std::visit([](const auto& of) { return part_of(of); }, part));
  std::map<std::uint32_t, std::uint32_t> numbers;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    auto* const instance = std::get_if<HullInstance>(&renumbered[i]);
    if (instance == nullptr) continue;
    if (instance->mesh >= meshes_.size()) {
      throw InvalidInput("parts[" + std::to_string(i) + "].mesh = " + std::to_string(instance->mesh) +
                         ": is out of range, the set has " + std::to_string(meshes_.size()));
    }
    const auto [at, is_new] = numbers.try_emplace(instance->mesh, 0);
    if (is_new) at->second = set.add_mesh(ConvexHull{meshes_[instance->mesh]}, Check::none);
    instance->mesh = at->second;
  }
  return {std::move(set), std::move(renumbered)};
}

Parts Bodies::keep(const std::vector<GivenPart>& parts) {
  std::vector<KeptPart> kept;
  for (const GivenPart& part : parts) {
    if (const auto* const whole = std::get_if<KeptPart>(&part)) {
      kept.push_back(*whole);
    } else {
      const auto& hull = std::get<KeptHull>(part);
      kept.emplace_back(HullInstance{add_mesh(*hull.vertices, Check::none), {}, hull.radius.value_or(0)});
    }
  }
  return std::make_shared<const std::vector<KeptPart>>(std::move(kept));
}

std::string Bodies::bytes_of_lent(const BodySet& set) const {
  ByteWriter bytes;
  bytes.put(meshes_.size());
  for (const std::vector<Vec3>& mesh : meshes_) bytes.put_all(mesh);
  bytes.put(kept_.size());
  for (std::size_t body = 0; body < kept_.size(); ++body) {
    bytes.put(kept_[body] == nullptr ? std::size_t{0} : kept_[body]->size());
    if (kept_[body] == nullptr) continue;
    for (const KeptPart& part : *kept_[body]) write_one(bytes, part);
    bytes.put(set.pose(static_cast<std::uint32_t>(body)));
  }
  bytes.put_all(holes_);
  bytes.put_all(positions_);
  return bytes.take();
}

namespace {

/// The parts and the pose of a body; any body for a free slot.
std::pair<Parts, Pose> read_body(ByteReader& bytes, std::size_t parts, std::size_t meshes) {
  if (parts == 0) return {std::make_shared<std::vector<KeptPart>>(1, Sphere{}), Pose{}};
  std::vector<KeptPart> list;
  while (list.size() < parts) {
    list.push_back(read_one<KeptPart>(bytes));
    const auto* const instance = std::get_if<HullInstance>(&list.back());
    if (instance != nullptr && instance->mesh >= meshes) ByteReader::damaged();
  }
  const Pose pose = bytes.get<Pose>();
  return {std::make_shared<const std::vector<KeptPart>>(std::move(list)), pose};
}

}  // namespace

std::unique_ptr<Bodies> Bodies::from_bytes(const std::string& bytes) {
  ByteReader reader(bytes);
  auto bodies = std::make_unique<Bodies>();
  for (auto meshes = reader.get<std::size_t>(); meshes > 0; --meshes) {
    bodies->add_mesh(reader.get_all<Vec3>(), Check::none);
  }
  std::vector<bool> holes;
  for (auto count = reader.get<std::size_t>(); count > 0; --count) {
    const auto parts = reader.get<std::size_t>();
    const auto [list, pose] = read_body(reader, parts, bodies->meshes());
    bodies->add(list, pose, Check::none);
    holes.push_back(parts == 0);
  }
  for (const std::uint32_t hole : reader.get_all<std::uint32_t>()) {
    if (hole >= holes.size() || !holes[hole]) ByteReader::damaged();
    holes[hole] = false;
    bodies->remove(hole);
  }
  for (const bool left : holes) {
    if (left) ByteReader::damaged();
  }
  const auto positions = reader.get_all<Vec3d>();
  if (!reader.at_end() || positions.size() > holes.size()) ByteReader::damaged();
  for (std::uint32_t body = 0; body < positions.size(); ++body) {
    if (bodies->set().contains(body)) bodies->place(body, positions[body], Check::none);
  }
  return bodies;
}

}  // namespace lockstep::python
