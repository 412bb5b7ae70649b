// Overlap passes in a periodic cell: the shapes of the first set, moved into the cell, against all images of the second
// set's shapes that may meet them. Pairs are of a shape and an image until the end.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "overlap/images.hpp"
#include "overlap/overlap_sets.hpp"
#include "sets/shape_bounds.hpp"

namespace lockstep::detail {

namespace {

/// The middle shape: floats lose little of boxes relative to it.
Vec3d middle_position(const std::vector<MovedShape>& shapes) {
  std::vector<Vec3d> some;
  for (std::size_t i = 0; i < shapes.size(); i += shapes.size() / 64 + 1)
    if (shapes[i].is_bounded) some.push_back(shapes[i].position);
  if (some.empty()) return {};
  const auto half = some.begin() + static_cast<std::ptrdiff_t>(some.size() / 2);
  Vec3d middle;
  for (double Vec3d::*const axis : {&Vec3d::x, &Vec3d::y, &Vec3d::z}) {
    std::nth_element(some.begin(), half, some.end(), [&](const Vec3d& a, const Vec3d& b) { return a.*axis < b.*axis; });
    middle.*axis = (*half).*axis;
  }
  return middle;
}

/// A pass over one set (`second` is `first`) or two. Pairs are of an object of the first set and an image, those of the
/// broad phase of two rows.
struct PeriodicPass {
  const ShapeStore &first, &second;
  const bool of_one_set;
  const OverlapOptions& options;
  const CellFrame frame;
  const std::vector<MovedShape>&shapes, &others;
  const std::vector<Cells>& cells;  // of the shapes
  const ImagePositions& positions;  // likewise
  const Images& images;
  const Vec3d origin;  // of boxes

