// SPDX-License-Identifier: MIT
// The file while it is written: the head, then a ring that holds the latest bytes. finish() turns a
// ring that went round into a marker line and the tail in order.
#include "adapters/executor/local/sink.h"

#include "adapters/os/bytes.h"
#include "adapters/os/error.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace assay::process {

namespace {

// The ring is this much longer than the tail, and the marker always shorter than it: so a log with
// a marker is always shorter than its stream.
constexpr std::uint64_t marker_room = 64;
constexpr std::size_t piece = 256 * 1024;

std::string marker(std::uint64_t left_out) {
  return "\n[assay: " + std::to_string(left_out) + " bytes left out]\n";
}

}  // namespace

Result<Sink> Sink::create(int directory, const std::string& file, SinkLimits limits) {
  constexpr int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  int fd = ::openat(directory, file.c_str(), flags, 0600);
  if (fd < 0 && errno == EEXIST && ::unlinkat(directory, file.c_str(), 0) == 0) {
    fd = ::openat(directory, file.c_str(), flags, 0600);
  }
  if (fd < 0) return os::error_of("log " + file, errno);
  return Sink(directory, file, Descriptor(fd), limits);
}

Sink::Sink(int directory, std::string file, Descriptor descriptor, SinkLimits limits)
    : directory_(directory),
      file_(std::move(file)),
      descriptor_(std::move(descriptor)),
      limits_(limits) {}

std::uint64_t Sink::ring_size() const { return limits_.tail + marker_room; }

void Sink::take(std::string_view bytes) {
  hasher_.update(bytes);
  const std::uint64_t end = bytes_ + bytes.size();
  while (!bytes.empty() && !problem_) {
    const std::uint64_t position = end - bytes.size();
    const bool in_head = position < limits_.head;
    const std::uint64_t in_ring = in_head ? 0 : (position - limits_.head) % ring_size();
    const std::uint64_t room = in_head ? limits_.head - position : ring_size() - in_ring;
    const auto some = bytes.substr(0, std::min<std::uint64_t>(room, bytes.size()));
    write_at(in_head ? position : limits_.head + in_ring, some);
    bytes.remove_prefix(some.size());
  }
  bytes_ = end;
}

core::Captured Sink::finish() {
  core::Captured captured;
  captured.bytes = captured.stored = bytes_;
  captured.stream = captured.log = hasher_.finish();
  if (!problem_ && overflowed()) join_ends(captured);
  // An empty log says nothing that could be lost.
  if (!problem_ && bytes_ > 0) make_durable();
  if (!problem_) {
    captured.log_path = file_;
    return captured;
  }
  ::unlinkat(directory_, file_.c_str(), 0);
  captured.stored = 0;
  captured.log = Digest{};
  return captured;
}

void Sink::write_at(std::uint64_t offset, std::string_view bytes) {
  if (const int problem = os::write_all_at(descriptor_.get(), bytes, offset)) note(problem);
}

void Sink::read_at(std::uint64_t offset, char* to, std::size_t size) {
  const ssize_t got = os::read_at(descriptor_.get(), to, size, offset);
  if (got < 0) return note(errno);
  if (static_cast<std::size_t>(got) < size) note(EIO);  // the file was cut by somebody else
}

std::string Sink::ordered_tail() {
  std::string tail(limits_.tail, '\0');
  const std::uint64_t start = (bytes_ - limits_.head - limits_.tail) % ring_size();
  const std::uint64_t first = std::min(limits_.tail, ring_size() - start);
  read_at(limits_.head + start, tail.data(), first);
  read_at(limits_.head, tail.data() + first, limits_.tail - first);
  return tail;
}

void Sink::join_ends(core::Captured& captured) {
  const std::string tail = ordered_tail();
  const std::string line = marker(bytes_ - limits_.head - limits_.tail);
  ENSURE(line.size() <= marker_room);
  captured.stored = limits_.head + line.size() + limits_.tail;
  write_at(limits_.head, line);
  write_at(limits_.head + line.size(), tail);
  if (::ftruncate(descriptor_.get(), static_cast<off_t>(captured.stored)) != 0) note(errno);

  std::string head(piece, '\0');
  for (std::uint64_t at = 0; at < limits_.head && !problem_; at += piece) {
    const std::uint64_t size = std::min<std::uint64_t>(piece, limits_.head - at);
    read_at(at, head.data(), size);
    hasher_.update(std::string_view(head).substr(0, size));
  }
  captured.log = hasher_.update(line).update(tail).finish();
}

void Sink::make_durable() {
  // The directory too: a name that is not on disk yet is a log that is not there.
  if (::fdatasync(descriptor_.get()) != 0 || ::fsync(directory_) != 0) note(errno);
}

void Sink::note(int number) {
  if (!problem_) problem_ = os::error_of("log " + file_, number);
}

}  // namespace assay::process
