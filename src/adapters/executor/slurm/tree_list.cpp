// SPDX-License-Identifier: MIT
#include "adapters/executor/slurm/tree_list.h"

#include "adapters/executor/slurm/orders.h"
#include "adapters/os/bytes.h"
#include "adapters/os/descriptor.h"
#include "adapters/os/error.h"
#include "adapters/repository/tree/name.h"
#include "adapters/repository/tree/tree_files.h"
#include "adapters/workshop/unseen.h"
#include "base/digest.h"
#include "format/gitignore.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <filesystem>
#include <map>

namespace assay::slurm {

namespace {

constexpr std::string_view list_head = "assay-tree 1 ";

/// Ignored files that copies are to have, by the rules of the workspace.
Result<std::vector<ListedFile>> supplied_files(const std::string& root, const tree::Snapshot& seen,
                                               const core::Supplies& supplies) {
  std::string text = supplies.listed + "\n";
  for (const std::string& line : supplies.include) text += line + "\n";
  const auto rules = format::IgnoreRules::parse(text);
  std::vector<ListedFile> found;
  if (rules.size() == 0) return found;
  for (const workshop::Unseen& each : TRY(workshop::find_unseen(root, seen))) {
    const bool file = each.kind == workshop::UnseenKind::file;
    const bool link = each.kind == workshop::UnseenKind::link;
    if ((!file && !link) || !workshop::is_listed(rules, each.path)) continue;
    struct stat status {};
    if (::lstat((root + "/" + each.path).c_str(), &status) != 0) continue;
    const char kind = link ? 'l' : (status.st_mode & S_IXUSR) != 0 ? 'x' : 'f';
    found.push_back({kind, true, "", each.path});
  }
  return found;
}

Result<std::string> bytes_of(const std::string& path, char kind) {
  if (kind == 'l') {
    char target[PATH_MAX];
    const ssize_t size = ::readlink(path.c_str(), target, sizeof target);
    if (size < 0) return os::error_of(path, errno);
    return std::string(target, static_cast<std::size_t>(size));
  }
  const os::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file) return os::error_of(path, errno);
  std::string bytes;
  if (const int problem = os::read_rest(file.get(), std::uint64_t{8} << 30, bytes))
    return os::error_of(path, problem);
  return bytes;
}

/// "<size>\n<bytes>" for each file, in the order of the list.
Result<> write_pack(const std::string& root, const TreeList& list, const std::string& path) {
  const std::string staged = path + ".new-" + std::to_string(::getpid());
  const os::Descriptor pack(
      ::open(staged.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!pack) return os::error_of(staged, errno);
  for (const ListedFile& file : list.files) {
    const std::string bytes = TRY(bytes_of(root + "/" + file.path, file.kind));
    if (!file.supplied && digest_of(bytes).hex() != file.digest)
      return Error{Fault::conflict, file.path + " changed while it was copied for a node"};
    const std::string head = std::to_string(bytes.size()) + "\n";
    int problem = os::write_all(pack.get(), head);
    if (problem == 0) problem = os::write_all(pack.get(), bytes);
    if (problem != 0) return os::error_of(staged, problem);
  }
  if (::fsync(pack.get()) != 0) return os::error_of(staged, errno);
  if (::rename(staged.c_str(), path.c_str()) != 0) return os::error_of(path, errno);
  return {};
}

/// The next piece of a pack.
Result<std::string> take_piece(int pack) {
  std::string head;
  for (char c = 0; head.size() < 24; head.push_back(c)) {
    if (os::read_some(pack, &c, 1) != 1) return Error{Fault::io, "a packed tree ends too early"};
    if (c == '\n') break;
  }
  std::uint64_t size = 0;
  const auto [end, problem] = std::from_chars(head.data(), head.data() + head.size(), size);
  if (problem != std::errc() || end != head.data() + head.size())
    return Error{Fault::io, "a packed tree is damaged"};
  std::string bytes;
  if (const int failure = os::read_up_to(pack, size, bytes)) return os::error_of("pack", failure);
  if (bytes.size() != size) return Error{Fault::io, "a packed tree ends too early"};
  return bytes;
}

Result<> put_file(const ListedFile& file, const std::string& bytes, const std::string& directory) {
  if (!tree::is_tree_path(file.path)) return Error{Fault::io, "a packed tree names " + file.path};
  const std::filesystem::path path(directory + "/" + file.path);
  std::error_code failure;
  std::filesystem::create_directories(path.parent_path(), failure);
  if (failure) return os::error_of(path.parent_path().string(), failure.value());
  if (file.kind == 'l') {
    if (::symlink(bytes.c_str(), path.c_str()) != 0) return os::error_of(path.string(), errno);
    return {};
  }
  const mode_t mode = file.kind == 'x' ? 0755 : 0644;
  const os::Descriptor made(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode));
  if (!made) return os::error_of(path.string(), errno);
  if (const int problem = os::write_all(made.get(), bytes))
    return os::error_of(path.string(), problem);
  return {};
}

bool is_kept(tree::FileKind kind) {
  return kind == tree::FileKind::plain || kind == tree::FileKind::executable ||
         kind == tree::FileKind::link;
}

}  // namespace

