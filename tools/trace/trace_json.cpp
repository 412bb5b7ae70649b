#include <cmath>
#include <span>

#include <nlohmann/json.hpp>

#include <lockstep/config.hpp>

#include "trace/trace_text.hpp"
#include "trace/trace_words.hpp"

namespace lockstep::tools {
namespace {

using TraceJson = nlohmann::ordered_json;

/// JSON has no infinity and no NaN: they are written as null, as nlohmann/json does.
TraceJson array_of(const TraceVector& v, bool in_plane) {
  return in_plane ? TraceJson{v.x, v.y} : TraceJson{v.x, v.y, v.z};
}

TraceJson array_of(std::span<const TraceVector> points, bool in_plane) {
  TraceJson array = TraceJson::array();
  for (const TraceVector& p : points) array.push_back(array_of(p, in_plane));
  return array;
}

TraceJson json_of(const TraceNumber& number) {
  TraceJson json = {{"name", number.name}};
  if (number.first >= 0) json["axes"] = TraceJson::array({number.first});
  if (number.second >= 0) json["axes"].push_back(number.second);
  json["value"] = number.value;
  if (number.is_check) json["asked"] = number.asked, json["holds"] = number.holds;
  return json;
}

TraceJson json_of(const TraceStep& step, bool in_plane) {
  TraceJson json = {{"stage", word(step.stage)}, {"lanes", lanes(step.in_double)}};
  if (step.shift >= 0) json["shift"] = step.shift, json["shifted_by"] = array_of(step.shifted_by, in_plane);
  if (step.has_direction) json["direction"] = array_of(step.direction, in_plane);
  if (step.has_point) json["found"] = array_of(step.found, in_plane);
  json["retained"] = array_of(std::span(step.retained, static_cast<std::size_t>(step.retained_count)), in_plane);
  json["looked_at"] = TraceJson::array();
  for (const TraceNumber& number : step.looked_at()) json["looked_at"].push_back(json_of(number));
  json["region"] = step.region == 0 ? "" : corners(step.region);
  json["next"] = array_of(std::span(step.after, static_cast<std::size_t>(step.after_count)), in_plane);
  json["end"] = word(step.end);
  return json;
}

TraceJson json_of(const ReferenceStep& step, bool in_plane) {
  return {{"direction", array_of(step.direction, in_plane)},
          {"on_a", array_of(step.on_a, in_plane)},
          {"on_b", array_of(step.on_b, in_plane)},
          {"found", array_of(step.found, in_plane)},
          {"retained", array_of(step.before, in_plane)},
          {"region", step.region == reference::Region::none ? "" : corners(static_cast<unsigned>(step.region))},
          {"next", array_of(step.after, in_plane)},
          {"end", word(step.end)}};
}

TraceJson json_of(const std::vector<ClosingStep>& steps, bool in_plane) {
  TraceJson array = TraceJson::array();
  for (const ClosingStep& step : steps)
    array.push_back({{"direction", array_of(step.direction, in_plane)},
                     {"on_a", array_of(step.on_a, in_plane)},
                     {"on_b", array_of(step.on_b, in_plane)},
                     {"found", array_of(step.found, in_plane)},
                     {"nearest", array_of(step.nearest, in_plane)},
                     {"a", array_of(step.nearest_a, in_plane)},
                     {"b", array_of(step.nearest_b, in_plane)},
                     {"lower", step.lower},
                     {"upper", step.upper}});
  return array;
}

TraceJson json_of(const TracedDistance& distance, bool in_plane) {
  TraceJson json = {{"lower", distance.lower},
                    {"upper", distance.upper},
                    {"normal", array_of(distance.normal, in_plane)},
                    {"a", array_of(distance.on_a, in_plane)},
                    {"b", array_of(distance.on_b, in_plane)},
                    {"reference", json_of(distance.closing, in_plane)}};
  if (!distance.expansion.empty()) {
    json["polytope"] = array_of(distance.polytope, in_plane);
    json["expansion"] = json_of(distance.expansion, in_plane);
  }
  return json;
}

}  // namespace

std::string trace_json(const PairTrace& trace) {
  const Trace& kernel = trace.kernel;
  const std::optional<std::size_t> difference = first_difference(trace);
  TraceJson json = {{"version", LOCKSTEP_VERSION},
                    {"id", trace.id},
                    {"line", trace.line},
                    {"world", trace.in_plane ? "plane" : "space"},
                    {"verdict", word(kernel.verdict)},
                    {"proof", kernel.proof < 0 ? TraceJson() : TraceJson(kernel.proof)},
                    {"lanes", lanes(kernel.in_double)},
                    {"flat", kernel.flat},
                    {"swapped", kernel.swapped},
                    {"kernel", TraceJson::array()},
                    {"reference_says", trace.reference_says},
                    {"reference", TraceJson::array()},
                    {"part_at", difference ? TraceJson(*difference) : TraceJson()}};
  for (const TraceStep& step : kernel.steps) json["kernel"].push_back(json_of(step, trace.in_plane));
  for (const ReferenceStep& step : trace.reference) json["reference"].push_back(json_of(step, trace.in_plane));
  if (trace.distance) json["distance"] = json_of(*trace.distance, trace.in_plane);
  return json.dump(-1, ' ', false, TraceJson::error_handler_t::replace) + "\n";
}

}  // namespace lockstep::tools
