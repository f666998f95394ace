// SPDX-License-Identifier: MIT
#include "adapters/store/state/notebook.h"

#include "adapters/os/bytes.h"
#include "adapters/os/directory.h"
#include "adapters/os/error.h"
#include "adapters/os/wait.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <ctime>

namespace assay::state {

using os::Descriptor;

namespace {

constexpr std::uint64_t note_bytes_max = 64U << 20;
constexpr std::chrono::milliseconds turn_looked_for_every{20};

class HeldTurn final : public shell::Turn {
 public:
  explicit HeldTurn(Descriptor fd) : fd_(std::move(fd)) {}

 private:
  Descriptor fd_;  // the lock goes with it
};

bool is_note(std::string_view name) { return name.size() == 64; }

}  // namespace

Result<std::unique_ptr<Notebook>> Notebook::open(const std::string& state_dir,
                                                 const std::string& chapter) {
  const StateDirectory state = TRY(StateDirectory::create(state_dir));
  const Descriptor notes = TRY(state.directory("notes"));
  if (::mkdirat(notes.get(), chapter.c_str(), 0700) != 0 && errno != EEXIST)
    return os::error_of(state.path() + "/notes/" + chapter, errno);
  Descriptor folder(
      ::openat(notes.get(), chapter.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  std::string path = state.path() + "/notes/" + chapter;
  if (!folder) return os::error_of(path, errno);
  return std::unique_ptr<Notebook>(new Notebook(std::move(folder), std::move(path)));
}

Result<std::optional<std::string>> Notebook::read(const Digest& name) {
  const Descriptor file(
      ::openat(folder_.get(), name.hex().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file && errno == ENOENT) return std::optional<std::string>();
  if (!file) return os::error_of(path_ + "/" + name.hex(), errno);
  std::string text;
  if (const int problem = os::read_rest(file.get(), note_bytes_max, text))
    return os::error_of(path_ + "/" + name.hex(), problem);
  return std::optional<std::string>(std::move(text));
}

Result<> Notebook::write(const Digest& name, std::string_view text) {
  const std::string hex = name.hex();
  // Two writers of one note may come at once: each has a file of its own until it is whole.
  static std::atomic<unsigned> writers{0};
  const std::string temporary =
      hex + "." + std::to_string(::getpid()) + "." + std::to_string(writers++);
  const Descriptor file(::openat(folder_.get(), temporary.c_str(),
                                 O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file) return os::error_of(path_ + "/" + hex, errno);
  int problem = os::write_all(file.get(), text);
  if (problem == 0 && ::renameat(folder_.get(), temporary.c_str(), folder_.get(), hex.c_str()) != 0)
    problem = errno;
  if (problem == 0) return {};
  ::unlinkat(folder_.get(), temporary.c_str(), 0);
  return os::error_of(path_ + "/" + hex, problem);
}

void Notebook::forget(const Digest& name) { ::unlinkat(folder_.get(), name.hex().c_str(), 0); }

void Notebook::forget_older(Millis age) {
  const Descriptor again(::openat(folder_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const os::Directory listing(again ? ::fdopendir(::dup(again.get())) : nullptr);
  if (!listing) return;
  const std::time_t oldest = std::time(nullptr) - age.count() / 1000;
  while (const dirent* entry = ::readdir(listing.get())) {
    struct stat seen {};
    const bool old = is_note(entry->d_name) &&
                     ::fstatat(folder_.get(), entry->d_name, &seen, AT_SYMLINK_NOFOLLOW) == 0 &&
                     seen.st_mtim.tv_sec < oldest;
    if (old) ::unlinkat(folder_.get(), entry->d_name, 0);
  }
}

Result<std::unique_ptr<shell::Turn>> Notebook::take_turn(Millis longest) {
  Descriptor fd(::openat(folder_.get(), "turn", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!fd) return os::error_of(path_ + "/turn", errno);
  if (!os::lock_within(fd.get(), os::Locking::alone, longest, turn_looked_for_every))
    return std::unique_ptr<shell::Turn>();
  return std::unique_ptr<shell::Turn>(std::make_unique<HeldTurn>(std::move(fd)));
}

}  // namespace assay::state