  /// Whether no cell vector is between the two: they are a pair of the sets as these are.
  [[nodiscard]] bool is_of_sets(const Pair& pair) const { return images.cells[pair.b] == cells[pair.a]; }
  /// Whether the image is the shape as it was moved into the cell.
  [[nodiscard]] bool is_own(std::uint32_t image) const {
    return images.cells[image] == others[images.object[image]].cells;
  }
  /// Whether the pair is reported. A pass over one set finds a pair from both of its shapes; an unbounded shape meets
  /// another once, not each image.
  [[nodiscard]] bool is_reported(const Pair& pair) const {
    const std::uint32_t b = images.object[pair.b];
    if (!(shapes[pair.a].is_bounded && others[b].is_bounded) && !is_own(pair.b)) return false;
    if (of_one_set && b == pair.a) return images.cells[pair.b] > cells[b];
    return !of_one_set || b > pair.a;
  }
  [[nodiscard]] Bounds3 box_of(const ShapeStore& store, const std::vector<MovedShape>& of_set, std::uint32_t shape,
                               const ImagePositions& at, std::size_t i) const;
  [[nodiscard]] BoxRows rows(OverlapMemory& memory) const;
  [[nodiscard]] BoxRows image_rows(OverlapMemory& memory, std::span<const std::uint32_t> searched) const;
  [[nodiscard]] bool find(OverlapMemory& memory, const PairSink& sink) const;
  void name(std::span<Pair> pairs, const OverlapOutput& out) const;
};

/// The box around a shape at position i, and half of the margin.
Bounds3 PeriodicPass::box_of(const ShapeStore& store, const std::vector<MovedShape>& of_set, std::uint32_t shape,
                             const ImagePositions& at, std::size_t i) const {
  const Vec3d &high = at.high[i], &low = at.low[i].middle;
  const Vec3d by = {(high.x - origin.x) + low.x, (high.y - origin.y) + low.y, (high.z - origin.z) + low.z};
  if (by == Vec3d{} && low == Vec3d{}) return of_set[shape].box;
  Bounds3 box = bounds_of(store.records[shape], store.kinds_of_records[shape], options.margin, by);
  const double last[3] = {std::abs(high.x), std::abs(high.y), std::abs(high.z)};
  for (int k = 0; k < 3; ++k) {
    box.low[k] = static_cast<float>(box.low[k] - 0x1p-100 * last[k]);
    box.high[k] = static_cast<float>(box.high[k] + 0x1p-100 * last[k]);
  }
  return box;
}

BoxRows PeriodicPass::rows(OverlapMemory& memory) const {
  return memory.rows_of(
      0, shapes.size(), has_free_slots(first), options.filter, [&](std::uint32_t i) { return shapes[i].is_there; },
      [&](std::uint32_t i) { return box_of(first, shapes, i, positions, i); });
}

/// Some of the images. A row's object is the image.
BoxRows PeriodicPass::image_rows(OverlapMemory& memory, std::span<const std::uint32_t> searched) const {
  const OverlapFilter& filter = of_one_set ? options.filter : options.second_filter;
  BoxRows rows = memory.rows_of(
      1, searched.size(), false, {}, [](std::uint32_t) { return true; },
      [&](std::uint32_t row) {
        return box_of(second, others, images.object[searched[row]], images.positions, searched[row]);
      });
  const auto gather = [&](std::span<const std::uint32_t> values, Buffer<std::uint32_t>& room) {
    std::uint32_t* const to = values.empty() ? nullptr : room.room_for(searched.size());
    for (std::size_t row = 0; row < searched.size() && to != nullptr; ++row)
      to[row] = values[images.object[searched[row]]];
    return to;
  };
  rows.boxes.group = gather(filter.group, memory.rows[1].group);
  rows.boxes.mask = gather(filter.mask, memory.rows[1].mask);
  rows.index = searched.data();
  return rows;
}

/// Finds the pairs whose boxes meet. Of one set the moved shapes meet each other once, and each of them meets the
/// images in other cells.
bool PeriodicPass::find(OverlapMemory& memory, const PairSink& sink) const {
  auto &own = memory.periodic.own, &searched = memory.periodic.searched;
  own.clear(), searched.clear();
  for (std::uint32_t i = 0; i < images.size(); ++i) {
    (of_one_set && is_own(i) ? own : searched).push_back(i);  // each shape of one set has its own image
  }
  const BoxRows moved = rows(memory), images_of_b = image_rows(memory, searched);
  const auto report_same = [&](std::span<const Pair> near) {  // in the order of objects
    std::array<Pair, largest_batch> reported;
    for (std::size_t p = 0; p < near.size(); ++p) reported[p] = {moved.object(near[p].a), own[near[p].b]};
    sink({reported.data(), near.size()});
  };
  const auto report_others = [&](std::span<const Pair> near) {
    std::array<Pair, largest_batch> reported;
    std::size_t count = 0;
    for (const Pair& pair : near) {
      reported[count] = {moved.object(pair.a), images_of_b.object(pair.b)};
      count += is_reported(reported[count]);
    }
    if (count > 0) sink({reported.data(), count});
  };
  const BroadPhase::Options how{kernels_for(broad_phase_tables, options.isa), 0, 0, true, false};
  if (of_one_set) memory.of_images.find(moved.boxes, how, std::cref(report_same));
  return memory.of_images.find(moved.boxes, images_of_b.boxes, how, std::cref(report_others));
}

/// Moves the shapes and makes their images.
PeriodicPass prepared(PeriodicMemory& memory, const ShapeStore& first, const ShapeStore& second, bool of_one_set,
                      const OverlapOptions& options) {
  const CellFrame frame = frame_of(*options.cell);
  move_shapes(first, frame, options.margin, memory.shapes);
  if (!of_one_set) move_shapes(second, frame, options.margin, memory.of_second);
  const std::vector<MovedShape>& others = of_one_set ? memory.shapes : memory.of_second;
  memory.cells.clear();
  for (const MovedShape& shape : memory.shapes) memory.cells.push_back(shape.cells);
  memory.positions.put_all(first, memory.shapes, frame);
  memory.images.make(second, others, memory.shapes, frame);
  return {first,
          second,
          of_one_set,
          options,
          frame,
          memory.shapes,
          others,
          memory.cells,
          memory.positions,
          memory.images,
          middle_position(memory.shapes)};
}

/// Names the objects of pairs of shapes and images, and moves their contacts back to where the first shapes are.
void PeriodicPass::name(std::span<Pair> pairs, const OverlapOutput& out) const {
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const Cells &of_a = cells[pairs[p].a], &of_b = images.cells[pairs[p].b];
    const bool is_moved = !is_of_sets(pairs[p]) && !(of_a == Cells{});
    if (!out.shifts.empty())
      for (std::size_t k = 0; k < 3; ++k) out.shifts[p][k] = of_b[k] - of_a[k];
    pairs[p].b = images.object[pairs[p].b];
    if (out.contacts.empty() || !is_moved) continue;
    Manifold& manifold = out.contacts[p];
    for (std::uint32_t c = 0; c < manifold.count; ++c)
      for (Vec3d* const point : {&manifold.points[c].a, &manifold.points[c].b})
        *point = moved_by(*point, Cells{{-of_a[0], -of_a[1], -of_a[2]}}, frame);
  }
}

/// Answers up to `most` pairs of shapes and images: answer(job, pairs, to) those of the sets as they are, by their
/// objects, and the others.
template <std::size_t most, class Job, class To, class Answer>
void answer_each(const PeriodicPass& pass, const Job& of_sets, const Job& of_images, std::span<const Pair> pairs,
                 To* to, const Answer& answer) {
  std::array<Pair, most> asked;  // those of the sets from the front, the others from the back
  std::array<std::uint16_t, most> source;
  std::array<To, most> answers;
  std::size_t front = 0, back = pairs.size();
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const bool in_sets = pass.is_of_sets(pairs[p]);
    const std::size_t at = in_sets ? front++ : --back;
    asked[at] = {pairs[p].a, in_sets ? pass.images.object[pairs[p].b] : pairs[p].b};
    source[at] = static_cast<std::uint16_t>(p);
  }
  const std::span<const Pair> all(asked.data(), pairs.size());
  if (front > 0) answer(of_sets, all.first(front), answers.data());
  if (front < pairs.size()) answer(of_images, all.subspan(front), answers.data() + front);
  for (std::size_t i = 0; i < pairs.size(); ++i) to[source[i]] = answers[i];
}

