// SPDX-License-Identifier: MIT
#include "adapters/bus/counter.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <string>
#include <string_view>

namespace assay::bus {

namespace {

/// "inode size seconds nanoseconds ", which is what changes with the content.
std::string look_of(const struct stat& log) {
  return fmt::format("{} {} {} {} ", log.st_ino, log.st_size, log.st_mtim.tv_sec,
                     log.st_mtim.tv_nsec);
}

}  // namespace

std::optional<std::uint64_t> Counter::last(const struct stat& log) const {
  char room[256];
  const ssize_t count = ::pread(file_, room, sizeof room, 0);
  if (count <= 0) return std::nullopt;
  std::string_view text(room, static_cast<std::size_t>(count));
  const std::string look = look_of(log);
  if (!text.starts_with(look) || !text.ends_with("\n")) return std::nullopt;
  text.remove_prefix(look.size());
  text.remove_suffix(1);
  std::uint64_t number = 0;
  const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (bad != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

void Counter::remember(const struct stat& log, std::uint64_t last) const {
  const std::string text = look_of(log) + std::to_string(last) + "\n";
  // Forgetting is harmless: the log is read again.
  if (::ftruncate(file_, 0) != 0) return;
  static_cast<void>(!::pwrite(file_, text.data(), text.size(), 0));
}

}  // namespace assay::bus
