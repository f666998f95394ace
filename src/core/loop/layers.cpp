// SPDX-License-Identifier: MIT
#include "core/loop/layers.h"

#include "core/verify/verdict.h"

#include <algorithm>
#include <cctype>

namespace assay::core::loop {

namespace {

constexpr std::size_t listed_max = 5;

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : std::string(between)) + word;
  return all;
}

/// "a, b, c and 12 more"
std::string listed(const std::vector<std::string>& words) {
  if (words.size() <= listed_max) return joined(words, ", ");
  const std::vector<std::string> first(words.begin(), words.begin() + listed_max);
  return joined(first, ", ") + " and " + std::to_string(words.size() - listed_max) + " more";
}

bool is_below(std::string_view path, std::string_view folder) {
  while (folder.ends_with('/')) folder.remove_suffix(1);
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

/// `*` and `?` do not cross a slash, `**` does. Linear for what people write: one way back per kind
/// of star.
bool fits(std::string_view glob, std::string_view path) {
  std::size_t g = 0;
  std::size_t p = 0;
  std::size_t star = std::string_view::npos, star_at = 0;
  std::size_t deep = std::string_view::npos, deep_at = 0;
  while (p < path.size()) {
    if (glob.substr(g).starts_with("**")) {
      deep = g;
      deep_at = p;
      star = std::string_view::npos;
      g += glob.substr(g).starts_with("**/") ? 3U : 2U;
    } else if (g < glob.size() && glob[g] == '*') {
      star = g++;
      star_at = p;
    } else if (g < glob.size() && (glob[g] == path[p] || (glob[g] == '?' && path[p] != '/'))) {
      ++g;
      ++p;
    } else if (star != std::string_view::npos && path[star_at] != '/') {
      g = star + 1;
      p = ++star_at;
    } else if (deep != std::string_view::npos) {
      star = std::string_view::npos;
      g = deep + (glob.substr(deep).starts_with("**/") ? 3U : 2U);
      p = ++deep_at;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

bool is_own(const Work& work, const std::string& path) { return is_below(path, work.spec_dir); }

/// Files that are dirty now and were not before, the spec's own aside.
std::vector<std::string> leftovers(const Work& work) {
  std::vector<std::string> left;
  for (const std::string& path : work.after.dirty) {
    const auto& before = work.before.dirty;
    const bool was_dirty = std::find(before.begin(), before.end(), path) != before.end();
    if (!was_dirty && !is_own(work, path)) left.push_back(path);
  }
  return left;
}

bool asks_for_commit(const Task& task) { return !task.commit.empty() && !task.commit_if_needed; }

void check_files(const Work& work, std::vector<std::string>& faults) {
  const bool limited = !work.task.files.empty() || (work.task.has_files && !work.task.verify);
  if (!limited) return;
  std::vector<std::string> strangers;
  for (const std::string& path : work.after.changed) {
    if (!is_own(work, path) && !is_declared(work.task.files, path)) strangers.push_back(path);
  }
  if (!strangers.empty())
    faults.push_back("changed files that are not in its Files: " + listed(strangers));
}

void check_idle(const Work& work, std::vector<std::string>& faults) {
  const bool idle = work.after.changed.empty() && work.after.commits.empty();
  if (idle && !work.task.files.empty() && !work.task.verify)
    faults.push_back("changed nothing, although it has Files");
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
  const std::string wanted = work.task.commit.substr(0, work.task.commit.find('\n'));
  std::vector<std::string> seen;
  for (const CommitSight& commit : work.after.commits) {
    if (commit.subject == wanted) return;
    // Once each: a failure that only repeats itself must look the same every time.
    const std::string subject = "'" + commit.subject + "'";
    if (std::find(seen.begin(), seen.end(), subject) == seen.end()) seen.push_back(subject);
  }
  faults.push_back("no commit '" + wanted + "'" +
                   (seen.empty() ? "" : " (only " + listed(seen) + ")"));
}

void check_leftovers(const Work& work, std::vector<std::string>& faults) {
  const std::vector<std::string> own = uncommitted_work(work);
  std::vector<std::string> left = leftovers(work);
  std::erase_if(left, [&](const std::string& path) {
    return std::find(own.begin(), own.end(), path) != own.end();
  });
  if (!left.empty()) faults.push_back("left uncommitted: " + listed(left));
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

bool is_declared(const std::vector<std::string>& files, std::string_view path) {
  return std::any_of(files.begin(), files.end(), [&](std::string_view declared) {
    while (declared.starts_with("./")) declared.remove_prefix(2);
    if (declared.find_first_of("*?") != std::string_view::npos) return fits(declared, path);
    return path == declared || is_below(path, declared);
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
                     listed(after.differs));
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
  check_commit(work, faults);
  check_leftovers(work, faults);
  return faults;
}

std::vector<std::string> failures_of(const verify::State& checks) {
  std::vector<std::string> failures;
  for (std::uint32_t unit = 0; unit < checks.commands.size(); ++unit) {
    const verify::CommandSpec& spec = checks.plan->manifest.commands[unit];
    const verify::CommandState& command = checks.commands[unit];
    if (!verify::stands_in_the_way(spec, command)) continue;
    std::string text = "`" + spec.command + "`: " + verify::summary_line(checks, unit);
    if (command.notes) {
      for (const std::string& line : command.notes->excerpt) text += "\n    " + line;
    }
    failures.push_back(std::move(text));
  }
  return failures;
}

Layer evidence_layer(const std::vector<std::string>& faults, const verify::State* checks) {
  std::vector<std::string> wrong = faults;
  std::string passed = "nothing was to be run";
  if (checks != nullptr) {
    for (const std::string& failure : failures_of(*checks))
      wrong.push_back("Verify does not pass: " + failure);
    const verify::Verdict verdict = verify::verdict_of(*checks);
    if (wrong.empty() && verdict.overall != verify::Status::pass)
      wrong.push_back("Verify proves nothing: " + verdict.why);
    passed = std::to_string(checks->commands.size()) +
             (checks->commands.size() == 1 ? " command passed" : " commands passed");
  }
  if (!wrong.empty()) return {"evidence", LayerStatus::failed, joined(wrong, "\n")};
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
