#include "scenes/bsp_faces.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>

#include "scenes/bsp_lumps.hpp"

namespace lockstep::tools {
namespace {

enum FaceType : std::uint32_t { polygon = 1, patch = 2, mesh = 3, flare = 4 };

class FaceReader {
 public:
  FaceReader(Scene& scene, const Bytes& file, std::span<const Point3> offsets)
      : scene_(scene),
        shaders_(lump_records(file, shaders_lump)),
        vertices_(lump_records(file, vertices_lump)),
        faces_(lump_records(file, faces_lump)),
        offsets_(offsets) {}

  void read() {
    for (std::size_t i = 0; i < faces_.count(); ++i) add_face(i);
    const auto note = [this](const char* what, std::size_t count) {
      if (count > 0) scene_.notes.push_back(concat(what, ": ", count));
    };
    note("curved patches and meshes left out because they are never drawn", hidden_);
    note("meshes left out because they have no vertices", empty_);
    note("flares left out because they have no extent", flares_);
    note("faces left out because their type is unknown", unknown_);
  }

 private:
  void add_face(std::size_t index) {
    const Bytes face = faces_[index];
    const std::uint32_t type = face.u32(8);
    if (type == polygon) return;
    if (type == flare) {
      ++flares_;
      return;
    }
    if (type != patch && type != mesh) {
      ++unknown_;
      return;
    }
    const std::string name = concat(type == patch ? "patch " : "mesh ", index);
    if (type == patch) check_control_points(face, name);
    Vertices corners = corners_of(face, index, name);
    if (!is_drawn(shaders_[checked_index(face.u32(0), shaders_.count(), "shader", "face", index)]))
      ++hidden_;
    else if (corners.empty())
      ++empty_;
    else
      add_object(scene_, {name, box_or_hull(std::move(corners))});
  }

  /// A patch is a grid of 3x3 pieces that share their borders.
  static void check_control_points(const Bytes& face, const std::string& name) {
    const std::uint64_t width = face.u32(96), height = face.u32(100), count = face.u32(16);
    const auto valid = [](std::uint64_t size) { return size >= 3 && size % 2 == 1; };
    if (!valid(width) || !valid(height) || width * height != count)
      throw ReadError(concat(name, ": ", width, " x ", height, " control points, and ", count,
                             " vertices: a patch has two odd numbers from 3 on of them, and as many vertices"));
  }

  /// Each vertex once: meshes repeat a vertex for each direction of light.
  Vertices corners_of(const Bytes& face, std::size_t index, const std::string& name) {
    const std::uint64_t first = face.u32(12), count = face.u32(16);
    if (first + count > vertices_.count())
      throw ReadError(concat(name, ": vertices ", first, "+", count, ": there are ", vertices_.count()));
    // Compilers let no faces share vertices. If files could, a small one could demand endless work.
    used_ += count;
    if (used_ > vertices_.count()) throw ReadError(concat(name, ": shares vertices with another face"));
    Vertices corners;
    for (std::uint64_t i = first; i < first + count; ++i) {
      const Bytes vertex = vertices_[static_cast<std::size_t>(i)];
      corners.push_back(to_float(Point3{vertex.f32(0), vertex.f32(4), vertex.f32(8)} + offsets_[index], name));
    }
    const auto key = [](const Vec3& v) { return std::tie(v.x, v.y, v.z); };
    std::sort(corners.begin(), corners.end(), [&](const Vec3& a, const Vec3& b) { return key(a) < key(b); });
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    return corners;
  }

  Scene& scene_;
  Records shaders_, vertices_, faces_;
  std::span<const Point3> offsets_;
  std::uint64_t used_ = 0;
  std::size_t hidden_ = 0, empty_ = 0, flares_ = 0, unknown_ = 0;
};

}  // namespace

void add_faces(Scene& scene, const Bytes& file, std::span<const Point3> offsets) {
  FaceReader(scene, file, offsets).read();
}

}  // namespace lockstep::tools
