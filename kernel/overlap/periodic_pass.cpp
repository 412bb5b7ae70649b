// Overlap passes in a periodic cell: the shapes of the first set, moved into the cell, against all images of the second
// set's shapes that may meet them. Pairs are of a shape and an image until the end.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "overlap/images.hpp"
#include "overlap/overlap_sets.hpp"
#include "sets/shape_bounds2.hpp"

namespace lockstep::detail {

namespace {

/// A pass over one set (`second` is `first`) or two. Pairs are of an object of the first set and an image, those of the
/// broad phase of two rows.
template <class Store>
struct PeriodicPass {
  const Store &first, &second;
  const bool of_one_set;
  const OverlapOptions& options;
  const CellFrame frame;
  const MovedSet &moved, &others;
  const ImagesOf<Store>& images;        // of the others
  const ImageNumbers& numbers;          // likewise
  std::span<const std::uint32_t> near;  // objects of the first set that may meet copies
  const Vec3d origin;                   // of boxes

  [[nodiscard]] bool is_moved() const { return moved.is_moved || others.is_moved; }
  [[nodiscard]] const Cells& cells_of(std::uint32_t image) const {
    return numbers.is_own(image) ? others.cells[numbers.object[image]] : images.cells[numbers.copy_of(image)];
  }
  /// Whether a pair of an object and a copy is reported: a pass over one set finds it from both of its shapes.
  [[nodiscard]] bool is_reported(const Pair& pair) const {
    const std::uint32_t b = images.copied[pair.b];
    if (of_one_set && b == pair.a) return images.cells[pair.b] > others.cells[b];
    return !of_one_set || b > pair.a;
  }
  /// All shapes of a set, as they were moved.
  [[nodiscard]] BoxRows moved_rows(OverlapMemory& memory, int set) const;
  void name(std::size_t p, Pair& pair, const OverlapOutput& out) const;
};

template <class Store>
BoxRows PeriodicPass<Store>::moved_rows(OverlapMemory& memory, int set) const {
  const Store& store = set == 0 ? first : second;
  const MovedSet& of_set = set == 0 ? moved : others;
  const auto shapes = of_set.view_of(store);
  return memory.rows_of(
      set, of_set.shapes.size(), has_free_slots(store), set == 0 ? options.filter : options.second_filter,
      [&](std::uint32_t i) { return of_set.shapes[i].is_there; },
      [&](std::uint32_t i) {
        const bool is_as_moved = !of_set.is_moved && position_in(store, i) == origin;
        return is_as_moved ? of_set.shapes[i].box : bounds_of(shapes, i, options.margin, origin);
      });
}

/// Moves the shapes and makes their images.
template <class Store>
PeriodicPass<Store> prepared(PeriodicMemory& memory, const Store& first, const Store& second, bool of_one_set,
                             const OverlapOptions& options) {
  const CellFrame frame = frame_of(*options.cell);
  memory.first.move(first, frame, options.margin), memory.first.place(first, frame);
  if (!of_one_set) memory.second.move(second, frame, options.margin), memory.second.place(second, frame);
  const MovedSet& others = of_one_set ? memory.first : memory.second;
  ImagesOf<Store>& images = memory.images_of(second);
  images.make(second, others, memory.first.region, frame, OwnImage::is_moved);
  memory.numbers.number(images, others);
  // A shape that meets a copy meets, moved the other way, the other shape: it has a copy itself.
  memory.near.clear();
  if (!of_one_set) count_copies(first, memory.first, others.region, frame, OwnImage::is_moved, memory.copies);
  for (std::uint32_t i = 0; i < first.records.size(); ++i) {
    const bool has_copies = of_one_set ? images.first[i + 1] != images.first[i] : memory.copies[i + 1] != 0;
    if (has_copies) memory.near.push_back(i);
  }
  const Vec3d origin = origin_of(first, memory.first.is_moved ? memory.first.positions.high : first.positions);
  return {first, second, of_one_set, options, frame, memory.first, others, images, memory.numbers, memory.near, origin};
}

/// Names the object of a pair of an object and an image, and moves its contacts back to where the first shape is.
/// Shifts are 0 before.
template <class Store>
void PeriodicPass<Store>::name(std::size_t p, Pair& pair, const OverlapOutput& out) const {
  const std::uint32_t image = std::exchange(pair.b, numbers.object[pair.b]);
  if (!is_moved() && numbers.is_own(image)) return;
  const Cells &of_a = moved.cells[pair.a], &of_b = cells_of(image);
  if (!out.shifts.empty())
    for (std::size_t k = 0; k < 3; ++k) out.shifts[p][k] = of_b[k] - of_a[k];
  if (out.contacts.empty() || of_a == of_b || of_a == Cells{}) return;
  Manifold& manifold = out.contacts[p];
  for (std::uint32_t c = 0; c < manifold.count; ++c)
    for (Vec3d* const point : {&manifold.points[c].a, &manifold.points[c].b})
      *point = moved_by(*point, Cells{{-of_a[0], -of_a[1], -of_a[2]}}, frame);
}

/// Which job answers a pair, and by which indices of its views.
struct Asked {
  enum Job : std::uint8_t {
    of_sets,  // no cell vector lies between the two: the sets as they are
    of_moved,
    of_copies
  };
  Job job;
  Pair pair;
};
constexpr std::size_t jobs_of_pass = 3;

/// One of each kind.
template <class Job, class Store>
struct PeriodicJobs {
  const PeriodicPass<Store>& pass;
  std::array<Job, jobs_of_pass> jobs;

