// lockstep info, help, version and usage errors.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <lockstep/config.hpp>

#include "support/subprocess.hpp"

namespace lockstep::tools::test {
namespace {

TEST(Info, NamesVersionAndInstructionSets) {
  const Outcome text = run({"info"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_EQ(text.err, "");
  EXPECT_NE(text.out.find("lockstep " LOCKSTEP_VERSION), std::string::npos) << text.out;

  const auto info = nlohmann::json::parse(run({"info", "--json"}).out);
  EXPECT_EQ(info["version"], LOCKSTEP_VERSION);
  EXPECT_GE(info["threads"], 1);
  std::vector<std::string> compiled, supported;
  for (const auto& isa : info["isas"]) {
    EXPECT_EQ(isa["lanes"], lane_count(isa["name"] == "scalar"  ? Isa::scalar
                                       : isa["name"] == "sse42" ? Isa::sse42
                                       : isa["name"] == "avx2"  ? Isa::avx2
                                       : isa["name"] == "neon"  ? Isa::neon
                                                                : Isa::avx512));
    if (isa["compiled"]) compiled.push_back(isa["name"]);
    if (isa["supported"]) supported.push_back(isa["name"]);
  }
  const auto names = [](std::span<const Isa> isas) {
    std::vector<std::string> list;
    for (const Isa isa : isas) list.emplace_back(name(isa));
    return list;
  };
  EXPECT_EQ(compiled, names(compiled_isas()));
  EXPECT_EQ(supported, names(supported_isas()));
}

TEST(Info, EnvironmentForcesTheInstructionSet) {
  Launch launch;
  launch.arguments = {"info", "--json"};
  launch.environment = {{"LOCKSTEP_ISA", "scalar"}};
  EXPECT_EQ(nlohmann::json::parse(run(launch).out)["isa"], "scalar");
  launch.environment = {{"LOCKSTEP_ISA", "mmx"}};
  const Outcome wrong = run(launch);
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_EQ(wrong.out, "");
  for (const char* part : {"mmx", "LOCKSTEP_ISA", "scalar"})
    EXPECT_NE(wrong.err.find(part), std::string::npos) << wrong.err;
}

TEST(Usage, HelpAndVersion) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"--help"}, {"-h"}, {"cull", "--help"}, {"pairs", "--help"}, {"info", "--help"}}) {
    const Outcome help = run(arguments);
    EXPECT_EQ(help.exit_code, 0) << arguments[0];
    EXPECT_EQ(help.err, "");
    EXPECT_NE(help.out.find("Usage: lockstep"), std::string::npos) << help.out;
    EXPECT_NE(help.out.find("Exit codes"), std::string::npos) << help.out;
  }
  EXPECT_EQ(run({"--version"}).out, "lockstep " LOCKSTEP_VERSION "\n");
}

TEST(Usage, MistakesAreExitCode2) {
  const std::vector<std::vector<std::string>> mistakes = {
      {},
      {"dance"},
      {"info", "--loud"},
      {"info", "extra"},
      {"pairs"},
      {"pairs", "-", "--answer", "maybe"},
      {"pairs", "-", "--method", "mpr"},
      {"pairs", "-", "--touching", "overlap"},
      {"pairs", "-", "--isa", "mmx"},
      {"cull", "--isa", "mmx"},
      {"cull", "--isa"},
      {"cull", "--threads", "0"},
      {"cull", "--threads", "-1"},
      {"cull", "--threads", "99999999999999999999"},
      {"cull", "--repeat", "0"},
      {"cull", "--repeat", "x"},
      {"cull", "--fov", "0"},
      {"cull", "--fov", "180"},
      {"cull", "--fov", "nan"},
      {"cull", "--aspect", "-1"},
      {"cull", "--aspect", "inf"},
      {"cull", "--far", "-5"},
      {"cull", "--far", "nan"},
      {"cull", "--map", "arena"},
      {"cull", "--camera", ""},
      {"cull", "--camera", "1 0 0"},
      {"cull", "--camera", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0"},
      {"cull", "--camera", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 x"},
      {"cull", "--camera", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 nan"},
      {"cull", "a.bsp", "b.bsp"},
  };
  for (const auto& arguments : mistakes) {
    std::string line;
    for (const std::string& word : arguments) line += " " + word;
    const Outcome result = run(arguments);
    EXPECT_EQ(result.exit_code, 2) << "lockstep" << line << "\n" << result.err;
    EXPECT_EQ(result.out, "") << line;
    EXPECT_TRUE(result.err.starts_with("lockstep: ")) << result.err;
  }
}

}  // namespace
}  // namespace lockstep::tools::test
