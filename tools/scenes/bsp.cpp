#include "scenes/bsp.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "scenes/brush.hpp"
#include "scenes/bsp_cameras.hpp"
#include "scenes/bsp_faces.hpp"
#include "scenes/bsp_lumps.hpp"
#include "scenes/entities.hpp"
#include "text/bytes.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

constexpr std::uint32_t ibsp_magic = 0x50534249;  // "IBSP"

/// The offsets of a map's brushes or faces.
struct Offsets {
  const char* what;
  std::vector<Point3> of;  ///< of each brush or face
  std::uint64_t moved = 0;

  Offsets(const char* name, std::size_t count) : what(name), of(count, Point3{0, 0, 0}) {}

  void move(std::size_t model, std::uint64_t first, std::uint64_t count, const Point3& origin) {
    if (first + count > of.size())
      throw ReadError(concat("model ", model, ": ", what, " ", first, "+", count, ": there are ", of.size()));
    if ((moved += count) > of.size()) throw ReadError(concat("model ", model, ": shares ", what, " with another"));
    for (std::uint64_t i = first; i < first + count; ++i) of[static_cast<std::size_t>(i)] = origin;
  }
};

class Map {
 public:
  explicit Map(const Bytes& file)
      : file_(file),
        shaders_(lump_records(file, shaders_lump)),
        planes_(lump_records(file, planes_lump)),
        models_(lump_records(file, models_lump)),
        brushes_(lump_records(file, brushes_lump)),
        sides_(lump_records(file, sides_lump)),
        brush_offsets_("brushes", brushes_.count()),
        face_offsets_("faces", lump_records(file, faces_lump).count()),
        entities_(parse_entities(lump_bytes(file, entities_lump).text())) {}

  Scene read(const Lens& lens) {
    place_models();
    for (std::size_t i = 0; i < brushes_.count(); ++i) add_brush(i);
    if (hidden_ > 0) scene_.notes.push_back(concat("brushes left out because they are never drawn: ", hidden_));
    if (open_ > 0) scene_.notes.push_back(concat("brushes left out because they enclose no volume: ", open_));
    add_faces(scene_, file_, face_offsets_.of);
    add_spawn_cameras(scene_, entities_, lens);
    if (scene_.cameras.empty()) add_default_cameras(scene_, lens);
    return std::move(scene_);
  }

 private:
  /// Brushes and faces of a model other than the world lie relative to the origin of the entity that shows it
  /// ("model" "*7").
  void place_models() {
    std::vector<bool> placed(models_.count(), false);
    for (const Entity& entity : entities_) {
      const auto model = model_of(entity);
      const auto origin = entity.vector("origin");
      if (!model || !origin || placed[*model]) continue;
      placed[*model] = true;
      const Bytes record = models_[*model];
      face_offsets_.move(*model, record.u32(24), record.u32(28), *origin);
      brush_offsets_.move(*model, record.u32(32), record.u32(36), *origin);
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
    // Compilers let no brushes share sides. If files could, a small one could demand endless work.
    sides_used_ += count;
    if (sides_used_ > sides_.count()) throw ReadError(concat("brush ", index, ": shares sides with another brush"));

    const std::size_t shader = checked_index(record.u32(8), shaders_.count(), "shader", "brush", index);
    bool drawn = false;
    brush_.clear();
    for (std::uint64_t s = first; s < first + count; ++s) {
      const Bytes side = sides_[static_cast<std::size_t>(s)];
      brush_.push_back(plane(checked_index(side.u32(0), planes_.count(), "plane", "brush", index)));
      drawn |= is_drawn(shaders_[checked_index(side.u32(4), shaders_.count(), "side shader", "brush", index)]);
    }
    if (!drawn || !is_solid_or_liquid(shaders_[shader]))
      ++hidden_;
    else
      add_corners(index);
  }

  void add_corners(std::size_t index) {
    const std::string name = concat("brush ", index);
    Vertices corners;
    for (const Point3& corner : brush_corners(brush_))
      corners.push_back(to_float(corner + brush_offsets_.of[index], name));
    if (corners.empty())
      ++open_;
    else
      add_object(scene_, {name, box_or_hull(std::move(corners))});
  }

  Bytes file_;
  Records shaders_, planes_, models_, brushes_, sides_;
  Offsets brush_offsets_, face_offsets_;
  std::vector<Entity> entities_;
  std::vector<Plane> brush_;  // the planes of the current brush
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
