// STL, OBJ and PLY files as triangles.
#include "meshes/mesh_file.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "support/fixtures.hpp"
#include "support/mesh_fixture.hpp"
#include "support/read_error.hpp"

namespace lockstep::tools::test {
namespace {

using Triangles = std::vector<Triangle>;
using Names = std::vector<std::string>;

MeshFile mesh_of(std::string_view text) { return read_mesh(to_bytes(text)); }
std::string mesh_error(std::string_view text) {
  return read_error([&] { return mesh_of(text); });
}

/// The area of all triangles.
double area(const MeshFile& mesh) {
  double sum = 0;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec3d &o = mesh.vertices[a], &p = mesh.vertices[b], &q = mesh.vertices[c];
    const Vec3d u{p.x - o.x, p.y - o.y, p.z - o.z}, v{q.x - o.x, q.y - o.y, q.z - o.z};
    sum += std::hypot(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x) / 2;
  }
  return sum;
}

constexpr std::string_view two_solids =
    "solid left hand\n"
    "  facet normal 0 0 1\n    outer loop\n"
    "      vertex 0 0 0\n      vertex 1.5 0 0\n      vertex 0 1e0 -0\n"
    "    endloop\n  endfacet\n"
    "  FACET NORMAL nan nan nan OUTER LOOP VERTEX 1.5 0 0 VERTEX 1.5 1 0 VERTEX 0 1 0 ENDLOOP ENDFACET\r\n"
    "endsolid left hand\n"
    "solid\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n";

TEST(Stl, TextHasAPartForEachSolidAndEachVertexOnce) {
  const MeshFile mesh = mesh_of(two_solids);
  EXPECT_EQ(mesh.format, MeshFormat::stl);
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3d>{{0, 0, 0}, {1.5, 0, 0}, {0, 1, 0}, {1.5, 1, 0}, {0, 0, 1}}));
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {1, 3, 2}, {0, 4, 2}}));
  EXPECT_EQ(mesh.names, (Names{"left hand", ""}));
  EXPECT_EQ(mesh.parts, (std::vector<std::uint32_t>{0, 0, 1}));
  EXPECT_TRUE(mesh.notes.empty());
}

TEST(Stl, BinaryIsKnownByItsLengthAndNotByItsFirstWord) {
  const MeshFile mesh = read_mesh(
      make_stl({{0, 0, 0, 1, 0, 0, 0, 1, 0}, {1, 0, 0, 0.1F, 1, 2, -0.0F, 1, 0}}, "solid written by a program"));
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3d>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {double{0.1F}, 1, 2}}));
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {1, 3, 2}}));
  EXPECT_EQ(mesh.names, Names{""});
  EXPECT_TRUE(read_mesh(make_stl({}, "empty")).triangles.empty());
}

TEST(Stl, LengthsThatDoNotFitAreRefused) {
  FileBytes cut = make_stl({{0, 0, 0, 1, 0, 0, 0, 1, 0}}, "solid");
  cut.pop_back();
  EXPECT_EQ(read_error([&] { return read_mesh(cut); }),
            "is neither STL, OBJ nor PLY (as binary STL it would be 134 bytes long, and has 133)");
  FileBytes lies = make_stl({{0, 0, 0, 1, 0, 0, 0, 1, 0}}, "");
  put_u32(lies, 80, 0xFFFFFFFF);
  EXPECT_EQ(read_error([&] { return read_mesh(lies); }),
            "is neither STL, OBJ nor PLY (as binary STL it would be 214748364834 bytes long, and has 134)");
}

TEST(Stl, NumbersThatAreNotFiniteAreRefused) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(read_error([&] {
              return read_mesh(make_stl({{0, 0, 0, 1, nan, 0, 0, 1, 0}}, ""));
            }),
            "triangle 0: a coordinate is not a finite number");
  EXPECT_EQ(mesh_error("solid\nfacet normal 0 0 1 outer loop\nvertex 0 inf 0"),
            "line 3, field 3: \"inf\" is not a finite number");
}

