// The kernels' rounded computations in numbers of 50 digits, from the caller's floats.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <array>
#include <vector>

#include "bounds_probe.hpp"
#include "climb.hpp"
#include "sets/shape_store.hpp"
#include "shape.hpp"

namespace lockstep::test {

using Exact = boost::multiprecision::cpp_bin_float_50;
using ExactVec = reference::Vector<Exact>;

[[nodiscard]] ExactVec exact(const Vec3& v);
[[nodiscard]] ExactVec exact(const Triple& v);
[[nodiscard]] Exact norm_1(const ExactVec& v);
[[nodiscard]] Exact norm_2(const ExactVec& v);
[[nodiscard]] Exact norm_max(const ExactVec& v);

/// The rotation of q/|q| as its columns.
[[nodiscard]] std::array<ExactVec, 3> rotation_of(const Quat& q);

/// max v.x over a shape that is not a matrix.
[[nodiscard]] Exact reach(const oracle::AnyShape& shape, const ExactVec& v);

/// normal . p + offset >= 0 inside; the normal is not of unit length.
struct ExactPlane {
  ExactVec normal;
  Exact offset;
};

/// left, bottom, right, top and the two ends of depth; an end at infinity has no normal.
[[nodiscard]] std::array<ExactPlane, 6> clip_planes(const oracle::MatrixVolume& volume);

/// Where three planes meet.
[[nodiscard]] ExactVec meet(const ExactPlane& a, const ExactPlane& b, const ExactPlane& c);

// Shapes as numbers, to search over. `shape_of` reads those of one shape from `numbers` on; NaN-free numbers give a
// legal shape unless a quaternion is far from unit length.
[[nodiscard]] std::size_t count_of(oracle::Kind kind);
[[nodiscard]] oracle::AnyShape shape_of(oracle::Kind kind, const float* numbers);
void append(Numbers& numbers, const oracle::AnyShape& shape);
/// The quaternion has about unit length, and an axis is not zero.
[[nodiscard]] bool is_turned_plainly(const oracle::AnyShape& shape);
/// In the order of a view.
[[nodiscard]] BoundsProbe::TransformedBox transformed_numbers(const oracle::AnyShape& shape);

[[nodiscard]] constexpr detail::RecordKind record_kind(oracle::Kind kind) {
  using enum oracle::Kind;
  using detail::RecordKind;
  return kind == point || kind == sphere ? RecordKind::sphere
         : kind == aabb                  ? RecordKind::aabb
         : kind == box                   ? RecordKind::box
         : kind == capsule               ? RecordKind::capsule
         : is_smooth(kind)               ? RecordKind::quadric
                                         : RecordKind::hull;
}

/// Two shapes as numbers: those of a, then those of b, then further variables of a search.
struct PairOfKinds {
  oracle::Kind a, b;

  [[nodiscard]] std::size_t first_of_b() const { return count_of(a); }
  [[nodiscard]] std::size_t count() const { return count_of(a) + count_of(b); }
  /// Random and hard pairs, and `more` numbers.
  [[nodiscard]] Start start(std::size_t more) const;
  [[nodiscard]] oracle::ShapePair shapes(const Numbers& numbers) const;
  [[nodiscard]] std::string name() const;
  /// An entry of one of the probe's tables.
  template <class Table>
  [[nodiscard]] auto of(const Table& table) const {
    return table[static_cast<std::size_t>(record_kind(a))][static_cast<std::size_t>(record_kind(b))];
  }
};

/// The records of two shapes.
class PairOfRecords {
 public:
  explicit PairOfRecords(const oracle::ShapePair& pair);
  [[nodiscard]] detail::ShapeRef a() const { return ref(0); }
  [[nodiscard]] detail::ShapeRef b() const { return ref(1); }

 private:
  [[nodiscard]] detail::ShapeRef ref(std::size_t i) const {
    const detail::ShapesView view = set_.store().view();
    return view.shape_of(view.records + i);
  }
  ShapeSet set_;
};

}  // namespace lockstep::test
