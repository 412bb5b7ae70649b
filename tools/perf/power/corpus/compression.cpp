// What the issues of zstd that corpus.sh names say became slower, by the API that versions 1.4 and 1.5 share.
#include <string>

#include <benchmark/benchmark.h>
#include <zstd.h>

namespace {

/// By the streaming interface, which is not told the size.
void compress(benchmark::State& state, int level, const std::string& text) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  for (auto _ : state) {
    ZSTD_CCtx_reset(context, ZSTD_reset_session_only);
    ZSTD_inBuffer in{text.data(), text.size(), 0};
    ZSTD_outBuffer out{packed.data(), packed.size(), 0};
    ZSTD_compressStream2(context, &out, &in, ZSTD_e_continue);
    while (ZSTD_compressStream2(context, &out, &in, ZSTD_e_end) != 0) {
    }
    benchmark::DoNotOptimize(out.pos);
  }
  ZSTD_freeCCtx(context);
}

std::string small_text() {
  std::string text;
  for (unsigned i = 0; text.size() < 1500; ++i) text += "record " + std::to_string(i * 2654435761U) + ", ";
  return text;
}

void small_level_9(benchmark::State& state) { compress(state, 9, small_text()); }  // issue 2966
BENCHMARK(small_level_9);

void small_level_3(benchmark::State& state) { compress(state, 3, small_text()); }
BENCHMARK(small_level_3);

void counting_level_9(benchmark::State& state) {  // issue 4385
  std::string text(1 << 18, '\0');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i);
  compress(state, 9, text);
}
BENCHMARK(counting_level_9);

void text_level_3(benchmark::State& state) {
  std::string text;
  for (unsigned i = 0; text.size() < 100'000; ++i) text += "record " + std::to_string(i * 2654435761U) + ", ";
  compress(state, 3, text);
}
BENCHMARK(text_level_3);

}  // namespace

BENCHMARK_MAIN();
