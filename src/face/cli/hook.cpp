// SPDX-License-Identifier: MIT
// `assay hook`: answers the hooks of agents and of git, in their words.
#include "api/hook.h"

#include "api/connect.h"
#include "base/ensure.h"
#include "base/text/escape.h"
#include "base/text/join.h"
#include "face/cli/commands.h"
#include "face/hook/agent.h"
#include "format/connect/pieces.h"
#include "format/hook/reason.h"
#include "format/json/fields.h"

#include <unistd.h>

#include <algorithm>
#include <memory>

namespace assay::cli {

namespace {

struct HookFlags {
  std::string agent = {};
  std::string event = {};
  std::vector<std::string> more = {};  ///< what git tells its hooks
};

constexpr std::string_view no_commit = "0000000000000000000000000000000000000000";

void say(Session& session, const hook::Words& words) {
  session.out(words.out);
  if (!words.err.empty()) session.problem(words.err);
  session.exit_status = words.status;
}

/// Whether git itself made the one a working tree of the other's repository: what lies in a folder
/// can say that of itself.
bool is_worktree_of(const api::Site& project, const std::string& top) {
  shell::Outside& outside = project.outside;
  const auto told =
      outside.output_of({"git", "worktree", "list", "--porcelain"}, project.place.workspace);
  if (!told) return false;
  constexpr std::string_view key = "worktree ";
  for (std::size_t at = 0; at < told->size();) {
    const std::size_t end = std::min(told->find('\n', at), told->size());
    const std::string_view line = std::string_view(*told).substr(at, end - at);
    at = end + 1;
    if (!line.starts_with(key)) continue;
    const auto path = outside.files().real_path(std::string(line.substr(key.size())));
    if (path && *path == top) return true;
  }
  return false;
}

/// Whether a place inside the project is judged in its stead: a working tree of its repository, or
/// anything where assay has never been in the project.
bool stands_for(const api::Site& nearer, const api::Site& project) {
  if (!api::has_config(nearer)) return false;
  const bool never_here =
      !api::has_config(project) && !project.files().is_directory(project.place.state.path());
  return never_here || is_worktree_of(project, nearer.place.workspace);
}

/// Where the agent works: its project, and not where its last command went; but a working tree of
/// its repository inside the project, if that has a configuration.
api::Reply<api::Site> site_of(Session& session, const hook::Agent& agent,
                              const hook::Input& input) {
  shell::Files& files = session.outside.files();
  if (!session.place_request.workspace.empty()) return session.site();
  const auto variable = session.outside.variable(std::string(agent.project_variable)).value_or("");
  const std::string project = files.is_directory(variable) ? variable : "";
  const std::string here = files.is_directory(input.cwd) ? input.cwd : ".";
  const auto top_of = [&](const std::string& directory) -> api::Reply<api::Site> {
    api::Site site{session.outside,
                   TRY(api::find_top(directory, session.place_request.state_dir, session.outside)),
                   session.config_path};
    site.gates_from = session.trusted_ref();
    return site;
  };
  if (project.empty()) return top_of(here);
  auto of_project = top_of(project);
  if (!files.is_within(here, project)) return of_project;
  if (!of_project) return of_project;
  auto nearer = top_of(here);
  return nearer && stands_for(*nearer, *of_project) ? nearer : of_project;
}

void answer_stop(Session& session, const hook::Agent& agent, const hook::EventName& event,
                 const hook::Input& input, const api::Reply<api::Site>& site) {
  const api::StopCall call{input.who, input.goes_on};
  using Kind = api::HookAnswer::Kind;
  // Nobody said that it is done, and who broke it off does not want it to go on.
  if (input.broken_off)
    return say(session, agent.stop({Kind::let_go, "", "assay: not verified: it was broken off"},
                                   event.name));
  if (site) return say(session, agent.stop(api::hook_stop(call, *site), event.name));
  // Nobody can count here: once is enough.
  std::string words = "assay could not verify the work: ";
  for (const api::Problem& problem : site.error()) words += api::plain_text(problem) + "\n";
  const std::string plain = format::for_model(words);
  say(session,
      agent.stop(input.goes_on ? api::HookAnswer{Kind::let_go, "", "NOT VERIFIED: " + plain}
                               : api::HookAnswer{Kind::block, plain, ""},
                 event.name));
}

void answer_guard(Session& session, const hook::Agent& agent, const hook::EventName& event,
                  const hook::Input& input, const api::Reply<api::Site>& site) {
  if (!site) return say(session, agent.guard({}, event.name));
  api::ToolUse use = input.use;
  use.cwd = input.cwd;
  say(session, agent.guard(api::hook_guard(input.who, use, *site), event.name));
}

/// Input that cannot be read: as if assay itself had failed.
void answer_unreadable(Session& session, const hook::Agent& agent, const hook::EventName& event,
                       const Error& error) {
  hook::Input input;
  input.who.agent = agent.name;
  const auto site = site_of(session, agent, input);
  if (!site || !api::has_config(*site)) return session.problem("assay: hook: " + error.what + "\n");
  const api::Problems problems{api::problem_of(error)};
  if (event.event == hook::Event::start)
    return session.problem("assay: hook: " + error.what + "\n");
  const api::HookAnswer answer = api::hook_trouble(input.who, problems, *site);
  if (event.event == hook::Event::stop) return say(session, agent.stop(answer, event.name));
  using Kind = api::GuardAnswer::Kind;
  const bool blocks = answer.kind == api::HookAnswer::Kind::block;
  say(session,
      agent.guard({blocks ? Kind::deny : Kind::tell, blocks ? answer.reason : answer.remark},
                  event.name));
}

void answer_agent(Session& session, const hook::Agent& agent, const HookFlags& flags) {
  const hook::EventName* event =
      flags.event.empty() ? nullptr : hook::find_event(agent, flags.event);
  if (!flags.event.empty() && event == nullptr) {
    std::string names;
    for (const hook::EventName& each : agent.events) append_part(names, ", ", each.name);
    return session.fail(Error{Fault::bad_input, "hook " + flags.agent + ": no event '" +
                                                    flags.event + "' (" + names + ")"});
  }
  const auto text = session.outside.files().read("-", hook::input_bytes_max);
  const auto input = text ? hook::read_input(agent.name, *text) : Result<hook::Input>(text.error());
  if (!input && event != nullptr) return answer_unreadable(session, agent, *event, input.error());
  if (!input) return session.fail(Error{Fault::bad_input, "hook: " + input.error().what});
  if (event == nullptr) event = hook::find_event(agent, input->event);
  if (event == nullptr)
    return session.problem("assay: hook " + flags.agent + ": nothing to do at '" +
                           printable(input->event) + "'\n");
  hook::Input asked = *input;
  if (!event->of_subagent && event->event == hook::Event::stop) asked.who.subagent.clear();
  const auto site = site_of(session, agent, asked);
  if (event->event == hook::Event::stop) return answer_stop(session, agent, *event, asked, site);
  if (event->event == hook::Event::guard) return answer_guard(session, agent, *event, asked, site);
  if (!site) return;
  const auto beginning = asked.began_earlier ? api::SessionBegan::earlier : api::SessionBegan::now;
  say(session, agent.start(api::hook_start(asked.who, *site, beginning), event->name));
}

/// What is pushed, by the lines git tells: local ref, local commit, remote ref, remote commit.
std::vector<api::Pushed> pushed(std::string_view text, bool& only_deletes) {
  std::vector<api::Pushed> commits;
  only_deletes = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const std::size_t first = line.find(' ');
    const std::size_t second = first == std::string_view::npos ? first : line.find(' ', first + 1);
    at = end + 1;
    if (second == std::string_view::npos) continue;
    const std::string_view commit = line.substr(first + 1, second - first - 1);
    only_deletes = commits.empty();
    if (commit.starts_with(no_commit)) continue;
    only_deletes = false;
    const std::size_t third = line.find(' ', second + 1);
    const std::string_view there =
        third == std::string_view::npos ? std::string_view() : line.substr(third + 1);
    commits.push_back(
        {std::string(commit), there.starts_with(no_commit) ? "" : std::string(there)});
  }
  return commits;
}

void answer_git(Session& session, const HookFlags& flags) {
  const bool push = flags.event == "pre-push";
  if (!push && flags.event != "pre-commit")
    return session.fail(
        Error{Fault::bad_input, "hook git: no event '" + flags.event + "' (pre-push, pre-commit)"});
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  std::vector<api::Pushed> commits;
  bool only_deletes = false;
  if (push && ::isatty(STDIN_FILENO) == 0) {
    const auto text = session.outside.files().read("-", hook::input_bytes_max);
    if (!text) return session.fail(text.error());
    commits = pushed(*text, only_deletes);
  }
  if (only_deletes) return;
  const api::HookAnswer answer = api::hook_git(commits, *site, push ? "push" : "commit");
  if (!answer.reason.empty()) session.problem(answer.reason + "\n");
  if (!answer.remark.empty()) session.note(answer.remark + "\n");
  if (answer.kind == api::HookAnswer::Kind::block) session.exit_status = 1;
}

void run_hook(Session& session, const HookFlags& flags) {
  // What assay's own agents do is verified by the run they work for.
  if (session.outside.variable("ASSAY_ROLE")) return;
  if (flags.agent == "git") return answer_git(session, flags);
  const hook::Agent* agent = hook::find_agent(flags.agent);
  ENSURE(agent != nullptr);  // the parser lets nobody else through
  if (::isatty(STDIN_FILENO) == 1)
    return session.fail(Error{Fault::bad_input,
                              "hook: reads what the agent says on standard input, and that is a "
                              "terminal; `assay hook check " +
                                  flags.agent + "` tries it"});
  answer_agent(session, *agent, flags);
}

std::string trials_json(const std::vector<api::HookTrial>& trials) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_array();
  for (const api::HookTrial& trial : trials) {
    json.begin_object();
    format::Fields(json).text("what", trial.what).flag("good", trial.good).text("told", trial.told);
    json.end_object();
  }
  json.end_array();
  return out + "\n";
}

