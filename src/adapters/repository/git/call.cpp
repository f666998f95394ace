// SPDX-License-Identifier: MIT
#include "adapters/repository/git/call.h"

#include "adapters/os/own_program.h"
#include "adapters/repository/git/neutral.h"
#include "adapters/repository/git/place.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

extern char** environ;

namespace assay::git {

namespace {

constexpr std::array<const char*, 27> own_settings = {
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.untrackedCache=false",
    "core.pager=cat",
    "core.editor=true",
    "core.quotePath=false",
    "core.safecrlf=false",
    "core.askPass=true",
    "diff.external=",
    "diff.noprefix=false",
    "log.showSignature=false",
    "commit.gpgSign=false",
    "merge.renormalize=false",
    "submodule.recurse=false",
    "credential.helper=",
    "gc.auto=0",
    "maintenance.auto=false",
    "advice.detachedHead=false",
    "advice.graftFileDeprecated=false",
    "i18n.commitEncoding=UTF-8",
    "i18n.logOutputEncoding=UTF-8",
    "protocol.allow=never",
    "core.logAllRefUpdates=true",
    "core.attributesFile=/dev/null",
    "core.alternateRefsCommand=true",
    // Summaries of objects that git believes without looking at the objects.
    "core.commitGraph=false",
    "core.multiPackIndex=false",
};

/// Who commits, when, and where the user's own configuration is. Every other variable of git's
/// points it somewhere or makes it do something.
bool is_kept(std::string_view name) {
  constexpr std::array<std::string_view, 10> kept = {
      "GIT_AUTHOR_NAME",     "GIT_AUTHOR_EMAIL",   "GIT_AUTHOR_DATE",   "GIT_COMMITTER_NAME",
      "GIT_COMMITTER_EMAIL", "GIT_COMMITTER_DATE", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM",
      "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH"};
  if (name == "LC_ALL" || name == "LANGUAGE" || name == "PAGER" || name == "SSH_ASKPASS")
    return false;
  return !name.starts_with("GIT_") || std::find(kept.begin(), kept.end(), name) != kept.end();
}

/// Where git is, found once: a program of that name that appears later is not started.
const std::string& program() {
  static const std::string found = os::own_program("git");
  return found;
}

std::vector<std::string> environment_of(const Call& call, const std::vector<std::string>& leading) {
  std::vector<std::string> all;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (is_kept(text.substr(0, text.find('=')))) all.emplace_back(text);
  }
  for (const char* text :
       {"LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_EDITOR=true", "GIT_SEQUENCE_EDITOR=true",
        "GIT_ASKPASS=true", "GIT_PAGER=cat", "GIT_NO_REPLACE_OBJECTS=1", "GIT_GRAFT_FILE=/dev/null",
        "GIT_LITERAL_PATHSPECS=1", "GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1",
        "GIT_MERGE_AUTOEDIT=no"}) {
    all.emplace_back(text);
  }
  if (!call.changes) all.emplace_back("GIT_OPTIONAL_LOCKS=0");
  const std::string top = top_of(call.directory);
  if (!top.empty()) all.push_back("GIT_WORK_TREE=" + top);
  for (const auto* more : {&leading, &call.environment}) {
    for (const std::string& text : *more) {
      const std::string name = text.substr(0, text.find('=') + 1);
      std::erase_if(all, [&](const std::string& other) { return other.starts_with(name); });
      all.push_back(text);
    }
  }
  return all;
}

std::vector<std::string> command_line(const Call& call) {
  std::vector<std::string> argv = {program(), "--no-pager"};
  for (const char* setting : own_settings) {
    argv.emplace_back("-c");
    argv.emplace_back(setting);
  }
  argv.insert(argv.end(), call.words.begin(), call.words.end());
  return argv;
}

/// The word that says what it is about, for messages.
std::string verb(const Call& call) {
  for (std::size_t i = 0; i < call.words.size(); ++i) {
    if (call.words[i] == "-c") {
      ++i;
    } else if (!call.words[i].starts_with("-")) {
      return call.words[i];
    }
  }
  return "?";
}

/// Words that need the repository as it is (its configuration, its reflogs, its list of worktrees)
/// and can be told to run nothing. `worktree add` is only ever called without a checkout.
bool is_about_repository(std::string_view word) {
  constexpr std::array<std::string_view, 4> known = {"config", "var", "update-ref", "worktree"};
  return std::find(known.begin(), known.end(), word) != known.end();
}

/// On one line, at most 500 bytes of it.
std::string without_hints(const std::string& complaint) {
  constexpr std::size_t words_max = 500;
  std::string words;
  for (std::size_t start = 0; start < complaint.size() && words.size() < words_max;) {
    const std::size_t end = std::min(complaint.find('\n', start), complaint.size());
    const std::string line = complaint.substr(start, end - start);
    start = end + 1;
    if (!line.empty() && !line.starts_with("hint:")) words += (words.empty() ? "" : " ") + line;
  }
  return words.substr(0, words_max);
}

}  // namespace

Result<os::Answer> call(const Call& call) {
  const Place place = is_about_repository(verb(call)) ? Place() : place_of(call.directory);
  std::optional<Neutral> neutral;
  std::vector<std::string> leading;
  if (place.is_there()) {
    neutral.emplace(TRY(Neutral::make(place)));
    leading = neutral->variables(place);
  }
  os::Question question;
  question.argv = command_line(call);
  question.cwd = call.directory;
  question.environment = environment_of(call, leading);
  question.input = call.input;
  question.patience = call.patience;
  question.answer_max = call.answer_max;
  return os::put(question);
}

Error failure(const Call& call, const os::Answer& answer) {
  if (answer.too_late) {
    return {Fault::exhausted,
            fmt::format("git {}: not over after {} s", verb(call), call.patience.count() / 1000)};
  }
  if (answer.too_long)
    return {Fault::exhausted, fmt::format("git {}: more output than can be read", verb(call))};
  std::string words = without_hints(answer.complaint);
  if (words.empty()) words = fmt::format("exit status {}", answer.status);
  return {Fault::io, fmt::format("git {}: {}", verb(call), words)};
}

Result<std::string> tell(const Call& wanted) {
  os::Answer answer = TRY(call(wanted));
  if (answer.status != 0) return failure(wanted, answer);
  return std::move(answer.output);
}

Result<std::string> tell_line(const Call& wanted) {
  std::string line = TRY(tell(wanted));
  while (!line.empty() && (line.back() == '\n' || line.back() == '\0')) line.pop_back();
  return line;
}

std::vector<std::string> split_zero(std::string_view text) {
  std::vector<std::string> pieces;
  for (std::size_t end = text.find('\0'); end != std::string_view::npos; end = text.find('\0')) {
    pieces.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return pieces;
}

std::string zero_ended(const std::vector<std::string>& paths) {
  std::string text;
  for (const std::string& path : paths) text.append(path).push_back('\0');
  return text;
}

bool is_commit(std::string_view text) {
  const bool long_enough = text.size() == 40 || text.size() == 64;
  return long_enough && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace assay::git
