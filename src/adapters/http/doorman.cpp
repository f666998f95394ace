// SPDX-License-Identifier: MIT
#include "adapters/http/doorman.h"

#include "adapters/os/directory.h"

#include <dirent.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace assay::http {

namespace {

/// The sockets of this process, by descriptor, with their inodes.
std::map<int, unsigned long long> open_sockets() {
  std::map<int, unsigned long long> sockets;
  const os::Directory folder(::opendir("/proc/self/fd"));
  if (!folder) return sockets;
  while (const dirent* entry = ::readdir(folder.get())) {
    const int descriptor = std::atoi(entry->d_name);
    struct stat what {};
    if (entry->d_name[0] == '.' || ::fstat(descriptor, &what) != 0) continue;
    if (S_ISSOCK(what.st_mode)) sockets[descriptor] = what.st_ino;
  }
  return sockets;
}

/// Those that were accepted have a peer; what this program connected to itself has none here.
bool is_visitor(int descriptor) {
  sockaddr_storage at{};
  socklen_t size = sizeof at;
  return ::getpeername(descriptor, reinterpret_cast<sockaddr*>(&at), &size) == 0;
}

}  // namespace

void Doorman::heard(int descriptor) {
  const auto known = visitors_.find(descriptor);
  if (known != visitors_.end()) known->second.since = std::chrono::steady_clock::now();
}

bool Doorman::look_around(const Rules& rules) {
  const auto now = std::chrono::steady_clock::now();
  const std::map<int, unsigned long long> sockets = open_sockets();
  std::erase_if(visitors_, [&](const auto& each) {
    const auto open = sockets.find(each.first);
    return open == sockets.end() || open->second != each.second.inode;
  });
  for (const auto& [descriptor, inode] : sockets) {
    if (descriptor != rules.listening && is_visitor(descriptor))
      visitors_.try_emplace(descriptor, Visitor{inode, now});
  }
  const bool crowded = visitors_.size() >= rules.most;
  const Millis patience = crowded ? std::min(rules.haste, rules.patience) : rules.patience;
  for (const auto& [descriptor, visitor] : visitors_) {
    // libevent hears of the end and does the rest.
    if (now - visitor.since > patience) ::shutdown(descriptor, SHUT_RDWR);
  }
  connections_ = visitors_.size();
  return connections_ < rules.most;
}

}  // namespace assay::http
