// SPDX-License-Identifier: MIT
#include "adapters/jobs/jobs.h"

#include "adapters/files/files.h"
#include "adapters/os/bytes.h"
#include "adapters/os/descriptor.h"
#include "adapters/os/error.h"
#include "adapters/os/process_table.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <system_error>

extern char** environ;

namespace assay::jobs {

namespace {

constexpr std::uint64_t mark_bytes_max = 256;

/// The trap lets the shell outlive a request to stop, and is not handed on to the program.
constexpr const char* script =
    "trap : INT TERM HUP\n"
    "folder=$1; shift\n"
    "\"$@\" >\"$folder/out\" 2>\"$folder/err\" </dev/null\n"
    "echo $? >\"$folder/status.new\" && mv \"$folder/status.new\" \"$folder/status\"\n";

/// Attributes and file actions of a start, taken away with it.
class Start {
 public:
  Start() {
    ::posix_spawnattr_init(&how_);
    ::posix_spawn_file_actions_init(&files_);
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&how_, &none);
    ::posix_spawnattr_setsigdefault(&how_, &all);
    ::posix_spawnattr_setflags(&how_,
                               POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    ::posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&files_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&files_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  Start(const Start&) = delete;
  Start& operator=(const Start&) = delete;
  ~Start() {
    ::posix_spawn_file_actions_destroy(&files_);
    ::posix_spawnattr_destroy(&how_);
  }

  Result<pid_t> run(const std::vector<std::string>& argv, const std::string& cwd) {
    ::posix_spawn_file_actions_addchdir_np(&files_, cwd.c_str());
    std::vector<char*> words;
    for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    pid_t pid = -1;
    const int problem = ::posix_spawn(&pid, words[0], &files_, &how_, words.data(), ::environ);
    if (problem != 0) return os::error_of(argv[0], problem);
    return pid;
  }

 private:
  posix_spawnattr_t how_{};
  posix_spawn_file_actions_t files_{};
};

std::string mark_of(const os::Seen& process) {
  return fmt::format("{} {}\n", process.pid, process.start);
}

std::string first_bytes(const std::string& path, std::uint64_t bytes_max) {
  std::string content;
  const os::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (file) os::read_up_to(file.get(), bytes_max, content);
  return content;
}

/// The process that the mark names, if it is still that one.
std::optional<os::Seen> marked_process(const std::string& folder) {
  const std::string mark = first_bytes(folder + "/process", mark_bytes_max);
  pid_t pid = 0;
  std::from_chars(mark.data(), mark.data() + mark.size(), pid);
  if (pid <= 1) return std::nullopt;
  ::waitpid(pid, nullptr, WNOHANG);  // where it is a child of this process, and has ended
  std::optional<os::Seen> process = os::look_at(pid);
  if (!process || process->is_dead() || mark_of(*process) != mark) return std::nullopt;
  return process;
}

std::optional<int> kept_status(const std::string& folder) {
  const std::string text = first_bytes(folder + "/status", mark_bytes_max);
  int status = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), status);
  if (text.empty() || read.ec != std::errc{}) return std::nullopt;
  return status;
}

/// What ended a week ago nobody asks for any more.
void sweep(const std::string& above) {
  constexpr auto kept = std::chrono::hours{24 * 7};
  std::error_code ignored;
  std::vector<std::filesystem::path> old;
  for (const auto& entry : std::filesystem::directory_iterator(above, ignored)) {
    const auto ended = std::filesystem::last_write_time(entry.path() / "status", ignored);
    if (!ignored && std::filesystem::file_time_type::clock::now() - ended > kept)
      old.push_back(entry.path());
  }
  for (const auto& path : old) std::filesystem::remove_all(path, ignored);
}

}  // namespace

Result<> Jobs::start(const shell::JobOrder& order) {
  const std::size_t slash = order.folder.rfind('/');
  ENSURE(slash != std::string::npos && !order.argv.empty());
  const std::string above = order.folder.substr(0, slash);
  TRY(files::Files().make_directories(above));
  sweep(above);
  if (::mkdir(order.folder.c_str(), 0700) != 0) {
    if (errno == EEXIST) return Error{Fault::conflict, order.folder + " is there already"};
    return os::error_of(order.folder, errno);
  }
  std::vector<std::string> argv{"/bin/sh", "-c", script, "assay-job", order.folder};
  argv.insert(argv.end(), order.argv.begin(), order.argv.end());
  const pid_t pid = TRY(Start().run(argv, order.cwd));
  const std::optional<os::Seen> process = os::look_at(pid);
  if (!process) return {};  // it has ended, and says so itself
  return files::Files().replace(order.folder + "/process", mark_of(*process));
}

shell::JobSight Jobs::look(const std::string& folder) {
  using State = shell::JobSight::State;
  // Who runs is asked first: one that ends meanwhile has written down how by then.
  const bool running = marked_process(folder).has_value();
  if (const std::optional<int> status = kept_status(folder)) return {State::ended, *status};
  if (running) return {State::running};
  return {files::Files().is_directory(folder) ? State::lost : State::unknown};
}

std::string Jobs::output(const std::string& folder, std::uint64_t bytes_max) {
  return first_bytes(folder + "/out", bytes_max);
}

std::string Jobs::complaints(const std::string& folder, std::uint64_t bytes_max) {
  return first_bytes(folder + "/err", bytes_max);
}

Result<> Jobs::ask_to_stop(const std::string& folder) {
  const std::optional<os::Seen> process = marked_process(folder);
  if (!process) return {};
  // The session is the job's own, and the process at its head is still the one that was started.
  if (::kill(-process->pid, SIGTERM) == 0 || errno == ESRCH) return {};
  return os::error_of("the job could not be asked to stop", errno);
}

}  // namespace assay::jobs
