// SPDX-License-Identifier: MIT
// Every text file beside this one is a test: its events are fed to the machine, and what the
// machine decides and concludes must be what the file says. UPDATE=1 rewrites the expectations and
// proves nothing.
#include "core/loop/decide.h"
#include "core/machine.h"
#include "core/verify/verdict.h"
#include "scenarios/desk.h"
#include "scenarios/pipeline_player.h"
#include "scenarios/transcript.h"
#include "support/source_dir.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

namespace {

using namespace assay;
namespace fs = std::filesystem;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string row(const core::verify::State& state, std::uint32_t unit) {
  const core::verify::CommandState& command = state.commands[unit];
  std::string line =
      "= " + state.plan->manifest.commands[unit].id + " " + std::string(to_text(command.status));
  if (command.reason != core::verify::Reason::none)
    line += " " + std::string(to_text(command.reason));
  line += " attempts=" + std::to_string(command.attempts) +
          " exit=" + std::to_string(command.exit_code);
  if (command.tests_executed >= 0) line += " tests=" + std::to_string(command.tests_executed);
  line += command.effective ? " effective" : " not-effective";
  if (command.has_log) line += " log=" + log_path(state, unit);
  return line + " | " + summary_line(state, unit);
}

void list(std::vector<std::string>& out, const std::string& name,
          const std::vector<std::string>& items) {
  for (std::string item : items) {
    std::replace(item.begin(), item.end(), '\n', '/');
    out.push_back("= " + name + ": " + item);
  }
}

std::vector<std::string> ending(const core::agent::State& state, const core::Machine& machine) {
  std::string line = "= ";
  line += state.fused ? to_text(state.fused->outcome) : "nothing";
  line += std::string(" ") + (machine.outcome  ? std::string(to_text(*machine.outcome))
                              : machine.parked ? "parked"
                                               : "UNDECIDED");
  line += " attempt=" + std::to_string(state.attempt) +
          " launches=" + std::to_string(state.purse.spent.launches) +
          " tokens=" + std::to_string(state.purse.spent.tokens) +
          " reserved=" + std::to_string(state.purse.reserved.size()) +
          (state.step == core::agent::Step::in_flight ? " in-flight" : "") +
          (state.late > 0 ? " late=" + std::to_string(state.late) : "");
  std::vector<std::string> out = {line};
  if (state.fused) out.push_back("= rule: " + std::string(state.fused->rule));
  list(out, "changed", state.files_changed);
  list(out, "commit", state.commits);
  return out;
}

std::string layers_of(const core::loop::TaskState& task) {
  std::string text;
  for (const core::loop::Layer& layer : task.layers) {
    const char* word = layer.status == core::loop::LayerStatus::passed   ? " passed"
                       : layer.status == core::loop::LayerStatus::failed ? " FAILED"
                                                                         : " skipped";
    text += (text.empty() ? " | " : ", ") + std::string(layer.name) + word;
    if (!layer.why.empty()) text += " (" + layer.why + ")";
  }
  std::replace(text.begin(), text.end(), '\n', '/');
  return text;
}

std::vector<std::string> ending(const core::loop::State& state, const core::Machine& machine) {
  std::string why = state.why;
  std::replace(why.begin(), why.end(), '\n', '/');
  std::vector<std::string> out = {
      "= " +
      (machine.outcome ? std::string(to_text(*machine.outcome)) +
                             " exit=" + std::to_string(exit_status(*machine.outcome))
       : machine.parked ? "parked"
                        : std::string("UNDECIDED")) +
      " index=" + std::to_string(task_index(state)) + "/" + std::to_string(state.order.size()) +
      " global=" + std::to_string(state.global_iteration) + (why.empty() ? "" : " | " + why)};
  for (const core::loop::TaskKey key : state.order) {
    const core::loop::TaskState& task = state.tasks[key];
    out.push_back("= " + name_of(state, key) + (task.done ? " done" : " open") +
                  " iteration=" + std::to_string(task.iteration) +
                  " agents=" + std::to_string(task.spawns) + layers_of(task));
  }
  list(out, "remark", state.remarks);
  list(out, "tampering", state.tampering);
  list(out, "kept", state.kept);
  if (!state.pull_request.url.empty()) out.push_back("= PR: " + state.pull_request.url);
  return out;
}

/// What is to be seen of the run when the transcript ends.
std::vector<std::string> ending(const core::Machine& machine) {
  if (const auto* loop = std::get_if<core::loop::State>(&machine.state))
    return ending(*loop, machine);
  if (const auto* agent = std::get_if<core::agent::State>(&machine.state))
    return ending(*agent, machine);
  const auto* state = std::get_if<core::verify::State>(&machine.state);
  if (state == nullptr) return {"= nothing"};
  const auto counters = " spawned=" + std::to_string(state->spawned) +
                        " completed=" + std::to_string(state->completed) +
                        " in-flight=" + std::to_string(state->in_flight) +
                        (state->late > 0 ? " late=" + std::to_string(state->late) : "");
  if (!machine.outcome) return {"= UNDECIDED" + counters};
  const core::verify::Summary summary = summarize(*state);
  std::vector<std::string> out = {
      "= " + std::string(to_text(summary.overall)) + " " + std::string(to_text(*machine.outcome)) +
      " exit=" + std::to_string(exit_status(*machine.outcome)) + counters};
  for (std::uint32_t unit = 0; unit < state->commands.size(); ++unit)
    out.push_back(row(*state, unit));
  list(out, "failed", summary.failed_required_ids);
  list(out, "ineffective", summary.failed_ineffective_required_ids);
  list(out, "mismatch", summary.manifest_mismatches);
  list(out, "digest", summary.short_failure_digest);
  return out;
}

/// Plays a file and writes down what it should say: its own words, with the machine's answers.
class Player {
 public:
  Result<std::vector<std::string>> play(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) TRY(read(line));
    for (std::string& line : ending(machine_)) out_.push_back(std::move(line));
    list(out_, "written", desk_.written());
    return out_;
  }

