// SPDX-License-Identifier: MIT
#include "adapters/http/doorman.h"

#include "adapters/os/directory.h"

#include <dirent.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>

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

/// Where this end of a socket is: the port, or the path. Empty: nowhere that has a name.
std::string place_of(int descriptor) {
  sockaddr_storage at{};
  socklen_t size = sizeof at;
  if (::getsockname(descriptor, reinterpret_cast<sockaddr*>(&at), &size) != 0) return {};
  if (at.ss_family == AF_INET)
    return std::to_string(reinterpret_cast<const sockaddr_in&>(at).sin_port);
  if (at.ss_family == AF_INET6)
    return std::to_string(reinterpret_cast<const sockaddr_in6&>(at).sin6_port);
  constexpr socklen_t head = offsetof(sockaddr_un, sun_path);
  if (at.ss_family != AF_UNIX || size <= head) return {};
  return {reinterpret_cast<const sockaddr_un&>(at).sun_path, size - head};
}

/// A connection that was accepted here has a peer, and this end is where the server listens. What
/// the program connected to itself (a database, say) has a peer too, but another place.
bool is_visitor(int descriptor, const std::string& place) {
  sockaddr_storage at{};
  socklen_t size = sizeof at;
  return ::getpeername(descriptor, reinterpret_cast<sockaddr*>(&at), &size) == 0 &&
         place_of(descriptor) == place;
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
  const std::string place = place_of(rules.listening);
  for (const auto& [descriptor, inode] : sockets) {
    if (descriptor != rules.listening && is_visitor(descriptor, place))
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
