#include "balls.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "lockstep/cull.hpp"
#include "lockstep/intersect.hpp"

namespace lockstep::test {

using oracle::below;
using oracle::uniform;

namespace {

bool in_order(const Pair& a, const Pair& b) { return a.a != b.a ? a.a < b.a : a.b < b.b; }

/// Fills in the numbers that follow from the pairs.
void fill_in(OverlapAnswer& answer, std::size_t objects, bool one_set) {
  answer.counts.assign(objects, 0);
  answer.any.assign(mask_words(objects), 0);
  const auto met = [&](std::uint32_t i) {
    ++answer.counts[i];
    answer.any[i / 64] |= std::uint64_t{1} << (i % 64);
  };
  for (const Pair& pair : answer.pairs) {
    met(pair.a);
    if (one_set) met(pair.b);
  }
  answer.tiles = answer.pairs;
  answer.result = {answer.pairs.size(), true};
}

}  // namespace

void Balls::add(double at_x, double at_y, double at_z, double r) {
  x.push_back(static_cast<float>(at_x)), y.push_back(static_cast<float>(at_y)), z.push_back(static_cast<float>(at_z));
  radius.push_back(static_cast<float>(r));
}

Balls random_balls(Rng& rng, std::size_t count, double partners, bool flat) {
  // A sphere of twice the radius contains the centres of its partners.
  const double share = partners / static_cast<double>(count);
  const double radius = flat ? std::sqrt(share / 3.14159265) / 2 : std::cbrt(share / 4.18879020) / 2;
  Balls balls{flat ? "flat" : "random", {}, {}, {}, {}};
  for (std::size_t i = 0; i < count; ++i)
    balls.add(uniform(rng, 0, 1), uniform(rng, 0, 1), flat ? 0 : uniform(rng, 0, 1), radius);
  return balls;
}

std::vector<Balls> hard_sets(Rng& rng, std::size_t count) {
  std::vector<Balls> all;
  const auto make = [&](const char* name, const auto& add_one) {
    Balls balls{name, {}, {}, {}, {}};
    for (std::size_t i = 0; i < count; ++i) add_one(balls, i);
    all.push_back(balls);
  };
  const auto any = [&] { return uniform(rng, -1, 1); };
  const auto power = [&](double low, double high) { return std::pow(10.0, uniform(rng, low, high)); };
  const double part = 1 / std::cbrt(static_cast<double>(count));
  make("dense", [&](Balls& b, std::size_t) { b.add(any(), any(), any(), 1.5 * part); });
  make("sparse", [&](Balls& b, std::size_t) { b.add(any(), any(), any(), 0.2 * part); });
  make("flat", [&](Balls& b, std::size_t) { b.add(any(), any(), 0, std::sqrt(part) * part); });
  make("flat on end", [&](Balls& b, std::size_t) { b.add(any(), 3, any(), std::sqrt(part) * part); });
  make("similar", [&](Balls& b, std::size_t) { b.add(any(), any(), any(), part * uniform(rng, 0.1, 1)); });
  make("six decades", [&](Balls& b, std::size_t) { b.add(any(), any(), any(), power(-6, 0)); });
  make("sizes of a float", [&](Balls& b, std::size_t) { b.add(any(), any(), any(), power(-44, 18)); });
  make("shrinking inwards", [&](Balls& b, std::size_t) {
    const double size = power(-18, 3);
    b.add(size * any(), size * any(), size * any(), size * uniform(rng, 0.01, 0.5));
  });
  make("line", [&](Balls& b, std::size_t) { b.add(static_cast<double>(count) * any(), 2, -7, 0.6); });
  make("diagonal", [&](Balls& b, std::size_t) {
    const double t = 1000 * static_cast<double>(count) * any();
    b.add(t, t, -t, 700);
  });
  make("point", [&](Balls& b, std::size_t) { b.add(1, 2, 3, 0.5); });
  make("two clusters", [&](Balls& b, std::size_t i) {
    const double at = i % 2 == 0 ? 1e6 : -1e6;
    b.add(at + any(), at + any(), any(), 0.3);
  });
  make("giant", [&](Balls& b, std::size_t i) { b.add(any(), any(), any(), i == count / 3 ? 1.5 : 0.3 * part); });
  make("lattice", [&](Balls& b, std::size_t) { b.add(below(rng, 8), below(rng, 8), below(rng, 8), 0.5); });
  make("unequal lattice", [&](Balls& b, std::size_t) { b.add(below(rng, 20), below(rng, 20), 0, below(rng, 3)); });
  make("points", [&](Balls& b, std::size_t) { b.add(below(rng, 6), below(rng, 6), below(rng, 6), 0); });
  make("remote", [&](Balls& b, std::size_t i) {
    const double far = i % 50 == 0 ? power(3, 18) : 1;
    b.add(far * any(), far * any(), far * any(), 0.2);
  });
  make("huge", [&](Balls& b, std::size_t) { b.add(1e18 * any(), 1e18 * any(), 1e18 * any(), 1e18 * power(-3, 0)); });
  make("tiny", [&](Balls& b, std::size_t) { b.add(1e-42 * any(), 1e-42 * any(), 1e-42 * any(), 1e-43); });
  make("distant", [&](Balls& b, std::size_t) { b.add(9e17 + 1e17 * any(), 1e17 * any(), 9e17 + 1e17 * any(), 1e10); });
  make("octaves", [&](Balls& b, std::size_t) {
    const double size = power(-40, 15);
    b.add(9 * size * any(), 9 * size * any(), 9 * size * any(), size);
  });
  make("points towards the origin", [&](Balls& b, std::size_t) {
    const double size = power(-40, 0);
    b.add(size * below(rng, 3), size * below(rng, 2), 0, 0);
  });
  make("lattice on folds", [&](Balls& b, std::size_t i) {
    const auto at = [&](int width) { return 2 * width * below(rng, 9) + 0.6 * any(); };
    b.add(at(1021), at(1019), at(1017), i % 2 == 0 ? 0.5 : 0.01);
  });
  make("far from the origin", [&](Balls& b, std::size_t) { b.add(1e7 + below(rng, 9), below(rng, 9), 1e7, 0.7); });
  return all;
}

bool OverlapAnswer::operator==(const OverlapAnswer& other) const {
  return result.pairs == other.result.pairs && result.complete == other.result.complete && pairs == other.pairs &&
         separations == other.separations && counts == other.counts && any == other.any && tiles == other.tiles;
}

template <class View>
OverlapAnswer ask(OverlapPass& pass, const View& first, const View* second, const OverlapOptions& options,
                  std::size_t room) {
  const auto run = [&](const OverlapOutput& out) {
    return second == nullptr ? pass.run(first, out, options) : pass.run(first, *second, out, options);
  };
  OverlapAnswer answer;
  if (room == all_pairs) room = run({}).pairs;
  answer.pairs.resize(room);
  answer.separations.resize(room);
  answer.counts.assign(first.count, 77);
  answer.any.assign(mask_words(first.count), 77);
  std::mutex mutex;
  const auto tile = [&](std::span<const Pair> pairs) {
    const std::scoped_lock lock(mutex);
    answer.tiles.insert(answer.tiles.end(), pairs.begin(), pairs.end());
  };
  answer.result = run({answer.pairs, answer.separations, {}, answer.counts, answer.any, tile});
  std::sort(answer.tiles.begin(), answer.tiles.end(), in_order);
  return answer;
}
template OverlapAnswer ask(OverlapPass&, const SphereView&, const SphereView*, const OverlapOptions&, std::size_t);
template OverlapAnswer ask(OverlapPass&, const CircleView&, const CircleView*, const OverlapOptions&, std::size_t);

bool may_meet(const OverlapOptions& options, bool one_set, std::size_t a, std::size_t b) {
  const OverlapFilter &first = options.filter, &second = one_set ? options.filter : options.second_filter;
  const auto bits = [](std::span<const std::uint32_t> of, std::size_t i) { return of.empty() ? ~0U : of[i]; };
  return (bits(first.group, a) & bits(second.mask, b)) != 0 && (bits(second.group, b) & bits(first.mask, a)) != 0;
}

OverlapAnswer ask_intersect(const Balls& first, const Balls* second, const OverlapOptions& options) {
  const bool one_set = second == nullptr;
  const Balls& other = one_set ? first : *second;
  ShapeSet a, b;
  for (std::size_t i = 0; i < first.size(); ++i) a.add(first.ball(i), Check::none);
  for (std::size_t i = 0; i < other.size(); ++i) b.add(other.ball(i), Check::none);
  OverlapAnswer answer;
  for (std::uint32_t i = 0; i < first.size(); ++i) {
    std::vector<Pair> row;
    for (std::uint32_t j = one_set ? i + 1 : 0; j < other.size(); ++j)
      if (may_meet(options, one_set, i, j)) row.push_back({i, j});
    std::vector<Verdict> verdicts(row.size());
    intersect(a, b, row, verdicts, {.isa = Isa::scalar});
    for (std::size_t k = 0; k < row.size(); ++k)
      if (overlaps(verdicts[k], options.touching)) answer.pairs.push_back(row[k]);
  }
  fill_in(answer, first.size(), one_set);
  return answer;
}

}  // namespace lockstep::test
