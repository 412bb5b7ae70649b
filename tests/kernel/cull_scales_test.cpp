// Culling at every legal size, from the smallest floats to the largest coordinates: one volume, the parts of a view and
// any volumes in a tree, with all kinds of objects. A power of two changes no answer, unless it is `touching` near
// contact at one of the scales; at scale 1 all answers are compared with the truth.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>

#include "every_scale.hpp"
#include "judge.hpp"
#include "objects.hpp"
#include "oracle.hpp"
#include "pair_line.hpp"
#include "twins.hpp"
#include "variations.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

using oracle::Corners8;
using oracle::MatrixVolume;
using oracle::Truth;
using oracle::uniform;

/// A view subdivided into parts, in numbers whose parts have exact matrices.
struct Grid {
  MatrixVolume view;
  std::uint32_t columns, rows;
  std::vector<float> depths;

  [[nodiscard]] VolumeSet made() const {
    return VolumeSet::grid(view.row_major, view.range, {.columns = columns, .rows = rows, .depths = depths});
  }
};

/// A scene: objects, and either volumes that are given one by one or a grid.
struct Scene {
  std::vector<AnyShape> objects;
  std::vector<AnyShape> given;  // to the library; or
  std::optional<Grid> grid;
  std::vector<AnyShape> truths;  // the same sets of points, for the oracle; an infinite one up to a million away
};

Scene at_scale(const Scene& scene, int exponent) {
  const auto all = [exponent](std::vector<AnyShape> shapes) {
    for (AnyShape& shape : shapes) shape = scaled(shape, exponent);
    return shapes;
  };
  Scene result{all(scene.objects), all(scene.given), scene.grid, all(scene.truths)};
  if (result.grid) {
    result.grid->view = std::get<MatrixVolume>(scaled(result.grid->view, exponent));
    for (float& depth : result.grid->depths) depth = std::ldexp(depth, exponent);
  }
  return result;
}

bool are_legal(const std::vector<AnyShape>& shapes) {
  return std::all_of(shapes.begin(), shapes.end(), [](const AnyShape& shape) { return is_legal(shape); });
}
bool are_same(const std::vector<AnyShape>& a, const std::vector<AnyShape>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](const AnyShape& p, const AnyShape& q) { return is_same(p, q); });
}

ConvexVolume made_of(const AnyShape& given) {
  const auto* corners = std::get_if<Corners8>(&given);
  return corners != nullptr ? volume_of(*corners) : volume_of(std::get<MatrixVolume>(given));
}

/// Objects as arguments of `cull`: one view, or a set.
struct Asked {
  Columns columns;  // empty: the set
  ShapeSet set;

  explicit Asked(const std::vector<AnyShape>& objects) {
    const std::optional<Objects> view = view_of(kind_of(objects[0]));
    const bool one_kind = std::all_of(objects.begin(), objects.end(),
                                      [&](const AnyShape& object) { return kind_of(object) == kind_of(objects[0]); });
    if (!view || !one_kind) {
      for (const AnyShape& object : objects) add_to(set, object);
      return;
    }
    columns.assign(stream_count(*view), std::vector<float>(objects.size()));
    for (std::size_t i = 0; i < objects.size(); ++i) put_object(columns, i, objects[i]);
  }
};

using Mask = std::vector<std::uint64_t>;

Mask asked_mask(const ConvexVolume& volume, const Asked& asked, std::size_t count, const CullOptions& options) {
  if (!asked.columns.empty()) return mask_of(volume, packed(asked.columns), count, options);
  Mask mask(mask_words(count));
  cull(volume, asked.set, mask, options);
  return mask;
}

/// One mask for each volume.
std::vector<Mask> masks_of(const VolumeSet& volumes, const Asked& asked, std::size_t count,
                           const CullOptions& options) {
  std::vector<std::uint64_t> bits(volumes.size() * mask_words(count));
  const VisibleSets out{.by_volume = bits};
  if (asked.columns.empty())
    cull(volumes, asked.set, out, options);
  else
    cull_streams(volumes, packed(asked.columns), count, out, options);
  std::vector<Mask> masks;
  for (std::size_t v = 0; v < volumes.size(); ++v) {
    const auto first = bits.begin() + static_cast<std::ptrdiff_t>(v * mask_words(count));
    masks.emplace_back(first, first + static_cast<std::ptrdiff_t>(mask_words(count)));
  }
  return masks;
}

