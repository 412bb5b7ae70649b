// Jobs that run on a foreign executor, and the expectation for each: the same bytes, whichever thread runs the parts.
#pragma once

#include <gtest/gtest.h>

#include <cfenv>
#include <cstddef>
#include <ostream>
#include <span>
#include <vector>

#include "lockstep/lockstep.hpp"
#include "thread_executor.hpp"

namespace lockstep::test {

/// The bytes that a job wrote.
using Bytes = std::vector<std::byte>;

template <class T>
void append(Bytes& bytes, std::span<const T> values) {
  const auto all = std::as_bytes(values);
  bytes.insert(bytes.end(), all.begin(), all.end());
}
template <class T>
void append(Bytes& bytes, const std::vector<T>& values) {
  append(bytes, std::span<const T>(values));
}

inline Bytes bytes_of(const ObjectLists& lists) {
  Bytes bytes;
  append(bytes, lists.first), append(bytes, lists.objects);
  return bytes;
}
inline Bytes bytes_of(const HitLists& lists) {
  Bytes bytes;
  append(bytes, lists.first), append(bytes, lists.shapes), append(bytes, lists.fractions);
  return bytes;
}

struct Job {
  const char* name;
  Bytes (*ask)(const Executor&);

  friend std::ostream& operator<<(std::ostream& out, const Job& job) { return out << job.name; }
};

template <class Options>
Options by(const Executor& executor) {
  Options options;
  options.executor = executor;
  return options;
}

/// The elements that call(out) writes.
template <class Out, class Call>
Bytes filled(std::size_t size, const Call& call) {
  std::vector<Out> out(size);
  call(out);
  Bytes bytes;
  append(bytes, out);
  return bytes;
}

/// The pairs of a pass over all of these.
template <class... Objects>
Bytes pairs_by(const Executor& executor, const Objects&... objects) {
  std::vector<Pair> found(200000);
  found.resize(overlap(objects..., {.pairs = found}, by<OverlapOptions>(executor)).pairs);
  Bytes bytes;
  append(bytes, found);
  return bytes;
}

inline void expect_the_same_from_threads(const Job& job) {
  const Bytes expected = job.ask({});
  for (const unsigned threads : {1U, 3U, 64U}) {
    ThreadExecutor own(threads);
    EXPECT_TRUE(job.ask(own.executor()) == expected) << threads << " threads";
    EXPECT_GT(own.bodies, 1U) << threads << " threads: nothing was handed over";
    Scratch scratch;  // whose blocks all threads take and give back
    Executor with_scratch = own.executor();
    for (int frame = 0; frame < 2; ++frame) {
      with_scratch.scratch = &scratch;
      EXPECT_TRUE(job.ask(with_scratch) == expected) << threads << " threads with a scratch, frame " << frame;
    }
  }
}

inline void expect_the_same_however_threads_round(const Job& job) {
  const Bytes expected = job.ask({});
  ThreadExecutor own(3);
  own.before = [] { std::fesetround(FE_UPWARD); };
  EXPECT_TRUE(job.ask(own.executor()) == expected);
}

}  // namespace lockstep::test
