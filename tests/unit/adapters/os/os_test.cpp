// SPDX-License-Identifier: MIT
// What the operating system is asked for, wrapped once.
#include "adapters/os/bytes.h"
#include "adapters/os/descriptor.h"
#include "adapters/os/error.h"
#include "adapters/os/wait.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/time.h>

#include <cerrno>
#include <csignal>
#include <thread>

namespace assay {
namespace {

os::Descriptor open_in(const support::TempDir& dir, int flags = O_RDWR | O_CREAT) {
  return os::Descriptor(::open((dir / "file").c_str(), flags | O_CLOEXEC, 0600));
}

std::string some_bytes(std::size_t size) {
  std::string bytes(size, '\0');
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 31 + i / 251);
  return bytes;
}

TEST_CASE("os: what is written is read back whole, whatever its length") {
  for (const std::size_t size : {0U, 1U, 131'071U, 131'072U, 131'073U, 1'000'003U}) {
    CAPTURE(size);
    const support::TempDir dir;
    const std::string bytes = some_bytes(size);
    const os::Descriptor file = open_in(dir);
    REQUIRE(os::write_all(file.get(), bytes) == 0);
    ::lseek(file.get(), 0, SEEK_SET);
    std::string back = "before ";
    REQUIRE(os::read_rest(file.get(), size, back) == 0);
    CHECK(back == "before " + bytes);
    ::lseek(file.get(), 0, SEEK_SET);
    std::string pieces;
    const auto add = [&](std::string_view piece) {
      pieces += piece;
      return 0;
    };
    REQUIRE(os::read_pieces(file.get(), size, add) == 0);
    CHECK(pieces == bytes);
  }
}

TEST_CASE("os: more than is wanted is told, or left") {
  const support::TempDir dir;
  const os::Descriptor file = open_in(dir);
  REQUIRE(os::write_all(file.get(), "0123456789") == 0);
  ::lseek(file.get(), 0, SEEK_SET);
  std::string text;
  CHECK(os::read_rest(file.get(), 9, text) == EFBIG);
  ::lseek(file.get(), 0, SEEK_SET);
  text.clear();
  CHECK(os::read_up_to(file.get(), 4, text) == 0);
  CHECK(text == "0123");
  char place[8] = {};
  CHECK(os::read_at(file.get(), place, sizeof place, 7) == 3);
  CHECK(std::string(place, 3) == "789");
  REQUIRE(os::write_all_at(file.get(), "ab", 9) == 0);
  CHECK(os::read_at(file.get(), place, sizeof place, 7) == 4);
  CHECK(std::string(place, 4) == "78ab");
}

TEST_CASE("os: a visitor can end the reading, and what cannot be read is an errno") {
  const support::TempDir dir;
  const os::Descriptor file = open_in(dir);
  REQUIRE(os::write_all(file.get(), "x") == 0);
  ::lseek(file.get(), 0, SEEK_SET);
  CHECK(os::read_pieces(file.get(), 9, [](std::string_view) { return ECANCELED; }) == ECANCELED);
  std::string text;
  CHECK(os::read_rest(-1, 9, text) == EBADF);
  CHECK(os::write_all(-1, "x") == EBADF);
  CHECK(os::write_all(-1, "") == 0);
}

TEST_CASE("os: signals in between change nothing") {
  struct sigaction quiet {};
  quiet.sa_handler = [](int) {};  // without SA_RESTART
  struct sigaction before {};
  REQUIRE(::sigaction(SIGALRM, &quiet, &before) == 0);
  int ends[2];
  REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
  const os::Descriptor from(ends[0]);
  os::Descriptor into(ends[1]);
  const std::string bytes = some_bytes(2'000'000);
  const pthread_t reader = ::pthread_self();
  std::thread writer([&] {
    for (int i = 0; i < 20; ++i) {
      ::pthread_kill(reader, SIGALRM);
      os::pause(std::chrono::milliseconds{1});
    }
    CHECK(os::write_all(into.get(), bytes) == 0);
    { const os::Descriptor closed = std::move(into); }
  });
  std::string back;
  CHECK(os::read_rest(from.get(), bytes.size(), back) == 0);
  writer.join();
  CHECK(back == bytes);
  ::sigaction(SIGALRM, &before, nullptr);
}

TEST_CASE("os: an errno has one meaning") {
  CHECK(os::fault_of(ENOENT) == Fault::not_found);
  CHECK(os::fault_of(EEXIST) == Fault::conflict);
  CHECK(os::fault_of(ENOSPC) == Fault::exhausted);
  CHECK(os::fault_of(EMFILE) == Fault::exhausted);
  CHECK(os::fault_of(EACCES) == Fault::io);
  CHECK(os::error_of("a/b", ENOENT) == Error{Fault::not_found, "a/b: No such file or directory"});
  CHECK(os::refused("a", ELOOP) == Error{Fault::bad_input, "a: is a symbolic link"});
  CHECK(os::refused("a", ENOSPC).fault == Fault::exhausted);
}

TEST_CASE("os: a lock that somebody keeps is given up in time") {
  const support::TempDir dir;
  const os::Descriptor mine = open_in(dir);
  const os::Descriptor theirs = open_in(dir);
  REQUIRE(os::lock_within(mine.get(), os::Locking::shared, {}));
  CHECK(os::lock_within(theirs.get(), os::Locking::shared, {}));
  CHECK_FALSE(os::lock_within(theirs.get(), os::Locking::alone, std::chrono::milliseconds{20}));
  CHECK(errno == EWOULDBLOCK);
  ::flock(mine.get(), LOCK_UN);
  CHECK(os::lock_within(theirs.get(), os::Locking::alone, std::chrono::milliseconds{20}));
}

}  // namespace
}  // namespace assay