/// Verdicts by volume and object; `planes` keeps all that `exact` keeps.
using Answers = std::vector<std::vector<Verdict>>;

template <class Masks>
Answers answers_of(std::size_t count, const Masks& masks) {
  CullOptions options;
  const std::vector<Mask> kept = masks(options);
  options.touching = Touching::separate;
  const std::vector<Mask> proven = masks(options);
  options = {.method = CullMethod::planes};
  const std::vector<Mask> by_planes = masks(options);
  Answers answers(kept.size(), std::vector<Verdict>(count));
  for (std::size_t v = 0; v < kept.size(); ++v)
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_TRUE(!is_set(kept[v], i) || is_set(by_planes[v], i)) << "planes leave out what is kept, object " << i;
      answers[v][i] = !is_set(kept[v], i)    ? Verdict::separated
                      : is_set(proven[v], i) ? Verdict::overlapping
                                             : Verdict::touching;
    }
  return answers;
}

/// On all instruction sets, which must agree. `together`: as a set of volumes.
Answers ask(const Scene& scene, bool together) {
  const Asked asked(scene.objects);
  const std::size_t count = scene.objects.size();
  std::vector<ConvexVolume> volumes;
  for (const AnyShape& given : scene.given) volumes.push_back(made_of(given));
  const VolumeSet set = scene.grid ? scene.grid->made() : VolumeSet(volumes);
  std::optional<Answers> answers;
  for (const Isa isa : supported_isas()) {
    Answers here = answers_of(count, [&](CullOptions options) {
      options.isa = isa;
      if (together) return masks_of(set, asked, count, options);
      std::vector<Mask> masks;
      for (const ConvexVolume& volume : volumes) masks.push_back(asked_mask(volume, asked, count, options));
      return masks;
    });
    if (answers) {
      EXPECT_EQ(here, *answers) << name(isa);
    }
    answers = std::move(here);
  }
  return *answers;
}

/// Why the verdict is impossible; nothing if it is possible.
const char* what_is_wrong(Verdict verdict, const AnyShape& volume, const AnyShape& object) {
  if (verdict != Verdict::touching)
    return is_false(verdict, oracle::decide(volume, object)) ? "a false verdict" : nullptr;
  return is_far_from_contact({volume, object}) ? "touching, but far from contact" : nullptr;
}

/// At scale 1 everything is compared with the truth, at others the answers that differ or whose input was rounded.
struct Judge {
  const Scene& scene;
  bool together;
  Answers before = ask(scene, together);

  void judge_scale_1() const {
    for (std::size_t v = 0; v < scene.truths.size(); ++v)
      for (std::size_t i = 0; i < scene.objects.size(); ++i) judge(scene, v, i, before[v][i]);
  }

  /// False if the scene is not legal at that scale.
  bool judge_scale(int exponent) const {
    SCOPED_TRACE("times 2 to " + std::to_string(exponent));
    const Scene here = at_scale(scene, exponent);
    if (!are_legal(here.objects) || !are_legal(here.given) || !are_legal(here.truths)) return false;
    const Scene back = at_scale(here, -exponent);
    if (!are_same(back.given, scene.given) || !are_same(back.truths, scene.truths)) return false;
    if (here.grid && (!is_legal(here.grid->view) || !is_same(back.grid->view, scene.grid->view) ||
                      back.grid->depths != scene.grid->depths))
      return false;
    const Answers after = ask(here, together);
    for (std::size_t v = 0; v < here.truths.size(); ++v)
      for (std::size_t i = 0; i < here.objects.size(); ++i) {
        if (is_same(back.objects[i], scene.objects[i])) {
          if (after[v][i] == before[v][i]) continue;
          EXPECT_TRUE(do_not_contradict(before[v][i], after[v][i])) << line(here, v, i);
        }
        judge(here, v, i, after[v][i]);
      }
    return true;
  }

