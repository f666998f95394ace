// SPDX-License-Identifier: MIT
#include "adapters/executor/local/signals.h"

#include "adapters/os/error.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>

namespace assay::process {

namespace {

/// Whoever started us under nohup wants the hang-up to be ignored. A shell that starts us in the
/// background makes us ignore SIGINT too, but a SIGINT that comes nevertheless was sent on purpose.
bool is_unwanted(int signal) {
  struct sigaction action {};
  return signal == SIGHUP && ::sigaction(signal, nullptr, &action) == 0 &&
         action.sa_handler == SIG_IGN;
}

std::string name_of(std::uint32_t signal) {
  switch (signal) {
    case SIGINT: return "SIGINT";
    case SIGTERM: return "SIGTERM";
    case SIGHUP: return "SIGHUP";
    default: return "signal " + std::to_string(signal);
  }
}

}  // namespace

Result<Signals> Signals::open(Listening listening) {
  Signals signals;
  signals.treat(SIGPIPE, SIG_IGN);
  signals.treat(SIGXFSZ, SIG_IGN);
  signals.treat(SIGCHLD, SIG_DFL);
  if (listening == Listening::no) return signals;
  sigset_t stops;
  sigemptyset(&stops);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (is_unwanted(signal)) continue;
    sigaddset(&stops, signal);
    signals.treat(signal, SIG_DFL);  // an ignored signal would never reach the descriptor
  }
  signals.descriptor_ = Descriptor(::signalfd(-1, &stops, SFD_NONBLOCK | SFD_CLOEXEC));
  if (!signals.descriptor_) return os::error_of("signalfd", errno);
  ::pthread_sigmask(SIG_BLOCK, &stops, &signals.mask_before_);
  return signals;
}

Signals::~Signals() {
  for (const auto& [signal, action] : actions_before_) ::sigaction(signal, &action, nullptr);
  if (!descriptor_) return;
  // A request to stop what has ended already must not end us when it is let through.
  while (next()) {
  }
  ::pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
}

void Signals::treat(int signal, void (*how)(int)) {
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = how;
  ::sigaction(signal, &action, &before);
  actions_before_.emplace_back(signal, before);
}

std::optional<std::string> Signals::next() {
  signalfd_siginfo caught{};
  if (::read(descriptor_.get(), &caught, sizeof caught) != sizeof caught) return std::nullopt;
  return name_of(caught.ssi_signo);
}

}  // namespace assay::process
