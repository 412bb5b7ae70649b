// The objects that each view sees, for other programs: JSON and CSV, written while a run goes on (docs/cull-files.md).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runs/cull_run.hpp"
#include "scenes/scene.hpp"

namespace lockstep::tools {

/// Takes text, part by part.
using TextSink = std::function<void(std::string_view)>;

/// Gets the events of a run in order: a camera, each of its views, the next camera, and at last the end.
class VisibleList {
 public:
  VisibleList(const Scene& scene, TextSink sink) : scene_(scene), sink_(std::move(sink)) {}
  virtual ~VisibleList() = default;
  VisibleList(const VisibleList&) = delete;
  VisibleList& operator=(const VisibleList&) = delete;

  virtual void add_camera(const CameraResult& camera) = 0;
  virtual void add_view(const SeenByView& seen) = 0;
  virtual void end(const CullRun& run) = 0;

 protected:
  [[nodiscard]] const Scene& scene() const { return scene_; }
  /// Writes `text` once it is long enough to be worth a call, or all of it with `at_once`.
  void pass_on(std::string& text, bool at_once = false) const;

 private:
  const Scene& scene_;
  TextSink sink_;
};

/// Indices of objects, view by view, and the name of each object once: a list of 100,000s of objects stays small.
class VisibleJson final : public VisibleList {
 public:
  VisibleJson(const Scene& scene, const RunOptions& options, const std::string& report_path, TextSink sink);

  void add_camera(const CameraResult& camera) override;
  void add_view(const SeenByView& seen) override;
  void end(const CullRun& run) override;

 private:
  void end_camera();

  std::string text_;
  std::vector<std::uint32_t> indices_;
  std::size_t cameras_ = 0, views_ = 0;  ///< views of the last camera
};

/// A line for each object that a view sees.
class VisibleCsv final : public VisibleList {
 public:
  VisibleCsv(const Scene& scene, TextSink sink);

  void add_camera(const CameraResult& camera) override;
  void add_view(const SeenByView& seen) override;
  void end(const CullRun& run) override;

 private:
  std::string text_, camera_;  ///< the number and the name of the last camera
  std::vector<std::uint32_t> indices_;
  std::size_t cameras_ = 0;
};

}  // namespace lockstep::tools