 private:
  static std::string line(const Scene& at, std::size_t v, std::size_t i) {
    return oracle::to_pair_line("volume" + std::to_string(v), at.truths[v], at.objects[i]);
  }
  static void judge(const Scene& at, std::size_t v, std::size_t i, Verdict verdict) {
    const char* const wrong = what_is_wrong(verdict, at.truths[v], at.objects[i]);
    EXPECT_EQ(wrong, nullptr) << verdict << "\n" << line(at, v, i);
  }
};

/// At every scale; of many volumes at every third.
void judge_every_scale(const Scene& scene, bool together) {
  const Judge judge{scene, together};
  judge.judge_scale_1();
  const int step = together ? 3 : 1;
  int judged = 0;
  for (int exponent = least_exponent; exponent <= most_exponent && !testing::Test::HasFailure(); exponent += step)
    judged += judge.judge_scale(exponent) ? step : 0;
  EXPECT_GT(judged, 40) << "too few scales are legal to test anything";
}

/// One object in two is moved to within a share of its own size of contact with the volume.
AnyShape placed(const AnyShape& truth, const AnyShape& object, Rng& rng) {
  if (oracle::below(rng, 2) == 0) return object;
  const double gap = std::pow(10, uniform(rng, -6, 0)) * largest_coordinate(object);
  return oracle::brought_near(truth, object, oracle::below(rng, 2) == 0 ? gap : -gap).second;
}

/// Shapes that only a set takes.
AnyShape shape_at(const Columns& places, std::size_t i, Rng& rng) {
  constexpr std::array<Kind, 6> kinds = {Kind::hull,      Kind::placed, Kind::capsule,
                                         Kind::ellipsoid, Kind::cone,   Kind::cylinder};
  const Kind kind = kinds[i % kinds.size()];
  const oracle::Hardness hardness = i % 2 == 0 ? oracle::Hardness::thin : oracle::Hardness::flat;
  const int exponent = std::ilogb(places[3][i]);
  const AnyShape shape = scaled(hard_pair(rng, kind, Kind::point, hardness).first, exponent);
  return oracle::moved(shape, places[0][i], places[1][i], places[2][i]);
}

/// Objects near a volume, of a view or of a set.
std::vector<AnyShape> objects_about(const ConvexVolume& volume, const AnyShape& truth, std::optional<Objects> view,
                                    std::size_t count, Rng& rng) {
  const Columns columns = objects_near(volume, view.value_or(Objects::spheres), count, rng);
  std::vector<AnyShape> objects;
  for (std::size_t i = 0; i < count; ++i)
    objects.push_back(placed(truth, view ? object_at(columns, i) : shape_at(columns, i, rng), rng));
  return objects;
}

/// The four views, and a set.
constexpr std::array<std::optional<Objects>, 5> all_ways = {Objects::spheres, Objects::aabbs, Objects::boxes,
                                                            Objects::transformed_boxes, std::nullopt};

std::string name_of(std::optional<Objects> view) { return view ? std::string(name(*view)) : "set"; }

class CullScales : public testing::TestWithParam<std::size_t> {};

TEST_P(CullScales, OneVolume) {
  const NamedVolume volume = volumes()[GetParam()];
  Rng rng(640 + GetParam());
  for (const auto& view : all_ways) {
    SCOPED_TRACE(volume.name + ", " + name_of(view));
    judge_every_scale({objects_about(volume.volume, volume.truth, view, 200, rng), {volume.given}, {}, {volume.truth}},
                      false);
  }
}

std::vector<std::size_t> all_volumes() {
  std::vector<std::size_t> indices(volumes().size());
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  return indices;
}

std::string volume_name(const testing::TestParamInfo<std::size_t>& info) { return volumes()[info.param].name; }

INSTANTIATE_TEST_SUITE_P(, CullScales, testing::ValuesIn(all_volumes()), volume_name);