 private:
  Result<> read(const std::string& line) {
    if (line.starts_with("< ") || line.starts_with("= ")) return {};
    out_.push_back(line);
    if (line.empty() || line.starts_with("#")) return {};
    if (!line.starts_with("> ")) {
      const bool about_answers = setup_.loop() && TRY(desk_.read(line));
      return about_answers ? Result<>() : setup_.read(line);
    }
    if (line == "> answers") {
      desk_.release();
    } else {
      if (line == "> resumed") desk_.forget();
      decide(TRY(scenarios::read_event(std::string_view(line).substr(2), setup_, concluding_)));
    }
    if (!setup_.loop()) return {};
    while (const std::optional<core::Event> answer = desk_.answer(setup_)) decide(*answer);
    return {};
  }

  void decide(const core::Event& event) {
    const core::Effects effects = core::decide(machine_, event);
    for (const core::Effect& effect : effects) {
      if (const auto* conclude = std::get_if<core::Conclude>(&effect))
        concluding_ = conclude->outcome;
      std::string text = core::to_text(core::Effects{effect});
      std::replace(text.begin(), text.end(), '\n', '/');
      out_.push_back("< " + text);
    }
    if (!setup_.loop()) return;
    setup_.learn(effects);
    desk_.hear(effects);
  }

  scenarios::Setup setup_;
  scenarios::Desk desk_;
  core::Machine machine_;
  core::Outcome concluding_ = core::Outcome::error;
  std::vector<std::string> out_;
};

std::string text_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> scenario_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(
           std::string(assay::support::source_dir) + "/tests/scenarios")) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

TEST_CASE("scenarios: the machine decides as every transcript says") {
  const bool update = std::getenv("UPDATE") != nullptr;
  const std::vector<fs::path> files = scenario_files();
  REQUIRE(files.size() >= 45);
  int rewritten = 0;
  for (const fs::path& path : files) {
    INFO(path.filename().string());
    const std::string said = read_file(path);
    const std::vector<std::string> lines = lines_of(said);
    const auto played =
        scenarios::is_pipeline(lines) ? scenarios::play_pipeline(lines) : Player().play(lines);
    REQUIRE_MESSAGE(bool(played), played.error().what);
    const std::string plays = text_of(*played);
    CHECK_MESSAGE(said.starts_with("# "), "the first line says which rule it is about");
    if (update) {
      if (plays != said) ++rewritten, std::ofstream(path, std::ios::binary) << plays;
      continue;
    }
    CHECK(lines_of(plays) == lines_of(said));
    if (plays != said) std::cout << "--- " << path.filename().string() << " now reads:\n" << plays;
  }
  if (update) {
    std::cout << "SKIPPED: UPDATE=1 rewrote " << rewritten << " of " << files.size()
              << " scenarios and compared nothing. Read the difference before you keep it.\n";
    std::exit(77);
  }
}

TEST_CASE("scenarios: the example in the documentation is one of them") {
  const std::string manual =
      read_file(std::string(assay::support::source_dir) + "/docs/formats/scenario.md");
  const std::size_t begin = manual.find("```\n# ");
  REQUIRE(begin != std::string::npos);
  const std::string example = manual.substr(begin + 4, manual.find("```", begin + 4) - begin - 4);
  const std::vector<fs::path> files = scenario_files();
  CHECK(std::any_of(files.begin(), files.end(),
                    [&](const fs::path& path) { return read_file(path) == example; }));
}
