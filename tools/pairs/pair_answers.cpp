#include "pairs/pair_answers.hpp"

#include <span>

#include <nlohmann/json.hpp>

#include <lockstep/config.hpp>

#include "output/standard_output.hpp"
#include "pairs/answer_text.hpp"
#include "text/error.hpp"
#include "text/numbers.hpp"

namespace lockstep::tools {
namespace {

using Json = nlohmann::ordered_json;

std::string_view verdict_name(Verdict verdict) {
  constexpr std::string_view names[] = {"separated", "touching", "overlapping"};
  return names[static_cast<std::size_t>(verdict)];
}

/// null in place of "-".
Json or_null(const std::string& text) { return text == "-" ? Json() : Json(text); }

Json number_or_null(const std::string& text) { return text == "-" ? Json() : Json(to_number<double>(text)); }

std::string line_of(const PairDistance& distance) {
  const auto& [interval, normal, points] = distance;
  return concat("\t", digits(interval.lower), "\t", digits(interval.upper), "\t", digits(normal), "\t",
                digits(points.a), "\t", digits(points.b));
}

std::string line_of(const PairCast& cast) {
  return concat("\t", digits(cast.fractions.lower), "\t", digits(cast.fractions.upper), "\t", digits(cast.normal), "\t",
                digits(cast.point));
}

/// The numbers of each point of the manifold.
std::string line_of(const Manifold& m) {
  std::string line =
      concat("\t", digits(m.distance.lower), "\t", digits(m.distance.upper), "\t", digits(m.normal), "\t", m.count);
  for (const ContactPoint& p : std::span(m.points).first(m.count))
    line +=
        concat("\t", digits(p.separation), "\t", digits(p.a), "\t", digits(p.b), "\t", p.feature_a, " ", p.feature_b);
  return line;
}

/// JSON has no infinity and no NaN: they are written as null.
Json json_of(const Vec3d& v) { return {v.x, v.y, v.z}; }

void add_distance(Json& json, const PairDistance& distance) {
  json["lower"] = distance.interval.lower;
  json["upper"] = distance.interval.upper;
  json["normal"] = json_of(distance.normal);
  json["a"] = json_of(distance.points.a);
  json["b"] = json_of(distance.points.b);
}

void add_cast(Json& json, const PairCast& cast) {
  json["lower"] = cast.fractions.lower;
  json["upper"] = cast.fractions.upper;
  json["normal"] = json_of(cast.normal);
  json["point"] = json_of(cast.point);
}

void add_contacts(Json& json, const Manifold& m) {
  json["lower"] = m.distance.lower;
  json["upper"] = m.distance.upper;
  json["normal"] = m.count == 0 ? Json() : json_of(m.normal);
  json["points"] = Json::array();
  for (const ContactPoint& p : std::span(m.points).first(m.count))
    json["points"].push_back({{"separation", p.separation},
                              {"a", json_of(p.a)},
                              {"b", json_of(p.b)},
                              {"feature_a", p.feature_a},
                              {"feature_b", p.feature_b}});
}

}  // namespace

AnswerWriter::AnswerWriter(StandardOutput& output, const AnswerFormat& format, const AnswerHeader& header)
    : output_(output), format_(format) {
  if (!format_.json) return;
  std::string start = text_of(
      {{"version", LOCKSTEP_VERSION}, {"file", header.file}, {"isa", name(header.isa)}, {"method", header.method}});
  start.pop_back();
  output_.write(start + ",\"answers\":[");
}

void AnswerWriter::write(const PairAnswer& answer) {
  if (answer.exact) known_ += answer.exact->known ? 1U : 0U, wrong_ += answer.exact->is_false ? 1U : 0U;
  if (format_.json)
    output_.write(concat(count_ == 0 ? "\n" : ",\n", as_json(answer)));
  else
    output_.write(as_line(answer));
  ++count_;
}

std::string AnswerWriter::as_line(const PairAnswer& answer) const {
  if (format_.yes_no) return concat(answer.id, " ", overlaps(answer.verdict, format_.touching) ? "yes\n" : "no\n");
  const std::string_view said =
      answer.cast ? result_name(result_of(answer.cast->fractions)) : verdict_name(answer.verdict);
  std::string line = concat(answer.id, "\t", said);
  if (answer.cast) line += line_of(*answer.cast);
  if (answer.distance) line += line_of(*answer.distance);
  if (answer.contacts) line += line_of(*answer.contacts);
  if (!answer.exact) return line + "\n";
  const ExactAnswer& exact = *answer.exact;
  return concat(line, "\t", exact.truth, "\t", exact.number, exact.is_false ? "\tFALSE\n" : "\n");
}

std::string AnswerWriter::as_json(const PairAnswer& answer) const {
  Json json = {{"id", answer.id}, {"line", answer.line}};
  if (answer.cast) {
    json["cast"] = result_name(result_of(answer.cast->fractions));
    add_cast(json, *answer.cast);
  } else {
    json["verdict"] = verdict_name(answer.verdict);
  }
  if (format_.yes_no) json["overlaps"] = overlaps(answer.verdict, format_.touching);
  if (answer.distance) add_distance(json, *answer.distance);
  if (answer.contacts) add_contacts(json, *answer.contacts);
  if (answer.exact)
    json["exact"] = {{"truth", or_null(answer.exact->truth)},
                     {answer.cast ? "fraction" : "distance", number_or_null(answer.exact->number)},
                     {format_.intervals ? "interval_is_false" : "verdict_is_false", answer.exact->is_false}};
  return text_of(json);
}

ExitCode AnswerWriter::finish() {
  if (format_.json) {
    output_.write("\n]");
    if (format_.exact) output_.write(concat(",\"exact\":", text_of({{"judged", known_}, {"false", wrong_}})));
    output_.write("}\n");
  } else if (format_.exact) {
    output_.write(concat("# judged exactly: ", known_, " of ", count_, format_.intervals ? " intervals" : " verdicts",
                         "; false: ", wrong_, "\n"));
  }
  return wrong_ == 0 ? exit_ok : exit_internal;
}

}  // namespace lockstep::tools