  template <class View, class Make>
  PeriodicJobs(const PeriodicPass<Store>& of_pass, const View& moved, const Make& make)
      : pass(of_pass),
        jobs{make(pass.first.view_with_positions(), pass.second.view_with_positions()),
             make(moved, pass.others.view_of(pass.second)), make(moved, pass.images.view_of(pass.second))} {}

  /// A pair of objects.
  [[nodiscard]] Asked of_objects(const Pair& pair) const {
    return {pass.moved.cells[pair.a] == pass.others.cells[pair.b] ? Asked::of_sets : Asked::of_moved, pair};
  }
  /// A pair of an object and a copy.
  [[nodiscard]] Asked of_copy(const Pair& pair) const {
    if (pass.moved.cells[pair.a] == pass.images.cells[pair.b])
      return {Asked::of_sets, {pair.a, pass.images.copied[pair.b]}};
    return {Asked::of_copies, pair};
  }
  /// A pair of an object and an image.
  [[nodiscard]] Asked of_image(const Pair& pair) const {
    if (!pass.numbers.is_own(pair.b)) return of_copy({pair.a, pass.numbers.copy_of(pair.b)});
    return of_objects({pair.a, pass.numbers.object[pair.b]});
  }

  /// Answers up to `most` pairs: answer(job, pairs, to) those of each job, ask(pair) is one of the above.
  template <std::size_t most, class To, class Ask, class Answer>
  void operator()(std::span<const Pair> pairs, To* to, const Ask& ask, const Answer& answer) const {
    std::array<Asked, most> asked;
    std::array<std::size_t, jobs_of_pass + 1> begin{};
    for (std::size_t p = 0; p < pairs.size(); ++p) asked[p] = ask(pairs[p]), ++begin[asked[p].job + 1U];
    for (std::size_t job = 0; job < jobs_of_pass; ++job) begin[job + 1] += begin[job];
    std::array<Pair, most> some;
    std::array<std::uint16_t, most> source;
    std::array<To, most> answers;
    std::array<std::size_t, jobs_of_pass + 1> next = begin;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      const std::size_t at = next[asked[p].job]++;
      some[at] = asked[p].pair, source[at] = static_cast<std::uint16_t>(p);
    }
    for (std::size_t job = 0; job < jobs_of_pass; ++job)
      if (const std::size_t count = begin[job + 1] - begin[job]; count != 0)
        answer(jobs[job], std::span<const Pair>(some).subspan(begin[job], count), answers.data() + begin[job]);
    for (std::size_t i = 0; i < pairs.size(); ++i) to[source[i]] = answers[i];
  }
};

/// The search and the narrow phase. Pairs for the writer are of an object and an image.
template <class Space, class Store>
struct PeriodicSearch {
  using Jobs = PeriodicJobs<PairJob<Space>, Store>;
  const PeriodicPass<Store>& pass;
  OverlapMemory& memory;
  OverlapWriter& writer;
  const Jobs jobs;
  const BroadPhase::Options how{kernels_for(broad_phase_tables, pass.options.isa), 0, 0, true, false};