TEST(Stl, DamagedTextsNameThePlace) {
  EXPECT_EQ(mesh_error("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0\nendloop"),
            "line 5, field 1: \"endloop\" is not a finite number");
  EXPECT_EQ(mesh_error("solid a\nfacet normal 0 0 1\nloop outer"), "line 3, field 1: expected outer, found \"loop\"");
  EXPECT_EQ(mesh_error("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n"),
            "line 5, field 1: the file ends where vertex should be");
  EXPECT_EQ(mesh_error("solid a\nendsolid a\nmore"), "line 3, field 1: expected solid, found \"more\"");
}

TEST(Obj, PolygonsIndicesAndGroups) {
  const MeshFile mesh = mesh_of(
      "# a comment\nmtllib a.mtl\nvn 0 0 1\nv 0 0 0\nv 1 0 0 1.0\nv 1 1 0 0.5 0.5 0.5\nv 0 1 0\nvt 0 0\nvn 0 0 1\n"
      "f 1 2 3\no my house\nusemtl red\ns off\nf 1/1/1 2//1 3/1 \\\n 4\ng door\nf -4 -3 -2 # the same\n"
      "o my house\nf 4 1 2\nv 9 9 9\n");
  EXPECT_EQ(mesh.format, MeshFormat::obj);
  EXPECT_EQ(mesh.vertices.size(), 5U);
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 1, 2}, {0, 2, 3}, {0, 1, 2}, {3, 0, 1}}));
  EXPECT_EQ(mesh.names, (Names{"", "my house", "my house/door"}));
  EXPECT_EQ(mesh.parts, (std::vector<std::uint32_t>{0, 1, 1, 2, 1}));
  EXPECT_TRUE(mesh.notes.empty());
  EXPECT_EQ(mesh.points().size(), 4U) << "the last vertex is in no face";
  EXPECT_EQ(mesh.points_of_parts()[2].size(), 3U);
}

TEST(Obj, SkippedPartsAreCounted) {
  const MeshFile mesh =
      mesh_of("v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2\np 1\nf 1 2\nf 1 2 3\ncstype bezier\nsurf 0 1 0 1 1 2 3\nend\n");
  EXPECT_EQ(mesh.triangles.size(), 1U);
  EXPECT_EQ(mesh.notes,
            (Names{"curves and surfaces left out, whose triangles are not in the file: 1",
                   "lines and points left out: 2", "faces left out because they have fewer than three corners: 1"}));
}

TEST(Obj, WrongIndicesAndWordsNameThePlace) {
  const std::string three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  EXPECT_EQ(mesh_error(three + "f 1 2 4\nf 1 2 3\n"),
            "line 4: vertex 4 is not in the file, which has 3, counted from 1");
  EXPECT_EQ(mesh_error(three + "f 1 2 4\nv 1 1 1\n"), "no error") << "a vertex may stand behind its face";
  EXPECT_EQ(mesh_error(three + "f 1 2 -4\n"),
            "line 4, field 4: vertex -4 counts back from the 3 vertices that stand before");
  for (const char* index : {"0", "1.5", "x", "99999999999", "nan"})
    EXPECT_EQ(mesh_error(concat(three, "f 1 ", index, " 2\n")),
              concat("line 4, field 3: \"", index, "\" is not the number of a vertex (a whole number, from 1)"));
  EXPECT_EQ(mesh_error(three + "v 1 2\n"), "line 4, field 4: the line ends where a coordinate should be");
  EXPECT_EQ(mesh_error(three + "v 1 nan 2\n"), "line 4, field 3: \"nan\" is not a finite number");
  EXPECT_EQ(mesh_error(three + "v 1 1e999 2\n"), "line 4, field 3: \"1e999\" is too large for a float64");
  EXPECT_EQ(mesh_error(three + "facet\n"), "line 4, field 1: \"facet\" is not a statement of OBJ");
}

