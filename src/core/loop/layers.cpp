// SPDX-License-Identifier: MIT
#include "core/loop/layers.h"

#include "base/text/join.h"
#include "core/verify/verdict.h"
#include "core/work/guarded_paths.h"
#include "core/work/test_files.h"

#include <algorithm>
#include <cctype>

namespace assay::core::loop {

namespace {

constexpr std::size_t listed_max = 5;

std::string some_of(const std::vector<std::string>& words) {
  return assay::listed(words, listed_max);
}

bool is_own(const Work& work, const std::string& path) { return is_below(path, work.spec_dir); }

bool is_now(const Work& work) { return work.bounds.rules >= Rules::v0_2; }

bool has(const std::vector<std::string>& paths, const std::string& path) {
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

std::string_view name_of_file(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// The list, and what agents note for each other.
bool is_note(const Work& work, const std::string& path) {
  const std::string_view name = name_of_file(path);
  if (path.size() != work.spec_dir.size() + 1 + name.size()) return false;
  return name == "tasks.md" || (name.starts_with(".progress") && name.ends_with(".md")) ||
         name == ".ralph-state.json";
}

/// The word, or a longer one that begins with it, whatever its case.
bool mentions(std::string_view text, std::string_view word) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  };
  auto at = text.begin();
  while ((at = std::search(at, text.end(), word.begin(), word.end(), same)) != text.end()) {
    const bool begins =
        at == text.begin() || std::isalnum(static_cast<unsigned char>(*(at - 1))) == 0;
    if (begins) return true;
    ++at;
  }
  return false;
}

/// What a task says of itself, without its Verify: that `test -s a` decides is no word about tests.
std::string words_of(const Task& task) {
  std::string words = task.title + "\n";
  bool counts = true;
  std::size_t at = 0;
  while (at < task.block.size()) {
    const std::size_t end = std::min(task.block.find('\n', at), task.block.size());
    const std::string_view line = std::string_view(task.block).substr(at, end - at);
    if (line.find("**") != std::string_view::npos)
      counts = !mentions(line, "verify") && !mentions(line, "commit");
    if (counts && at > 0) words.append(line).push_back('\n');
    at = end + 1;
  }
  return words;
}

/// What decides whether work passes, touched by a task that names no files and does not speak of
/// it: tests that were there before, what sets up their runners, the gates and their scripts.
bool is_guarded(const Work& work, const std::string& path) {
  const Plan* plan = work.bounds.plan;
  if (plan == nullptr) return false;
  const std::string words = work.task.verify ? "" : words_of(work.task);
  if (fits_one(plan->guarded, path)) {
    // A new one takes nothing from those that are there.
    const bool is_new = has(work.after.added, path) && path != "assay.yaml";
    return !is_new && !mentions(words, name_of_file(path));
  }
  if (mentions(words, "test")) return false;
  if (fits_one(plan->setup, path)) return !mentions(words, name_of_file(path));
  return fits_one(plan->tests, path) && !has(work.after.added, path);
}

/// Whether a task may change only what it names.
bool is_limited(const Task& task) {
  return !task.files.empty() || (task.has_files && !task.verify);
}

/// What tools leave beside the work, new and in no commit.
bool is_litter(const Work& work, const std::string& path) {
  return is_tool_litter(path) && has(work.after.added, path) && has(work.after.dirty, path);
}

enum class Stranger : std::uint8_t { none, other, spec, guarded };

Stranger stranger_of(const Work& work, const std::string& path) {
  if (is_declared(work.task.files, path)) return Stranger::none;
  const Plan* plan = work.bounds.plan;
  if (plan != nullptr && work::is_protected(plan->protected_globs, path)) return Stranger::guarded;
  if (is_now(work) && (follows_declared(work.task.files, path) || is_litter(work, path)))
    return Stranger::none;
  if (is_own(work, path)) {
    if (!is_now(work) || is_note(work, path)) return Stranger::none;
    const bool new_text = has(work.after.added, path) && path.ends_with(".md");
    return new_text ? Stranger::none : Stranger::spec;
  }
  if (is_limited(work.task)) return Stranger::other;
  return is_now(work) && is_guarded(work, path) ? Stranger::guarded : Stranger::none;
}

/// Files that are dirty now and were not before, the spec's own aside.
std::vector<std::string> leftovers(const Work& work) {
  std::vector<std::string> left;
  for (const std::string& path : work.after.dirty) {
    const auto& before = work.before.dirty;
    const bool was_dirty = std::find(before.begin(), before.end(), path) != before.end();
    const bool litter = is_now(work) && is_litter(work, path);
    if (!was_dirty && !litter && !is_own(work, path)) left.push_back(path);
  }
  return left;
}

bool asks_for_commit(const Task& task) { return !task.commit.empty() && !task.commit_if_needed; }

void check_files(const Work& work, std::vector<std::string>& faults) {
  std::vector<std::string> others;
  std::vector<std::string> spec;
  std::vector<std::string> guarded;
  for (const std::string& path : work.after.changed) {
    if (work.bounds.excused.contains(path)) continue;
    switch (stranger_of(work, path)) {
      case Stranger::none: break;
      case Stranger::other: others.push_back(path); break;
      case Stranger::spec: spec.push_back(path); break;
      case Stranger::guarded: guarded.push_back(path); break;
    }
  }
  if (!others.empty())
    faults.push_back("changed files that are not in its Files: " + some_of(others));
  if (!spec.empty())
    faults.push_back("tampered with the spec: changed " + some_of(spec) +
                     ", which nobody may change while it runs");
  if (!guarded.empty())
    faults.push_back("changed what decides whether work passes, without having it in its Files: " +
                     some_of(guarded));
}

/// Whether anything of what was asked for has changed: notes, the list and what somebody else did
/// are no work.
bool is_idle(const Work& work) {
  if (!is_now(work)) return work.after.changed.empty() && work.after.commits.empty();
  if (work.after.ignored != work.before.ignored) return false;
  return std::all_of(work.after.changed.begin(), work.after.changed.end(),
                     [&](const std::string& path) {
                       if (is_declared(work.task.files, path)) return false;
                       return is_own(work, path) || work.bounds.excused.contains(path);
                     });
}

/// "Files: none" and no commit: what it asks for is not a change of files.
bool asks_for_change(const Task& task) {
  if (task.verify) return false;
  const bool none = task.has_files && task.files.empty() && !asks_for_commit(task);
  return !none || task.commands.empty();
}

void check_idle(const Work& work, std::vector<std::string>& faults) {
  if (!is_idle(work)) return;
  if (!is_now(work)) {
    if (!work.task.files.empty() && !work.task.verify)
      faults.push_back("changed nothing, although it has Files");
    return;
  }
  if (!asks_for_change(work.task)) return;
  if (work.bounds.was_there && !work.before.since_origin.empty()) return;
  faults.push_back(work.task.files.empty() ? "changed nothing: a task without a change is not done"
                                           : "changed nothing, although it has Files");
}

/// "/w/src/a.c" in "/w", "./src/a.c" and "src/a.c" are one file. Empty: it is outside.
std::string inside(std::string_view path, std::string_view directory) {
  if (path.starts_with('/')) {
    if (directory.empty() || !is_below(path, directory)) return "";
    path.remove_prefix(directory.size() + 1);
  }
  while (path.starts_with("./")) path.remove_prefix(2);
  return path.find("..") == std::string_view::npos ? std::string(path) : "";
}

/// Commands after which a file may be as it was before it was edited.
bool takes_back(const agent::Command& command, std::string_view name) {
  constexpr std::string_view words[] = {"git checkout", "git restore", "git stash",
                                        "git reset",    "git revert",  "git clean"};
  const std::string_view text = command.command;
  return text.find(name) != std::string_view::npos ||
         std::any_of(std::begin(words), std::end(words), [&](std::string_view word) {
           return text.find(word) != std::string_view::npos;
         });
}

/// Edits its tools told of, of which there is nothing to be seen.
void check_claims(const Work& work, std::vector<std::string>& faults) {
  const agent::Transcript* said = work.bounds.transcript;
  // Who edits a file twice may have taken it back.
  if (!is_now(work) || said == nullptr || said->edits > said->edited.size()) return;
  std::vector<std::string> invented;
  for (const std::string& told : said->edited) {
    const std::string path = inside(told, work.bounds.directory);
    const bool counts = !path.empty() && is_declared(work.task.files, path);
    if (!counts || has(work.after.changed, path)) continue;
    const auto is_it = [&](const std::string& entry) { return entry.starts_with(path + " "); };
    if (std::any_of(work.after.ignored.begin(), work.after.ignored.end(), is_it)) continue;
    const bool taken_back = std::any_of(
        said->commands.begin(), said->commands.end(),
        [&](const agent::Command& command) { return takes_back(command, name_of_file(path)); });
    if (!taken_back) invented.push_back(path);
  }
  if (!invented.empty())
    faults.push_back("says it changed files that are what they were: " + some_of(invented));
}

void check_history(const Work& work, std::vector<std::string>& faults) {
  if (!work.after.continues)
    faults.push_back("rewrote history: " + work.before.head.substr(0, 12) +
                     " is no longer part of it");
  if (work.after.branch != work.before.branch)
    faults.push_back("left another branch checked out: " +
                     (work.after.branch.empty() ? "none" : work.after.branch) + " instead of " +
                     (work.before.branch.empty() ? "none" : work.before.branch));
}

void check_commit(const Work& work, std::vector<std::string>& faults) {
  if (!asks_for_commit(work.task)) return;
  if (work.bounds.was_there && work.before.committed_since) return;
  const std::string wanted = work.task.commit.substr(0, work.task.commit.find('\n'));
  std::vector<std::string> seen;
  for (const CommitSight& commit : work.after.commits) {
    if (commit.subject == wanted) return;
    // Once each: a failure that only repeats itself must look the same every time.
    const std::string subject = "'" + commit.subject + "'";
    if (std::find(seen.begin(), seen.end(), subject) == seen.end()) seen.push_back(subject);
  }
  faults.push_back("no commit '" + wanted + "'" +
                   (seen.empty() ? "" : " (only " + some_of(seen) + ")"));
}

void check_leftovers(const Work& work, std::vector<std::string>& faults) {
  const std::vector<std::string> own = uncommitted_work(work);
  std::vector<std::string> left = leftovers(work);
  std::erase_if(left, [&](const std::string& path) {
    return has(own, path) || work.bounds.excused.contains(path);
  });
  if (!left.empty()) faults.push_back("left uncommitted: " + some_of(left));
}

std::string quoted(const std::vector<std::string>& phrases) {
  std::string all;
  for (const std::string& phrase : phrases) all += (all.empty() ? "\"" : ", \"") + phrase + "\"";
  return all;
}

/// What looks like the word but is not, so that the agent learns why it was not heard.
std::string near_misses(const agent::Signals& signals) {
  for (const agent::SignalRemark& remark : signals.remarks)
    return " (line " + std::to_string(remark.line) + ": " + remark.what + ")";
  return "";
}

}  // namespace

std::vector<std::string> strangers_of(const Work& work) {
  std::vector<std::string> found;
  for (const std::string& path : work.after.changed) {
    if (stranger_of(work, path) != Stranger::none) found.push_back(path);
  }
  const std::vector<std::string> own = uncommitted_work(work);
  for (const std::string& path : leftovers(work)) {
    const bool counts = !is_declared(work.task.files, path) && !has(own, path);
    if (counts && !has(found, path)) found.push_back(path);
  }
  return found;
}

bool is_named(const agent::Transcript& transcript, const std::string& path) {
  const std::string_view name = name_of_file(path);
  const auto names = [&](std::string_view text) {
    return text.find(name) != std::string_view::npos;
  };
  for (const std::string& told : transcript.edited) {
    if (told == path || told.ends_with("/" + path)) return true;
  }
  if (names(transcript.final_text)) return true;
  // What rewrites files that it does not name.
  constexpr std::string_view broad[] = {"fmt",      "format",    "prettier", "--fix",
                                        "--write",  "sed -i",    "xargs",    "codegen",
                                        "generate", "git stash", "black",    "isort"};
  constexpr std::string_view managers[] = {
      "npm", "pnpm",   "yarn", "bun",  "cargo",    "go ",    "poetry", "uv ",
      "pip", "bundle", "gem ", "mix ", "composer", "dotnet", "gradle", "mvn"};
  const bool is_lock = name.find("lock") != std::string_view::npos || name == "go.sum" ||
                       name == "go.mod" || name == "package.json" || name == "Cargo.toml" ||
                       name == "pyproject.toml" || name == "requirements.txt";
  return std::any_of(
      transcript.commands.begin(), transcript.commands.end(), [&](const agent::Command& command) {
        const std::string_view text = command.command;
        const auto holds = [&](std::string_view word) {
          return text.find(word) != std::string_view::npos;
        };
        return names(text) || std::any_of(std::begin(broad), std::end(broad), holds) ||
               (is_lock && std::any_of(std::begin(managers), std::end(managers), holds));
      });
}

Layer contradiction_layer(const Saying& saying) {
  const agent::Signals& signals = saying.signals;
  if (!signals.contradicts_itself()) return {"contradiction", LayerStatus::passed, ""};
  std::string why = "CONTRADICTION: claimed completion while admitting failure";
  if (!signals.contradictions.empty()) why += ": " + quoted(signals.contradictions);
  return {"contradiction", LayerStatus::failed, why};
}

Layer signal_layer(const Saying& saying, bool qa) {
  const agent::Signals& signals = saying.signals;
  if (qa && signals.verification == false)
    return {"signal", LayerStatus::failed, "the qa agent says VERIFICATION_FAIL"};
  const bool given =
      qa ? signals.verification == true : signals.task_complete || signals.all_tasks_complete;
  if (given) return {"signal", LayerStatus::passed, ""};
  const std::string word = qa ? "VERIFICATION_PASS" : "TASK_COMPLETE";
  if (signals.failure && !signals.failure->error.empty())
    return {"signal", LayerStatus::failed, "says it failed: " + signals.failure->error};
  return {"signal", LayerStatus::failed,
          word + " is missing from its answer" + near_misses(signals)};
}

std::vector<std::string> uncommitted_work(const Work& work) {
  if (asks_for_commit(work.task)) return {};
  std::vector<std::string> own = leftovers(work);
  std::erase_if(own, [&](const std::string& path) { return !is_declared(work.task.files, path); });
  return own;
}

// Git's index, refs and configuration are the agent's to write: what it left there is held against
// the files and against what was there before.
std::vector<std::string> repository_faults(const WorkSight& after) {
  std::vector<std::string> faults;
  if (!after.differs.empty())
    faults.push_back("committed something else than the files that were checked: " +
                     some_of(after.differs));
  for (const std::string& what : after.reached)
    faults.push_back("tampered with the repository: " + what);
  return faults;
}

std::vector<std::string> trespasses_of(const Work& work) {
  if (!work.after.problem.empty()) return {"its tree could not be read: " + work.after.problem};
  std::vector<std::string> faults;
  for (const std::string& what : work.after.tampering)
    faults.push_back("tampered with the task list: " + what);
  check_files(work, faults);
  check_history(work, faults);
  for (std::string& what : repository_faults(work.after)) faults.push_back(std::move(what));
  return faults;
}

std::vector<std::string> faults_of(const Work& work) {
  std::vector<std::string> faults = trespasses_of(work);
  if (!work.after.problem.empty()) return faults;
  check_idle(work, faults);
  check_claims(work, faults);
  check_commit(work, faults);
  check_leftovers(work, faults);
  return faults;
}

std::string failure_of(const verify::State& checks, std::uint32_t unit) {
  const verify::CommandState& command = checks.commands[unit];
  std::string text = "`" + checks.plan->manifest.commands[unit].command +
                     "`: " + verify::summary_line(checks, unit);
  if (command.notes) {
    for (const std::string& line : command.notes->excerpt) text += "\n    " + line;
  }
  return text;
}

std::vector<std::string> failures_of(const verify::State& checks,
                                     const std::set<std::uint32_t>& known) {
  std::vector<std::string> failures;
  for (std::uint32_t unit = 0; unit < checks.commands.size(); ++unit) {
    const verify::CommandSpec& spec = checks.plan->manifest.commands[unit];
    if (verify::stands_in_the_way(spec, checks.commands[unit]) && !known.contains(unit))
      failures.push_back(failure_of(checks, unit));
  }
  return failures;
}

Layer evidence_layer(const std::vector<std::string>& faults, const verify::State* checks,
                     const std::set<std::uint32_t>& known) {
  std::vector<std::string> wrong = faults;
  std::string passed = "nothing was to be run";
  if (checks != nullptr) {
    for (const std::string& failure : failures_of(*checks, known))
      wrong.push_back("Verify does not pass: " + failure);
    const verify::Verdict verdict = verify::verdict_of(*checks);
    if (wrong.empty() && known.empty() && verdict.overall != verify::Status::pass)
      wrong.push_back("Verify proves nothing: " + verdict.why);
    const std::size_t count = checks->commands.size() - known.size();
    if (wrong.empty() && count == 0)
      wrong.emplace_back("Verify proves nothing: every gate failed before the run already");
    passed = std::to_string(count) + (count == 1 ? " command passed" : " commands passed");
    if (!known.empty())
      passed += ", " + std::to_string(known.size()) + " failing since before the run";
  }
  if (!wrong.empty()) return {"evidence", LayerStatus::failed, assay::joined(wrong, "\n")};
  return {"evidence", LayerStatus::passed, passed};
}

std::string failure_text(const std::vector<Layer>& layers) {
  std::string text;
  for (const Layer& layer : layers) {
    if (layer.status != LayerStatus::failed) continue;
    if (!text.empty()) text += '\n';
    text += std::string(layer.name) + ": " + layer.why;
  }
  return text;
}

std::string normalised(std::string_view failure) {
  std::string out;
  std::size_t at = 0;
  while (at < failure.size()) {
    std::size_t end = at;
    bool digit = false;
    while (end < failure.size() && std::isalnum(static_cast<unsigned char>(failure[end])) != 0) {
      digit = digit || std::isdigit(static_cast<unsigned char>(failure[end])) != 0;
      ++end;
    }
    if (end > at) {
      if (digit) {
        // "0.3" is as much a number as "12".
        out.ends_with("#.") ? out.pop_back() : out.push_back('#');
      } else {
        for (; at < end; ++at)
          out += static_cast<char>(std::tolower(static_cast<unsigned char>(failure[at])));
      }
      at = end;
    } else {
      const bool blank = std::isspace(static_cast<unsigned char>(failure[at])) != 0;
      if (!blank) out += failure[at];
      if (blank && !out.empty() && out.back() != ' ') out += ' ';
      ++at;
    }
  }
  // How often a command had to be started says nothing about why it fails.
  constexpr std::string_view retried = " after # attempts";
  for (std::size_t found = out.find(retried); found != std::string::npos; found = out.find(retried))
    out.erase(found, retried.size());
  return out;
}

}  // namespace assay::core::loop
