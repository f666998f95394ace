// SPDX-License-Identifier: MIT
#include "adapters/bus/bus.h"

#include "adapters/bus/counter.h"
#include "adapters/os/bytes.h"
#include "adapters/os/error.h"
#include "adapters/os/wait.h"
#include "base/id.h"
#include "format/bus/bus.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace assay::bus {

using core::bus::Line;
using core::bus::Message;
using os::Descriptor;

namespace {

constexpr const char* log_name = "messages.jsonl";
constexpr const char* lock_name = "messages.lock";
constexpr const char* new_name = "messages.jsonl.new";
constexpr std::size_t log_bytes_max = std::size_t{256} << 20;
constexpr std::size_t line_bytes_max = std::size_t{1} << 20;
constexpr std::chrono::seconds lock_longest{30};
constexpr std::chrono::microseconds lock_pause{500};

Result<> write_all(int file, std::string_view text) {
  if (const int problem = os::write_all(file, text)) return os::refused(log_name, problem);
  return {};
}

Result<std::string> read_file(int file) {
  std::string text;
  const int problem = os::read_rest(file, log_bytes_max, text);
  if (problem == EFBIG)
    return Error{Fault::exhausted,
                 fmt::format("{}: larger than {} MiB", log_name, log_bytes_max >> 20)};
  if (problem != 0) return os::refused(log_name, problem);
  return text;
}

/// Regular, or an error: a pipe in its place must not hold anybody up.
Result<Descriptor> open_log(int folder, int flags) {
  Descriptor file(::openat(folder, log_name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0644));
  if (!file) return os::refused(log_name, errno);
  struct stat seen {};
  if (::fstat(file.get(), &seen) != 0) return os::refused(log_name, errno);
  if (!S_ISREG(seen.st_mode)) return Error{Fault::bad_input, "messages.jsonl is not a file"};
  return file;
}

bool lacks_line_end(int file, off_t size) {
  char last = '\n';
  return size > 0 && ::pread(file, &last, 1, size - 1) == 1 && last != '\n';
}

}  // namespace

Result<Bus> Bus::open(const std::string& dir, const std::string& team) {
  if (!is_valid_id(team)) {
    return Error{Fault::bad_input,
                 "--team: must be a plain name: letters, digits, '.', '_' and '-', at most 128"};
  }
  return Bus(dir, team);
}

/// Name by name, and no link is followed below the directory that was named.
Result<Descriptor> Bus::folder(Make make) const {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  Descriptor here(::open(dir_.c_str(), flags));
  if (!here) return os::refused(dir_, errno);
  const std::string names[] = {".workflow", ".team", team_, ".msg"};
  for (const std::string& name : names) {
    if (make == Make::yes && ::mkdirat(here.get(), name.c_str(), 0755) != 0 && errno != EEXIST) {
      return os::refused(name, errno);
    }
    Descriptor next(::openat(here.get(), name.c_str(), flags | O_NOFOLLOW));
    if (!next) return os::refused(name, errno);
    here = std::move(next);
  }
  return here;
}

Result<Descriptor> Bus::lock(int folder, Share share) const {
  constexpr int flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  Descriptor file(::openat(folder, lock_name, flags, 0644));
  if (!file) return os::refused(lock_name, errno);
  const os::Locking how = share == Share::alone ? os::Locking::alone : os::Locking::shared;
  // Never so long that a free lock stays unused; half a minute in all.
  if (os::lock_within(file.get(), how, lock_longest, lock_pause)) return file;
  if (errno != EWOULDBLOCK && errno != EINTR) return os::refused(lock_name, errno);
  return Error{Fault::conflict, "messages.lock: somebody has held it for too long"};
}

Result<std::string> Bus::content(int folder) const {
  const auto file = open_log(folder, O_RDONLY);
  if (!file && file.error().fault == Fault::not_found) return std::string();
  if (!file) return file.error();
  return read_file(file->get());
}

Result<Message> Bus::log(Message message) {
  const Descriptor place = TRY(folder(Make::yes));
  const Descriptor locked = TRY(lock(place.get(), Share::alone));
  const Descriptor file = TRY(open_log(place.get(), O_RDWR | O_CREAT | O_APPEND));
  struct stat before {};
  if (::fstat(file.get(), &before) != 0) return os::refused(log_name, errno);
  const Counter counter(locked.get());
  std::uint64_t last = 0;
  if (const auto known = counter.last(before)) {
    last = *known;
  } else {
    last = format::largest_bus_number(TRY(read_file(file.get())));
  }
  message.id = format::bus_id(last + 1);
  const std::string line = format::write_bus_line(message);
  if (line.size() > line_bytes_max) {
    return Error{Fault::bad_input, "the message is longer than 1 MiB"};
  }
  // A line that somebody left unfinished ends here, so that it does not swallow this one.
  const std::string repair = lacks_line_end(file.get(), before.st_size) ? "\n" : "";
  const Result<> written = write_all(file.get(), repair + line);
  if (!written) {
    static_cast<void>(::ftruncate(file.get(), before.st_size));
    return written.error();
  }
  struct stat after {};
  if (::fstat(file.get(), &after) == 0) counter.remember(after, last + 1);
  return message;
}

Result<std::vector<Line>> Bus::read() {
  const auto place = folder(Make::no);
  if (!place && place.error().fault == Fault::not_found) return std::vector<Line>();
  if (!place) return place.error();
  // A folder that may only be read has no writers to wait for.
  const auto locked = lock(place->get(), Share::with_readers);
  if (!locked && locked.error().fault == Fault::conflict) return locked.error();
  return format::read_bus(TRY(content(place->get())));
}

Result<> Bus::replace(int folder, std::string_view content) const {
  constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC;
  Result<> done;
  {
    const Descriptor file(::openat(folder, new_name, flags, 0644));
    if (!file) return os::refused(new_name, errno);
    done = write_all(file.get(), content);
    if (done && ::fsync(file.get()) != 0) done = os::refused(new_name, errno);
  }
  if (done && ::renameat(folder, new_name, folder, log_name) != 0)
    done = os::refused(log_name, errno);
  if (!done) ::unlinkat(folder, new_name, 0);
  return done;
}

Result<> Bus::remove(const std::string& id) {
  const Error unknown{Fault::not_found, "no message " + id};
  const auto place = folder(Make::no);
  if (!place) return place.error().fault == Fault::not_found ? unknown : place.error();
  const Descriptor locked = TRY(lock(place->get(), Share::alone));
  const std::string text = TRY(content(place->get()));
  std::string kept;
  bool found = false;
  for (const Line& line : format::read_bus(text)) {
    if (line.message && line.message->id == id) {
      found = true;
    } else {
      kept += line.text + "\n";
    }
  }
  if (!found) return unknown;
  // The ids of what is gone are not given again.
  const std::uint64_t last = format::largest_bus_number(text);
  TRY(replace(place->get(), kept));
  struct stat after {};
  const Counter counter(locked.get());
  if (::fstatat(place->get(), log_name, &after, AT_SYMLINK_NOFOLLOW) == 0) {
    counter.remember(after, last);
  }
  return {};
}

Result<std::uint64_t> Bus::clear() {
  const auto place = folder(Make::no);
  if (!place && place.error().fault == Fault::not_found) return std::uint64_t{0};
  if (!place) return place.error();
  const Descriptor locked = TRY(lock(place->get(), Share::alone));
  const std::uint64_t lines = format::read_bus(TRY(content(place->get()))).size();
  TRY(replace(place->get(), ""));
  return lines;
}

}  // namespace assay::bus
