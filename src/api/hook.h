// SPDX-License-Identifier: MIT
// What an agent meets at every turn: the start of a session is remembered, a stop is let go or sent
// back with reasons, and tools that would write what decides are held back. Whichever agent it is:
// its words are the face's business.
#pragma once

#include "api/site.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::api {

/// Who asks. Sessions and their subagents are told apart by their ids, whatever these look like.
struct HookCaller {
  std::string agent;          ///< "claude"
  std::string session = {};   ///< empty: it did not say
  std::string subagent = {};  ///< empty: the session itself
};

struct HookAnswer {
  enum class Kind : std::uint8_t {
    silent,  ///< nothing of ours is here
    let_go,
    block,
  };

  Kind kind = Kind::silent;
  std::string reason = {};  ///< of a block, for the model
  std::string remark = {};  ///< for the person; may be empty
};

struct StopCall {
  HookCaller who;
  bool goes_on = false;  ///< it was sent back just before, by whichever hook
};

/// Of a session that is told to start.
enum class SessionBegan : std::uint8_t {
  now,
  earlier,  ///< it is resumed or compacted
};

/// Remembers the tree a session, or a subagent, begins with; the first time counts, and only before
/// any tool was used. `remark`: what the agent should know from the beginning.
HookAnswer hook_start(const HookCaller& who, const Site& site,
                      SessionBegan beginning = SessionBegan::now);

/// Whether the agent may stop. Verifies at most once for all who ask at the same time.
HookAnswer hook_stop(const StopCall& call, const Site& site);

/// The answer where assay itself is what fails; blocks are counted, so that it has an end.
HookAnswer hook_trouble(const HookCaller& who, const Problems& problems, const Site& site);

/// One line of what git tells before a push.
struct Pushed {
  std::string commit;
  std::string there = {};  ///< what the branch is on the other side; empty: it is new
};

/// Before a push: each commit, as it is. Empty list: the workspace, before a commit. `act`: what is
/// to be done again once it is mended.
HookAnswer hook_git(const std::vector<Pushed>& commits, const Site& site,
                    std::string_view act = "push");

}  // namespace assay::api
