// SPDX-License-Identifier: MIT
#include "adapters/repository/tree/stat_cache.h"

#include "adapters/os/descriptor.h"
#include "adapters/repository/tree/bytes.h"
#include "adapters/repository/tree/tracked.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace assay::tree {

namespace {

constexpr std::string_view cache_magic = "assay tree cache 3\n";
constexpr std::int64_t second_ns = 1'000'000'000;

std::int64_t nanoseconds(const struct timespec& at) { return at.tv_sec * second_ns + at.tv_nsec; }

void write_item(Writer& out, const StatCache::Item& item) {
  out.text(item.name);
  out.number(item.look.size);
  out.number(static_cast<std::uint64_t>(item.look.modified_ns));
  out.number(static_cast<std::uint64_t>(item.look.changed_ns));
  out.number(item.look.inode);
  out.number(item.look.mode);
  out.text(item.content.blob.view());
  out.number(item.content.has_returns ? 1 : 0);
  out.digest(item.content.digest);
}

StatCache::Item read_item(Reader& in) {
  StatCache::Item item;
  item.name = in.text();
  item.look.size = in.number();
  item.look.modified_ns = static_cast<std::int64_t>(in.number());
  item.look.changed_ns = static_cast<std::int64_t>(in.number());
  item.look.inode = in.number();
  item.look.mode = in.number();
  const std::string_view blob = in.text();
  if (blob.size() <= item.content.blob.bytes.size()) {
    std::copy(blob.begin(), blob.end(), item.content.blob.bytes.begin());
    item.content.blob.size = static_cast<std::uint8_t>(blob.size());
  }
  item.content.has_returns = in.number() != 0;
  item.content.digest = in.digest();
  return item;
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
  const auto body = file && *file ? unsealed(**file) : std::nullopt;
  if (!body) return cache;
  Reader in(*body);
  if (in.raw(cache_magic.size()) != cache_magic || in.text() != root) return cache;
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
  out.raw(cache_magic);
  out.text(root);
  for (const auto& [directory, items] : directories_) {
    out.text(directory);
    out.number(items.size());
    for (const Item& item : items) write_item(out, item);
  }
  return write_file(path, sealed(out.take()));
}

const StatCache::Items* StatCache::find(std::string_view directory) const {
  const auto found = directories_.find(directory);
  return found == directories_.end() ? nullptr : &found->second;
}

void StatCache::set(const std::string& directory, Items items) {
  directories_.insert_or_assign(directory, std::move(items));
}

}  // namespace assay::tree
