// SPDX-License-Identifier: MIT
// What is known about the tree as it is now, without running anything.
#pragma once

#include "api/site.h"
#include "base/words.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::api {

enum class Freshness : std::uint8_t {
  fresh,   ///< usable evidence on this tree
  failed,  ///< evidence on this tree says no
  stale,   ///< evidence on another tree only
  none,
};

using assay::to_text;

constexpr auto words_of(Of<Freshness>) {
  return words<Freshness>({{Freshness::fresh, "FRESH"},
                           {Freshness::failed, "FAILED"},
                           {Freshness::stale, "STALE"},
                           {Freshness::none, "NONE"}});
}

struct GateStatus {
  std::string id;
  bool required = true;
  Freshness state = Freshness::none;
  std::string run_id = {};         ///< that ran it; empty: none did
  std::optional<Millis> age = {};  ///< since that run ended
  std::string why = {};            ///< why a result that is there does not count; empty: the tree
};

struct TreeStatus {
  Freshness state = Freshness::none;  ///< over the required gates
  std::string tree = {};              ///< what git would call the workspace now
  std::string digest = {};            ///< of the same, with the rules that hide files from git
  std::string run_id = {};            ///< the newest run behind the state; empty: none
  std::vector<GateStatus> gates = {};
  std::vector<std::string> changed = {};  ///< against the newest tree that was looked at by a run
  bool same_tree = false;                 ///< that newest tree is the one that is here now
  bool is_sealed = false;                 ///< only sealed runs count
};

/// For the gates of the configuration. Starts no process.
Reply<TreeStatus> status(const Site& site);

}  // namespace assay::api
