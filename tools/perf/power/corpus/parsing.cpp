// What the issues of simdjson that corpus.sh names say became slower, by the API that versions 0.9 to 3 share.
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include <benchmark/benchmark.h>

#include <simdjson.h>

namespace {

/// An array of messages with texts, nested objects and numbers.
simdjson::padded_string messages() {
  std::mt19937 random(1);
  std::string text = "[";
  for (int i = 0; i < 300; ++i) {
    text += i == 0 ? "" : ",\n";
    text += R"({"id": )" + std::to_string(random()) + R"(, "text": ")" + std::string(40 + random() % 100, 'x') +
            R"(", "user": {"id": )" + std::to_string(random() % 100000) + R"(, "name": "Ada"}, "retweets": )" +
            std::to_string(random() % 100) + R"(, "score": )" + std::to_string(static_cast<double>(random()) / 1e5) +
            "}";
  }
  return simdjson::padded_string(text + "]");
}

void all_fields(benchmark::State& state) {  // issues 1687 and 2028
  const simdjson::padded_string text = messages();
  simdjson::ondemand::parser parser;
  for (auto _ : state) {
    std::uint64_t sum = 0;
    double score = 0;
    auto document = parser.iterate(text);
    for (auto message : document.get_array()) {
      auto object = message.get_object();
      sum += std::uint64_t(object["id"]);
      sum += std::string_view(object["text"]).size();
      sum += std::uint64_t(object["user"]["id"]);
      sum += std::uint64_t(object["retweets"]);
      score += double(object["score"]);
    }
    benchmark::DoNotOptimize(sum);
    benchmark::DoNotOptimize(score);
  }
}
BENCHMARK(all_fields);

void one_field(benchmark::State& state) {  // issue 1687
  const simdjson::padded_string text = messages();
  simdjson::ondemand::parser parser;
  for (auto _ : state) {
    std::uint64_t sum = 0;
    auto document = parser.iterate(text);
    for (auto message : document.get_array()) sum += std::uint64_t(message.find_field("user").find_field("id"));
    benchmark::DoNotOptimize(sum);
  }
}
BENCHMARK(one_field);

void whole_tree(benchmark::State& state) {
  const simdjson::padded_string text = messages();
  simdjson::dom::parser parser;
  for (auto _ : state) {
    simdjson::dom::element root = parser.parse(text);
    benchmark::DoNotOptimize(root);
  }
}
BENCHMARK(whole_tree);

}  // namespace

BENCHMARK_MAIN();
