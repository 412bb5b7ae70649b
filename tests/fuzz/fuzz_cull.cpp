// Bytes as a volume and objects. All instruction sets give the same mask, `planes` keeps all that `exact` keeps, and no
// object that touches the volume by exact arithmetic is ever left out. Or as many volumes: culling against all of them
// gives the masks of each alone.
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "layout.hpp"
#include "objects.hpp"
#include "pair_line.hpp"
#include "pair_list.hpp"
#include "poison.hpp"
#include "shapes.hpp"
#include "target.hpp"
#include "volumes.hpp"

namespace lockstep::test {

namespace {

using oracle::Truth;
using Mask = std::vector<std::uint64_t>;

/// The oracle knows an infinite volume up to 2^20.
constexpr float infinite_reach = 1e5F;

struct Target {
  ConvexVolume volume;
  AnyShape truth;
  float reach = std::numeric_limits<float>::infinity();  ///< farther objects cannot be judged
};

std::optional<Target> make_target(Input& in) {
  static const std::vector<NamedVolume> named = volumes();
  if (in.below(2) == 0) {
    const NamedVolume& volume = named[in.below(static_cast<unsigned>(named.size()))];
    if (!volume.volume.infinite_far()) return Target{volume.volume, volume.truth};
    return Target{volume.volume, volume.truth, infinite_reach};
  }
  const AnyShape shape = make_volume(in);
  try {
    if (const auto* corners = std::get_if<oracle::Corners8>(&shape)) return Target{volume_of(*corners), shape};
    return Target{volume_of(std::get<oracle::MatrixVolume>(shape)), shape};
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

/// Nothing if the oracle does not know.
std::optional<Truth> truth_about(const Target& target, AnyShape object) {
  if (!is_finite(object) || !is_a_shape(object)) return std::nullopt;
  for (const float* number : numbers_of(object))
    if (std::abs(*number) > target.reach) return std::nullopt;
  return truth_of(target.truth, object);
}

/// Objects, and a function that culls them all.
struct Crowd {
  std::vector<AnyShape> objects;
  std::function<Mask(const ConvexVolume&, const CullOptions&)> cull;
  std::function<std::size_t(const VolumeSet&, const VisibleSets&, const CullOptions&)> cull_many;
};

/// Streams of objects near the volume, with some arbitrary numbers.
Crowd make_streams(Input& in, const ConvexVolume& volume) {
  const Objects kind = all_objects[in.below(all_objects.size())];
  const std::size_t count = 1 + in.below(100);
  Rng rng = in.rng();
  Columns columns = objects_near(volume, kind, count, rng);
  for (unsigned changes = in.below(32); changes > 0; --changes) {
    float& number = columns[in.below(static_cast<unsigned>(columns.size()))][in.below(static_cast<unsigned>(count))];
    in.remember(number);
    number = in.number();
  }
  Crowd crowd;
  for (std::size_t i = 0; i < count; ++i) crowd.objects.push_back(object_at(columns, i));
  const auto layout = std::make_shared<Layout>(in.below(4) == 3 ? structures(columns, columns.size() * 4 + 1, 1)
                                                                : separate(columns, in.below(5)));
  crowd.cull = [layout, count](const ConvexVolume& in_volume, const CullOptions& options) {
    return mask_of(in_volume, layout->streams, count, options);
  };
  crowd.cull_many = [layout, count](const VolumeSet& volumes, const VisibleSets& visible, const CullOptions& options) {
    return cull_streams(volumes, layout->streams, count, visible, options);
  };
  return crowd;
}

/// A set of any shapes.
Crowd make_set(Input& in) {
  Crowd crowd;
  ShapeSet set;
  constexpr std::size_t most_objects = 40;
  for (std::size_t made = 0; made < most_objects && !in.at_end(); ++made) {
    const AnyShape shape = make_shape(in);
    try {
      add_to(set, shape, Check::none);
      crowd.objects.push_back(shape);
    } catch (const InvalidInput&) {  // an invalid volume
    }
  }
  const auto shared = std::make_shared<ShapeSet>(std::move(set));
  crowd.cull = [shared](const ConvexVolume& volume, const CullOptions& options) {
    Mask mask(mask_words(shared->size()));
    if (cull(volume, *shared, mask, options) != cull_count(volume, *shared, options))
      broken("cull_count differs from cull");
    return mask;
  };
  crowd.cull_many = [shared](const VolumeSet& volumes, const VisibleSets& visible, const CullOptions& options) {
    return cull(volumes, *shared, visible, options);
  };
  return crowd;
}

class Judge {
 public:
  Judge(const Target& target, const Crowd& crowd) : target_(target), crowd_(crowd) {}

  void judge() {
    const Mask exact = ask(CullMethod::exact, Touching::overlap), planes = ask(CullMethod::planes, Touching::overlap);
    const Mask proven = ask(CullMethod::exact, Touching::separate);
    const Mask proven_by_planes = ask(CullMethod::planes, Touching::separate);
    for (std::size_t i = 0; i < crowd_.objects.size(); ++i) {
      const AnyShape& object = crowd_.objects[i];
      if (is_set(exact, i) && !is_set(planes, i)) fail(i, "kept by GJK, left out by planes");
      if (is_set(proven, i) && !is_set(exact, i)) fail(i, "inside if touching is outside, but outside if it is inside");
      if (is_set(proven_by_planes, i) && !is_set(planes, i)) fail(i, "the same, by planes");
      if (!is_finite(object) && !is_set(exact, i)) fail(i, "no number, but left out");
      if (!is_finite(object) && is_set(proven, i)) fail(i, "no number, but proven inside");
      const bool left_out = !is_set(exact, i), inside = is_set(proven, i);
      if (!left_out && !inside) continue;
      const std::optional<Truth> truth = truth_about(target_, object);
      if (truth && left_out && *truth != Truth::separated) fail(i, "left out, but it touches");
      if (truth && inside && *truth == Truth::separated) fail(i, "proven inside, but it is outside");
    }
  }

 private:
  /// The mask, which is the same on every instruction set.
  [[nodiscard]] Mask ask(CullMethod method, Touching touching) const {
    CullOptions options{method, touching, Check::none, Isa::scalar};
    const Mask mask = crowd_.cull(target_.volume, options);
    for (const Isa isa : supported_isas()) {
      options.isa = isa;
      const Mask same = crowd_.cull(target_.volume, options);
      for (std::size_t i = 0; i < crowd_.objects.size(); ++i)
        if (is_set(same, i) != is_set(mask, i)) fail(i, std::string(name(isa)) + " differs from scalar");
      if (same != mask) broken("bits beyond the last object");
    }
    return mask;
  }

  [[noreturn]] void fail(std::size_t i, const std::string& what) const {
    broken("object " + std::to_string(i) + ": " + what + "\n" +
           oracle::to_pair_line("cull", target_.truth, crowd_.objects[i]));
  }

  const Target& target_;
  const Crowd& crowd_;
};

/// The target among other volumes, or the parts of a camera's view; nothing if the matrix has none.
std::optional<VolumeSet> make_volumes(Input& in, const Target& target) {
  const auto* const matrix = std::get_if<oracle::MatrixVolume>(&target.truth);
  if (matrix == nullptr || in.below(2) == 0) {
    std::vector<ConvexVolume> all{target.volume};
    for (unsigned more = in.below(20); more > 0; --more)
      if (const std::optional<Target> other = make_target(in)) all.push_back(other->volume);
    return VolumeSet(all);
  }
  const ViewGrid grid{.columns = 1 + in.below(9), .rows = 1 + in.below(5)};
  try {
    return VolumeSet::grid(matrix->row_major, matrix->range, grid);
  } catch (const InvalidInput&) {  // a part may be too thin though the whole is not
    return std::nullopt;
  }
}

/// One pass must keep for each volume the objects of `alone`, the mask of that volume. (An object with a negative
/// length may get any answer.)
void judge_row(const std::uint64_t* row, const Mask& alone, const Crowd& crowd, const std::string& where) {
  for (std::size_t word = 0; word < alone.size(); ++word)
    for (std::uint64_t differ = row[word] ^ alone[word]; differ != 0; differ &= differ - 1) {
      const std::size_t i = word * 64 + static_cast<std::size_t>(std::countr_zero(differ));
      if (i >= crowd.objects.size()) broken("bits beyond the last object");
      if (!is_a_shape(crowd.objects[i])) continue;
      broken(where + (is_set(alone, i) ? "kept alone, left out" : "left out alone, kept") + " among others: object " +
             std::to_string(i) + ", " + oracle::to_text(crowd.objects[i]));
    }
}

void judge_volumes(const VolumeSet& volumes, const Crowd& crowd) {
  const std::size_t words = mask_words(crowd.objects.size());
  for (const Isa isa : supported_isas())
    for (const Touching touching : {Touching::overlap, Touching::separate}) {
      const CullOptions options{CullMethod::exact, touching, Check::none, isa};
      Mask rows(volumes.size() * words);
      crowd.cull_many(volumes, {.by_volume = rows}, options);
      for (std::size_t v = 0; v < volumes.size(); ++v)
        judge_row(rows.data() + v * words, crowd.cull(volumes[v], options), crowd,
                  std::string(name(isa)) + ", volume " + std::to_string(v) + ": ");
    }
}

}  // namespace

}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep::test;
  Input in(data, size);
  const auto target = make_target(in);
  if (!target) return 0;
  const bool streams = in.below(2) == 0;
  const Crowd crowd = streams ? make_streams(in, target->volume) : make_set(in);
  Judge(*target, crowd).judge();
  if (const auto volumes = make_volumes(in, *target)) judge_volumes(*volumes, crowd);
  return 0;
}
