// SPDX-License-Identifier: MIT
#include "adapters/repository/tree/snapshot.h"

#include "adapters/repository/tree/bytes.h"

namespace assay::tree {

namespace {

Digest digest_of_whole(const std::vector<FileState>& files) {
  Hasher hasher;
  hasher.update("assay/tree/v1\n");
  for (const FileState& file : files) {
    const char kind = static_cast<char>(file.kind);
    hasher.update({&kind, 1}).update(file.path).update(std::string_view("\0", 1));
    hasher.update(view(file.content));
  }
  return hasher.finish();
}

Digest digest_of_part(const Snapshot& snapshot) {
  Writer bytes;
  bytes.raw("assay/part of a tree/v1\n");
  bytes.text(snapshot.without);
  for (const FileState& file : snapshot.files) {
    bytes.number(static_cast<unsigned char>(file.kind));
    bytes.text(file.path);
    bytes.digest(file.content);
  }
  return digest_of(bytes.take());
}

}  // namespace

Digest tree_digest(const Snapshot& snapshot) {
  return snapshot.without.empty() ? digest_of_whole(snapshot.files) : digest_of_part(snapshot);
}

std::vector<std::string> changed(const Snapshot& before, const Snapshot& after) {
  std::vector<std::string> paths;
  auto old = before.files.begin();
  auto now = after.files.begin();
  while (old != before.files.end() || now != after.files.end()) {
    const bool gone =
        now == after.files.end() || (old != before.files.end() && old->path < now->path);
    const bool is_new =
        old == before.files.end() || (now != after.files.end() && now->path < old->path);
    if (gone) {
      paths.push_back((old++)->path);
    } else if (is_new) {
      paths.push_back((now++)->path);
    } else {
      if (*old != *now) paths.push_back(now->path);
      ++old;
      ++now;
    }
  }
  return paths;
}

std::vector<std::string> touched(const Snapshot& before, const Snapshot& after) {
  std::vector<std::string> paths;
  auto old = before.files.begin();
  for (const FileState& file : after.files) {
    while (old != before.files.end() && old->path < file.path) ++old;
    if (old == before.files.end()) break;
    const bool known = old->changed_ns != 0 && file.changed_ns != 0;
    if (known && *old == file && old->changed_ns != file.changed_ns) paths.push_back(file.path);
  }
  return paths;
}

std::vector<FileState> take_new(const Snapshot& before, Snapshot& after) {
  std::vector<FileState> fresh;
  auto old = before.files.begin();
  std::erase_if(after.files, [&](FileState& file) {
    while (old != before.files.end() && old->path < file.path) ++old;
    const bool is_new = old == before.files.end() || old->path != file.path;
    if (is_new) fresh.push_back(std::move(file));
    return is_new;
  });
  if (!fresh.empty()) after.digest = tree_digest(after);
  return fresh;
}

}  // namespace assay::tree
