#include "report/visible_list.hpp"

#include <nlohmann/json.hpp>

#include "output/csv_field.hpp"
#include "report/cull_text.hpp"
#include "report/gain_text.hpp"
#include "report/mask_bit.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

constexpr std::size_t worth_a_call = std::size_t{1} << 20;

std::span<const std::uint32_t> indices_of(std::span<const std::uint64_t> mask, std::vector<std::uint32_t>& room) {
  std::size_t count = list_indices(mask, room);
  if (count > room.size()) {
    room.resize(count);
    count = list_indices(mask, room);
  }
  return std::span(room).first(count);
}

/// A JSON object without its last brace, so that more can follow.
std::string open(const std::string& object) {
  const std::size_t brace = object.rfind('}');
  return object.substr(0, object.find_last_not_of("\n ", brace - 1) + 1);
}

}  // namespace

void VisibleList::pass_on(std::string& text, bool at_once) const {
  if (!at_once && text.size() < worth_a_call) return;
  sink_(text);
  text.clear();
}

VisibleJson::VisibleJson(const Scene& scene, const RunOptions& options, const std::string& report_path, TextSink sink)
    : VisibleList(scene, std::move(sink)),
      text_(open(head_json(scene, options, report_path)) + ",\n  \"cameras\": [") {}

void VisibleJson::add_camera(const CameraResult& camera) {
  end_camera();
  text_ += concat(cameras_++ == 0 ? "\n    " : ",\n    ", open(camera_json(camera, scene().objects.size())),
                  ",\n     \"view_objects\": [");
  views_ = 0;
}

void VisibleJson::add_view(const SeenByView& seen) {
  text_ += views_++ == 0 ? "\n      [" : ",\n      [";
  bool first = true;
  for (const std::uint32_t index : indices_of(seen.visible, indices_)) {
    if (!std::exchange(first, false)) text_ += ',';
    detail::append(text_, index);
  }
  text_ += ']';
  pass_on(text_);
}

void VisibleJson::end_camera() {
  if (cameras_ > 0) text_ += "]}";
}

void VisibleJson::end(const CullRun& run) {
  end_camera();
  text_ += concat("],\n  \"total\": ", total_json(run));
  if (!run.gain.modes.empty()) text_ += concat(",\n  \"comparison\": ", gain_json(run.gain));
  text_ += ",\n  \"object_names\": [";
  for (std::size_t i = 0; i < scene().objects.size(); ++i) {
    text_ += concat(i == 0 ? "\n    " : ",\n    ", nlohmann::json(scene().objects[i].name).dump());
    pass_on(text_);
  }
  text_ += "]\n}\n";
  pass_on(text_, true);
}

VisibleCsv::VisibleCsv(const Scene& scene, TextSink sink)
    : VisibleList(scene, std::move(sink)), text_("camera,camera_name,view,object,object_name,verdict\n") {}

void VisibleCsv::add_camera(const CameraResult& camera) {
  camera_ = concat(cameras_++, ",", quoted_field(camera.name), ",");
}

void VisibleCsv::add_view(const SeenByView& seen) {
  for (const std::uint32_t i : indices_of(seen.visible, indices_)) {
    text_ += concat(camera_, seen.view, ",", i, ",", quoted_field(scene().objects[i].name),
                    bit(seen.overlapping, i) ? ",overlapping\n" : ",touching\n");
    pass_on(text_);
  }
}

void VisibleCsv::end(const CullRun&) { pass_on(text_, true); }

}  // namespace lockstep::tools
