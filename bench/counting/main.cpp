// lockstep_count: counts the operations of the kernels per query. It runs every row of lockstep on the counting lanes
// and writes a line for each: the number of operations of each kind per query, lane by lane, idle lanes included.
//
//   lockstep_count --isa=avx512 [regular expression]
//   {"intersect/obb_obb/auto": {"hits": 49953, "add": 128.6, ...}, ...}
#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <regex>
#include <string>
#include <string_view>

#include <tbb/global_control.h>

#include "counting/operations.hpp"
#include "methods/methods.hpp"

namespace lockstep::bench {
namespace {

struct Kind {
  const char* name;
  std::uint64_t Operations::*count;
};
constexpr Kind kinds[] = {
    {"add", &Operations::add},         {"multiply", &Operations::multiply}, {"fused", &Operations::fused},
    {"divide", &Operations::divide},   {"root", &Operations::root},         {"compare", &Operations::compare},
    {"select", &Operations::select},   {"min_max", &Operations::min_max},   {"sign", &Operations::sign},
    {"shuffle", &Operations::shuffle}, {"load", &Operations::load},
};

/// Prints its elements in braces, with commas between.
class List {
 public:
  List() { std::fputs("{", stdout); }
  ~List() { std::puts("}"); }
  List(const List&) = delete;
  List& operator=(const List&) = delete;

  void next(const std::string& text) {
    std::fputs((separator_ + text).c_str(), stdout);
    separator_ = ",\n";
  }

 private:
  std::string separator_;
};

/// Includes the number of hits: if it differs from that of other lanes, the counts are worthless.
std::string counted(Method& method, std::size_t queries, int lanes) {
  operations = {};
  method.run();
  std::size_t hits = 0;
  for (std::size_t q = 0; q < queries; ++q) hits += method.hit(q);
  std::string text = "{\"hits\": " + std::to_string(hits);
  for (const Kind& kind : kinds) {
    const double each = static_cast<double>(operations.*kind.count) * lanes / static_cast<double>(queries);
    text += ", \"" + std::string(kind.name) + "\": " + std::to_string(each);
  }
  return text + "}";
}

template <class Specs, class Methods>
void count_rows(const std::string& job, const Specs& specs, const Methods& methods, Isa isa, const std::regex& wanted,
                List& list) {
  for (const auto& spec : specs) {
    if (spec.batch != 0) continue;  // the overhead of a call is not an operation of a kernel
    const auto name = [&](const auto& method) { return job + "/" + spec.name + "/" + method.name; };
    const auto is_wanted = [&](const auto& m) { return m.takes(spec) && std::regex_search(name(m), wanted); };
    if (std::none_of(methods.begin(), methods.end(), is_wanted)) continue;
    const auto workload = spec.make();
    for (const auto& method : methods) {
      if (!is_wanted(method)) continue;
      list.next("\"" + name(method) +
                "\": " + counted(*method.make(workload, isa), workload.query_count(), lane_count(isa)));
    }
  }
}

int run(int argc, char** argv) {
  constexpr std::string_view flag = "--isa=";
  if (argc < 2 || argc > 3 || !std::string_view(argv[1]).starts_with(flag)) {
    std::cerr << "usage: lockstep_count --isa=sse42|avx2|avx512 [regular expression]\n";
    return 2;
  }
  const Isa isa = isa_from_name(std::string_view(argv[1]).substr(flag.size()));
  const std::regex wanted(argc == 3 ? argv[2] : "");
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  List list;
  count_rows("intersect", pair_workloads(), lockstep_pair_methods(), isa, wanted, list);
  count_rows("cull", cull_scenes(), lockstep_cull_methods(), isa, wanted, list);
  return 0;
}

}  // namespace
}  // namespace lockstep::bench

int main(int argc, char** argv) {
  try {
    return lockstep::bench::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "lockstep_count: " << error.what() << '\n';
    return 2;
  }
}
