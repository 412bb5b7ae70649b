#include "meshes/stl.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <tuple>

#include "meshes/mesh_builder.hpp"
#include "meshes/words.hpp"
#include "text/bytes.hpp"
#include "text/text.hpp"

namespace lockstep::tools {
namespace {

constexpr std::size_t stl_header = 84, stl_record = 50;  // 80 bytes of any kind and a number; 12 floats and 16 bits

std::string_view stl_text(std::span<const std::byte> data) {
  return without_mark({reinterpret_cast<const char*>(data.data()), data.size()});
}

/// Three corners of each triangle, which repeats those of its neighbours.
class Corners {
 public:
  void add(const Vec3d& corner) { corners_.push_back({corner.x + 0.0, corner.y + 0.0, corner.z + 0.0}); }  // -0 is 0
  [[nodiscard]] std::size_t size() const { return corners_.size(); }

  /// Adds each corner once, in the order of the file. Returns the vertex of each.
  [[nodiscard]] std::vector<std::uint32_t> weld(MeshBuilder& mesh) const {
    std::vector<std::uint32_t> order(corners_.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto key = [this](std::uint32_t i) { return std::tuple(corners_[i].x, corners_[i].y, corners_[i].z, i); };
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    std::vector<std::uint32_t> first(corners_.size()), vertices(corners_.size());
    for (std::size_t k = 0; k < order.size(); ++k)
      first[order[k]] = k > 0 && corners_[order[k]] == corners_[order[k - 1]] ? first[order[k - 1]] : order[k];
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      if (first[i] == i) {
        vertices[i] = static_cast<std::uint32_t>(mesh.vertex_count());
        mesh.add_vertex(corners_[i]);
      } else {
        vertices[i] = vertices[first[i]];
      }
    }
    return vertices;
  }

 private:
  std::vector<Vec3d> corners_;
};

/// Takes words of a text in the order that the format demands. Keywords may be in any case.
class StlText {
 public:
  explicit StlText(std::string_view text) : words_(text) {}

  MeshFile read() {
    for (std::string word = next(); !word.empty(); word = next()) {
      if (word != "solid") words_.fail(concat("expected solid, found ", quoted_word(word)));
      read_solid(std::string(words_.take_line()));
    }
    MeshBuilder mesh(MeshFormat::stl, "facet", 0);
    const std::vector<std::uint32_t> vertices = corners_.weld(mesh);
    for (const Solid& solid : solids_) {
      mesh.choose_part(solid.name);
      for (std::size_t i = solid.first; i < solid.end; i += 3) mesh.add_face(std::span(vertices).subspan(i, 3), i / 3);
    }
    return std::move(mesh).finish();
  }

 private:
  struct Solid {
    std::string name;
    std::size_t first, end;  ///< of its corners
  };

  std::string next() { return plain_word(words_.take()); }

  void expect(std::string_view keyword) {
    const std::string word = next();
    if (word.empty()) words_.fail(concat("the file ends where ", keyword, " should be"));
    if (word != keyword) words_.fail(concat("expected ", keyword, ", found ", quoted_word(word)));
  }

  void read_solid(std::string name) {
    Solid solid{std::move(name), corners_.size(), 0};
    for (std::string word = next(); word != "endsolid"; word = next()) {
      if (word.empty()) words_.fail("the file ends where endsolid should be");
      if (word != "facet") words_.fail(concat("expected facet or endsolid, found ", quoted_word(word)));
      read_facet();
    }
    static_cast<void>(words_.take_line());
    solid.end = corners_.size();
    solids_.push_back(std::move(solid));
  }

  /// Normals are not used, and some programs write NaN: they are words here.
  void read_facet() {
    expect("normal");
    for (int i = 0; i < 3; ++i) static_cast<void>(words_.take());
    expect("outer"), expect("loop");
    for (int i = 0; i < 3; ++i) {
      expect("vertex");
      corners_.add(words_.take_point());
    }
    expect("endloop"), expect("endfacet");
  }

  Words words_;
  Corners corners_;
  std::vector<Solid> solids_;
};

}  // namespace

std::optional<std::uint64_t> binary_stl_length(std::span<const std::byte> data) {
  if (data.size() < stl_header) return std::nullopt;
  return stl_header + stl_record * std::uint64_t{Bytes(data, "the file").u32(80)};
}

bool is_binary_stl(std::span<const std::byte> data) { return binary_stl_length(data) == data.size(); }

bool is_text_stl(std::span<const std::byte> data) {
  Words words(stl_text(data));
  if (plain_word(words.take()) != "solid") return false;
  static_cast<void>(words.take_line());
  const std::string next = plain_word(words.take().substr(0, 9));
  return next == "facet" || next == "endsolid";
}

MeshFile read_binary_stl(std::span<const std::byte> data) {
  const Bytes file(data, "the file");
  const Records records(file.slice(stl_header, data.size() - stl_header, "the triangles"), stl_record, "the triangles");
  Corners corners;
  for (std::size_t i = 0; i < records.count(); ++i) {
    const Bytes record = records[i];
    for (std::uint64_t at = 12; at < 48; at += 12) {
      const Vec3d corner{record.f32(at), record.f32(at + 4), record.f32(at + 8)};
      if (!std::isfinite(corner.x + corner.y + corner.z))
        throw ReadError(concat("triangle ", i, ": a coordinate is not a finite number"));
      corners.add(corner);
    }
  }
  MeshBuilder mesh(MeshFormat::stl, "triangle", 0);
  const std::vector<std::uint32_t> vertices = corners.weld(mesh);
  for (std::size_t i = 0; i < records.count(); ++i) mesh.add_face(std::span(vertices).subspan(3 * i, 3), i);
  return std::move(mesh).finish();
}

MeshFile read_text_stl(std::span<const std::byte> data) { return StlText(stl_text(data)).read(); }

}  // namespace lockstep::tools