std::string write_list(const TreeList& list) {
  std::string text = std::string(list_head) + list.id + "\n";
  for (const ListedFile& file : list.files) {
    text += file.kind;
    text += file.supplied ? '+' : '=';
    text += file.digest + " " + file.path;
    text.push_back('\0');
  }
  return text;
}

Result<TreeList> read_list(std::string_view text) {
  const Error damaged{Fault::io, "the list of a tree is damaged"};
  TreeList list;
  const std::size_t head = text.find('\n');
  if (!text.starts_with(list_head) || head == text.npos) return damaged;
  list.id = text.substr(list_head.size(), head - list_head.size());
  text.remove_prefix(head + 1);
  while (!text.empty()) {
    const std::size_t end = text.find('\0');
    const std::string_view line = text.substr(0, std::min(end, text.size()));
    const std::size_t blank = line.find(' ');
    if (end == text.npos || line.size() < 3 || blank == line.npos) return damaged;
    list.files.push_back({line[0], line[1] == '+', std::string(line.substr(2, blank - 2)),
                          std::string(line.substr(blank + 1))});
    text.remove_prefix(end + 1);
  }
  return list;
}

Result<std::string> publish_tree(const std::string& root, const tree::Snapshot& seen,
                                 core::TreeAtNode how, const core::Supplies& supplies,
                                 const std::string& folder) {
  const bool copied = how == core::TreeAtNode::copied;
  TreeList list;
  for (const tree::FileState& file : seen.files) {
    // Rules of the repository itself are seen as well; they are no part of the tree.
    if (is_kept(file.kind) && tree::is_tree_path(file.path))
      list.files.push_back({static_cast<char>(file.kind), false, file.content.hex(), file.path});
  }
  if (copied) {
    std::vector<ListedFile> more = TRY(supplied_files(root, seen, supplies));
    std::move(more.begin(), more.end(), std::back_inserter(list.files));
  }
  const std::string name = digest_of(write_list(list)).hex();
  const std::string path = folder + "/" + name;
  if (is_there(path + ".list") && (!copied || is_there(path + ".pack"))) {
    keep_young(path + ".list");
    if (copied) keep_young(path + ".pack");
    return name;
  }
  list.id = TRY(tree::name_of(root, seen)).id;
  if (copied) TRY(write_pack(root, list, path + ".pack"));
  TRY(put_whole(path + ".list", write_list(list)));
  return name;
}

Result<> unpack_tree(const TreeList& list, const std::string& pack, const std::string& directory) {
  const os::Descriptor file(::open(pack.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file) return os::error_of(pack, errno);
  for (const ListedFile& each : list.files) {
    const std::string bytes = TRY(take_piece(file.get()));
    TRY(put_file(each, bytes, directory));
  }
  return {};
}

std::vector<Difference> differences(const TreeList& list, const tree::Snapshot& seen) {
  using How = Difference::How;
  std::map<std::string_view, const tree::FileState*> unlisted;
  for (const tree::FileState& file : seen.files) {
    if (is_kept(file.kind) && tree::is_tree_path(file.path)) unlisted.emplace(file.path, &file);
  }
  std::vector<Difference> found;
  for (const ListedFile& file : list.files) {
    if (file.supplied) continue;
    const auto there = unlisted.find(file.path);
    if (there == unlisted.end()) {
      found.push_back({How::gone, file.path});
      continue;
    }
    const tree::FileState& now = *there->second;
    if (static_cast<char>(now.kind) != file.kind || now.content.hex() != file.digest)
      found.push_back(
          {How::other, file.path, static_cast<char>(now.kind), now.content.hex(), now.changed_ns});
    unlisted.erase(there);
  }
  for (const auto& [path, file] : unlisted)
    found.push_back({How::extra, file->path, static_cast<char>(file->kind), file->content.hex(),
                     file->changed_ns});
  return found;
}

std::vector<std::string> differing(const TreeList& list, const tree::Snapshot& seen) {
  std::vector<std::string> paths;
  for (Difference& each : differences(list, seen)) {
    if (each.how != Difference::How::extra) paths.push_back(std::move(each.path));
  }
  return paths;
}

bool is_after(const Difference& difference, const std::string& root, Instant moment) {
  const auto at = [](std::int64_t ns) {
    return Instant{std::chrono::floor<Millis>(std::chrono::nanoseconds{ns})};
  };
  if (difference.how != Difference::How::gone)
    return difference.changed_ns != 0 && at(difference.changed_ns) >= moment;
  // What is gone was taken away when the folder that had it last changed.
  std::filesystem::path above(root + "/" + difference.path);
  struct stat status {};
  do {
    above = above.parent_path();
  } while (::lstat(above.c_str(), &status) != 0 && above.string().size() > root.size());
  return at(status.st_ctim.tv_sec * std::int64_t{1'000'000'000} + status.st_ctim.tv_nsec) >= moment;
}

}  // namespace assay::slurm
