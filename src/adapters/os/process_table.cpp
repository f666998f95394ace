// SPDX-License-Identifier: MIT
#include "adapters/os/process_table.h"

#include "adapters/os/bytes.h"
#include "adapters/os/descriptor.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <memory>
#include <set>

namespace assay::os {

namespace {

// The wrappers of glibc 2.36 cannot be linked from C++.
int open_pidfd(pid_t pid) { return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)); }

int signal_pidfd(int pidfd, int signal) {
  return static_cast<int>(::syscall(SYS_pidfd_send_signal, pidfd, signal, nullptr, 0));
}

template <class Number>
bool take_number(std::string_view& text, Number& number) {
  const std::size_t start = std::min(text.find_first_not_of(' '), text.size());
  text.remove_prefix(start);
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool skip_fields(std::string_view& text, int count) {
  for (int i = 0; i < count; ++i) {
    const std::size_t start = text.find_first_not_of(' ');
    if (start == std::string_view::npos) return false;
    text.remove_prefix(std::min(text.find(' ', start), text.size()));
  }
  return true;
}

std::string printable(std::string_view name) {
  std::string text(name.substr(0, 15));
  for (char& c : text) {
    if (c < ' ' || c > '~') c = '?';
  }
  return text;
}

constexpr std::uint64_t numbers_bytes_max = 64 << 20;

/// Numbers separated by spaces.
std::optional<std::vector<pid_t>> read_numbers(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return std::nullopt;
  std::vector<pid_t> numbers;
  pid_t number = 0;
  std::string text;
  if (read_up_to(file.get(), numbers_bytes_max, text) != 0) return std::nullopt;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      number = number * 10 + (c - '0');
    } else if (number != 0) {
      numbers.push_back(std::exchange(number, 0));
    }
  }
  return numbers;
}

std::optional<std::vector<pid_t>> children_of_thread(pid_t thread) {
  return read_numbers("/proc/self/task/" + std::to_string(thread) + "/children");
}

/// For kernels that were built without the list of children.
std::optional<std::vector<pid_t>> children_by_search(pid_t self) {
  std::vector<pid_t> children;
  const std::vector<Seen> all = all_processes();
  if (all.empty()) return std::nullopt;  // not even ourselves: /proc cannot be read
  for (const Seen& process : all) {
    if (process.parent == self) children.push_back(process.pid);
  }
  return children;
}

}  // namespace

// 4711 (name) S 1 4711 4711 0 -1 4194560 ... : the name may contain anything, ") S 1" included.
std::optional<Seen> parse_stat(std::string_view text) {
  const std::size_t open = text.find('(');
  const std::size_t close = text.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open ||
      close + 3 > text.size()) {
    return std::nullopt;
  }
  Seen seen;
  std::string_view head = text.substr(0, open);
  std::string_view tail = text.substr(close + 3);
  seen.name = printable(text.substr(open + 1, close - open - 1));
  seen.state = text[close + 2];
  const bool whole = take_number(head, seen.pid) && take_number(tail, seen.parent) &&
                     take_number(tail, seen.group) && take_number(tail, seen.session) &&
                     skip_fields(tail, 15) && take_number(tail, seen.start);
  if (!whole) return std::nullopt;
  return seen;
}

std::optional<Seen> look_at(pid_t pid) {
  const std::string path = "/proc/" + std::to_string(pid) + "/stat";
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return std::nullopt;
  char buffer[1024];
  const ssize_t got = read_some(file.get(), buffer, sizeof buffer);
  if (got <= 0) return std::nullopt;
  return parse_stat({buffer, static_cast<std::size_t>(got)});
}

std::vector<Seen> all_processes() {
  std::vector<Seen> processes;
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(::opendir("/proc"), ::closedir);
  if (!directory) return processes;
  while (const dirent* entry = ::readdir(directory.get())) {
    std::string_view name = entry->d_name;
    pid_t pid = 0;
    if (!take_number(name, pid) || !name.empty()) continue;
    if (auto seen = look_at(pid)) processes.push_back(std::move(*seen));
  }
  return processes;
}

std::optional<std::vector<pid_t>> own_children() {
  const pid_t self = ::getpid();
  const pid_t thread = ::gettid();
  auto children = children_of_thread(thread);
  if (!children) return children_by_search(self);
  if (thread == self) return children;
  // What loses its parent is given to the first thread, not to the one that did the spawning.
  const auto adopted = children_of_thread(self);
  if (!adopted) return children_by_search(self);
  children->insert(children->end(), adopted->begin(), adopted->end());
  return children;
}

std::optional<std::vector<pid_t>> children_of(pid_t process) {
  const std::string number = std::to_string(process);
  auto children = read_numbers("/proc/" + number + "/task/" + number + "/children");
  return children ? children : children_by_search(process);
}

void add_descendants(std::vector<Seen>& some, const std::vector<Seen>& all) {
  std::set<pid_t> inside;
  for (const Seen& process : some) inside.insert(process.pid);
  for (std::size_t before = 0; before != inside.size();) {
    before = inside.size();
    for (const Seen& process : all) {
      if (inside.count(process.parent) != 0 && inside.insert(process.pid).second) {
        some.push_back(process);
      }
    }
  }
}

bool send_signal(const Seen& process, int signal) {
  // A child of ours keeps its number until we reap it; it needs no look, if no look can be had.
  const bool is_child = process.parent == ::getpid();
  const Descriptor pidfd(open_pidfd(process.pid));
  if (!pidfd) return is_child && ::kill(process.pid, signal) == 0;
  // The number may have changed hands before pidfd_open, but not after it.
  const auto now = look_at(process.pid);
  const bool is_same = now ? now->start == process.start && !now->is_dead() : is_child;
  return is_same && signal_pidfd(pidfd.get(), signal) == 0;
}

}  // namespace assay::os
