// SPDX-License-Identifier: MIT
#include "adapters/tree/trees.h"

#include "adapters/tree/walk.h"

#include <fmt/format.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

namespace assay::tree {

Trees::Trees(std::string workspace, const std::string& state_dir)
    : workspace_(std::move(workspace)), cache_path_(state_dir + "/tree-cache") {}

// Once, at the end: a cache that is lost or cannot be written costs time and nothing else.
Trees::~Trees() {
  if (learned_) static_cast<void>(static_cast<bool>(cache_->save(cache_path_, workspace_)));
}

Result<Digest> Trees::observe() { return TRY(snapshot()).digest; }

Result<Snapshot> Trees::snapshot() {
  char real[PATH_MAX];
  if (::realpath(workspace_.c_str(), real) == nullptr) {
    return Error{Fault::io, fmt::format("{}: {}", workspace_, std::strerror(errno))};
  }
  if (!cache_) cache_ = StatCache::load(cache_path_, workspace_);
  Walk walk(real, *cache_);
  Snapshot snapshot = TRY(walk.run());
  learned_ = learned_ || walk.learned();
  cache_ = walk.take_cache();
  return snapshot;
}

}  // namespace assay::tree