/// A polygon in the plane with this normal, as an OBJ file.
std::string polygon(const std::vector<std::array<double, 2>>& corners, const Vec3d& u, const Vec3d& v) {
  std::string text, face = "f";
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto [a, b] = corners[i];
    text += concat("v ", a * u.x + b * v.x, " ", a * u.y + b * v.y, " ", a * u.z + b * v.z, "\n");
    face += concat(" ", i + 1);
  }
  return text + face + "\n";
}

TEST(Polygons, ThatAreNotConvexAreCovered) {
  // An arrow head whose fan from the first corner would cover too much, a comb, and one with corners on its sides.
  const std::vector<std::array<double, 2>> arrow = {{0, 0}, {4, -4}, {0, 4}, {-4, -4}};
  const std::vector<std::array<double, 2>> turned_arrow = {{4, -4}, {0, 4}, {-4, -4}, {0, 0}};
  const std::vector<std::array<double, 2>> comb = {{0, 0}, {5, 0}, {5, 3}, {4, 3}, {4, 1}, {3, 1},
                                                   {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
  const std::vector<std::array<double, 2>> sides = {{0, 0}, {1, 0}, {2, 0}, {2, 2}, {1, 2}, {1, 1}, {0, 1}, {0, 0.5}};
  const std::pair<Vec3d, Vec3d> planes[] = {{{1, 0, 0}, {0, 1, 0}},
                                            {{0, 1, 0}, {0, 0, 1}},
                                            {{0, 0, 1}, {1, 0, 0}},
                                            {{0, 1, 0}, {1, 0, 0}},
                                            {{0, 0.6, 0.8}, {-1, 0, 0}}};
  for (const auto& [u, v] : planes) {
    EXPECT_NEAR(area(mesh_of(polygon(arrow, u, v))), 16, 1e-12);
    EXPECT_NEAR(area(mesh_of(polygon(turned_arrow, u, v))), 16, 1e-12);
    EXPECT_NEAR(area(mesh_of(polygon(comb, u, v))), 11, 1e-12);
    EXPECT_NEAR(area(mesh_of(polygon(sides, u, v))), 3, 1e-12);
    EXPECT_EQ(mesh_of(polygon(comb, u, v)).triangles.size(), 10U);
  }
}

TEST(Polygons, ThatCrossThemselvesAreNoted) {
  const MeshFile mesh = mesh_of(polygon({{0, 0}, {4, 4}, {4, 0}, {0, 3}}, {1, 0, 0}, {0, 1, 0}));
  EXPECT_EQ(mesh.triangles.size(), 2U);
  EXPECT_EQ(mesh_of(polygon({{0, 0}, {2, 0}, {0, 0}, {2, 0}, {1, 0}}, {1, 0, 0}, {0, 1, 0})).triangles.size(), 3U);
}

constexpr std::string_view ply_header_rest =
    "comment made by hand\nobj_info nothing\nelement vertex 4\nproperty float x\nproperty double y\nproperty short z\n"
    "property uchar red\nproperty list uchar int seen\nelement edge 1\nproperty ushort a\nelement face 2\n"
    "property char flags\nproperty list uchar uint vertex_indices\nend_header\n";

/// The numbers of a PLY file in either byte order.
class Binary {
 public:
  explicit Binary(bool big) : big_(big) {}
  template <class Number>
  Binary& put(Number number) {
    auto bytes = std::bit_cast<std::array<char, sizeof(Number)>>(number);
    if (big_) std::reverse(bytes.begin(), bytes.end());
    text_.append(bytes.data(), bytes.size());
    return *this;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  bool big_;
  std::string text_;
};

std::string binary_body(bool big) {
  Binary body(big);
  const auto vertex = [&](float x, double y, std::int16_t z, std::uint8_t seen) {
    body.put(x).put(y).put(z).put(std::uint8_t{200}).put(seen);
    for (std::uint8_t i = 0; i < seen; ++i) body.put(std::int32_t{-7});
  };
  vertex(0, 0, -3, 0), vertex(1, 0, -3, 2), vertex(1, 0.1, -3, 0), vertex(0, 1, 300, 1);
  body.put(std::uint16_t{5});
  body.put(std::int8_t{-1}).put(std::uint8_t{3});
  for (const std::uint32_t i : {0U, 1U, 3U}) body.put(i);
  body.put(std::int8_t{-1}).put(std::uint8_t{4});
  for (const std::uint32_t i : {0U, 1U, 2U, 3U}) body.put(i);
  return body.text();
}

TEST(Ply, AllFormatsWithOtherElementsAndProperties) {
  const std::string text =
      "0 0 -3 200 0\n1 0 -3 200 2 -7 -7\n1 0.1 -3 200 0\n0 1 300 200 1 -7\n5\n-1 3 0 1 3\n-1 4 0 1 2 3";
  const std::string rest(ply_header_rest);
  const std::string files[] = {"ply\nformat ascii 1.0\n" + rest + text,
                               "ply\nformat binary_little_endian 1.0\n" + rest + binary_body(false),
                               "ply\r\nformat binary_big_endian 1.0\r\n" + rest + binary_body(true)};
  for (const std::string& file : files) {
    const MeshFile mesh = mesh_of(file);
    EXPECT_EQ(mesh.format, MeshFormat::ply);
    EXPECT_EQ(mesh.vertices, (std::vector<Vec3d>{{0, 0, -3}, {1, 0, -3}, {1, 0.1, -3}, {0, 1, 300}}));
    EXPECT_EQ(mesh.triangles.size(), 3U);
    EXPECT_EQ(mesh.triangles[0], (Triangle{0, 1, 3}));
    EXPECT_EQ(mesh.names, Names{""});
    // A file that is cut anywhere is an error, and never read beyond its end.
    for (std::size_t size = 0; size < file.size(); ++size)
      EXPECT_NE(mesh_error(std::string_view(file).substr(0, size)), "no error") << size;
  }
}

std::string ply(std::string_view elements, std::string_view body, std::string_view format = "ascii") {
  return concat("ply\nformat ", format, " 1.0\n", elements, "end_header\n", body);
}
constexpr std::string_view points = "property float x\nproperty float y\nproperty float z\n";

TEST(Ply, CloudsOfPointsHaveNoTriangles) {
  const MeshFile mesh = mesh_of(ply(concat("element vertex 2\n", points), "0 0 0\n1 2 3\n"));
  EXPECT_TRUE(mesh.triangles.empty());
  EXPECT_EQ(mesh.points(), mesh.vertices);
  EXPECT_EQ(mesh.points_of_parts(), std::vector<std::vector<Vec3d>>{mesh.vertices});
}

TEST(Ply, HugeCountsAreRefusedBeforeTheyAreBelieved) {
  EXPECT_EQ(mesh_error(ply(concat("element vertex 18446744073709551615\n", points), "0 0 0\n", "binary_little_endian")),
            "element vertex: 18446744073709551615 rows of at least 12 bytes do not fit in the 6 bytes that are left of "
            "the file");
  EXPECT_EQ(mesh_error(ply(concat("element vertex 9\n", points), "0 0 0\n")),
            "element vertex: 9 rows of at least 6 bytes do not fit in the 7 bytes that are left of the file");
  const std::string face =
      concat("element vertex 1\n", points, "element face 1\nproperty list uint int vertex_index\n");
  const std::string vertex(12, '\0');
  EXPECT_EQ(mesh_error(ply(face, vertex + "\xFF\xFF\xFF\xFF", "binary_little_endian")),
            "face 0: 4294967295 is not the length of a list that fits in the file");
  EXPECT_EQ(mesh_error(ply(face, "0 0 0 999999999 0 0 0 0")),
            "face 0: 999999999 is not the length of a list that fits in the file");
  EXPECT_EQ(mesh_error(ply(face, "0 0 0 -1")), "face 0: -1 is not the length of a list that fits in the file");
  // Rows without properties take no bytes and no time.
  EXPECT_EQ(mesh_error(ply(concat("element none 18446744073709551615\nelement vertex 1\n", points), "0 0 0\n")),
            "no error");
  EXPECT_EQ(mesh_error(ply(concat("element vertex 18446744073709551616\n", points), "")),
            "line 3, field 3: \"18446744073709551616\" is not a number of rows");
}

TEST(Ply, WrongNumbersNameTheRow) {
  const std::string face =
      concat("element vertex 1\n", points, "element face 2\nproperty list uchar int vertex_indices\n");
  EXPECT_EQ(mesh_error(ply(face, "0 0 0 3 0 0 0 3 0 0 1")),
            "face 1: vertex 1 is not in the file, which has 1, counted from 0");
  EXPECT_EQ(mesh_error(ply(face, "0 0 0 3 0 0 -1 3 0 0 0")), "face 0: -1 is not the number of a vertex");
  EXPECT_EQ(mesh_error(ply(face, "0 0 0 3 0 0 0.5 3 0 0 0")), "face 0: 0.5 is not the number of a vertex");
  EXPECT_EQ(mesh_error(ply(face, "0 nan 0 0 0")), "vertex 0: a coordinate is not a finite number");
  EXPECT_EQ(mesh_error(ply(face, "0 1e999 0 0 0")), "vertex 0: a coordinate is not a finite number");
  EXPECT_EQ(mesh_error(ply(face, "0 zero 0 0 0")), "line 10, field 2: \"zero\" is not a finite number");
}

TEST(Ply, HeadersAreChecked) {
  EXPECT_EQ(mesh_error("ply\nformat ascii 1.0\n"), "the PLY header has no end_header");
  EXPECT_EQ(mesh_error("ply\nend_header\n"), "the PLY header has no format");
  EXPECT_EQ(mesh_error("ply\nformat ascii 1.1\n"), "line 2, field 3: version \"1.1\": only 1.0 is understood");
  EXPECT_EQ(mesh_error("ply\nformat text 1.0\n"),
            "line 2, field 2: \"text\" is not ascii, binary_little_endian or binary_big_endian");
  EXPECT_EQ(mesh_error(ply("property float x\n", "")), "line 3, field 1: a property stands before the first element");
  EXPECT_EQ(mesh_error(ply("element vertex 1\nproperty half x\n", "")),
            "line 4, field 2: \"half\" is not a type of PLY");
  EXPECT_EQ(mesh_error(ply("element vertex 1\nproperty list float int x\n", "")),
            "line 4, field 3: the length of a list must be of a whole type");
  EXPECT_EQ(mesh_error(ply("element vertex 1\nproperty float x\nproperty float y\n", "0 0")),
            "element vertex has no property z");
  EXPECT_EQ(mesh_error(ply(concat("element vertex 0\n", points, "element face 0\nproperty uchar a\n"), "")),
            "element face has no list vertex_indices");
  EXPECT_EQ(mesh_error(ply("element camera 0\n", "")), "the PLY header has no element vertex");
  EXPECT_EQ(
      mesh_error(
          ply(concat("element vertex 0\n", points, "element tristrips 0\nproperty list int int vertex_indices\n"), "")),
      "has triangle strips (tristrips), which are not read: save it with faces");
  EXPECT_EQ(mesh_error(ply("element \x1B[2J 9\nproperty float x\n", "")),
            "element ?[2J: 9 rows of at least 2 bytes do not fit in the 1 bytes that are left of the file");
  EXPECT_EQ(mesh_error("ply\nnonsense\n"), "line 2, field 1: \"nonsense\" is not a word of a PLY header");
}

TEST(MeshFormats, OtherFilesAreNone) {
  for (const char* text : {"", "x,y,radius\n1,2,3\n", "solid,x,y,radius\n1,2,3,4\n", "solid state\n", "v x y\n",
                           "v 1 2\n", "o a\nx 1 2\n", "play\n", "{}"})
    EXPECT_FALSE(mesh_format(to_bytes(text))) << text;
  EXPECT_EQ(mesh_error("hello"), "is neither STL, OBJ nor PLY");
  EXPECT_EQ(mesh_error(std::string("\xFF\xFEv\0 \0", 6)),
            "is UTF-16 text: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)");
}

}  // namespace
}  // namespace lockstep::tools::test