  /// First the pairs of moved shapes, then those with copies. Returns whether it searched.
  [[nodiscard]] bool operator()() const {
    const bool searched = find_objects();
    if (!pass.images.copied.empty()) find_copies();
    return searched;
  }

 private:
  [[nodiscard]] bool find_objects() const {
    const BoxRows rows = pass.moved_rows(memory, 0);
    const BoxRows others = pass.of_one_set ? rows : pass.moved_rows(memory, 1);
    const auto report = [&](std::span<const Pair> found) {
      std::array<Pair, largest_batch> pairs;
      for (std::size_t p = 0; p < found.size(); ++p) pairs[p] = {rows.object(found[p].a), others.object(found[p].b)};
      std::array<std::uint8_t, largest_batch> codes;
      const std::span<const Pair> all(pairs.data(), found.size());
      if (pass.is_moved())
        decide(all, codes.data(), [&](const Pair& pair) { return jobs.of_objects(pair); });
      else
        decide_tile<largest_batch>(jobs.jobs[Asked::of_sets], all, codes.data());
      add(all, codes.data(), pass.numbers.own);
    };
    if (pass.of_one_set) return memory.of_images.find(rows.boxes, how, std::cref(report));
    return memory.of_images.find(rows.boxes, others.boxes, how, std::cref(report));
  }

  void find_copies() const {
    const std::span<const std::uint32_t> near = pass.near, copied = pass.images.copied;
    const OverlapOptions& options = pass.options;
    const auto box_in = [&](const typename Space::View& shapes) {
      return [&](std::uint32_t index) { return bounds_of(shapes, index, options.margin, pass.origin); };
    };
    const auto near_box = box_in(jobs.jobs[Asked::of_copies].first),
               copy_box = box_in(jobs.jobs[Asked::of_copies].second);
    const BoxRows rows = memory.rows_at(0, near.data(), near.size(), options.filter,
                                        [&](std::uint32_t row) { return near_box(near[row]); });
    const BoxRows copies = memory.rows_at(1, copied.data(), copied.size(),
                                          pass.of_one_set ? options.filter : options.second_filter, copy_box);
    const auto report = [&](std::span<const Pair> found) {
      std::array<Pair, largest_batch> pairs;
      std::size_t count = 0;
      for (const Pair& pair : found) {
        pairs[count] = {rows.object(pair.a), pair.b};
        count += pass.is_reported(pairs[count]);
      }
      std::array<std::uint8_t, largest_batch> codes;
      const std::span<const Pair> all(pairs.data(), count);
      decide(all, codes.data(), [&](const Pair& pair) { return jobs.of_copy(pair); });
      add(all, codes.data(), pass.numbers.of_copy);
    };
    memory.of_images.find(rows.boxes, copies.boxes, how, std::cref(report));
  }

  template <class Ask>
  void decide(std::span<const Pair> pairs, std::uint8_t* codes, const Ask& ask) const {
    jobs.template operator()<largest_batch>(
        pairs, codes, ask, [](const PairJob<Space>& job, std::span<const Pair> some, std::uint8_t* to) {
          decide_tile<largest_batch>(job, some, to);
        });
  }

