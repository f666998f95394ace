// SPDX-License-Identifier: MIT
// Between clone and execve the child runs in the memory of its sleeping parent. It may only make
// system calls: no allocation, no locks, no library state. Everything it needs is prepared in an
// Errand beforehand.
#include "adapters/executor/local/spawn.h"

#include "adapters/os/bytes.h"
#include "adapters/os/error.h"
#include "adapters/os/landlock.h"
#include "adapters/os/restraint.h"
#include "adapters/os/room.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <utility>

namespace assay::process {

namespace {

constexpr std::size_t stack_bytes = 64 * 1024;  // for two of them, one started by the other
constexpr std::size_t guard_bytes = 64 * 1024;  // a multiple of every page size in use

enum class Step {
  none,
  session,
  parent,
  input,
  output,
  descriptors,
  room,
  rules,
  directory,
  execution
};

struct Errand {
  const Program& program;
  const std::vector<int>& changed_signals;
  const std::string& sacrifice;
  pid_t parent;
  void* stack = nullptr;  ///< of who is started from a room's doorstep
  pid_t inside = -1;      ///< likewise, as we call it
  pid_t own = -1;
  int rules = -1;
  Step failed_step = Step::none;
  int failure = 0;
};

std::string name_of(Step step, const Program& program) {
  switch (step) {
    case Step::none: return "clone";
    case Step::session: return "setsid";
    case Step::parent: return "assay is going away";
    case Step::input: return "standard input";
    case Step::output: return "dup2";
    case Step::descriptors: return "close_range";
    case Step::room: return "isolation: entering the namespaces";
    case Step::rules: return "isolation: taking on the rules";
    case Step::directory: return std::string("chdir ") + program.cwd;
    case Step::execution: return std::string("exec ") + program.path;
  }
  return {};
}

// The child leaves its stack by execve, never by return: marks that a sanitizer puts there would
// still be there for the next child.
#define ON_CHILD_STACK __attribute__((no_sanitize("address")))

[[noreturn]] ON_CHILD_STACK void give_up(Errand& errand, Step step) {
  errand.failed_step = step;
  errand.failure = errno;
  ::_exit(127);
}

/// Signals are blocked on entry. What was sent to our whole group before setsid is dropped by
/// ignoring it once: it was meant for assay.
ON_CHILD_STACK void reset_signals(const std::vector<int>& changed) {
  struct sigaction action {};
  action.sa_handler = SIG_IGN;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::sigaction(signal, &action, nullptr);
  action.sa_handler = SIG_DFL;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::sigaction(signal, &action, nullptr);
  for (const int signal : changed) ::sigaction(signal, &action, nullptr);
}

ON_CHILD_STACK void set_limits(const Program& program) {
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  rlimit limit{};
  if (program.mark == 0 || ::getrlimit(RLIMIT_RTTIME, &limit) != 0) return;
  limit.rlim_cur = program.mark;
  ::setrlimit(RLIMIT_RTTIME, &limit);
}

/// Where memory is short the kernel ends one of them, and not who records how they end. They may
/// take it back as far as it was raised, no further.
ON_CHILD_STACK void offer_first(const Errand& errand) {
  const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  const ssize_t written = ::write(file, errand.sacrifice.data(), errand.sacrifice.size());
  static_cast<void>(written);
  ::close(file);
}

ON_CHILD_STACK void open_standard_descriptors(Errand& errand) {
  const Program& program = errand.program;
  // Closing 0 first makes it the lowest free one, and needs no spare descriptor.
  ::close(0);
  const bool has_input = program.input >= 0;
  const int input = has_input ? ::dup2(program.input, 0) : ::open("/dev/null", O_RDONLY);
  if (input != 0) give_up(errand, Step::input);
  if (::dup2(program.output, 1) < 0) give_up(errand, Step::output);
  if (::dup2(program.errors >= 0 ? program.errors : program.output, 2) < 0)
    give_up(errand, Step::output);
}

/// Everything from the third on, but one.
ON_CHILD_STACK void close_others(Errand& errand, int kept) {
  const auto number = static_cast<unsigned>(kept);
  const bool closed = kept < 3 ? ::close_range(3, ~0U, 0) == 0
                               : (kept == 3 || ::close_range(3, number - 1, 0) == 0) &&
                                     ::close_range(number + 1, ~0U, 0) == 0;
  if (!closed) give_up(errand, Step::descriptors);
}

ON_CHILD_STACK void take_on_rules(Errand& errand) {
  if (!errand.program.keeps_privileges && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    give_up(errand, Step::rules);
  if (errand.rules >= 0) {
    errno = os::take_on_landlock(errand.rules);
    if (errno != 0) give_up(errand, Step::rules);
  }
  if (!errand.program.sees_others) return;
  errno = os::drop_rights_over_machine();
  if (errno != 0) give_up(errand, Step::rules);
  // A kernel without filters: what is missing is small, and everything else holds.
  errno = os::leave_limits_of_others();
  if (errno != 0 && errno != EINVAL && errno != ENOSYS) give_up(errand, Step::rules);
}

ON_CHILD_STACK int become_program(void* argument) {
  auto& errand = *static_cast<Errand*>(argument);
  const Program& program = errand.program;
  errand.own = ::getpid();
  if (::setsid() < 0) give_up(errand, Step::session);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Had the parent died before that line, no signal would ever come. In a room nobody knows him;
  // its keeper dies with him, and everybody with the keeper.
  if (program.room < 0 && ::getppid() != errand.parent) give_up(errand, Step::parent);
  reset_signals(errand.changed_signals);
  if (program.room < 0) open_standard_descriptors(errand);
  set_limits(program);
  offer_first(errand);
  take_on_rules(errand);
  close_others(errand, -1);
  if (::chdir(program.cwd) != 0) give_up(errand, Step::directory);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(program.path, program.argv, program.envp);
  give_up(errand, Step::execution);
}

/// Whoever enters a room stays outside of its processes; what he starts there is our child as he
/// is.
ON_CHILD_STACK int enter_and_start(void* argument) {
  auto& errand = *static_cast<Errand*>(argument);
  if (::getppid() != errand.parent) give_up(errand, Step::parent);
  open_standard_descriptors(errand);
  close_others(errand, errand.program.room);
  errno = os::enter_room(errand.program.room, errand.rules);
  if (errno != 0) give_up(errand, Step::room);
  errand.inside = ::clone(become_program, errand.stack,
                          CLONE_VM | CLONE_VFORK | CLONE_PARENT | SIGCHLD, &errand);
  if (errand.inside < 0) give_up(errand, Step::room);
  ::_exit(0);
}

ON_CHILD_STACK int run_errand(void* argument) {
  auto& errand = *static_cast<Errand*>(argument);
  errand.rules = errand.program.rules;
  return errand.program.room < 0 ? become_program(argument) : enter_and_start(argument);
}

int open_pidfd(pid_t pid) { return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0U)); }

/// Who entered the room has gone; what he started there is ours.
Child came_back(pid_t pid, Errand& errand) {
  ::waitpid(pid, nullptr, 0);
  Child child{.pid = errand.inside, .own = errand.own, .pidfd = {}};
  if (errand.failed_step != Step::none || child.pid < 0) return child;
  child.pidfd = Descriptor(open_pidfd(child.pid));
  if (child.pidfd) return child;
  errand.failed_step = Step::room;
  errand.failure = errno;
  ::kill(child.pid, SIGKILL);
  return child;
}

/// Rather than us: our own readiness, raised.
std::string sacrifice_of_children() {
  constexpr int raised = 300;
  constexpr int most = 1000;
  std::string text;
  const Descriptor file(::open("/proc/self/oom_score_adj", O_RDONLY | O_CLOEXEC));
  if (!file || os::read_up_to(file.get(), 16, text) != 0) return std::to_string(raised);
  return std::to_string(std::min(most, std::atoi(text.c_str()) + raised));
}

std::vector<int> signals_not_default() {
  std::vector<int> signals;
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_DFL) {
      signals.push_back(signal);
    }
  }
  return signals;
}

}  // namespace

