#include "judge.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace lockstep::test {

using oracle::Truth;

namespace {

bool is_false(Verdict verdict, Truth truth) {
  return (verdict == Verdict::separated && truth != Truth::separated) ||
         (verdict == Verdict::overlapping && truth == Truth::separated);
}

struct Scale {
  int exponent;

  float operator()(float x) const { return std::ldexp(x, exponent); }
  Vec3 operator()(const Vec3& v) const { return {(*this)(v.x), (*this)(v.y), (*this)(v.z)}; }

  AnyShape operator()(const Point& s) const { return Point{(*this)(s.position)}; }
  AnyShape operator()(const Sphere& s) const { return Sphere{(*this)(s.center), (*this)(s.radius)}; }
  AnyShape operator()(const Aabb& s) const { return Aabb{(*this)(s.min), (*this)(s.max)}; }
  AnyShape operator()(const Box& s) const { return Box{(*this)(s.center), s.rotation, (*this)(s.half_extents)}; }
  AnyShape operator()(const Capsule& s) const { return Capsule{(*this)(s.p0), (*this)(s.p1), (*this)(s.radius)}; }
  AnyShape operator()(oracle::HullShape s) const {
    for (Vec3& v : s.vertices) v = (*this)(v);
    return s;
  }
  AnyShape operator()(oracle::Corners8 s) const {
    for (Vec3& v : s.corners) v = (*this)(v);
    return s;
  }
  AnyShape operator()(const oracle::MatrixVolume& s) const { return s; }
};

}  // namespace

Tally& Tally::operator+=(const Tally& more) {
  answers += more.answers, separated += more.separated, touching += more.touching, overlapping += more.overlapping;
  return *this;
}

std::string Tally::text() const {
  return std::to_string(answers) + " answers: " + std::to_string(separated) + " separated, " +
         std::to_string(touching) + " touching, " + std::to_string(overlapping) + " overlapping";
}

Tallies judge_pairs(const PairList& list, std::span<const Truth> truths) {
  Tallies tallies;
  std::vector<std::optional<Truth>> known(truths.begin(), truths.end());
  known.resize(list.pairs.size());
  for (const Isa isa : {supported_isas().front(), Isa::scalar}) {
    for (const Method method : {Method::automatic, Method::gjk}) {
      const std::vector<Verdict> verdicts = list.answers({.method = method, .check = Check::inputs, .isa = isa});
      Tally& tally = tallies[static_cast<std::size_t>(method)];
      for (std::size_t i = 0; i < verdicts.size(); ++i) {
        ++tally.answers;
        ++(verdicts[i] == Verdict::separated  ? tally.separated
           : verdicts[i] == Verdict::touching ? tally.touching
                                              : tally.overlapping);
        if (verdicts[i] == Verdict::touching) continue;
        if (!known[i]) known[i] = oracle::decide(list.shapes[i].first, list.shapes[i].second);
        EXPECT_FALSE(is_false(verdicts[i], *known[i]))
            << name(isa) << (method == Method::gjk ? ", gjk: " : ", automatic: ") << verdicts[i]
            << ", but the truth is " << *known[i] << "\n"
            << list.line(i);
      }
    }
  }
  return tallies;
}

AnyShape scaled(const AnyShape& shape, int exponent) { return std::visit(Scale{exponent}, shape); }

}  // namespace lockstep::test
