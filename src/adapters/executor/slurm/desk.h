// SPDX-License-Identifier: MIT
// Puts questions to the programs of Slurm, one after the other, in a thread of its own: a
// controller that does not answer holds up nobody.
#pragma once

#include "adapters/os/ask.h"
#include "adapters/os/descriptor.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace assay::slurm {

class Desk {
 public:
  struct Reply {
    std::uint64_t ticket = 0;
    os::Answer answer;  ///< status -1 if the program could not be started
  };

  Desk();
  /// What was handed in before is still put.
  ~Desk();
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  /// The number under which the reply will come.
  std::uint64_t put(os::Question question);
  /// Replies since the last call, in the order of the questions.
  std::vector<Reply> take();
  /// Can be read when there is a reply.
  int bell() const { return bell_.get(); }

 private:
  struct Open {
    std::uint64_t ticket = 0;
    os::Question question;
  };
  void serve();

  os::Descriptor bell_;
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<Open> open_;
  std::vector<Reply> replies_;
  std::uint64_t last_ = 0;
  bool closing_ = false;
  std::thread clerk_;  ///< begins with the first question
};

}  // namespace assay::slurm
