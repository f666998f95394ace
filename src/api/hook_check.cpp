// SPDX-License-Identifier: MIT
// Does what is installed really fire? The commands are taken from the agent's own files and run as
// the agent would run them, in a repository made for it.
#include "api/connect.h"
#include "api/connect_order.h"
#include "base/id.h"
#include "core/pipeline/state.h"
#include "format/json/fields.h"

#include <fmt/format.h>

namespace assay::api {

namespace {

using core::pipeline::shell_quoted;
using format::Piece;

constexpr const char* planted_gates =
    "version: 1\nverify:\n  commands:\n    - {id: planted, command: sh gate.sh}\n";
constexpr const char* planted_script =
    "if grep -q mended work.txt; then exit 0; fi\necho 'work.txt:1: expected mended, got broken'\n"
    "exit 1\n";

/// A repository with a gate that fails until work.txt is mended. Gone with this.
class TrialGround {
 public:
  /// `folder`: from the top of the repository to what is verified; empty: the top itself.
  TrialGround(const Site& site, std::string folder)
      : site_(site),
        root_(site.place.state.path() + "/checks/" +
              make_run_id(site.outside.clock().now(), site.outside.chance())),
        folder_(std::move(folder)) {}
  TrialGround(const TrialGround&) = delete;
  TrialGround& operator=(const TrialGround&) = delete;
  ~TrialGround() {
    static_cast<void>(site_.outside.output_of({"rm", "-rf", root_}, site_.place.state.path()));
  }

  std::string top() const { return root_ + "/work"; }
  std::string work() const { return folder_.empty() ? top() : top() + "/" + folder_; }

  Result<> make() {
    TRY(site_.files().make_directories(work()));
    TRY(write("assay.yaml", planted_gates));
    TRY(write("gate.sh", planted_script));
    TRY(write("work.txt", "untouched\n"));
    TRY(site_.outside.output_of({"git", "init", "-q", "."}, top()));
    return {};
  }
  Result<> write(const std::string& name, const std::string& text) {
    return site_.files().replace(work() + "/" + name, text);
  }

  /// What the command prints, with its exit status on the last line.
  Result<std::string> run(const std::string& command, const std::string& input,
                          const std::string& where) {
    TRY(site_.files().replace(root_ + "/input", input));
    const std::string script = fmt::format(
        "unset ASSAY_ROLE\nASSAY_TRIAL={}\n"
        "export CLAUDE_PROJECT_DIR=\"$ASSAY_TRIAL\" GEMINI_PROJECT_DIR=\"$ASSAY_TRIAL\" "
        "QWEN_PROJECT_DIR=\"$ASSAY_TRIAL\" CURSOR_PROJECT_DIR=\"$ASSAY_TRIAL\"\n"
        "export ASSAY_STATE_DIR={}\n( {}\n) <{} 2>&1\necho \"[exit $?]\"\n",
        shell_quoted(work()), shell_quoted(root_ + "/state"), command,
        shell_quoted(root_ + "/input"));
    return site_.outside.output_of({"sh", "-c", script}, where);
  }

