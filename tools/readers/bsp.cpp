#include "readers/bsp.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "readers/brush.hpp"
#include "readers/bsp_cameras.hpp"
#include "readers/bytes.hpp"
#include "readers/entities.hpp"
#include "readers/names.hpp"

namespace lockstep::tools {
namespace {

constexpr std::uint32_t ibsp_magic = 0x50534249;  // "IBSP"

// Flags as the map compiler writes them: contents of a brush, and surface properties of a side.
constexpr std::uint32_t solid_or_liquid = 0x1 | 0x8 | 0x10 | 0x20;  // solid, lava, slime, water
constexpr std::uint32_t not_drawn = 0x4 | 0x80 | 0x100 | 0x200;     // sky, nodraw, hint, skip

struct Lump {
  std::uint64_t index;
  std::size_t record_size;
  const char* name;
};
constexpr Lump entities_lump{0, 1, "the entities lump"}, shaders_lump{1, 72, "the shaders lump"},
    planes_lump{2, 16, "the planes lump"}, models_lump{7, 40, "the models lump"},
    brushes_lump{8, 12, "the brushes lump"}, sides_lump{9, 8, "the brush sides lump"};

Bytes lump_bytes(const Bytes& file, const Lump& lump) {
  const std::uint64_t entry = 8 + 8 * lump.index;
  return file.slice(file.u32(entry), file.u32(entry + 4), lump.name);
}

Records lump_records(const Bytes& file, const Lump& lump) {
  return {lump_bytes(file, lump), lump.record_size, lump.name};
}

/// A number that a record holds and that must lie in [0, count).
std::size_t checked_index(std::uint32_t value, std::size_t count, std::string_view what, std::size_t owner) {
  if (value >= count) throw ReadError(concat(what, " ", value, " of brush ", owner, ": there are ", count));
  return value;
}

class Map {
 public:
  explicit Map(const Bytes& file)
      : shaders_(lump_records(file, shaders_lump)),
        planes_(lump_records(file, planes_lump)),
        models_(lump_records(file, models_lump)),
        brushes_(lump_records(file, brushes_lump)),
        sides_(lump_records(file, sides_lump)),
        entities_(parse_entities(lump_bytes(file, entities_lump).text())) {}

  Scene read(const Lens& lens) {
    place_models();
    for (std::size_t i = 0; i < brushes_.count(); ++i) add_brush(i);
    if (hidden_ > 0) scene_.notes.push_back(concat("brushes left out because they are never drawn: ", hidden_));
    if (open_ > 0) scene_.notes.push_back(concat("brushes left out because they enclose no volume: ", open_));
    add_spawn_cameras(scene_, entities_, lens);
    if (scene_.cameras.empty()) add_default_cameras(scene_, lens);
    return std::move(scene_);
  }

 private:
  /// Brushes of a model other than the world lie relative to the origin of the entity that shows it ("model" "*7").
  void place_models() {
    offset_.assign(brushes_.count(), Point3{0, 0, 0});
    std::vector<bool> placed(models_.count(), false);
    std::uint64_t moved = 0;
    for (const Entity& entity : entities_) {
      const auto model = model_of(entity);
      const auto origin = entity.vector("origin");
      if (!model || !origin || placed[*model]) continue;
      placed[*model] = true;
      const Bytes record = models_[*model];
      const std::uint64_t first = record.u32(32), count = record.u32(36);
      if (first + count > brushes_.count())
        throw ReadError(concat("model ", *model, ": brushes ", first, "+", count, ": there are ", brushes_.count()));
      if ((moved += count) > brushes_.count())
        throw ReadError(concat("model ", *model, ": shares brushes with another"));
      for (std::uint64_t i = first; i < first + count; ++i) offset_[static_cast<std::size_t>(i)] = *origin;
    }
  }

  [[nodiscard]] std::optional<std::size_t> model_of(const Entity& entity) const {
    const std::string_view name = entity.value("model");
    if (!name.starts_with('*')) return std::nullopt;
    std::size_t model = 0;
    const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), model);
    if (error != std::errc() || end != name.data() + name.size() || model >= models_.count())
      throw ReadError(concat("entity model \"", printable(name), "\": there are ", models_.count(), " models"));
    return model;
  }

  [[nodiscard]] std::uint32_t surface_flags(std::size_t shader) const { return shaders_[shader].u32(64); }
  [[nodiscard]] std::uint32_t contents(std::size_t shader) const { return shaders_[shader].u32(68); }

  [[nodiscard]] Plane plane(std::size_t index) const {
    const Bytes record = planes_[index];
    const Point3 normal{record.f32(0), record.f32(4), record.f32(8)};
    const double offset = record.f32(12), length = std::sqrt(dot(normal, normal));
    // Written as a negation, so that NaN fails.
    if (!(std::abs(length - 1) < 0.01) || !(std::abs(offset) <= world_extent))
      throw ReadError(concat("plane ", index, ": no unit normal, or an offset beyond the world"));
    return {normal * (1 / length), offset / length};
  }

  void add_brush(std::size_t index) {
    const Bytes record = brushes_[index];
    const std::uint64_t first = record.u32(0), count = record.u32(4);
    if (first + count > sides_.count())
      throw ReadError(concat("brush ", index, ": sides ", first, "+", count, ": there are ", sides_.count()));
    if (count > max_brush_planes)
      throw ReadError(concat("brush ", index, ": ", count, " sides, more than ", max_brush_planes));
    // No compiler lets brushes share sides. Were it allowed, a small file could ask for endless work.
    sides_used_ += count;
    if (sides_used_ > sides_.count()) throw ReadError(concat("brush ", index, ": shares sides with another brush"));

    const std::size_t shader = checked_index(record.u32(8), shaders_.count(), "shader", index);
    bool drawn = false;
    brush_.clear();
    for (std::uint64_t s = first; s < first + count; ++s) {
      const Bytes side = sides_[static_cast<std::size_t>(s)];
      brush_.push_back(plane(checked_index(side.u32(0), planes_.count(), "plane", index)));
      drawn |= (surface_flags(checked_index(side.u32(4), shaders_.count(), "side shader", index)) & not_drawn) == 0;
    }
    if (!drawn || (contents(shader) & solid_or_liquid) == 0)
      ++hidden_;
    else
      add_corners(index);
  }

  void add_corners(std::size_t index) {
    const std::string name = concat("brush ", index);
    Vertices corners;
    for (const Point3& corner : brush_corners(brush_)) corners.push_back(to_float(corner + offset_[index], name));
    if (corners.empty())
      ++open_;
    else
      add_object(scene_, {name, box_or_hull(std::move(corners))});
  }

  Records shaders_, planes_, models_, brushes_, sides_;
  std::vector<Entity> entities_;
  std::vector<Point3> offset_;  // of each brush
  std::vector<Plane> brush_;    // the planes of the brush at hand
  std::uint64_t sides_used_ = 0;
  std::size_t hidden_ = 0, open_ = 0;
  Scene scene_;
};

}  // namespace

Scene read_bsp(std::span<const std::byte> data, const Lens& lens) {
  const Bytes file(data, "the map");
  if (file.u32(0) != ibsp_magic) throw ReadError("not a Quake III map: it does not start with IBSP");
  if (const std::uint32_t version = file.u32(4); version != 46)
    throw ReadError(concat("IBSP version ", version, ": only version 46 (Quake III) is understood"));
  return Map(file).read(lens);
}

}  // namespace lockstep::tools