/// A row of a matrix cropped to low .. high, so that -1 .. 1 is the range between them.
void crop(MatrixVolume& part, const MatrixVolume& view, std::size_t row, float low, float high) {
  const bool symmetric = row != 2 || view.range == DepthRange::minus_one_to_one;
  for (std::size_t c = 0; c < 4; ++c) {
    const float x = view.row_major[4 * row + c], w = view.row_major[12 + c];
    part.row_major[4 * row + c] = symmetric ? (2 * x - (low + high) * w) / (high - low) : (x - low * w) / (high - low);
  }
}

/// The parts of a grid, with z / w at the sides of its slices from the eye. All of it must be exact.
std::vector<AnyShape> parts_of(const Grid& grid, const std::vector<float>& slices) {
  std::vector<AnyShape> parts;
  const auto side = [](std::size_t i, std::uint32_t count) {
    return -1 + 2 * static_cast<float>(i) / static_cast<float>(count);
  };
  for (std::size_t k = 0; k + 1 < slices.size(); ++k)
    for (std::size_t j = 0; j < grid.rows; ++j)
      for (std::size_t i = 0; i < grid.columns; ++i) {
        MatrixVolume part = grid.view;
        crop(part, grid.view, 0, side(i, grid.columns), side(i + 1, grid.columns));
        crop(part, grid.view, 1, side(j, grid.rows), side(j + 1, grid.rows));
        crop(part, grid.view, 2, std::min(slices[k], slices[k + 1]), std::max(slices[k], slices[k + 1]));
        parts.emplace_back(part);
      }
  return parts;
}

struct NamedGrid {
  const char* name;
  Grid grid;
  std::vector<float> slices;  // z / w where they meet
};

/// In small numbers: perspective without slices, a sun with them (z rises from 0 to 1 in 16 units), and one with
/// reversed Z.
std::vector<NamedGrid> grids() {
  const DepthRange d3d = DepthRange::zero_to_one, gl = DepthRange::minus_one_to_one;
  const std::array<float, 16> camera = {1, 0, 0.5F, -1, 0, 2, -0.5F, 2, 0, 0, -1.25F, 2.5F, 0, 0, -1, 3};
  const std::array<float, 16> sun = {0.25F, 0, 0, 0.5F, 0, 0.125F, 0.125F, 0, 0, 0, -0.0625F, 0.25F, 0, 0, 0, 1};
  const std::array<float, 16> reversed = {0.25F, 0, 0, 0.5F, 0, 0.125F, 0.125F, 0, 0, 0, 0.125F, 0.5F, 0, 0, 0, 1};
  return {{"perspective", {{camera, gl}, 8, 4, {}}, {-1, 1}},
          {"sun", {{sun, d3d}, 4, 2, {4, 8}}, {0, 0.25F, 0.5F, 1}},
          {"reversed", {{reversed, gl}, 2, 4, {8, 12}}, {-1, 0, 0.5F, 1}}};
}

TEST(CullScalesOfMany, Grids) {
  Rng rng(680);
  for (const NamedGrid& named : grids()) {
    const std::vector<AnyShape> parts = parts_of(named.grid, named.slices);
    for (const auto& view : all_ways) {
      SCOPED_TRACE(std::string(named.name) + ", " + name_of(view));
      Scene scene{{}, {}, named.grid, parts};
      for (int i = 0; i < 12; ++i) {
        const AnyShape& part = parts[rng() % parts.size()];
        for (const AnyShape& object : objects_about(made_of(part), part, view, 4, rng)) scene.objects.push_back(object);
      }
      judge_every_scale(scene, true);
    }
  }
}

/// More volumes than a node of the tree has children: cameras and corners about the origin.
TEST(CullScalesOfMany, Trees) {
  Rng rng(681);
  for (const auto& view : all_ways) {
    SCOPED_TRACE(name_of(view));
    Scene scene;
    while (scene.given.size() < 40) {
      const auto [a, b] = oracle::random_pair(rng, Kind::corners, rng() % 2 == 0 ? Kind::corners : Kind::matrix);
      scene.given.push_back(b);
      const std::optional<Objects> one = view;
      for (const AnyShape& object : objects_about(made_of(b), b, one, 2, rng)) scene.objects.push_back(object);
    }
    scene.truths = scene.given;
    judge_every_scale(scene, true);
  }
}

}  // namespace
}  // namespace lockstep::test
