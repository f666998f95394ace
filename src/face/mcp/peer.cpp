// SPDX-License-Identifier: MIT
#include "face/mcp/server.h"

namespace assay::mcp {

std::optional<Revision> Peer::revision() const {
  const std::lock_guard lock(guard_);
  return revision_;
}

void Peer::agree(Revision revision) {
  const std::lock_guard lock(guard_);
  revision_ = revision;
}

bool Peer::begin(const std::string& id, std::shared_ptr<Work> work) {
  const std::lock_guard lock(guard_);
  return works_.emplace(id, std::move(work)).second;
}

void Peer::end(const std::string& id) {
  const std::lock_guard lock(guard_);
  works_.erase(id);
}

std::shared_ptr<Work> Peer::cancel(const std::string& id) {
  const std::lock_guard lock(guard_);
  const auto found = works_.find(id);
  if (found == works_.end()) return nullptr;
  found->second->cancelled = true;
  return found->second;
}

std::size_t Peer::busy() const {
  const std::lock_guard lock(guard_);
  return works_.size();
}

}  // namespace assay::mcp
