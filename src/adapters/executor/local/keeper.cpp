// SPDX-License-Identifier: MIT
#include "adapters/executor/local/keeper.h"

#include "adapters/os/error.h"
#include "adapters/os/process_table.h"
#include "adapters/os/wait.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <new>
#include <string_view>
#include <vector>

namespace assay::process {

namespace {

constexpr Nanos sweep_longest = std::chrono::seconds(5);
constexpr Nanos pause_between_sweeps = std::chrono::milliseconds(5);

using Sessions = std::map<pid_t, std::uint64_t>;  // and when each was begun

std::uint64_t to_word(pid_t session, std::uint64_t start) {
  return static_cast<std::uint64_t>(session) << 32 | (start & 0xffff'ffff);
}

pid_t session_of(std::uint64_t word) { return static_cast<pid_t>(word >> 32); }

/// A session number whose leader is younger than our death belongs to somebody else by now.
void drop_reused(Sessions& sessions, const std::vector<os::Seen>& all, std::uint64_t death) {
  for (const os::Seen& process : all) {
    if (process.pid == process.session && process.start > death) sessions.erase(process.pid);
  }
}

std::vector<os::Seen> condemned(const Sessions& sessions, const Marks& marks,
                                const std::vector<os::Seen>& all) {
  std::vector<os::Seen> found;
  for (const os::Seen& process : all) {
    const auto session = sessions.find(process.session);
    const bool listed = session != sessions.end() && process.start >= session->second;
    if (listed || marks.serial_of(process.pid)) found.push_back(process);
  }
  os::add_descendants(found, all);
  return found;
}

/// How many were alive.
int kill_all(const std::vector<os::Seen>& processes, pid_t self) {
  int alive = 0;
  for (const os::Seen& process : processes) {
    if (process.pid == self || process.is_dead()) continue;
    os::send_signal(process, SIGKILL);
    ++alive;
  }
  return alive;
}

/// Kills until two looks in a row find nothing: what forks faster than we look is met by the next
/// look.
void sweep(Sessions sessions, const Marks& marks) {
  const Nanos begun = since_boot();
  for (int quiet = 0; quiet < 2 && since_boot() - begun < sweep_longest;) {
    const std::vector<os::Seen> all = os::all_processes();
    drop_reused(sessions, all, to_ticks(begun));
    quiet = kill_all(condemned(sessions, marks, all), ::getpid()) == 0 ? quiet + 1 : 0;
    os::pause(std::chrono::duration_cast<std::chrono::microseconds>(pause_between_sweeps));
  }
}

/// `pkill -9 assay` and `pkill -9 -f "assay verify"` are meant for the coordinator. A copy of it by
/// the same name would die with it, and what it should have ended would live on.
void take_own_name() {
  constexpr std::string_view name = "run-keeper";
  ::prctl(PR_SET_NAME, name.data());
  const int file = ::open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  char piece[4096];
  std::size_t size = 0;
  for (ssize_t got = 1; file >= 0 && (got = ::read(file, piece, sizeof piece)) > 0;)
    size += static_cast<std::size_t>(got);
  if (size <= name.size()) return;
  char* const words = program_invocation_name;  // where the kernel has put all of them
  std::memset(words, 0, size);
  std::memcpy(words, name.data(), name.size());
}

void wait_for_end_of(int pipe) {
  char byte = 0;
  while (::read(pipe, &byte, 1) < 0 && errno == EINTR) {
  }
}

}  // namespace

Keeper::~Keeper() {
  if (pid_ > 0) {
    alive_ = Descriptor();
    ::waitpid(pid_, nullptr, 0);
  }
  if (table_ != nullptr) ::munmap(table_, slots_max * sizeof(Slot));
}

Result<> Keeper::start(const Marks& marks) {
  if (pid_ > 0) return {};
  if (table_ == nullptr) {
    void* memory = ::mmap(nullptr, slots_max * sizeof(Slot), PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return os::error_of("keeper: mmap", errno);
    table_ = new (memory) Slot[slots_max];
  }
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return os::error_of("keeper: pipe", errno);
  Descriptor read_end(ends[0]);
  Descriptor write_end(ends[1]);
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::fork();
  if (pid == 0) keep(table_, marks, read_end.get());
  const int failure = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) return os::error_of("keeper: fork", failure);
  pid_ = pid;
  alive_ = std::move(write_end);
  return {};
}

// Runs with all signals blocked: only SIGKILL and the end of its work end it.
void Keeper::keep(const Slot* table, const Marks& marks, int pipe) {
  ::setsid();
  take_own_name();
  ::dup2(pipe, 0);
  ::close_range(1, ~0U, 0);
  if (::chdir("/") != 0) ::_exit(1);
  wait_for_end_of(0);
  Sessions sessions;
  for (std::size_t i = 0; i < slots_max; ++i) {
    const std::uint64_t word = table[i].load();
    if (word != 0) sessions.emplace(session_of(word), word & 0xffff'ffff);
  }
  if (!sessions.empty()) sweep(std::move(sessions), marks);
  ::_exit(0);
}

void Keeper::watch(pid_t session, std::uint64_t start) {
  if (table_ == nullptr) return;
  for (std::size_t i = 0; i < slots_max; ++i) {
    if (table_[i].load(std::memory_order_relaxed) != 0) continue;
    table_[i].store(to_word(session, start));
    return;
  }
  // More attempts than slots: the tag alone leads the keeper to the rest.
}

void Keeper::forget(pid_t session) {
  for (std::size_t i = 0; table_ != nullptr && i < slots_max; ++i) {
    if (session_of(table_[i].load(std::memory_order_relaxed)) != session) continue;
    table_[i].store(0);
    return;
  }
}

}  // namespace assay::process
