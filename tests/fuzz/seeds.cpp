// Writes the seeds of fuzzing: small good files of every format, and bytes that make pairs and objects.
//   lockstep_fuzz_seeds DIR        writes DIR/<target>/<name>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "generate.hpp"
#include "pair_line.hpp"
#include "plane_generate.hpp"
#include "plane_pair_line.hpp"
#include "support/fixtures.hpp"
#include "support/history_fixture.hpp"
#include "support/mesh_fixture.hpp"

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
  for (const oracle::Kind2 kind : oracle::all_kinds2) {
    const oracle::ShapePair2 pair = oracle::random_pair(rng, kind, kind);
    text += oracle::to_pair_line(name(kind), pair.first, pair.second) + "\n";
  }
  return text;
}

constexpr std::string_view moving_lines =
    "shot | point 0 0 0 | sphere 5 0 0 1 | motion 10 0 0\n"
    "bat | capsule 0 0 0 3 0 0 0 | aabb -9 1.5 -9 9 2 9 | motion 0 0 -1 | turn 0 0 3.14 about 1 0 0\n";

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

/// A quarter of a pipe, a mesh and a flare.
FileBytes map_with_faces() {
  const std::vector<std::array<float, 3>> pipe = {{0, 0, 0}, {8, 0, 0}, {8, 0, 8},  {0, 5, 0}, {8, 5, 0},
                                                  {8, 5, 8}, {0, 9, 0}, {8, 10, 0}, {8, 10, 8}};
  tools::test::MapBuilder map;
  map.add_face(2, pipe, 3);
  map.add_face(3, pipe);
  map.add_face(4, {});
  map.add_model(0, 0, 1, 1);
  map.entities += "{ \"model\" \"*1\" \"origin\" \"100 0 0\" }\n";
  return map.build();
}

