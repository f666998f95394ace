// SPDX-License-Identifier: MIT
// How many connections there are, and since when each has not said anything whole. libevent waits
// for ever for who sends a letter now and then, and tells nobody of a connection before its first
// request; the sockets of this process tell.
#pragma once

#include "base/instant.h"

#include <chrono>
#include <cstddef>
#include <map>

namespace assay::http {

class Doorman {
 public:
  struct Rules {
    int listening = -1;    ///< the socket that is no connection
    std::size_t most = 0;  ///< connections at a time
    Millis patience{0};    ///< with who has not asked anything for so long
    Millis haste{2'000};   ///< the same where there is no room for another one
  };

  /// One more connection. False: there is no room for another after it.
  bool let_in(std::size_t most) { return ++connections_ < most; }
  /// A request came whole over this descriptor.
  void heard(int descriptor);
  /// Counts, and ends connections that have not asked anything for too long: who only holds a place
  /// keeps nobody out for long. False: there is no room for another one.
  bool look_around(const Rules& rules);

 private:
  struct Visitor {
    unsigned long long inode = 0;  ///< the number of a descriptor is used again
    std::chrono::steady_clock::time_point since{};
  };

  std::size_t connections_ = 0;
  std::map<int, Visitor> visitors_;
};

}  // namespace assay::http
