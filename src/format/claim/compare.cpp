// SPDX-License-Identifier: MIT
#include "format/claim/claim.h"
#include "format/claim/path.h"
#include "format/claim/seen.h"
#include "format/problem.h"
#include "format/runners/scan.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format {

namespace {

using claim::CommandUse;
using core::agent::Command;
using core::agent::Mismatch;
using Kind = Claim::Kind;

constexpr std::size_t commands_max = 5'000;  // the last ones; more is no evidence either way

/// One blank between words, as commands are quoted in prose.
std::string normalised(std::string_view command) {
  std::string out;
  for (const char c : command) {
    const bool blank = is_blank(c) || c == '\n' || c == '\r';
    if (!blank) out.push_back(c);
    if (blank && !out.empty() && out.back() != ' ') out.push_back(' ');
  }
  while (ends_with(out, " ")) out.pop_back();
  return out;
}

bool is_prose_file(std::string_view path) {
  return ends_with(path, ".md") || ends_with(path, ".txt") || ends_with(path, ".rst");
}

std::string ending_of(const Command& command) {
  return fmt::format("{} ended with exit code {}", quoted(normalised(command.command)),
                     *command.exit_code);
}

class Comparer {
 public:
  explicit Comparer(const Observed& observed) : observed_(observed) {
    const auto& all = observed.transcript.commands;
    const std::size_t from = all.size() - std::min(all.size(), commands_max);
    for (std::size_t i = from; i < all.size(); ++i) {
      seen_.push_back(&all[i]);
      uses_.push_back(claim::use_of(all[i].command));
    }
  }

  std::string observed_instead(const Claim& claim) const {
    switch (claim.kind) {
      case Kind::tests_pass: return of_tests();
      case Kind::no_failures: return failed_tests();
      case Kind::command_passed: return of_command(claim.subject);
      case Kind::file_changed: return of_file(claim.subject);
      case Kind::committed: return of_commit(claim.subject);
      case Kind::done: return of_done();
    }
    return "";
  }

 private:
  std::string of_tests() const {
    if (!observed_.shows_tools) return "not visible in this agent's output";
    const auto last = last_tests();
    if (!last) return all_harmless() ? nothing_ran() : "";
    const Command& command = *seen_[*last];
    const std::string failed = failed_tests();
    return failed.empty() && is_stale(command)
               ? fmt::format("{} ran before the last {} edits", quoted(normalised(command.command)),
                             observed_.transcript.edits - command.edits_before)
               : failed;
  }

  std::string failed_tests() const {
    const auto last = last_tests();
    if (!last) return "";
    const Command& command = *seen_[*last];
    const bool failed = command.exit_code.value_or(0) != 0 && uses_[*last].status_is_of_tests;
    return failed ? ending_of(command) : "";
  }

  std::string of_command(const std::string& subject) const {
    if (!observed_.shows_tools) return "not visible in this agent's output";
    const std::string wanted = normalised(subject);
    for (std::size_t i = seen_.size(); i-- > 0;) {
      const Command& command = *seen_[i];
      const std::string text = normalised(command.command);
      if (!contains(text, wanted)) continue;
      if (command.denied) return quoted(text) + " was not let through";
      const bool alone = text == wanted || uses_[i].status_is_of_tests;
      return alone && command.exit_code.value_or(0) != 0 ? ending_of(command) : "";
    }
    return all_harmless() ? nothing_ran() : "";
  }

  std::string of_file(const std::string& path) const {
    const auto same = [&](const std::string& file) { return claim::is_same_file(path, file); };
    if (std::any_of(observed_.changed_files.begin(), observed_.changed_files.end(), same))
      return "";
    return quoted(path) + " did not change";
  }

  std::string of_commit(const std::string& id) const {
    if (observed_.commits.empty()) return "no commit was made";
    const auto is = [&](const std::string& commit) { return starts_with(commit, id); };
    if (std::any_of(observed_.commits.begin(), observed_.commits.end(), is)) return "";
    return fmt::format("no commit {} was made", id);
  }

  std::string of_done() const {
    const bool idle = observed_.changed_files.empty() && observed_.commits.empty();
    return idle ? "no file changed and no commit was made" : "";
  }

  std::optional<std::size_t> last_tests() const {
    for (std::size_t i = seen_.size(); i-- > 0;) {
      if (uses_[i].kind == CommandUse::Kind::tests && !seen_[i]->denied) return i;
    }
    return std::nullopt;
  }

  bool all_harmless() const {
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      if (!seen_[i]->denied && uses_[i].kind != CommandUse::Kind::harmless) return false;
    }
    return true;
  }

  std::string nothing_ran() const {
    return seen_.empty() ? "it ran no command"
                         : fmt::format("none of its {} commands runs tests", seen_.size());
  }

  /// Notes and ticks are written after the tests; which edit came when is not told, so as many as
  /// there are such files are let go.
  bool is_stale(const Command& command) const {
    const auto& transcript = observed_.transcript;
    const auto notes =
        std::count_if(transcript.edited.begin(), transcript.edited.end(), is_prose_file);
    return transcript.edits > command.edits_before &&
           transcript.edits - command.edits_before > static_cast<std::uint32_t>(notes);
  }

  const Observed& observed_;
  std::vector<const Command*> seen_;
  std::vector<CommandUse> uses_;
};

}  // namespace

std::vector<Mismatch> compare_claims(const std::vector<Claim>& claims, const Observed& observed) {
  std::vector<Mismatch> out;
  const Comparer comparer(observed);
  for (const Claim& claim : claims) {
    std::string instead = comparer.observed_instead(claim);
    if (!instead.empty()) out.push_back({claim.text, std::move(instead)});
  }
  return out;
}

}  // namespace assay::format