/// Two instances of a mesh, whose numbers are behind `uri` or in a container.
std::string instanced_gltf(const std::string& uri) {
  return R"({"asset": {"version": "2.0"}, "extensionsRequired": ["EXT_mesh_gpu_instancing", "KHR_materials_unlit"],
  "nodes": [{"mesh": 0, "extensions": {"EXT_mesh_gpu_instancing":
    {"attributes": {"TRANSLATION": 1, "ROTATION": 2, "SCALE": 1}}}}],
  "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "targets": []}]}],
  "accessors": [{"componentType": 5126, "type": "VEC3", "min": [-1, -1, -1], "max": [1, 1, 1]},
    {"bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC3"},
    {"bufferView": 1, "componentType": 5120, "normalized": true, "count": 2, "type": "VEC4"}],
  "bufferViews": [{"buffer": 0, "byteLength": 24}, {"buffer": 0, "byteOffset": 24, "byteLength": 8, "byteStride": 4}],
  "buffers": [{"byteLength": 32)" +
         (uri.empty() ? uri : ", \"uri\": \"" + uri + "\"") + "}]}";
}

/// Tables of every kind, good and bad.
void write_tables(const Seeds& seeds) {
  const auto write = [&](const std::string& name, std::string_view text) {
    seeds.write("table", name, to_bytes(text));
  };
  write("plain.csv", "x,y,radius\n1,2,0.5\n3,4,0.25\n");
  write(
      "frames.csv",
      "\xEF\xBB\xBF\"Frame\",ID,X [cm],Y [cm],z/mm,R,name\r\n1,7,1,2,3,1,\"a \"\"b\"\", c\"\r\n2,7,-1e3,+2,.5,0,\r\n");
  write("semicolons.csv", "time;x;y;r\n0.5;1;2;3\n");
  write("laboratory.txt",
        "# framerate: 25 fps\n# id frame x/cm y/cm z/cm\n1 94 -554.56 309.452 176\n1 95 -548.555 310.541 176\n");
  write("description.txt",
        "#framerate: 16\n#X,Y,Z: the coordinates (in metres)\n\n#ID\tFR\tX\tY\tZ\n1\t0\t1\t2\t1.6\n");
  write("observations.txt",
        " 1.0e+00 1.0e+00 1.6e+00 0.0e+00 2.1e+00 -1.6e-01 0.0e+00 7.0e-01\n 7.0 1.0 1.5 0.0 2.5 0 0 0\n");
  write("no_header.txt", "1 10 0.5 0.25 1.7\n2 10 1 2 1.8\n");
  write("columns.txt", "frame,id,x [mm],y,_,...\n1 2 3 4 5 6 7\n1 2 3 4 5\n");
  write("problems.csv", "id,x,y,r\n7,nan,0,1\n7,1e400,0\n7,\"0,0,1\n7,0,0,-1\n7,0,0,1,1\n");
  write("shapes.csv",
        "shape,x,y,angle [deg],r,hx,hy,rx,ry,half_angle,half_length,x1,y1\ncircle,1,2,,3,,,,,,,,\n"
        "capsule,1,2,30,3,,,,,,4,,\nbox,1,2,3,,4,5,,,,,,\nellipse,1,2,3,,,,4,5,,,,\nslice,1,2,3,4,,,,,0.5,,,\n");
  write("solids.csv",
        "kind,x,y,z,x1,y1,z1,r,hx,hy,hz,rx,ry,rz,qx,qy,qz,qw\ncone,1,2,3,4,5,6,1,,,,,,,,,,\n"
        "box,1,2,3,,,,,4,5,6,,,,0,0,0.6,0.8\nellipsoid,1,2,3,,,,,,,,4,5,6,0,0,0,1\n");
  write("capsules.csv", "x,y,x2,y2,r\n1,2,3,4,0.5\n");
  write("boxes.csv", "min_x,min_y,min_z,max_x,max_y,max_z,name,_\n1,2,3,4,5,6,crate,\n1,2,3,0,5,6,,\n");
  write("matrices.csv",
        "m00,m01,m02,m03,m10,m11,m12,m13,m20,m21,m22,m23,m30,m31,m32,m33\n2,0,0,10,0,4,0,20,0,0,6,30,0,0,0,1\n");
  write("type.csv", "x,y,z,r,type\n1,2,3,4,box\n");
  write("utf16.csv", {"\xFF\xFEx\0,\0y\0\n\0", 10});
  write("old_mac.csv", "x,y,r\r1,2,3\r");
  write("twice.csv", "frame,id,x,y,r\n1,7,0,0,1\n1,7,0,0,1\n");
}

void write_arrays(const Seeds& seeds) {
  using tools::test::make_npy;
  seeds.write("npy", "circles", make_npy("(2, 3)", {1, 2, 0.5, 3, 4, 0.25}));
  seeds.write("npy", "frames", make_npy("(2, 2, 4)", {1, 2, 3, 1, 5, 6, 7, 1, 1, 2, 3, 1, 5, 6, 7, 2}));
  seeds.write("npy", "columns", make_npy("(2, 5)", {1, 7, 0, 0, 9, 1, 8, 2, 2, 9}));
  seeds.write("npy", "fortran",
              make_npy("{'descr': '>f8', 'fortran_order': True, 'shape': (1, 2), }\n",
                       {"\x3F\xF0\0\0\0\0\0\0\x40\0\0\0\0\0\0\0", 16}));
  seeds.write("npy", "integers", make_npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }\n", "abcdef"));
  seeds.write("npy", "boxes", make_npy("(1, 6)", {1, 2, 3, 4, 5, 6}));
  seeds.write("npy", "turned_boxes", make_npy("(1, 10)", {1, 2, 3, 0, 0, 0.6F, 0.8F, 4, 5, 6}));
  seeds.write("npy", "matrices", make_npy("(1, 3, 4)", {2, 0, 0, 10, 0, 4, 0, 20, 0, 0, 6, 30}));
  seeds.write("npy", "columns_of_matrices", make_npy("(1, 16)", {2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 6, 0, 10, 20, 30, 1}));
  seeds.write("npy", "structure",
              make_npy("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1,), }\n", "abcd"));
}

/// A mesh in each format, some good and some damaged.
void write_meshes(const Seeds& seeds) {
  using namespace tools::test;
  const auto write = [&](const std::string& name, std::string_view text) {
    seeds.write("mesh_file", name, to_bytes(text));
  };
  constexpr std::string_view ply_rest =
      "element vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
      "property list uchar int vertex_indices\nend_header\n";
  const std::string binary(
      "\0\0\x80?\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80?\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80?"
      "\3\0\0\0\0\1\0\0\0\2\0\0\0",
      49);
  seeds.write("mesh_file", "binary.stl", make_stl(box_triangles({0, 0, 0}, {1, 2, 3}), "solid"));
  write("text.stl",
        "solid a b\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
        "endfacet\nendsolid a b\n");
  write("objects.obj", two_objects());
  write("concave.obj",
        "mtllib m\nv 0 0 0\nv 4 -4 0\nv 0 4 0 1 1 1\nv -4 -4 0\ng a\nf 1/1/1 2//1 3/2 \\\n-1\nl 1 2\nf 1\n");
  write("text.ply", "ply\nformat ascii 1.0\n" + std::string(ply_rest) + "1 0 0\n0 1 0\n0 0 1e-3\n3 0 1 2\n");
  write("little.ply", "ply\nformat binary_little_endian 1.0\n" + std::string(ply_rest) + binary);
  write("big.ply", "ply\r\nformat binary_big_endian 1.0\n" + std::string(ply_rest) + binary);
  write("counts.ply",
        "ply\nformat binary_little_endian 1.0\nelement none 99999999999\nelement vertex 99999999999\n"
        "property list uint double x\nend_header\n");
}

/// Outputs of Google Benchmark: repetitions with counters, aggregates, a failure, and files of old versions.
void write_benchmarks(const Seeds& seeds) {
  const auto write = [&](const std::string& name, std::string_view rows) {
    seeds.write(
        "benchmark_json", name,
        to_bytes("{\"context\": {\"num_cpus\": 2, \"caches\": []},\n\"benchmarks\": [" + std::string(rows) + "]}\n"));
  };
  write("repetitions", R"({"name": "a/8", "run_name": "a/8", "run_type": "iteration", "repetitions": 2, "threads": 2,
    "iterations": 10, "real_time": 1.5e+00, "cpu_time": 2, "time_unit": "us", "lost": NaN, "most": -Infinity,
    "label": "x \"q\""})");
  write("aggregates", R"({"name": "a_mean", "run_name": "a", "run_type": "aggregate", "aggregate_name": "mean",
    "aggregate_unit": "time", "real_time": 1, "cpu_time": 1, "time_unit": "s"}, {"name": "a_BigO", "run_name": "a",
    "run_type": "aggregate", "aggregate_name": "BigO", "cpu_coefficient": 1}, {"name": "a_RMS", "run_name": "a",
    "run_type": "aggregate", "aggregate_name": "RMS", "aggregate_unit": "percentage", "rms": 0.1})");
  write("failures", R"({"name": "a", "error_occurred": true, "error_message": "no", "real_time": NaN},
    {"name": "b", "skipped": true, "skip_message": "\u001b"})");
  write("old", R"({"name": "a", "real_time": 1, "cpu_time": 1}, {"name": "a_mean", "real_time": 1, "cpu_time": 1},
    {"name": "a_median", "real_time": 1, "cpu_time": 1}, {"name": "a_stddev", "real_time": 1, "cpu_time": 1})");
}

