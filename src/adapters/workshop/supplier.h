// SPDX-License-Identifier: MIT
// Gives working trees and copies what git does not have of them: ignored files that are listed, and
// the result of a set-up, which is run once for the same inputs and then copied.
#pragma once

#include "adapters/os/descriptor.h"
#include "adapters/repository/tree/snapshot.h"
#include "adapters/workshop/setups.h"
#include "shell/ports/workshop.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assay::workshop {

/// What git sees of a working tree.
using LookAtTree = std::function<Result<tree::Snapshot>(const std::string& directory)>;

class Supplier {
 public:
  Supplier(const std::string& state_dir, LookAtTree look);

  /// Ignored files that are in the working trees already, and stay.
  void leave(std::set<std::string> brought) { brought_ = std::move(brought); }
  shell::Supply supply(const shell::SupplyOrder& order, Millis patience);
  shell::Supply set_up(const shell::SupplyOrder& order, const core::Evidence& evidence);

  /// The name of the result a working tree would get, as it is.
  Result<std::string> digest_for(const core::Supplies& supplies, const std::string& directory);

 private:
  /// A set-up that runs in a working tree at this moment.
  struct Begun {
    std::string digest;
    os::Descriptor lock;
    tree::Snapshot before;
    std::set<std::string> included;
  };

  Result<shell::Supply> try_supply(const shell::SupplyOrder& order, Millis patience);
  Result<shell::Supply> begin(const shell::SupplyOrder& order, std::string digest,
                              std::set<std::string> included);
  Result<> finish(const shell::SupplyOrder& order, const Begun& begun);
  Result<std::set<std::string>> include(const shell::SupplyOrder& order, std::string& left_out);
  Result<> take_back_visible(const std::string& directory, std::set<std::string>& brought);

  Setups setups_;
  LookAtTree look_;
  std::map<std::string, Begun> begun_;  ///< by directory
  std::set<std::string> brought_;
};

}  // namespace assay::workshop
