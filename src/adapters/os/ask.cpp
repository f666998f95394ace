// SPDX-License-Identifier: MIT
#include "adapters/os/ask.h"

#include "adapters/os/bytes.h"
#include "adapters/os/child.h"
#include "adapters/os/descriptor.h"
#include "adapters/os/error.h"
#include "adapters/os/own_program.h"
#include "adapters/os/wait.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <iterator>
#include <string_view>

extern char** environ;

namespace assay::os {

namespace {

using Monotonic = std::chrono::steady_clock;

constexpr std::size_t complaint_max = 16U << 10;

struct Asked {
  pid_t pid = -1;
  Descriptor ended;  ///< readable when the program is over
  Descriptor output;
  Descriptor complaint;
};

struct Pipe {
  Descriptor reading;
  Descriptor writing;
};

Result<Pipe> open_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return error_of("pipe", errno);
  // Only our end: what is left in it when the program is over must not keep us waiting.
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// Held in memory, so that a program that does not read cannot keep us from reading.
Result<Descriptor> open_input(const std::string& text) {
  if (text.empty()) {
    Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!nothing) return error_of("/dev/null", errno);
    return nothing;
  }
  Descriptor file(::memfd_create("input", MFD_CLOEXEC));
  if (!file) return error_of("memfd", errno);
  if (const int problem = write_all(file.get(), text)) return error_of("memfd", problem);
  if (::lseek(file.get(), 0, SEEK_SET) != 0) return error_of("memfd", errno);
  return file;
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> all;
  for (const std::string& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  return all;
}

struct Ends {
  int input = -1;
  int output = -1;
  int complaint = -1;
};

/// In the child, whose memory is still ours: nothing here may allocate or lock. A group of its own,
/// so that a key press meant for us does not stop it half way; signals as a program expects them;
/// and it dies when we do, however that happens.
[[noreturn]] void become(const char* cwd, char* const* argv, char* const* env, Ends ends,
                         pid_t parent, volatile int& problem) {
  ::setpgid(0, 0);
  begin_as_child_of(parent);
  if (::chdir(cwd) == 0 && ::dup2(ends.input, 0) == 0 && ::dup2(ends.output, 1) == 1 &&
      ::dup2(ends.complaint, 2) == 2) {
    ::execvpe(argv[0], argv, env);
  }
  problem = errno;
  ::_exit(127);
}

/// Its pid, or -1 and errno.
pid_t start_program(const Question& question, Ends ends) {
  volatile int problem = 0;  // the child writes here; we sleep until it is another program
  const std::vector<char*> argv = pointers(question.argv);
  const std::vector<char*> own =
      question.environment ? pointers(*question.environment) : std::vector<char*>();
  // Volatile: it must be the same after vfork has returned twice.
  char* const* const volatile env = question.environment ? own.data() : environ;
  const pid_t parent = ::getpid();
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::vfork();  // NOLINT: a copy of our memory would be thrown away at once
  if (pid == 0) become(question.cwd.c_str(), argv.data(), env, ends, parent, problem);
  const int failure = pid < 0 ? errno : problem;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid > 0 && failure != 0) ::waitpid(pid, nullptr, 0);
  errno = failure;
  return failure == 0 ? pid : -1;
}

Result<Asked> spawn(const Question& question) {
  const Descriptor input = TRY(open_input(question.input));
  Pipe output = TRY(open_pipe());
  Pipe complaint = TRY(open_pipe());
  Asked asked;
  asked.pid = start_program(question, {input.get(), output.writing.get(), complaint.writing.get()});
  if (asked.pid < 0)
    return Error{Fault::not_found, question.argv.front() + ": " + std::strerror(errno)};
  asked.ended = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, asked.pid, 0)));
  asked.output = std::move(output.reading);
  asked.complaint = std::move(complaint.reading);
  return asked;
}

/// Takes what is there now; at most `room` is kept. False when there will be nothing more.
bool take(const Descriptor& from, std::string& text, std::size_t room) {
  char piece[16384];
  for (;;) {
    const ssize_t count = read_some(from.get(), piece, sizeof piece);
    if (count < 0) return errno == EAGAIN;
    if (count == 0) return false;
    const std::size_t left = room > text.size() ? room - text.size() : 0;
    text.append(piece, std::min(left, static_cast<std::size_t>(count)));
    if (static_cast<std::size_t>(count) < sizeof piece) return true;
  }
}

/// Listens until the program is over, is silent for too long or says too much.
void listen(Asked& asked, const Question& question, Answer& answer) {
  const auto until = Monotonic::now() + question.patience;
  for (;;) {
    const auto left = std::chrono::duration_cast<Millis>(until - Monotonic::now());
    answer.too_late = left.count() <= 0;
    answer.too_long = answer.output.size() > question.answer_max;
    if (answer.too_late || answer.too_long) return;
    pollfd ready[3] = {{asked.output.get(), POLLIN, 0},
                       {asked.complaint.get(), POLLIN, 0},
                       {asked.ended.get(), POLLIN, 0}};
    if (::poll(ready, 3, static_cast<int>(std::min<std::int64_t>(left.count(), 1000))) <= 0)
      continue;
    // One byte more than is allowed tells that there was more.
    if (ready[0].revents != 0 && !take(asked.output, answer.output, question.answer_max + 1))
      asked.output = Descriptor();
    if (ready[1].revents != 0 && !take(asked.complaint, answer.complaint, complaint_max))
      asked.complaint = Descriptor();
    const bool silent = !asked.output && !asked.complaint;
    if (ready[2].revents != 0 && (silent || (ready[0].revents | ready[1].revents) == 0)) return;
    if (silent && !asked.ended) return;
  }
}

/// Asks a program to end and sees to it that it does, with what it started.
void end_group(pid_t pid) {
  ::kill(-pid, SIGTERM);
  for (int tries = 0; tries < 50; ++tries) {
    siginfo_t gone{};
    const int waited = ::waitid(P_PID, static_cast<id_t>(pid), &gone, WEXITED | WNOHANG | WNOWAIT);
    if (waited == 0 && gone.si_pid == pid) break;
    pause(std::chrono::milliseconds{10});
  }
  ::kill(-pid, SIGKILL);
}

/// Its exit status; -1 if a signal ended it.
int reap(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

Result<Answer> put(const Question& question) {
  Asked asked = TRY(spawn(question));
  Answer answer;
  listen(asked, question, answer);
  const bool ended_by_us = answer.too_late || answer.too_long;
  if (ended_by_us) end_group(asked.pid);
  answer.status = reap(asked.pid);
  if (ended_by_us) answer.status = -1;
  if (answer.too_long) answer.output.resize(question.answer_max);
  return answer;
}

Result<std::string> ask(const std::vector<std::string>& argv, const std::string& cwd) {
  // Tools of assay's own; what else it asks about is what the user's search path leads to.
  constexpr std::string_view tools[] = {"git", "rm", "mkdir", "mktemp", "sh"};
  const bool own = std::find(std::begin(tools), std::end(tools), argv.front()) != std::end(tools);
  Question question;
  question.argv = argv;
  if (own) question.argv.front() = own_program(argv.front());
  question.cwd = cwd;
  Answer answer = TRY(put(question));
  if (answer.status != 0) {
    return Error{
        Fault::io,
        argv.front() + ": " +
            (answer.status < 0 ? "did not end" : "exit status " + std::to_string(answer.status))};
  }
  return std::move(answer.output);
}

}  // namespace assay::os
