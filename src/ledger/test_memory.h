// SPDX-License-Identifier: MIT
// What a run tells of single tests, and which tree each attempt's outcomes are about: what was told
// of a tree that did not hold still is about none. Verify runs look at their tree themselves; loops
// and pipelines look at a working tree before and after their gates run in it.
#pragma once

#include "base/digest.h"
#include "core/ask/event.h"
#include "core/machine.h"
#include "core/verify/state.h"
#include "shell/ports/store.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::ledger {

/// Under which name the tests of a command are remembered: its text, and where it runs in the
/// workspace. Copies of a workspace share it.
Digest tests_key(std::string_view command, std::string_view cwd, std::string_view workspace);

/// What is remembered of one attempt's tests, as one digest, whatever numbers a store gives them.
class TestsDigest {
 public:
  explicit TestsDigest(const shell::TestRun& run);
  /// In the order of their names, each once.
  void add(std::string_view id, char letter, std::uint16_t time);
  Digest finish() { return hasher_.finish(); }

 private:
  Hasher hasher_;
};

/// Reads what an event refers to; fails if it is not that any more.
using ReadContent = std::function<Result<std::string>(const std::string& path, const Digest&)>;

/// Of one run. It hears every event, in order.
class TestMemory {
 public:
  void hear(const core::Event& event);

  /// Whether it has to hear every event.
  bool listens() const { return remembers_ || outer_; }

  /// Everything that was told, with the trees it is known to be about.
  struct Remembered {
    shell::TestRun run;
    Digest digest = {};  ///< none: its tests cannot be read any more, and are left out
  };
  std::vector<Remembered> take(const ReadContent& read);

 private:
  struct Told {
    shell::TestRun run;
    std::uint32_t unit = 0;
    std::string path;
    Digest digest;
    bool held = false;           ///< the tree was still the same afterwards
    std::string directory = {};  ///< the working tree it ran in, and
    std::string seen = {};       ///< the digest of its last look before; of loops and pipelines
  };

  /// A working tree as it was seen last.
  struct Seen {
    std::string digest;
    std::string name;
  };

  void note(const core::AttemptEnded& ended);
  void hold(const core::TreeObserved& seen);
  void hear_outer(const core::Event& event);
  void note_outer(const core::AttemptEnded& ended);
  void look(const core::WorkInspected& seen);
  std::string directory_of(const std::string& cwd) const;
  std::string id_of(const core::Launch& launch) const;

  core::verify::State state_;
  bool remembers_ = false;
  std::optional<core::Machine> outer_;               ///< of a loop or a pipeline
  std::shared_ptr<const core::verify::Plan> gates_;  ///< of it; null: it has none
  std::map<core::AttemptKey, core::Launch> launched_;
  std::map<core::AttemptKey, core::InspectWork> asked_;
  std::map<std::string, Seen> trees_;  ///< by directory
  std::vector<Told> told_;
};

}  // namespace assay::ledger
