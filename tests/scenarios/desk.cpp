// SPDX-License-Identifier: MIT
#include "scenarios/desk.h"

#include "base/match.h"

#include <array>

namespace assay::scenarios {

using core::work::WorkResult;
using core::work::WorkSight;

Result<bool> Desk::read(std::string_view line) {
  const std::vector<std::string> words = words_of(line);
  if (words.size() == 1 && words[0] == "hold") {
    held_ = true;
    return true;
  }
  if (words.size() == 2 && words[0] == "hold") {
    hold_at_ = words[1];
    return true;
  }
  const bool about =
      !words.empty() && (words[0] == "sees" || words[0] == "finds" || words[0] == "between" ||
                         words[0] == "confirms" || words[0] == "next");
  if (!about) return false;
  if (words.size() < 3) return unknown(line);
  const std::vector<std::string> rest(words.begin() + 2, words.end());
  // What nobody understands is noticed where it is written, not where it is used.
  WorkSight sight;
  WorkResult result;
  if (words[0] == "next") {
    TRY(read_result(rest, result));
  } else {
    TRY(read_sight(rest, sight));
  }
  told_[words[0] + " " + words[1]].push_back(rest);
  return true;
}

void Desk::hear(const core::Effects& effects) {
  for (const core::Effect& effect : effects) {
    if (const auto* update = std::get_if<core::UpdateSpec>(&effect)) write_down(*update);
    const bool plays = std::holds_alternative<core::StartAttempt>(effect) ||
                       std::holds_alternative<core::StopAttempts>(effect);
    if (!plays) asked_.push_back(effect);
  }
}

void Desk::write_down(const core::UpdateSpec& wanted) {
  if (!updates_.insert(wanted.key).second) return;
  const core::loop::SpecUpdate& update = *wanted.update;
  constexpr std::array<const char*, 5> sections = {"completed", "fix history", "suggestions",
                                                   "learnings", "log"};
  for (const core::loop::ProgressEntry& entry : update.progress) {
    std::string text = entry.text;
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at))
      text.replace(at, 1, " / ");
    written_.push_back(std::string(sections[static_cast<std::size_t>(entry.section)]) + ": " +
                       text);
  }
  for (const std::string& path : update.commit_files) written_.push_back("committed: " + path);
}

/// A tree that stands still unless the transcript says otherwise: while a Verify or the gates run,
/// or while a group works elsewhere.
std::optional<WorkSight> Desk::still(const core::InspectWork& wanted) {
  constexpr std::string_view confirm = "-confirm";
  const bool ground = wanted.name == "workspace" || wanted.name == "workspace-after";
  if (!ground && !wanted.name.ends_with(confirm)) return std::nullopt;
  WorkSight seen;
  seen.tree = wanted.since.empty() ? "base" : wanted.since;
  seen.head = wanted.since_head.empty() ? "c1" : wanted.since_head;
  seen.branch = wanted.directory == "/workspace" ? "main" : "work";
  const std::string name =
      ground ? wanted.name : wanted.name.substr(0, wanted.name.size() - confirm.size());
  auto& told = told_["confirms " + name];
  if (told.empty()) return seen;
  (void)read_sight(told.front(), seen);
  told.pop_front();
  return seen;
}

WorkSight Desk::sight(const core::InspectWork& wanted, const Setup& setup) {
  if (std::optional<WorkSight> standing = still(wanted)) return *standing;
  WorkSight seen;
  const bool reviews = wanted.name == "review";
  const bool between = wanted.between;
  constexpr std::string_view change = "-change";
  const bool weighs = wanted.name.ends_with(change);
  const bool after = reviews ? wanted.expected.has_value() : !wanted.since_head.empty() && !between;
  seen.tree = reviews ? "reviewed" : after ? "t" + std::to_string(++trees_) : "base";
  seen.head = after || between ? "c2" : "c1";
  seen.branch = wanted.directory == "/workspace" ? "main" : "work";
  if (after && !reviews) {
    const std::string id =
        weighs ? wanted.name.substr(0, wanted.name.size() - change.size()) : wanted.name;
    for (const core::loop::Task& task : setup.loop()->tasks) {
      if (task.id != id) continue;
      seen.changed = task.files;
      if (!task.commit.empty()) seen.commits = {{"c0ffee0123", task.commit}};
    }
  }
  auto& told = told_[(after ? "sees " : between ? "between " : "finds ") + wanted.name];
  if (told.empty()) return seen;
  // Read once already.
  (void)read_sight(told.front(), seen);
  told.pop_front();
  return seen;
}

WorkResult Desk::result(const std::string& what) {
  WorkResult done;
  done.head = "c3";
  auto& told = told_["next " + what];
  if (told.empty()) return done;
  (void)read_result(told.front(), done);
  told.pop_front();
  return done;
}

std::optional<core::Event> Desk::answer(const Setup& setup) {
  if (held_ || asked_.empty()) return std::nullopt;
  const bool merges = std::holds_alternative<core::MergeWork>(asked_.front());
  const bool records = std::holds_alternative<core::UpdateSpec>(asked_.front());
  if ((merges && hold_at_ == "merge") || (records && hold_at_ == "record")) {
    hold_at_.clear();
    held_ = true;
    return std::nullopt;
  }
  const core::Effect asked = asked_.front();
  asked_.pop_front();
  const Instant now = setup.now();
  using Answer = std::optional<core::Event>;
  return match(
      asked,
      [&](const core::InspectWork& e) -> Answer {
        return core::WorkInspected{now, e.key, sight(e, setup)};
      },
      [&](const core::OpenWork& e) -> Answer {
        return core::WorkDone{now, e.key, result("branch")};
      },
      [&](const core::OpenCopy& e) -> Answer {
        return core::WorkDone{now, e.key, result("copy")};
      },
      [&](const core::RestoreFiles& e) -> Answer {
        return core::WorkDone{now, e.key, result("restore")};
      },
      [&](const core::MergeWork& e) -> Answer {
        return core::WorkDone{now, e.key, result("merge")};
      },
      [&](const core::CloseWork& e) -> Answer {
        return core::WorkDone{now, e.key, result("close")};
      },
      [&](const core::UpdateSpec& e) -> Answer {
        return core::WorkDone{now, e.key, result("record")};
      },
      [&](const core::AskSpending& e) -> Answer {
        return core::SpendingReported{now, e.key, {}};
      },
      [&](const core::ObserveTree& e) -> Answer {
        return core::TreeObserved{now, e.key, "same", {}, {}, {}};
      },
      [&](const core::Drain&) -> Answer {
        return core::DrainReported{now, 0};
      },
      [&](const core::Park& e) -> Answer {
        return core::RunParked{now, e.until, e.reason};
      },
      [&](const core::Conclude& e) -> Answer {
        return core::RunConcluded{now, e.outcome, ""};
      },
      [](const auto&) -> Answer { return std::nullopt; });
}

}  // namespace assay::scenarios
