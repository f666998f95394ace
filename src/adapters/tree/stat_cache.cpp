// SPDX-License-Identifier: MIT
#include "adapters/tree/stat_cache.h"

#include "adapters/descriptor.h"
#include "adapters/tree/tracked.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace assay::tree {

namespace {

constexpr std::string_view magic = "assay tree cache 1\n";
constexpr std::int64_t second_ns = 1'000'000'000;

std::int64_t nanoseconds(const struct timespec& at) { return at.tv_sec * second_ns + at.tv_nsec; }

// Numbers are written as this machine has them: the file never leaves it.
class Writer {
 public:
  void number(std::uint64_t value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view value) {
    number(value.size());
    bytes_.append(value);
  }
  void raw(std::string_view value) { bytes_.append(value); }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// After the first thing that is not there, everything read is empty and ok() is false.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::string_view raw(std::size_t size) {
    ok_ = ok_ && size <= rest_.size();
    if (!ok_) return {};
    const std::string_view value = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return value;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    const std::string_view bytes = raw(sizeof value);
    if (ok_) std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  std::string_view text() { return raw(number()); }
  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

std::string_view view(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()};
}

void write_item(Writer& out, const StatCache::Item& item) {
  out.text(item.name);
  out.number(item.look.size);
  out.number(static_cast<std::uint64_t>(item.look.modified_ns));
  out.number(static_cast<std::uint64_t>(item.look.changed_ns));
  out.number(item.look.inode);
  out.number(item.look.mode);
  out.raw(view(item.digest));
}

StatCache::Item read_item(Reader& in) {
  StatCache::Item item;
  item.name = in.text();
  item.look.size = in.number();
  item.look.modified_ns = static_cast<std::int64_t>(in.number());
  item.look.changed_ns = static_cast<std::int64_t>(in.number());
  item.look.inode = in.number();
  item.look.mode = in.number();
  const std::string_view digest = in.raw(item.digest.bytes.size());
  std::copy(digest.begin(), digest.end(), item.digest.bytes.begin());
  return item;
}

Result<> write_file(const std::string& path, std::string_view bytes) {
  constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC;
  const adapters::Descriptor fd(::open(path.c_str(), flags, 0600));
  while (fd && !bytes.empty()) {
    const ssize_t written = ::write(fd.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (fd && bytes.empty()) return {};
  if (fd) ::unlink(path.c_str());
  return Error{Fault::io, fmt::format("{}: {}", path, std::strerror(errno))};
}

}  // namespace

Look Look::of(const struct stat& status) {
  return {static_cast<std::uint64_t>(status.st_size), nanoseconds(status.st_mtim),
          nanoseconds(status.st_ctim), status.st_ino, status.st_mode};
}

bool is_settled(const Look& look, std::int64_t now_ns) {
  const std::int64_t touched = std::max(look.modified_ns, look.changed_ns);
  // The kernel stamps files with a clock that ticks every few milliseconds; a stamp of whole
  // seconds comes from a file system that keeps no more.
  const bool coarse = look.changed_ns % second_ns == 0;
  return touched < now_ns - (coarse ? 2 * second_ns : second_ns / 50);
}

StatCache StatCache::load(const std::string& path, const std::string& root) {
  StatCache cache;
  const auto file = read_file(AT_FDCWD, path);
  constexpr std::size_t digest_size = 32;
  if (!file || !*file || (*file)->size() < magic.size() + digest_size) return cache;
  const std::string_view bytes = **file;
  const std::string_view body = bytes.substr(0, bytes.size() - digest_size);
  if (view(digest_of(body)) != bytes.substr(body.size())) return cache;
  Reader in(body);
  if (in.raw(magic.size()) != magic || in.text() != root) return cache;
  while (in.ok() && !in.at_end()) {
    const std::string directory(in.text());
    Items items;
    for (std::uint64_t left = in.number(); in.ok() && left > 0; --left)
      items.push_back(read_item(in));
    cache.directories_.emplace_hint(cache.directories_.end(), directory, std::move(items));
  }
  return in.ok() ? std::move(cache) : StatCache();
}

Result<> StatCache::save(const std::string& path, const std::string& root) const {
  Writer out;
  out.raw(magic);
  out.text(root);
  for (const auto& [directory, items] : directories_) {
    out.text(directory);
    out.number(items.size());
    for (const Item& item : items) write_item(out, item);
  }
  std::string bytes = out.take();
  bytes += view(digest_of(bytes));
  const std::string fresh = fmt::format("{}.{}", path, ::getpid());
  TRY(write_file(fresh, bytes));
  if (::rename(fresh.c_str(), path.c_str()) == 0) return {};
  ::unlink(fresh.c_str());
  return Error{Fault::io, fmt::format("{}: {}", path, std::strerror(errno))};
}

const StatCache::Items* StatCache::find(std::string_view directory) const {
  const auto found = directories_.find(directory);
  return found == directories_.end() ? nullptr : &found->second;
}

void StatCache::set(const std::string& directory, Items items) {
  directories_.insert_or_assign(directory, std::move(items));
}

}  // namespace assay::tree
