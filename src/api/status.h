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
  std::string run_id = {};         ///< that says so; empty: none does
  std::optional<Millis> age = {};  ///< since that run ended
};

struct TreeStatus {
  Freshness state = Freshness::none;  ///< over the required gates
  std::string tree = {};              ///< what git would call the workspace now
  std::string run_id = {};            ///< the newest run behind the state; empty: none
  std::vector<GateStatus> gates = {};
  std::vector<std::string> changed = {};  ///< against the newest tree that was looked at by a run
};

/// For the gates of the configuration. Starts no process.
Reply<TreeStatus> status(const Site& site);

}  // namespace assay::api
