// SPDX-License-Identifier: MIT
#include "unit/core/verify/plan_builder.h"

#include <doctest/doctest.h>

#include <functional>
#include <set>

namespace {

using namespace assay::core::verify;

Manifest sample() {
  Manifest manifest;
  manifest.commands = {command("a"), command("b")};
  auto extras = std::make_shared<CommandExtras>();
  extras->report = "r.xml";
  extras->env = {{"K", "V"}};
  extras->retry_on = {"x"};
  manifest.commands[0].extras = extras;
  return manifest;
}

CommandExtras& extras_of(Manifest& manifest) {
  auto copy = std::make_shared<CommandExtras>(*manifest.commands[0].extras);
  manifest.commands[0].extras = copy;
  return *copy;
}

Manifest with_lists(std::vector<std::pair<std::string, std::string>> env,
                    std::vector<std::string> retry_on) {
  Manifest manifest = sample();
  extras_of(manifest) = {"", std::move(env), std::move(retry_on)};
  return manifest;
}

}  // namespace

TEST_CASE(
    "manifest digest: every field that decides what is run or what it must prove changes it") {
  struct Row {
    const char* name;
    std::function<void(Manifest&)> change;
  };
  const Row rows[] = {
      {"nothing", [](Manifest&) {}},
      {"cwd", [](Manifest& m) { m.cwd = "sub"; }},
      {"flaky_retry_limit", [](Manifest& m) { m.flaky_retry_limit = 2; }},
      {"id", [](Manifest& m) { m.commands[1].id = "c"; }},
      {"command", [](Manifest& m) { m.commands[1].command += " "; }},
      {"stage", [](Manifest& m) { m.commands[1].stage = -1; }},
      {"gate_type test", [](Manifest& m) { m.commands[1].gate_type = GateType::test; }},
      {"gate_type lint", [](Manifest& m) { m.commands[1].gate_type = GateType::lint; }},
      {"parallel_safe", [](Manifest& m) { m.commands[1].parallel_safe = true; }},
      {"mutates_workspace", [](Manifest& m) { m.commands[1].mutates_workspace = true; }},
      {"required", [](Manifest& m) { m.commands[1].required = false; }},
      {"must_be_effective", [](Manifest& m) { m.commands[1].must_be_effective = true; }},
      {"allow_zero_tests", [](Manifest& m) { m.commands[1].allow_zero_tests = true; }},
      {"timeout", [](Manifest& m) { m.commands[1].timeout = assay::Millis{1}; }},
      {"report", [](Manifest& m) { extras_of(m).report = "s.xml"; }},
      {"env name", [](Manifest& m) { extras_of(m).env[0].first = "L"; }},
      {"env value", [](Manifest& m) { extras_of(m).env[0].second = "W"; }},
      {"one more env", [](Manifest& m) { extras_of(m).env.emplace_back("L", ""); }},
      {"retry_on", [](Manifest& m) { extras_of(m).retry_on[0] = "y"; }},
      {"one more retry_on", [](Manifest& m) { extras_of(m).retry_on.emplace_back(); }},
      {"no extras", [](Manifest& m) { m.commands[0].extras = nullptr; }},
      {"one command less", [](Manifest& m) { m.commands.pop_back(); }},
      {"one command more", [](Manifest& m) { m.commands.push_back(command("c")); }},
      {"other order", [](Manifest& m) { std::swap(m.commands[0], m.commands[1]); }},
  };
  std::set<std::string> seen;
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Manifest manifest = sample();
    row.change(manifest);
    CHECK(seen.insert(digest_of(manifest).hex()).second);
    CHECK(digest_of(manifest) == digest_of(Manifest(manifest)));
  }
}

TEST_CASE("manifest digest: text cannot be shifted between fields, lists or commands") {
  CHECK(digest_of(with_lists({{"a", "b"}}, {})) != digest_of(with_lists({}, {"a", "b"})));
  CHECK(digest_of(with_lists({{"a", "b"}, {"c", "d"}}, {})) !=
        digest_of(with_lists({{"a", "b"}}, {"c", "d"})));
  Manifest one;
  one.commands = {command("a")};
  Manifest two = one;
  two.commands.push_back(command("b"));
  auto imitation = std::make_shared<CommandExtras>();
  imitation->retry_on = {"b", "make b", "0", "164", "0"};
  one.commands[0].extras = imitation;
  two.commands[0].extras = std::make_shared<CommandExtras>();
  CHECK(digest_of(one) != digest_of(two));
}

TEST_CASE("manifest digest: the name of the run is not part of it") {
  Manifest manifest = sample();
  manifest.run_id = "mine";
  CHECK(digest_of(manifest) == digest_of(sample()));
}