  /// Reports the pairs that overlap; the second of a pair is image `number` of it.
  void add(std::span<const Pair> pairs, const std::uint8_t* codes, std::span<const std::uint32_t> number) const {
    std::array<Pair, largest_batch> met;
    std::size_t count = 0;
    for (std::size_t p = 0; p < pairs.size(); ++p)
      if (overlaps(static_cast<Verdict>(codes[p]), pass.options.touching))
        met[count++] = {pairs[p].a, number[pairs[p].b]};
    if (count > 0) writer.add({met.data(), count});
  }
};

/// Writes separations or contacts of pairs of objects and images.
template <class Job, class Store, class To>
void write_each(const PeriodicJobs<Job, Store>& jobs, std::span<const Pair> pairs, std::span<To> to) {
  for_each_range(pairs.size(), pair_tile, [&](std::size_t begin, std::size_t end) {
    jobs.template operator()<pair_tile>(
        pairs.subspan(begin, end - begin), &to[begin], [&](const Pair& pair) { return jobs.of_image(pair); },
        [](const Job& job, std::span<const Pair> some, To* out) { job.write_tile(some, out); });
  });
}

/// Writes separations and contacts, where they are wanted.
template <class Space, class Store>
void write_measures(const PeriodicPass<Store>& pass, const typename Space::View& moved, std::span<const Pair> pairs,
                    const OverlapOutput& out) {
  using View = typename Space::View;
  const OverlapOptions& options = pass.options;
  const auto separations = [&](const View& a, const View& b) { return Separations<Space>(a, b, options.isa); };
  const auto contacts = [&](const View& a, const View& b) {
    return ContactJob<Space>(a, b, options.margin, options.isa);
  };
  if (!out.separations.empty())
    write_each(PeriodicJobs<Separations<Space>, Store>(pass, moved, separations), pairs, out.separations);
  if (!out.contacts.empty())
    write_each(PeriodicJobs<ContactJob<Space>, Store>(pass, moved, contacts), pairs, out.contacts);
}

}  // namespace

template <class Set>
OverlapResult run_periodic(OverlapMemory& memory, const Set& first, const Set* second, const OverlapOutput& out,
                           const OverlapOptions& options) {
  using Space = std::conditional_t<std::is_same_v<Set, ShapeSet>, InSpace, InPlane>;
  using View = typename Space::View;
  const Call call(options.executor);
  const bool of_one_set = second == nullptr;
  const auto &a = first.store(), &b = of_one_set ? a : second->store();
  if (std::is_same_v<Space, InPlane>) check_cell_of_plane(options);
  check_overlap_options(without_cell(options), first.size(), b.records.size(), of_one_set);
  check_output(out, first.size());
  check_filter_memory(options, out);

  const auto kernels =
      options.margin != 0 ? Space::kernels_for_within(options.isa) : Space::kernels_for_pairs(options.isa);
  const auto pass = prepared(memory.periodic, a, b, of_one_set, options);
  OverlapOutput named_out = out;
  if (out.tile)
    named_out.tile = [&](std::span<const Pair> pairs) {
      std::vector<Pair> named(pairs.begin(), pairs.end());
      for (Pair& pair : named) pair.b = pass.numbers.object[pair.b];
      out.tile(named);
    };
  OverlapWriter writer(named_out, options.order, first.size(), of_one_set, memory.writer, pass.numbers.object.data());
  const View moved = pass.moved.view_of(a);
  const auto job = [&](const View& of_a, const View& of_b) {
    return PairJob<Space>{kernels, of_a, of_b, true, options.margin};
  };
  const PeriodicSearch<Space, std::remove_cvref_t<decltype(a)>> search{pass, memory, writer, {pass, moved, job}};
  const OverlapResult result = writer.finish(search());
  const std::span<Pair> pairs = out.pairs.first(writer.written());
  write_measures<Space>(pass, moved, pairs, out);
  for_each_range(pairs.size(), pair_tile, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) pass.name(p, pairs[p], out);
  });
  return result;
}

template OverlapResult run_periodic(OverlapMemory&, const ShapeSet&, const ShapeSet*, const OverlapOutput&,
                                    const OverlapOptions&);
template OverlapResult run_periodic(OverlapMemory&, const ShapeSet2&, const ShapeSet2*, const OverlapOutput&,
                                    const OverlapOptions&);

}  // namespace lockstep::detail
