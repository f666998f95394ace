// SPDX-License-Identifier: MIT
// What hooks remember of a session from call to call. It decides no verdict: what cannot be
// remembered is verified.
#pragma once

#include "api/hook.h"
#include "base/digest.h"
#include "shell/ports/notebook.h"

#include <memory>
#include <string>

namespace assay::api {

inline constexpr const char* sessions_chapter = "sessions";

/// How things stood when a session began. What was done to them since forgives nothing.
struct Start {
  std::string tree = {};       ///< empty: nobody was there when it began
  std::string digest = {};     ///< of the same, with the rules that hide files
  std::string base_tree = {};  ///< of the commit that tests were held against; empty: none
  std::string known = {};      ///< the list of known failures, as it was written
  std::string gates = {};      ///< the commit that gates were from; empty: the workspace's own
};

/// What one session has seen, from call to call.
struct Memo {
  Start start = {};
  std::uint64_t gates = 0;         ///< the configuration had so many then
  std::uint64_t blocks = 0;        ///< in a row
  bool was_let_go = false;         ///< at the last stop
  std::string given_up_tree = {};  ///< on which it was let go although nothing is proved
};

/// The memory of one caller. Where nothing can be kept, nothing is remembered: an agent is then
/// verified more often than it has to be.
class Remembrance {
 public:
  Remembrance(const HookCaller& who, const Site& site);

  bool is_known() const { return known_; }
  shell::Notebook* notebook() { return notebook_.get(); }
  /// Hooks of one session may come at once: who counts reads again, and is alone meanwhile. Null:
  /// nobody can be kept away.
  std::unique_ptr<shell::Turn> take_turn();
  void keep();

  Memo memo;

 private:
  void read_again();

  Digest name_;
  std::unique_ptr<shell::Notebook> notebook_;
  std::unique_ptr<shell::Notebook> counting_;
  bool known_ = false;
};

/// Where a subagent began: with its own start, else with that of its session.
Start start_of(const Remembrance& own, const HookCaller& who, const Site& site);

/// A session that uses tools has begun: a start that is told later is none. `gates`: so many are
/// configured.
void note_tool(const HookCaller& who, std::uint64_t gates, const Site& site);

/// Whether the configuration had gates when the session began.
bool had_gates(const HookCaller& who, const Site& site);

}  // namespace assay::api
