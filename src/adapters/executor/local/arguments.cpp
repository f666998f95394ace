// SPDX-License-Identifier: MIT
#include "adapters/executor/local/arguments.h"

#include "adapters/executor/local/git_dirs.h"
#include "adapters/executor/local/observer.h"
#include "adapters/executor/local/simple.h"
#include "base/id.h"
#include "core/agent/roles.h"
#include "format/acp/client.h"

namespace assay::process {

namespace {

bool has_zero(const std::string& text) { return text.find('\0') != std::string::npos; }

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> all;
  all.reserve(strings.size() + 1);
  for (std::string& text : strings) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

}  // namespace

Result<> check(const core::Launch& launch) {
  if (!is_valid_id(launch.name)) return Error{Fault::bad_input, "not a valid name of a command"};
  if (has_zero(launch.command)) return Error{Fault::bad_input, "command: contains a zero byte"};
  if (has_zero(launch.cwd)) return Error{Fault::bad_input, "cwd: contains a zero byte"};
  if (launch.agent && launch.agent->argv.empty())
    return Error{Fault::bad_input, "the agent has no command"};
  for (const std::string& word : launch.agent ? launch.agent->argv : std::vector<std::string>{}) {
    if (has_zero(word)) return Error{Fault::bad_input, "agent: a word contains a zero byte"};
  }
  for (const auto& [name, value] : launch.env) {
    const bool bad = name.empty() || name.find('=') != std::string::npos || has_zero(name);
    if (bad) return Error{Fault::bad_input, "env: a name is empty or contains '=' or a zero byte"};
    if (has_zero(value)) return Error{Fault::bad_input, "env " + name + ": contains a zero byte"};
  }
  return {};
}

Arguments::Arguments(const core::Launch& launch, const std::string& run_id, const Environment& base,
                     const Environment& observed, Shell shell) {
  Environment more = launch.env;
  more.emplace_back("ASSAY_RUN_ID", run_id);
  more.emplace_back("ASSAY_COMMAND_ID", launch.name);
  more.emplace_back("ASSAY_ATTEMPT", std::to_string(launch.key.attempt));
  Environment all = merged(base, more);
  const auto simple =
      shell == Shell::always ? std::nullopt : simple_command(launch.command, launch.cwd, all);
  for (const auto& [name, value] : observed) {
    // Only a shell that is the command itself has no shell above it.
    all.emplace_back(name, simple && value.ends_with('r') && name == Observer::own_variable
                               ? value.substr(0, value.size() - 1)
                               : value);
  }
  if (simple) {
    add_shell_variables(all, launch.cwd, *simple);
    path_ = simple->path;
    words_ = simple->words;
  } else {
    // The dashes keep a command that begins with one from being taken for an option.
    words_ = {bash, "-o", "pipefail", "-c", "--", launch.command};
  }
  settle(all);
}

Arguments::Arguments(const core::Launch& launch, const Environment& base) {
  const Environment all = merged(base, launch.env);
  words_ = launch.agent->argv;
  for (std::string& word : words_) {
    const std::size_t at = word.find(core::agent::git_dirs_word);
    if (at != std::string::npos)
      word.replace(at, core::agent::git_dirs_word.size(), git_dirs_list(launch.cwd));
  }
  path_ = find_program(words_.front(), launch.cwd, all, Relative::skip);
  if (launch.agent->dialect == core::Dialect::acp && !path_.empty()) talk_to_it(*launch.agent);
  settle(all);
}

/// Somebody has to hold the conversation: this very program, as a process of the attempt.
void Arguments::talk_to_it(const core::agent::Order& order) {
  std::vector<std::string> words = {"assay", "acp", "--permissions",
                                    format::acp::write_permissions(order.permissions), "--"};
  words.insert(words.end(), words_.begin(), words_.end());
  words_ = std::move(words);
  path_ = "/proc/self/exe";
}

void Arguments::settle(const Environment& environment) {
  for (const auto& [name, value] : environment) variables_.push_back(name + "=" + value);
  argv_ = pointers(words_);
  envp_ = pointers(variables_);
}

}  // namespace assay::process
