// Writes what fuzzing starts from: small good files of every format, and bytes that make pairs and objects.
//   lockstep_fuzz_seeds DIR        writes DIR/<target>/<name>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "fixtures.hpp"
#include "generate.hpp"
#include "pair_line.hpp"

namespace {

using namespace lockstep;
using tools::test::FileBytes;
using tools::test::to_bytes;

class Seeds {
 public:
  explicit Seeds(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void write(const std::string& target, const std::string& name, const FileBytes& bytes) const {
    std::filesystem::create_directories(folder_ / target);
    std::ofstream file(folder_ / target / name, std::ios::binary);
    file.exceptions(std::ios::badbit | std::ios::failbit);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }

 private:
  std::filesystem::path folder_;
};

/// Every second byte is small, because most choices are.
FileBytes random_bytes(oracle::Rng& rng, int size) {
  FileBytes bytes;
  for (int i = 0; i < size; ++i)
    bytes.push_back(static_cast<std::byte>(rng() >> 32 & (oracle::below(rng, 2) == 0 ? 7U : 255U)));
  return bytes;
}

std::string line_of_every_kind(oracle::Rng& rng) {
  std::string text = "# every kind of shape\r\n";
  for (const oracle::Kind kind : oracle::all_kinds) {
    const oracle::ShapePair pair = oracle::random_pair(rng, kind, kind);
    text += oracle::to_pair_line(name(kind), pair.first, pair.second) + "\n";
  }
  return text;
}

constexpr std::string_view nested_gltf = R"({"asset": {"version": "2.0"}, "nodes": [
  {"children": [1, 2], "rotation": [0, 0.70710678, 0, 0.70710678], "scale": [2, 1, -1]}, {"mesh": 0, "skin": 0},
  {"camera": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 4, 5, 1]}],
  "meshes": [{"name": "rock", "primitives": [{"attributes": {"POSITION": 0}}, {"attributes": {}}]}],
  "accessors": [{"componentType": 5122, "normalized": true, "type": "VEC3", "min": [-9, -9, -9], "max": [9, 9, 9]}],
  "cameras": [{"type": "orthographic", "orthographic": {"xmag": 2, "ymag": 1, "znear": 0, "zfar": 10}}]})";

FileBytes map_with_models() {
  tools::test::MapBuilder map;
  map.add_box({0, 0, 0}, {64, 32, 16});
  map.add_box({0, 0, 0}, {8, 8, 8});
  map.add_model(1, 1);
  map.entities +=
      "{ \"model\" \"*1\" \"origin\" \"100 0 0\" }\n"
      "{ \"targetname\" \"t\" \"origin\" \"1 2 3\" }\n"
      "{ \"classname\" \"info_player_intermission\" \"origin\" \"0 0 64\" \"angles\" \"10 20 0\" \"target\" \"t\" }\n";
  return map.build();
}

void write_all(const Seeds& seeds) {
  oracle::Rng rng(1);
  for (int i = 0; i < 64; ++i) {
    seeds.write("pairs", std::to_string(i), random_bytes(rng, 8 << i % 6));
    seeds.write("cull", std::to_string(i), random_bytes(rng, 8 << i % 6));
  }
  seeds.write("bsp", "small", tools::test::small_map());
  seeds.write("bsp", "models", map_with_models());
  seeds.write("gltf", "small.gltf", to_bytes(tools::test::small_gltf()));
  seeds.write("gltf", "nested.gltf", to_bytes(nested_gltf));
  seeds.write("gltf", "nested.glb", tools::test::make_glb(nested_gltf, "bytes"));
  seeds.write("pk3", "two",
              tools::test::make_zip({{"maps/Alpha.bsp", tools::test::small_map()},
                                     {"maps/beta.bsp", to_bytes("IBSP")},
                                     {"readme.txt", to_bytes("hello")}}));
  seeds.write("pair_file", "kinds", to_bytes(line_of_every_kind(rng)));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: lockstep_fuzz_seeds DIR" << std::endl;
    return 2;
  }
  write_all(Seeds(argv[1]));
  return 0;
}
