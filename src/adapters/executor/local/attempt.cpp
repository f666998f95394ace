// SPDX-License-Identifier: MIT
#include "adapters/executor/local/attempt.h"

#include "adapters/os/bytes.h"
#include "format/shell/observed.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace assay::process {

namespace {

constexpr std::size_t script_max = 1U << 20U;

Millis to_millis(const timeval& time) {
  return std::chrono::duration_cast<Millis>(std::chrono::seconds(time.tv_sec) +
                                            std::chrono::microseconds(time.tv_usec));
}

core::ExitKind kind_of(const Attempt& attempt, int status) {
  switch (attempt.ending) {
    case Ending::timed_out: return core::ExitKind::timed_out;
    case Ending::cancelled: return core::ExitKind::cancelled;
    case Ending::stalled: return core::ExitKind::stalled;
    case Ending::held: return core::ExitKind::held;
    case Ending::limited: return core::ExitKind::limited;
    case Ending::by_itself: break;
  }
  if (attempt.sink.problem()) return core::ExitKind::unrecorded;
  return WIFSIGNALED(status) ? core::ExitKind::signaled : core::ExitKind::exited;
}

void add_detail(core::Exit& exit, const std::string& text) {
  if (!exit.detail.empty()) exit.detail += "; ";
  exit.detail += text;
}

/// False if there is no status to be had: the shell cannot be killed, or somebody else reaped it.
bool reap(const Attempt& attempt, int& status, core::Usage& used) {
  rusage usage{};
  if (::wait4(attempt.child.pid, &status, WNOHANG, &usage) != attempt.child.pid) return false;
  used.user = to_millis(usage.ru_utime);
  used.system = to_millis(usage.ru_stime);
  used.max_rss_kib = static_cast<std::uint64_t>(usage.ru_maxrss);
  return true;
}

/// Somebody killed it, or what it waited for, and it was not us.
void explain_kill(const Attempt& attempt, core::Exit& exit) {
  constexpr int by_kill = 128 + SIGKILL;
  if (attempt.ending != Ending::by_itself || exit.code != by_kill) return;
  const std::uint64_t now = ended_by_kernel();
  if (now > attempt.ended_by_kernel)
    add_detail(exit, "the kernel has ended processes for want of memory meanwhile");
}

core::Exit exit_of(const Attempt& attempt, core::Usage& used) {
  core::Exit exit;
  int status = 0;
  const bool known = reap(attempt, status, used);
  exit.kind = kind_of(attempt, status);
  if (known) {
    exit.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    exit.code = WIFSIGNALED(status) ? 128 + exit.signal : WEXITSTATUS(status);
    explain_kill(attempt, exit);
  } else if (attempt.ending == Ending::by_itself) {
    exit.kind = core::ExitKind::lost;
    add_detail(exit, "its exit status could not be collected");
  }
  if (attempt.ending == Ending::limited) add_detail(exit, attempt.watch->limit_text());
  if (attempt.sink.problem()) add_detail(exit, attempt.sink.problem()->what);
  for (const os::Seen& process : attempt.stuck) {
    add_detail(exit,
               "could not be killed: " + process.name + " (" + std::to_string(process.pid) + ")");
  }
  return exit;
}

/// The script a shell names, if it is a file of moderate size.
std::string script_text(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat seen {};
  if (!file || ::fstat(file.get(), &seen) != 0 || !S_ISREG(seen.st_mode)) return {};
  std::string text;
  static_cast<void>(os::read_up_to(file.get(), script_max, text));
  return text;
}

std::vector<core::LostFailure> lost_in(const Attempt& attempt, const core::Exit& exit) {
  if (attempt.told.empty() || exit.kind != core::ExitKind::exited || exit.code != 0) return {};
  const auto script = [&](const std::string& path) {
    return script_text(path.starts_with('/') ? path : attempt.cwd + "/" + path);
  };
  return format::lost_failures(attempt.told, {attempt.child.own, script});
}

/// Beside the log. If it cannot be written, the log is read without times.
void keep_times(std::string path, const std::string& times) {
  if (times.empty() || !path.ends_with(".log")) return;
  path.replace(path.size() - 4, 4, ".times");
  const Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (file) static_cast<void>(os::write_all(file.get(), times));
}

}  // namespace

std::uint64_t ended_by_kernel() {
  constexpr std::size_t most = 1U << 16U;
  std::string text;
  const Descriptor file(::open("/proc/vmstat", O_RDONLY | O_CLOEXEC));
  if (!file || os::read_up_to(file.get(), most, text) != 0) return 0;
  const std::size_t at = text.find("\noom_kill ");
  return at == text.npos ? 0 : std::strtoull(text.c_str() + at + 10, nullptr, 10);
}

Nanos Attempt::next_deadline() const {
  if (!has_exited()) {
    const bool listens = watch && ending == Ending::by_itself;
    return std::min({timeout_at, kill_at, give_up_at, listens ? watch->next_deadline() : never});
  }
  return alone ? drain_until : look_at;
}

bool Attempt::is_over(Nanos now) const {
  return alone && ((!output && !errors) || now >= drain_until);
}

core::Evidence conclude(Attempt& attempt, const std::string& log_dir) {
  core::Evidence evidence;
  if (attempt.watch) evidence.transcript = attempt.watch->finish(attempt.sink, wall_clock());
  if (attempt.mask) attempt.sink.take(attempt.mask->finish());
  evidence.output = attempt.sink.finish();
  if (!evidence.output.log_path.empty()) {
    evidence.output.log_path = log_dir + "/" + evidence.output.log_path;
  }
  if (attempt.watch && !evidence.output.truncated())
    keep_times(evidence.output.log_path, attempt.watch->times());
  evidence.exit = exit_of(attempt, evidence.usage);
  evidence.lost = lost_in(attempt, evidence.exit);
  evidence.started = attempt.started;
  const Nanos end = attempt.has_exited() ? attempt.exited_at : since_boot();
  evidence.duration = std::chrono::duration_cast<Millis>(end - attempt.begun);
  for (const os::Seen& process : attempt.orphans) {
    evidence.orphans.push_back({.pid = process.pid, .name = process.name});
  }
  return evidence;
}

}  // namespace assay::process