/// Writes separations or contacts of all pairs.
template <class Job, class To>
void write_each(const PeriodicPass& pass, const Job& of_sets, const Job& of_images, std::span<const Pair> pairs,
                std::span<To> to) {
  if (to.empty()) return;
  for_each_range(pairs.size(), pair_tile, [&](std::size_t begin, std::size_t end) {
    answer_each<pair_tile>(pass, of_sets, of_images, pairs.subspan(begin, end - begin), &to[begin],
                           [](const Job& job, std::span<const Pair> some, To* out) { job.write_tile(some, out); });
  });
}

}  // namespace

OverlapResult run_periodic(OverlapMemory& memory, const ShapeSet& first, const ShapeSet* second,
                           const OverlapOutput& out, const OverlapOptions& options) {
  using Job = PairJob<InSpace>;
  const Call call(options.executor);
  const bool of_one_set = second == nullptr;
  const ShapeStore &a = first.store(), &b = of_one_set ? a : second->store();
  OverlapOptions without_cell = options;
  without_cell.cell.reset();
  check_overlap_options(without_cell, first.size(), b.records.size(), of_one_set);
  check_output(out, first.size());
  check_filter_memory(options, out);

  const auto kernels =
      options.margin != 0 ? InSpace::kernels_for_within(options.isa) : InSpace::kernels_for_pairs(options.isa);
  const PeriodicPass pass = prepared(memory.periodic, a, b, of_one_set, options);
  OverlapOutput named_out = out;
  if (out.tile)
    named_out.tile = [&](std::span<const Pair> pairs) {
      std::vector<Pair> named(pairs.begin(), pairs.end());
      for (Pair& pair : named) pair.b = pass.images.object[pair.b];
      out.tile(named);
    };
  OverlapWriter writer(named_out, options.order, first.size(), of_one_set, memory.writer, pass.images.object.data());
  const ShapesView of_a = a.view_with_positions(), of_b = b.view_with_positions();
  const ShapesView moved = pass.positions.in(of_a), images = pass.images.view_of(b);
  const Job of_sets{kernels, of_a, of_b, true, options.margin}, of_images = of_sets.with_shapes(moved, images);
  const auto decide = [&](std::span<const Pair> near) {
    std::array<std::uint8_t, largest_batch> codes;
    answer_each<largest_batch>(pass, of_sets, of_images, near, codes.data(),
                               [](const Job& job, std::span<const Pair> pairs, std::uint8_t* to) {
                                 decide_tile<largest_batch>(job, pairs, to);
                               });
    std::array<Pair, largest_batch> met;
    std::size_t count = 0;
    for (std::size_t p = 0; p < near.size(); ++p)
      if (overlaps(static_cast<Verdict>(codes[p]), options.touching)) met[count++] = near[p];
    if (count > 0) writer.add({met.data(), count});
  };
  const OverlapResult result = writer.finish(pass.find(memory, std::cref(decide)));
  const std::span<Pair> pairs = out.pairs.first(writer.written());
  using Apart = Separations<InSpace>;
  using Manifolds = ContactJob<InSpace>;
  const auto isa = options.isa;
  write_each(pass, Apart(of_a, of_b, isa), Apart(moved, images, isa), pairs, out.separations);
  write_each(pass, Manifolds(of_a, of_b, options.margin, isa), Manifolds(moved, images, options.margin, isa), pairs,
             out.contacts);
  pass.name(pairs, out);
  return result;
}

}  // namespace lockstep::detail
