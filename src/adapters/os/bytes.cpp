// SPDX-License-Identifier: MIT
#include "adapters/os/bytes.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

namespace assay::os {

namespace {

constexpr std::size_t piece_bytes = 128 << 10;

}  // namespace

ssize_t read_some(int file, char* into, std::size_t size) {
  for (;;) {
    const ssize_t got = ::read(file, into, size);
    if (got >= 0 || errno != EINTR) return got;
  }
}

ssize_t read_at(int file, char* into, std::size_t size, std::uint64_t offset) {
  std::size_t filled = 0;
  while (filled < size) {
    const ssize_t got =
        ::pread(file, into + filled, size - filled, static_cast<off_t>(offset + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  return static_cast<ssize_t>(filled);
}

int read_pieces(int file, std::uint64_t bytes_max, const OnPiece& take) {
  std::vector<char> room(std::min<std::uint64_t>(piece_bytes, bytes_max));
  for (std::uint64_t left = bytes_max; left > 0;) {
    const ssize_t got = read_some(file, room.data(), std::min<std::uint64_t>(room.size(), left));
    if (got < 0) return errno;
    if (got == 0) return 0;
    left -= static_cast<std::uint64_t>(got);
    if (const int problem = take({room.data(), static_cast<std::size_t>(got)})) return problem;
  }
  return 0;
}

// Straight into the text: most files that are read whole are read in one call.
int read_up_to(int file, std::uint64_t bytes_max, std::string& text) {
  for (std::uint64_t left = bytes_max; left > 0;) {
    const std::size_t filled = text.size();
    const auto asked =
        static_cast<std::size_t>(std::min<std::uint64_t>(std::max(piece_bytes, text.size()), left));
    text.resize(filled + asked);
    const ssize_t got = read_some(file, text.data() + filled, asked);
    const int problem = got < 0 ? errno : 0;
    text.resize(filled + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got <= 0) return problem;
    left -= static_cast<std::uint64_t>(got);
  }
  return 0;
}

int read_rest(int file, std::uint64_t bytes_max, std::string& text) {
  const std::size_t before = text.size();
  if (const int problem = read_up_to(file, bytes_max + 1, text)) return problem;
  return text.size() - before > bytes_max ? EFBIG : 0;
}

int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(file, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return wrote < 0 ? errno : EIO;
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return 0;
}

int write_all_at(int file, std::string_view bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return wrote < 0 ? errno : EIO;
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
    offset += static_cast<std::uint64_t>(wrote);
  }
  return 0;
}

}  // namespace assay::os
