// SPDX-License-Identifier: MIT
#include "adapters/system/watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <climits>

namespace assay::system {

namespace {

constexpr std::uint32_t changes =
    IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB;

/// Who writes seldom writes once: changes that follow at once are one change.
constexpr int settling_ms = 100;

}  // namespace

Watch::Watch(std::vector<std::string> folders)
    : missing_(std::move(folders)), notices_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
  add_missing();
}

void Watch::add_missing() {
  if (!notices_) return;
  std::erase_if(missing_, [&](const std::string& folder) {
    return ::inotify_add_watch(notices_.get(), folder.c_str(), changes | IN_ONLYDIR) >= 0;
  });
}

/// Takes away what has been told; false if that was nothing.
bool Watch::drain() const {
  alignas(inotify_event) char told[16 * (sizeof(inotify_event) + NAME_MAX + 1)];
  bool any = false;
  while (::read(notices_.get(), told, sizeof told) > 0) any = true;
  return any;
}

bool Watch::wait(Millis longest) {
  const std::size_t before = missing_.size();
  add_missing();
  if (missing_.size() < before) return true;  // what is in a new folder may be new as well
  pollfd ready{notices_.get(), POLLIN, 0};    // a negative number: only the time counts
  const auto patience = std::clamp<Millis::rep>(longest.count(), 0, INT_MAX);
  if (::poll(&ready, 1, static_cast<int>(patience)) <= 0 || !notices_) return false;
  ::poll(nullptr, 0, settling_ms);
  return drain();
}

}  // namespace assay::system
