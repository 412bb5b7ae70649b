// The nearest of one point's neighbours.
#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <vector>

#include "neighbours/image_search.hpp"

namespace lockstep::detail {

/// From the run's point to an image of the point at position k.
inline Vec3d vector_of(const PointBins& bins, const Run& run, std::size_t k) {
  const Position& p = bins.exact[k];
  return {difference(p.x, run.at.x), difference(p.y, run.at.y), difference(p.z, run.at.z)};
}

/// A neighbour: the first point of `run`.
struct NearImage {
  double distance;  ///< as it is written
  Run run;
};

class NearestImages {
 public:
  NearestImages(const PointBins& bins, std::size_t count) : bins_(bins), count_(count) {}

  void clear() { images_.clear(); }
  void add(const Run& run, std::size_t k) {
    images_.push_back({length_of(vector_of(bins_, run, k)), run});
    images_.back().run.begin = k, images_.back().run.end = k + 1;
  }
  /// The nearest of what was added, in rising order of the distances that are written.
  const std::vector<NearImage>& sorted() {
    if (images_.size() > count_) leave_nearest();
    std::sort(images_.begin(), images_.end(),
              [&](const NearImage& a, const NearImage& b) { return key_of(a) < key_of(b); });
    return images_;
  }

 private:
  [[nodiscard]] Image shift(const NearImage& image) const { return shift_of(bins_, image.run, image.run.begin); }
  [[nodiscard]] std::tuple<double, std::uint32_t, Image> key_of(const NearImage& image) const {
    return {image.distance, bins_.index[image.run.begin], shift(image)};
  }
  [[nodiscard]] bool is_nearer(const NearImage& a, const NearImage& b) const {
    const std::size_t i = a.run.position, j = a.run.begin, k = b.run.begin;
    const int sign =
        compare_distances(bins_.point[i], {bins_.point[j], shift(a)}, {bins_.point[k], shift(b)}, bins_.frame);
    return sign != 0 ? sign < 0 : std::tuple(bins_.index[j], shift(a)) < std::tuple(bins_.index[k], shift(b));
  }
  /// Rounded distances leave open only those next to the last one that belongs: docs/numerics.md, "Neighbour lists".
  void leave_nearest() {
    const auto end_of = [&](std::size_t n) { return images_.begin() + static_cast<std::ptrdiff_t>(n); };
    std::nth_element(images_.begin(), end_of(count_ - 1), images_.end(),
                     [](const NearImage& a, const NearImage& b) { return a.distance < b.distance; });
    const double last = images_[count_ - 1].distance, margin = 0x1p-48 * last + 4 * bins_.distance_error;
    const auto open = std::partition(images_.begin(), end_of(count_ - 1),
                                     [&](const NearImage& image) { return image.distance < last - margin; });
    const auto far = std::partition(end_of(count_), images_.end(),
                                    [&](const NearImage& image) { return image.distance <= last + margin; });
    if (far != end_of(count_))
      std::nth_element(open, end_of(count_ - 1), far,
                       [&](const NearImage& a, const NearImage& b) { return is_nearer(a, b); });
    images_.resize(count_);
  }

  const PointBins& bins_;
  std::size_t count_;
  std::vector<NearImage> images_;
};

}  // namespace lockstep::detail
