// Small files of every format, built in memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::tools::test {

using FileBytes = std::vector<std::byte>;

[[nodiscard]] FileBytes to_bytes(std::string_view text);
[[nodiscard]] std::string text_of(const FileBytes& bytes);
void put_u32(FileBytes& bytes, std::size_t at, std::uint32_t value);
[[nodiscard]] std::uint32_t get_u32(const FileBytes& bytes, std::size_t at);

/// A Quake III map under construction.
class MapBuilder {
 public:
  static constexpr int shader_drawn = 0, shader_hidden = 1, shader_clip = 2;

  struct Half {  // normal . p <= offset
    std::array<float, 3> normal;
    float offset;
  };

  /// Appends a brush; all of its sides and the brush itself have one shader.
  void add_brush(std::span<const Half> halves, int shader = shader_drawn);
  void add_box(std::array<float, 3> low, std::array<float, 3> high, int shader = shader_drawn);
  /// The brushes [first, first + count) become model 1, 2, ... (0 is the world), and as many faces.
  void add_model(std::uint32_t first, std::uint32_t count, std::uint32_t first_face = 0, std::uint32_t faces = 0);
  /// Appends a face of that type (1 polygon, 2 patch, 3 mesh, 4 flare) with vertices of its own; patches have `width`
  /// columns.
  void add_face(std::uint32_t type, std::span<const std::array<float, 3>> vertices, std::uint32_t width = 0,
                int shader = shader_drawn);

  std::string entities = "{ \"classname\" \"worldspawn\" }\n";

  [[nodiscard]] FileBytes build() const;

 private:
  FileBytes planes_, sides_, brushes_, models_, vertices_, faces_;
};

/// A box, a wedge and two spawn points.
[[nodiscard]] FileBytes small_map();

/// name -> content, deflated.
[[nodiscard]] FileBytes make_zip(const std::vector<std::pair<std::string, FileBytes>>& entries);

[[nodiscard]] FileBytes make_glb(std::string_view json, std::string_view binary = {});

/// A NumPy array of version 1.0: a header of these words and data behind it.
[[nodiscard]] FileBytes make_npy(std::string_view header, std::string_view data);

/// An array of float32 in C order; `shape` as in "(2, 4)".
[[nodiscard]] FileBytes make_npy(std::string_view shape, const std::vector<float>& numbers);

/// One box (named `name`) moved to x = 10, and a camera at z = 5 that looks along -z.
[[nodiscard]] std::string small_gltf(std::string_view name = "crate");

}  // namespace lockstep::tools::test
