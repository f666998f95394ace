// SPDX-License-Identifier: MIT
#include "adapters/os/dialogue.h"

#include "adapters/os/bytes.h"
#include "adapters/os/child.h"
#include "adapters/os/error.h"
#include "adapters/os/wait.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace assay::os {

namespace {

/// What may lie unheard, in all. An agent that says more at a time is not one.
constexpr std::size_t kept_max = 256U << 20U;

struct PipeEnds {
  Descriptor ours;
  Descriptor theirs;
};

Result<PipeEnds> open_ends(bool we_read) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return error_of("pipe", errno);
  PipeEnds made{Descriptor(ends[we_read ? 0 : 1]), Descriptor(ends[we_read ? 1 : 0])};
  ::fcntl(made.ours.get(), F_SETFL, O_NONBLOCK);
  return made;
}

/// In the child, whose memory is still ours: nothing here may allocate or lock.
[[noreturn]] void become_partner(const char* cwd, char* const* argv, int input, int output,
                                 pid_t parent, volatile int& problem) {
  begin_as_child_of(parent);
  if (::chdir(cwd) == 0 && ::dup2(input, 0) == 0 && ::dup2(output, 1) == 1) ::execvp(argv[0], argv);
  problem = errno;
  ::_exit(127);
}

}  // namespace

Result<std::unique_ptr<Dialogue>> Dialogue::open(const std::vector<std::string>& argv,
                                                 const std::string& cwd) {
  PipeEnds to = TRY(open_ends(false));
  PipeEnds from = TRY(open_ends(true));
  // Whoever stops listening is noticed by what writing says.
  ::signal(SIGPIPE, SIG_IGN);
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  volatile int problem = 0;
  const pid_t parent = ::getpid();
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::vfork();  // NOLINT: a copy of our memory would be thrown away at once
  if (pid == 0)
    become_partner(cwd.c_str(), words.data(), to.theirs.get(), from.theirs.get(), parent, problem);
  const int failure = pid < 0 ? errno : problem;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid > 0 && failure != 0) ::waitpid(pid, nullptr, 0);
  if (failure != 0) return Error{Fault::not_found, argv.front() + ": " + std::strerror(failure)};
  return std::unique_ptr<Dialogue>(new Dialogue(pid, std::move(to.ours), std::move(from.ours)));
}

/// What is there now.
Result<> Dialogue::take() {
  char piece[65536];
  const ssize_t count = read_some(from_.get(), piece, sizeof piece);
  if (count < 0 && errno == EAGAIN) return {};
  if (count <= 0) {
    from_ = Descriptor();
    if (!begun_.empty()) heard_.push_back(std::exchange(begun_, {}));
    return {};
  }
  kept_ += static_cast<std::size_t>(count);
  if (kept_ > kept_max) return Error{Fault::exhausted, "it says more than anybody can hear"};
  std::string_view rest(piece, static_cast<std::size_t>(count));
  for (std::size_t end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
    begun_ += rest.substr(0, end);
    heard_.push_back(std::exchange(begun_, {}));
    rest.remove_prefix(end + 1);
  }
  begun_ += rest;
  return {};
}

Result<> Dialogue::say(std::string_view line) {
  const std::string text = std::string(line) + "\n";
  std::string_view left = text;
  while (!left.empty()) {
    if (!to_) return Error{Fault::io, "it does not listen any more"};
    pollfd ready[2] = {{to_.get(), POLLOUT, 0}, {from_.get(), POLLIN, 0}};
    if (::poll(ready, from_ ? 2 : 1, -1) < 0 && errno != EINTR) return error_of("poll", errno);
    if (from_ && ready[1].revents != 0) TRY(take());
    if (ready[0].revents == 0) continue;
    const ssize_t count = ::write(to_.get(), left.data(), left.size());
    if (count < 0 && errno != EAGAIN && errno != EINTR) {
      to_ = Descriptor();
    } else if (count > 0) {
      left.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  return {};
}

Result<std::optional<std::string>> Dialogue::hear() {
  while (heard_.empty() && from_) {
    pollfd ready{from_.get(), POLLIN, 0};
    if (::poll(&ready, 1, -1) < 0 && errno != EINTR) return error_of("poll", errno);
    if (ready.revents != 0) TRY(take());
  }
  if (heard_.empty()) return std::optional<std::string>();
  std::string line = std::move(heard_.front());
  heard_.pop_front();
  kept_ -= std::min(kept_, line.size() + 1);
  return std::optional<std::string>(std::move(line));
}

bool Dialogue::has_ended_within(Millis patience) const {
  constexpr Millis look_every{20};
  for (Millis waited{0};; waited += look_every) {
    siginfo_t gone{};
    const int looked = ::waitid(P_PID, static_cast<id_t>(pid_), &gone, WEXITED | WNOHANG | WNOWAIT);
    if (looked != 0 || gone.si_pid == pid_) return true;
    if (waited >= patience) return false;
    pause(look_every);
  }
}

void Dialogue::hang_up(Millis patience) {
  if (pid_ <= 0) return;
  to_ = Descriptor();
  from_ = Descriptor();
  if (!has_ended_within(patience)) ::kill(pid_, SIGTERM);
  if (!has_ended_within(std::min(patience, Millis{1'000}))) ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

}  // namespace assay::os