Result<Spawner> Spawner::open() {
  void* stack = ::mmap(nullptr, guard_bytes + stack_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return os::error_of("stack for children", errno);
  Spawner spawner(stack, signals_not_default(), sacrifice_of_children());
  // Stacks grow downwards: whatever overflows runs into this and crashes instead of writing
  // elsewhere.
  if (::mprotect(stack, guard_bytes, PROT_NONE) != 0) return os::error_of("stack guard", errno);
  return spawner;
}

Spawner::Spawner(void* stack, std::vector<int> changed, std::string sacrifice)
    : stack_(stack), sacrifice_(std::move(sacrifice)), changed_(std::move(changed)) {}

Spawner::Spawner(Spawner&& other) noexcept
    : stack_(std::exchange(other.stack_, nullptr)),
      sacrifice_(std::move(other.sacrifice_)),
      changed_(std::move(other.changed_)) {}

Spawner::~Spawner() {
  if (stack_ != nullptr) ::munmap(stack_, guard_bytes + stack_bytes);
}

Result<Child> Spawner::spawn(const Program& program) {
  char* const top = static_cast<char*>(stack_) + guard_bytes + stack_bytes;
  Errand errand{.program = program,
                .changed_signals = changed_,
                .sacrifice = sacrifice_,
                .parent = ::getpid(),
                .stack = top - stack_bytes / 2};
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  int pidfd = -1;
  const pid_t pid =
      ::clone(run_errand, top, CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &errand, &pidfd);
  const int clone_failure = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) return os::error_of("clone", clone_failure);
  Child child{.pid = pid, .own = errand.own, .pidfd = Descriptor(pidfd)};
  if (program.room >= 0) child = came_back(pid, errand);
  if (errand.failed_step == Step::none) return child;
  if (child.pid > 0) ::waitpid(child.pid, nullptr, 0);
  return os::error_of(name_of(errand.failed_step, program), errand.failure);
}

}  // namespace assay::process
