#include "support/fixtures.hpp"

#include <minizip/zip.h>
#include <unistd.h>

#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace lockstep::tools::test {
namespace {

void append_u32(FileBytes& bytes, std::uint32_t value) {
  bytes.resize(bytes.size() + 4);
  put_u32(bytes, bytes.size() - 4, value);
}

void append_float(FileBytes& bytes, float value) { append_u32(bytes, std::bit_cast<std::uint32_t>(value)); }

void append(FileBytes& bytes, const FileBytes& more) { bytes.insert(bytes.end(), more.begin(), more.end()); }

FileBytes shader(std::string_view name, std::uint32_t surface_flags, std::uint32_t contents) {
  FileBytes record = to_bytes(name);
  record.resize(64);
  append_u32(record, surface_flags);
  append_u32(record, contents);
  return record;
}

void check(int result) {
  if (result != ZIP_OK) throw std::runtime_error("minizip cannot write the fixture");
}

}  // namespace

std::string text_of(const FileBytes& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

FileBytes to_bytes(std::string_view text) {
  FileBytes bytes(text.size());
  if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

void put_u32(FileBytes& bytes, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) bytes.at(at + i) = static_cast<std::byte>(value >> (8 * i) & 0xFF);
}

std::uint32_t get_u32(const FileBytes& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8 | std::to_integer<std::uint32_t>(bytes.at(at + i));
  return value;
}

void MapBuilder::add_brush(std::span<const Half> halves, int shader_index) {
  append_u32(brushes_, static_cast<std::uint32_t>(sides_.size() / 8));
  append_u32(brushes_, static_cast<std::uint32_t>(halves.size()));
  append_u32(brushes_, static_cast<std::uint32_t>(shader_index));
  for (const Half& half : halves) {
    append_u32(sides_, static_cast<std::uint32_t>(planes_.size() / 16));
    append_u32(sides_, static_cast<std::uint32_t>(shader_index));
    for (const float x : half.normal) append_float(planes_, x);
    append_float(planes_, half.offset);
  }
}

void MapBuilder::add_box(std::array<float, 3> low, std::array<float, 3> high, int shader_index) {
  const Half halves[] = {{{-1, 0, 0}, -low[0]}, {{1, 0, 0}, high[0]},  {{0, -1, 0}, -low[1]},
                         {{0, 1, 0}, high[1]},  {{0, 0, -1}, -low[2]}, {{0, 0, 1}, high[2]}};
  add_brush(halves, shader_index);
}

void MapBuilder::add_model(std::uint32_t first, std::uint32_t count, std::uint32_t first_face, std::uint32_t faces) {
  models_.resize(models_.size() + 24);  // bounds, which are not read
  for (const std::uint32_t number : {first_face, faces, first, count}) append_u32(models_, number);
}

void MapBuilder::add_face(std::uint32_t type, std::span<const std::array<float, 3>> vertices, std::uint32_t width,
                          int shader_index) {
  const auto count = static_cast<std::uint32_t>(vertices.size());
  for (const std::uint32_t number : {static_cast<std::uint32_t>(shader_index), 0U, type,
                                     static_cast<std::uint32_t>(vertices_.size() / 44), count, 0U, 0U})
    append_u32(faces_, number);
  faces_.resize(faces_.size() + 68);  // light maps and a normal
  append_u32(faces_, width);
  append_u32(faces_, width == 0 ? 0 : count / width);
  for (const std::array<float, 3>& vertex : vertices) {
    for (const float x : vertex) append_float(vertices_, x);
    vertices_.resize(vertices_.size() + 32);  // textures, a normal, a colour
  }
}

FileBytes MapBuilder::build() const {
  FileBytes shaders = shader("textures/wall", 0, 1);
  append(shaders, shader("textures/common/caulk", 0x80, 1));
  append(shaders, shader("textures/common/clip", 0x80, 0x10000));
  FileBytes models(32);
  append_u32(models, 0);
  append_u32(models, static_cast<std::uint32_t>(brushes_.size() / 12));
  append(models, models_);

  std::array<FileBytes, 17> lumps;
  lumps[0] = to_bytes(entities);
  lumps[0].push_back(std::byte{0});
  lumps[1] = shaders;
  lumps[2] = planes_;
  lumps[7] = models;
  lumps[8] = brushes_;
  lumps[9] = sides_;
  lumps[10] = vertices_;
  lumps[13] = faces_;
  FileBytes file = to_bytes("IBSP");
  append_u32(file, 46);
  file.resize(8 + 8 * lumps.size());
  for (std::size_t i = 0; i < lumps.size(); ++i) {
    put_u32(file, 8 + 8 * i, static_cast<std::uint32_t>(file.size()));
    put_u32(file, 12 + 8 * i, static_cast<std::uint32_t>(lumps[i].size()));
    append(file, lumps[i]);
  }
  return file;
}

FileBytes small_map() {
  MapBuilder map;
  map.add_box({0, 0, 0}, {64, 32, 16});
  const float s = 0.70710678F;
  const MapBuilder::Half wedge[] = {
      {{0, 0, -1}, 0}, {{-1, 0, 0}, -128}, {{0, -1, 0}, 0}, {{0, 1, 0}, 64}, {{s, 0, s}, 224 * s}};
  map.add_brush(wedge);
  map.entities +=
      "{ \"classname\" \"info_player_deathmatch\" \"origin\" \"-64 16 0\" \"angle\" \"0\" }\n"
      "{ \"classname\" \"info_player_start\" \"origin\" \"-64 16 0\" \"angle\" \"90\" }\n";
  return map.build();
}

FileBytes make_zip(const std::vector<std::pair<std::string, FileBytes>>& entries) {
  std::string path = (std::filesystem::temp_directory_path() / "lockstep_zip_XXXXXX").string();
  ::close(::mkstemp(path.data()));
  const zipFile zip = zipOpen64(path.c_str(), APPEND_STATUS_CREATE);
  if (zip == nullptr) throw std::runtime_error("minizip cannot open the fixture");
  for (const auto& [name, content] : entries) {
    const zip_fileinfo info{};
    check(zipOpenNewFileInZip64(zip, name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr, 8, 9, 0));
    check(zipWriteInFileInZip(zip, content.data(), static_cast<unsigned>(content.size())));
    check(zipCloseFileInZip(zip));
  }
  check(zipClose(zip, nullptr));
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  ::unlink(path.c_str());
  return to_bytes(text);
}

FileBytes make_glb(std::string_view json, std::string_view binary) {
  std::string text(json);
  while (text.size() % 4 != 0) text += ' ';
  FileBytes file = to_bytes("glTF");
  append_u32(file, 2);
  append_u32(file, 0);
  append_u32(file, static_cast<std::uint32_t>(text.size()));
  append_u32(file, 0x4E4F534A);
  append(file, to_bytes(text));
  if (!binary.empty()) {
    append_u32(file, static_cast<std::uint32_t>(binary.size()));
    append_u32(file, 0x004E4942);
    append(file, to_bytes(binary));
  }
  put_u32(file, 8, static_cast<std::uint32_t>(file.size()));
  return file;
}

FileBytes make_npy(std::string_view header, std::string_view data) {
  std::string text("\x93NUMPY\x01\x00", 8);
  text += static_cast<char>(header.size() & 0xFF);
  text += static_cast<char>(header.size() >> 8);
  return to_bytes(text.append(header).append(data));
}

FileBytes make_npy(std::string_view shape, const std::vector<float>& numbers) {
  FileBytes data;
  for (const float number : numbers) append_u32(data, std::bit_cast<std::uint32_t>(number));
  const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': " + std::string(shape) + ", }\n";
  return make_npy(header, {reinterpret_cast<const char*>(data.data()), data.size()});
}

std::string small_gltf(std::string_view name) {
  return R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
    "nodes": [{"name": ")" +
         std::string(name) + R"(", "mesh": 0, "translation": [10, 0, 0]},
              {"name": "eye", "camera": 0, "translation": [10, 0, 5]}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "accessors": [{"componentType": 5126, "count": 8, "type": "VEC3", "min": [-1, -2, -3], "max": [1, 2, 3]}],
    "cameras": [{"type": "perspective", "perspective": {"yfov": 1, "aspectRatio": 1.5, "znear": 0.1, "zfar": 100}}],
    "buffers": [{"uri": "../../../etc/passwd", "byteLength": 4294967295}]})";
}

}  // namespace lockstep::tools::test