void check_installed(Session& session, const api::ConnectRequest& request) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto trials = api::check_hook(request, *site);
  if (!trials) return session.fail(trials.error());
  for (const api::HookTrial& trial : *trials) {
    if (!trial.good) session.exit_status = 1;
  }
  if (session.format == OutputFormat::json) return session.out(trials_json(*trials));
  for (const api::HookTrial& trial : *trials) {
    const bool color = session.screen.color_out;
    session.tell((trial.good ? paint("ok    ", "32", color) : paint("FAILED", "31", color)) + "  " +
                 trial.what + "\n");
    if (!trial.told.empty()) session.tell("        " + printable(trial.told) + "\n");
  }
}

std::vector<std::string> connectable() {
  std::vector<std::string> names;
  for (const std::string_view name : format::door_names()) names.emplace_back(name);
  return names;
}

}  // namespace

void add_hook(CLI::App& root, Session& session) {
  auto flags = std::make_shared<HookFlags>();
  CLI::App* command =
      root.add_subcommand("hook", "Answer a hook of an agent or of git: may it stop, write, push?");
  command->add_option("AGENT", flags->agent, "Whose hook it is")
      ->check(CLI::IsMember(hook::agent_names()));
  command->add_option("EVENT", flags->event,
                      "As the agent calls it, or stop, subagent-stop, session-start, guard. "
                      "Default: as the input says");
  command->add_option("ARGS", flags->more, "What git tells its hooks");
  command->footer(
      "Reads the agent's JSON on standard input and answers in its words. `assay connect AGENT` "
      "installs it.\n\n"
      "Examples:\n"
      "  assay hook claude stop <event.json      may it stop?\n"
      "  assay hook git pre-push                 in .git/hooks/pre-push\n"
      "  assay hook check claude                 does what is installed fire?");
  auto request = std::make_shared<api::ConnectRequest>();
  CLI::App* trial =
      command->add_subcommand("check", "Run what is installed for an agent on a planted failure");
  trial->add_option("AGENT", request->agent, "Which one")
      ->required()
      ->check(CLI::IsMember(connectable()));
  trial->add_flag("--user", request->user, "What is installed for every project of the user");
  trial->footer(
      "Exit status: 0 it fires and blocks, 1 it does not.\n\n"
      "Example:\n"
      "  assay hook check claude");
  trial->callback([request, &session] { check_installed(session, *request); });
  command->callback([flags, command, &session] {
    if (!command->get_subcommands().empty()) return;
    if (flags->agent.empty())
      return session.fail(Error{
          Fault::bad_input, "hook: AGENT is missing (" + joined(hook::agent_names(), ", ") + ")"});
    run_hook(session, *flags);
  });
}

}  // namespace assay::cli
