// SPDX-License-Identifier: MIT
#include "adapters/executor/slurm/desk.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <utility>

namespace assay::slurm {

Desk::Desk() : bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Desk::~Desk() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  filled_.notify_all();
  if (clerk_.joinable()) clerk_.join();
}

std::uint64_t Desk::put(os::Question question) {
  const std::lock_guard lock(mutex_);
  open_.push_back({++last_, std::move(question)});
  if (!clerk_.joinable()) clerk_ = std::thread([this] { serve(); });
  filled_.notify_all();
  return last_;
}

std::vector<Desk::Reply> Desk::take() {
  std::uint64_t rings = 0;
  while (::read(bell_.get(), &rings, sizeof rings) > 0) {
  }
  const std::lock_guard lock(mutex_);
  return std::exchange(replies_, {});
}

void Desk::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    filled_.wait(lock, [&] { return closing_ || !open_.empty(); });
    if (open_.empty()) return;
    Open next = std::move(open_.front());
    open_.pop_front();
    lock.unlock();
    Reply reply{next.ticket, {}};
    if (auto answer = os::put(next.question))
      reply.answer = answer.take();
    else
      reply.answer.complaint = answer.error().what;
    lock.lock();
    replies_.push_back(std::move(reply));
    const std::uint64_t one = 1;
    if (::write(bell_.get(), &one, sizeof one) < 0) continue;  // it rings already
  }
}

}  // namespace assay::slurm
