// SPDX-License-Identifier: MIT
#include "adapters/bus/counter.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <string>
#include <string_view>

namespace assay::bus {

namespace {

/// Always as long, so that it is written over in place: cutting a file short makes the disk busy.
constexpr std::size_t record_bytes = 128;

/// "inode size seconds nanoseconds ", which is what changes with the content.
std::string look_of(const struct stat& log) {
  return fmt::format("{} {} {} {} ", log.st_ino, log.st_size, log.st_mtim.tv_sec,
                     log.st_mtim.tv_nsec);
}

}  // namespace

std::optional<std::uint64_t> Counter::last(const struct stat& log) const {
  char room[record_bytes];
  const ssize_t count = ::pread(file_, room, sizeof room, 0);
  if (count != static_cast<ssize_t>(sizeof room)) return std::nullopt;
  std::string_view text(room, sizeof room);
  const std::string look = look_of(log);
  if (!text.starts_with(look)) return std::nullopt;
  text.remove_prefix(look.size());
  std::uint64_t number = 0;
  const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  const bool whole =
      rest.size() > 1 && rest.find_first_not_of(' ') == rest.size() - 1 && rest.back() == '\n';
  if (bad != std::errc{} || !whole) return std::nullopt;
  return number;
}

void Counter::remember(const struct stat& log, std::uint64_t last) const {
  std::string text = look_of(log) + std::to_string(last);
  if (text.size() + 2 > record_bytes) return;
  text.resize(record_bytes - 1, ' ');
  text.push_back('\n');
  // Forgetting is harmless: the log is read again.
  static_cast<void>(!::pwrite(file_, text.data(), text.size(), 0));
}

}  // namespace assay::bus
