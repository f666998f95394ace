// SPDX-License-Identifier: MIT
#include "adapters/repository/git/hunks.h"

#include "adapters/os/bytes.h"
#include "adapters/os/descriptor.h"
#include "adapters/os/error.h"
#include "adapters/os/open_beneath.h"
#include "adapters/repository/git/call.h"
#include "adapters/repository/git/revision.h"
#include "adapters/repository/tree/tree_files.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>

namespace assay::git {

namespace {

constexpr std::uint64_t text_bytes_max = 16U << 20;

os::Descriptor open_in(const std::string& directory, const std::string& path, int flags) {
  const os::Descriptor root(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root || !tree::is_tree_path(path)) return {};
  return os::Descriptor(
      os::open_beneath(root.get(), path, flags | O_CLOEXEC | O_NOFOLLOW, RESOLVE_NO_SYMLINKS));
}

std::optional<std::string> text_now(const std::string& directory, const std::string& path) {
  const os::Descriptor file = open_in(directory, path, O_RDONLY | O_NONBLOCK);
  std::string text;
  if (!file || os::read_rest(file.get(), text_bytes_max, text) != 0) return std::nullopt;
  return text;
}

bool is_text(const std::string& text) { return text.find('\0') == std::string::npos; }

/// "12,3" or "12": a line and how many.
bool read_span(std::string_view& text, std::uint32_t& first, std::uint32_t& count) {
  const auto number = [&](std::uint32_t& out) {
    const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
    if (read.ec != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return true;
  };
  count = 1;
  if (!number(first)) return false;
  if (text.empty() || text.front() != ',') return true;
  text.remove_prefix(1);
  return number(count);
}

/// "@@ -12,3 +14,0 @@ rest"
std::optional<shell::Hunk> read_header(std::string_view line) {
  shell::Hunk hunk;
  if (!line.starts_with("@@ -")) return std::nullopt;
  line.remove_prefix(4);
  if (!read_span(line, hunk.old_first, hunk.old_count) || !line.starts_with(" +"))
    return std::nullopt;
  line.remove_prefix(2);
  if (!read_span(line, hunk.new_first, hunk.new_count)) return std::nullopt;
  return hunk;
}

/// Where each line begins, and the end.
std::vector<std::size_t> line_starts(const std::string& text) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
    starts.push_back(at + 1);
  if (starts.back() != text.size()) starts.push_back(text.size());
  return starts;
}

struct Bounds {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Lines are counted from 1; a span of none stands behind its line.
std::optional<Bounds> bounds_of(const std::string& text, std::uint32_t first, std::uint32_t count) {
  const std::vector<std::size_t> starts = line_starts(text);
  const std::size_t from = count == 0 ? first : first - 1;
  const std::size_t to = from + count;
  if (to >= starts.size()) return std::nullopt;
  return Bounds{starts[from], starts[to]};
}

}  // namespace

Result<std::vector<shell::Hunk>> hunks_of(const std::string& directory, const std::string& commit,
                                          const std::string& path) {
  const auto before = TRY(file_in(directory, commit, path));
  const auto now = text_now(directory, path);
  std::vector<shell::Hunk> hunks;
  if (!before || !now || !is_text(*before) || !is_text(*now)) {
    hunks.push_back({.path = path});
    return hunks;
  }
  Call compare{directory,
               {"diff", "-U0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "-a",
                commit, "--", path}};
  compare.answer_max = 64U << 20;
  const std::string text = TRY(tell(compare));
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    if (auto hunk = read_header(std::string_view(text).substr(start, end - start))) {
      hunk->path = path;
      hunks.push_back(std::move(*hunk));
    }
    start = end + 1;
  }
  return hunks;
}

Result<std::string> patch_between(const std::string& directory, const std::string& from,
                                  const std::string& to) {
  Call compare{directory,
               {"diff", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames",
                from.empty() ? to + "^" : from, to, "--"}};
  compare.answer_max = 8U << 20;
  return tell(compare);
}

Result<> take_back(const std::string& directory, const std::string& commit,
                   const shell::Hunk& hunk) {
  const auto before = TRY(file_in(directory, commit, hunk.path));
  auto now = text_now(directory, hunk.path);
  const auto from = before ? bounds_of(*before, hunk.old_first, hunk.old_count) : std::nullopt;
  const auto to = now ? bounds_of(*now, hunk.new_first, hunk.new_count) : std::nullopt;
  if (!from || !to)
    return Error{Fault::conflict, hunk.path + ": is not what was compared any more"};
  now->replace(to->begin, to->end - to->begin, *before, from->begin, from->end - from->begin);
  const os::Descriptor file = open_in(directory, hunk.path, O_WRONLY | O_TRUNC);
  if (!file) return os::error_of(directory + "/" + hunk.path, errno);
  if (const int problem = os::write_all(file.get(), *now))
    return os::error_of(directory + "/" + hunk.path, problem);
  return {};
}

}  // namespace assay::git
