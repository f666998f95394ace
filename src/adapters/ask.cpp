// SPDX-License-Identifier: MIT
#include "adapters/ask.h"

#include "adapters/descriptor.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

extern char** environ;

namespace assay::adapters {

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

Error refused(const std::string& what) {
  return {Fault::exhausted, what + ": " + std::strerror(errno)};
}

Result<Pipe> open_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return refused("pipe");
  // Only our end: what is left in it when the program is over must not keep us waiting.
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// Held in memory, so that a program that does not read cannot keep us from reading.
Result<Descriptor> open_input(const std::string& text) {
  if (text.empty()) {
    Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!nothing) return refused("/dev/null");
    return nothing;
  }
  Descriptor file(::memfd_create("input", MFD_CLOEXEC));
  std::size_t done = 0;
  while (file && done < text.size()) {
    const ssize_t count = ::write(file.get(), text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return refused("memfd");
    done += static_cast<std::size_t>(count);
  }
  if (!file || ::lseek(file.get(), 0, SEEK_SET) != 0) return refused("memfd");
  return file;
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> all;
  for (const std::string& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  return all;
}

/// A group of its own, so that a key press meant for us does not stop it half way, and signals as
/// a program expects them.
void set_attributes(posix_spawnattr_t& attributes) {
  sigset_t none;
  sigset_t all;
  ::sigemptyset(&none);
  ::sigfillset(&all);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

int spawn_program(const Question& question, const posix_spawn_file_actions_t& actions, pid_t& pid) {
  posix_spawnattr_t attributes;
  set_attributes(attributes);
  const std::vector<char*> argv = pointers(question.argv);
  const std::vector<char*> own =
      question.environment ? pointers(*question.environment) : std::vector<char*>();
  char* const* env = question.environment ? own.data() : environ;
  const int problem = ::posix_spawnp(&pid, argv[0], &actions, &attributes, argv.data(), env);
  ::posix_spawnattr_destroy(&attributes);
  return problem;
}

Result<Asked> spawn(const Question& question) {
  const Descriptor input = TRY(open_input(question.input));
  Pipe output = TRY(open_pipe());
  Pipe complaint = TRY(open_pipe());
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addchdir_np(&actions, question.cwd.c_str());
  ::posix_spawn_file_actions_adddup2(&actions, input.get(), 0);
  ::posix_spawn_file_actions_adddup2(&actions, output.writing.get(), 1);
  ::posix_spawn_file_actions_adddup2(&actions, complaint.writing.get(), 2);
  Asked asked;
  const int problem = spawn_program(question, actions, asked.pid);
  ::posix_spawn_file_actions_destroy(&actions);
  if (problem != 0)
    return Error{Fault::not_found, question.argv.front() + ": " + std::strerror(problem)};
  asked.ended = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, asked.pid, 0)));
  asked.output = std::move(output.reading);
  asked.complaint = std::move(complaint.reading);
  return asked;
}

/// Takes what is there now; at most `room` is kept. False when there will be nothing more.
bool take(const Descriptor& from, std::string& text, std::size_t room) {
  char piece[16384];
  for (;;) {
    const ssize_t count = ::read(from.get(), piece, sizeof piece);
    if (count < 0 && errno == EINTR) continue;
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
    ::poll(nullptr, 0, 10);
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
  Question question;
  question.argv = argv;
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

}  // namespace assay::adapters
