// SPDX-License-Identifier: MIT
#include "core/ask/effect.h"

#include "base/ensure.h"
#include "base/match.h"

namespace assay::core {

namespace {

std::string attempt_text(const std::string& name, AttemptKey key) {
  return name + "#" + std::to_string(key.attempt);
}

std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string to_text(const Effect& effect) {
  return match(
      effect,
      [](const StartAttempt& e) { return "start " + attempt_text(e.launch.name, e.launch.key); },
      [](const ObserveTree& e) { return "tree " + attempt_text(e.name, e.key); },
      [](const AskSpending& e) { return "reserve " + attempt_text(e.name, e.key); },
      [](const InspectWorkspace& e) {
        ENSURE(e.checks != nullptr);
        return "inspect " + std::to_string(e.checks->size()) + " checks";
      },
      [](const InspectWork& e) { return "look " + attempt_text(e.name, e.key); },
      [](const OpenWork& e) { return "branch " + e.branch; },
      [](const MergeWork& e) { return "merge " + e.branch; },
      [](const CloseWork& e) { return "close " + e.branch; },
      [](const UpdateSpec& e) {
        ENSURE(e.update != nullptr);
        return "record " + std::to_string(e.update->tasks.ticked.size()) + " done" +
               (e.update->commit_message.empty() ? ""
                                                 : ", commit '" + e.update->commit_message + "'");
      },
      [](const OpenCopy& e) { return "copy " + last_part(e.directory); },
      [](const ReadOutputs& e) { return "read " + attempt_text(e.name, e.key); },
      [](const AdoptWork& e) { return "adopt " + last_part(e.directory); },
      [](const RestoreFiles& e) { return "restore " + std::to_string(e.paths.size()) + " files"; },
      [](const CommitWork& e) {
        return "commit " + std::to_string(e.paths.size()) + " files '" +
               e.message.substr(0, e.message.find('\n')) + "'";
      },
      [](const TagCommit& e) { return "tag " + e.tag; },
      [](const RecordRows& e) {
        return "rows " + std::to_string(e.checks.size()) + " checks, " +
               std::to_string(e.telemetry.size()) + " dispatches";
      },
      [](const CountRows& e) { return "count " + std::to_string(e.questions.size()) + " gates"; },
      [](const AskApproval& e) { return "ask " + e.question.gate_id; },
      [](const WriteBundle& e) {
        ENSURE(e.bundle != nullptr);
        return "bundle " + std::string(shown_word(e.bundle->confidence));
      },
      [](const WakeAt& e) {
        return "wake " + attempt_text(e.name, e.key) + " at " + assay::to_text(e.until);
      },
      [](const RecallEvidence& e) {
        return "recall " + std::to_string(e.keys.size()) + " commands";
      },
      [](const StopAttempts&) { return std::string("stop"); },
      [](const Drain&) { return std::string("drain"); },
      [](const Park& e) {
        return "park " + (e.until ? "until " + assay::to_text(*e.until) : "until resumed") + ": " +
               e.reason;
      },
      [](const Conclude& e) {
        return "conclude " + std::string(to_text(e.outcome)) + ": " + e.reason;
      });
}

}  // namespace

std::string to_text(const Effects& effects) {
  std::string text;
  for (const Effect& effect : effects) {
    if (!text.empty()) text += "; ";
    text += to_text(effect);
  }
  return text;
}

}  // namespace assay::core