/// A whole history, one with a change, and one with a truncated end.
void write_histories(const Seeds& seeds) {
  const std::string full = tools::perf::to_line(tools::test::full_record());
  seeds.write("history", "full", to_bytes(full + full));
  seeds.write("history", "incomplete", to_bytes(full + full.substr(0, 100)));
  seeds.write("history", "change", to_bytes(tools::test::to_text(tools::test::records_of("a", {1, 1, 1, 2, 2, 2}))));
}

void write_all(const Seeds& seeds) {
  oracle::Rng rng(1);
  for (int i = 0; i < 64; ++i) {
    seeds.write("pairs", std::to_string(i), random_bytes(rng, 8 << i % 6));
    seeds.write("cull", std::to_string(i), random_bytes(rng, 8 << i % 6));
    seeds.write("plane", std::to_string(i), random_bytes(rng, 8 << i % 6));
  }
  oracle::Rng later(2);
  for (int i = 0; i < 64; ++i) {
    seeds.write("distances", std::to_string(i), random_bytes(later, 8 << i % 6));
    seeds.write("mesh", std::to_string(i), random_bytes(later, 8 << i % 6));
  }
  oracle::Rng of_worlds(3);
  for (int i = 0; i < 64; ++i) seeds.write("world", std::to_string(i), random_bytes(of_worlds, 8 << i % 6));
  oracle::Rng of_histories(4);
  for (int i = 0; i < 64; ++i) {
    seeds.write("world_history", std::to_string(i), random_bytes(of_histories, 32 << i % 6));
    seeds.write("world_rays", std::to_string(i), random_bytes(of_histories, 16 << i % 6));
  }
  oracle::Rng of_casts(5);
  for (int i = 0; i < 64; ++i) seeds.write("world_casts", std::to_string(i), random_bytes(of_casts, 16 << i % 6));
  seeds.write("bsp", "small", tools::test::small_map());
  seeds.write("bsp", "models", map_with_models());
  seeds.write("bsp", "faces", map_with_faces());
  seeds.write("gltf", "small.gltf", to_bytes(tools::test::small_gltf()));
  seeds.write("gltf", "nested.gltf", to_bytes(nested_gltf));
  seeds.write("gltf", "nested.glb", tools::test::make_glb(nested_gltf, "bytes"));
  const std::string zeros(24, '\0'), turns("\0\0\0\x7F\0\0\x7F\0", 8);
  seeds.write("gltf", "instances.glb", tools::test::make_glb(instanced_gltf(""), zeros + turns));
  seeds.write("gltf", "instances_in_file.gltf", to_bytes(instanced_gltf("trees.bin")));
  seeds.write(
      "gltf", "instances_in_text.gltf",
      to_bytes(instanced_gltf("data:application/octet-stream;base64," + std::string(32, 'A') + "AAAAfwAAfwA=")));
  seeds.write("pk3", "two",
              tools::test::make_zip({{"maps/Alpha.bsp", tools::test::small_map()},
                                     {"maps/beta.bsp", to_bytes("IBSP")},
                                     {"readme.txt", to_bytes("hello")}}));
  write_meshes(seeds);
  write_tables(seeds);
  write_arrays(seeds);
  write_benchmarks(seeds);
  write_histories(seeds);
  seeds.write("pair_file", "kinds", to_bytes(line_of_every_kind(rng)));
  seeds.write("pair_file", "motions", to_bytes(moving_lines));
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