 private:
  const Site& site_;
  std::string root_;
  std::string folder_;
};

/// What every agent would say, in the words of each.
std::string input_of(const std::string& event, const std::string& work) {
  std::string out;
  format::JsonWriter json(out);
  json.begin_object();
  format::Fields fields(json);
  for (const std::string_view key : {"session_id", "sessionId", "conversation_id"})
    fields.text(key, "assay-hook-check");
  fields.text("hook_event_name", event).text("cwd", work).flag("stop_hook_active", false);
  for (const std::string_view key : {"tool_name", "toolName"}) fields.text(key, "Write");
  const std::string use = R"({"file_path":"assay.yaml","content":"version: 1"})";
  json.key("tool_input");
  json.whole(use);
  fields.text("toolArgs", use);
  fields.text("command", "rm assay.yaml");
  json.end_object();
  return out;
}

HookTrial trial(std::string what, const Result<std::string>& said, bool wants_block,
                std::string_view word) {
  HookTrial trial{.what = std::move(what)};
  if (!said) {
    trial.told = said.error().what;
    return trial;
  }
  bool blocks = said->find("[exit 1]") != std::string::npos;
  for (const std::string_view each : {"\"block\"", "\"deny\"", "followup_message"})
    blocks = blocks || said->find(each) != std::string::npos;
  trial.good = blocks == wants_block && (!wants_block || said->find(word) != std::string::npos);
  if (!trial.good) trial.told = "it said: " + *said;
  return trial;
}

/// The commands that are installed, by what they are for.
struct Installed {
  std::string stop;
  std::string stop_event;
  std::string guard;
  std::string guard_event;
  std::string start;
  std::string start_event;
  std::string script;  ///< of git
};

Reply<Installed> installed(const ConnectRequest& request, const Site& site) {
  Installed found;
  for (const Piece& piece : format::pieces_of(TRY(order_of(request, site)))) {
    const FilePlace place = TRY(place_of(piece.path, request, site));
    const auto text = site.files().read(place.path, connected_bytes_max);
    const std::string command = text ? format::command_in(piece, *text) : "";
    if (command.empty()) continue;
    const std::string event = piece.at.empty() ? "" : piece.at.back();
    const bool of_subagents = piece.what.find("subagents") != std::string::npos;
    if (piece.kind == Piece::Kind::script && found.script.empty()) found.script = place.path;
    if (piece.what.starts_with("guard") && found.guard.empty()) {
      found.guard = command;
      found.guard_event = event;
    }
    if (piece.what == "session start") {
      found.start = command;
      found.start_event = event;
    }
    if (piece.what.find("top hook") != std::string::npos && !of_subagents) {
      found.stop = command;
      found.stop_event = event;
    }
  }
  return found;
}

HookTrial not_there(std::string what, const std::string& agent) {
  return {.what = std::move(what), .told = "not installed: `assay connect " + agent + "`"};
}

Reply<std::vector<HookTrial>> try_git(const Installed& hooks, TrialGround& ground) {
  if (hooks.script.empty()) return std::vector<HookTrial>{not_there("pre-push", "git")};
  const std::string command = shell_quoted(hooks.script) + " origin /nowhere";
  std::vector<HookTrial> trials;
  trials.push_back(trial("a push with a planted failure is refused",
                         ground.run(command, "", ground.top()), true, "planted"));
  TRY(ground.write("work.txt", "mended\n"));
  trials.push_back(trial("a push after it was mended is let go",
                         ground.run(command, "", ground.top()), false, ""));
  return trials;
}

}  // namespace

Reply<std::vector<HookTrial>> check_hook(const ConnectRequest& request, const Site& site) {
  const Installed hooks = TRY(installed(request, site));
  TrialGround ground(site, TRY(order_of(request, site)).folder);
  TRY(ground.make());
  if (request.agent == "git") return try_git(hooks, ground);
  const auto run = [&](const std::string& command, const std::string& event) {
    return ground.run(command, input_of(event, ground.work()), ground.work());
  };
  std::vector<HookTrial> trials;
  if (!hooks.start.empty()) static_cast<void>(run(hooks.start, hooks.start_event));
  if (hooks.stop.empty()) {
    trials.push_back(not_there("Stop hook", request.agent));
  } else {
    trials.push_back(trial("nothing was changed: let go", run(hooks.stop, hooks.stop_event),
                           hooks.start.empty(), "planted"));
    TRY(ground.write("work.txt", "broken\n"));
    trials.push_back(trial("a planted failure: blocked, and named",
                           run(hooks.stop, hooks.stop_event), true, "planted"));
    TRY(ground.write("work.txt", "mended\n"));
    trials.push_back(
        trial("after it was mended: let go", run(hooks.stop, hooks.stop_event), false, ""));
  }
  trials.push_back(hooks.guard.empty()
                       ? not_there("guard before tools", request.agent)
                       : trial("a tool that writes assay.yaml: denied",
                               run(hooks.guard, hooks.guard_event), true, "assay.yaml"));
  return trials;
}

}  // namespace assay::api
