// SPDX-License-Identifier: MIT
#include "adapters/repository/tree/git_files.h"

#include "adapters/os/bytes.h"
#include "adapters/os/error.h"
#include "adapters/os/open_beneath.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>

namespace assay::tree {

using format::StoredAs;

namespace {

/// What beside the bytes themselves may have been stored.
enum How : unsigned { as_is = 0, line_ends = 1, own_id = 2, lfs = 4 };

constexpr std::uint64_t text_bytes_max = 256U << 20;

Error unlike(const std::string& path) {
  return {Fault::conflict, path + ": changed while it was looked at"};
}

unsigned how_of(const StoredAs& stored, const GitSettings& settings) {
  const bool text =
      stored.has_line_ends() || (settings.line_ends && stored.text == StoredAs::Text::unspecified);
  return (text ? line_ends : as_is) | (stored.ident ? own_id : as_is) |
         (stored.filter == "lfs" ? lfs : as_is);
}

}  // namespace

std::string mode_of(FileKind kind) {
  switch (kind) {
    case FileKind::plain: return "100644";
    case FileKind::executable: return "100755";
    case FileKind::link: return "120000";
    case FileKind::pipe:
    case FileKind::socket:
    case FileKind::device: break;
  }
  return {};
}

bool is_lfs_pointer(std::string_view text) {
  return text.size() < 1024 && text.starts_with("version https://git-lfs.github.com/spec/v1\n");
}

const StoredNames::Names* StoredNames::find(const Digest& content, unsigned how) const {
  const auto found = names_.find({content, how});
  return found == names_.end() ? nullptr : &found->second;
}

void StoredNames::set(const Digest& content, unsigned how, Names names) {
  names_.insert_or_assign({content, how}, std::move(names));
}

Result<GitFiles> GitFiles::open(const std::string& directory, const Snapshot& snapshot,
                                GitSettings settings, StoredNames& memory) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  os::Descriptor root(::open(directory.c_str(), flags));
  if (!root) return os::error_of(directory, errno);
  GitFiles files(std::move(root), snapshot, settings, memory);
  TRY(files.read_attributes());
  return files;
}

Result<> GitFiles::read_attributes() {
  constexpr std::string_view name = ".gitattributes";
  std::vector<std::pair<std::string, std::string>> below;  // folder, text
  format::AttributeRules top;
  for (const FileState& file : snapshot_.files) {
    if (!file.path.ends_with(name) || file.kind == FileKind::link) continue;
    std::string folder = file.path.substr(0, file.path.size() - name.size());
    if (!folder.empty() && !folder.ends_with("/")) continue;
    std::string text = TRY(read_all(file));
    if (folder.empty()) {
      top = format::AttributeRules::parse(text);
      attributes_.emplace(folder, top);
    } else {
      below.emplace_back(std::move(folder), std::move(text));
    }
  }
  for (const auto& [folder, text] : below)
    attributes_.emplace(folder, format::AttributeRules::parse_below(text, top.macros()));
  return {};
}

bool GitFiles::changes_more_than_line_ends() const {
  return std::any_of(attributes_.begin(), attributes_.end(),
                     [](const auto& one) { return one.second.changes_more_than_line_ends(); });
}

StoredAs GitFiles::stored_as(const std::string& path) const {
  StoredAs stored;
  if (attributes_.empty()) return stored;
  for (std::size_t end = 0; end != std::string::npos;) {
    const auto rules = attributes_.find(std::string_view(path).substr(0, end));
    if (rules != attributes_.end()) rules->second.apply(std::string_view(path).substr(end), stored);
    const std::size_t slash = path.find('/', end);
    end = slash == std::string::npos ? slash : slash + 1;
  }
  return stored;
}

Result<std::string> GitFiles::link_text(const FileState& file) const {
  const std::size_t slash = file.path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : file.path.substr(0, slash);
  const os::Descriptor there(
      os::open_beneath(root_.get(), folder, O_PATH | O_DIRECTORY, RESOLVE_NO_SYMLINKS));
  char text[PATH_MAX];
  const std::string name = file.path.substr(slash + 1);
  const ssize_t size = there ? ::readlinkat(there.get(), name.c_str(), text, sizeof text) : -1;
  if (size < 0) return unlike(file.path);
  std::string target(text, static_cast<std::size_t>(size));
  if (digest_of(target) != file.content) return unlike(file.path);
  return target;
}

Result<std::string> GitFiles::read_all(const FileState& file) const {
  constexpr int flags = O_RDONLY | O_NONBLOCK | O_NOCTTY;
  const os::Descriptor fd(os::open_beneath(root_.get(), file.path, flags, RESOLVE_NO_SYMLINKS));
  struct stat status {};
  if (!fd || ::fstat(fd.get(), &status) != 0) return unlike(file.path);
  if (!S_ISREG(status.st_mode)) return unlike(file.path);
  std::string text;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (const int problem = os::read_up_to(fd.get(), size, text))
    return os::error_of(file.path, problem);
  if (digest_of(text) != file.content) return unlike(file.path);
  return text;
}

/// Large files are read piece by piece, and then only their bytes count.
Result<StoredNames::Names> GitFiles::compute(const FileState& file, unsigned how) const {
  constexpr int flags = O_RDONLY | O_NONBLOCK | O_NOCTTY;
  const os::Descriptor fd(os::open_beneath(root_.get(), file.path, flags, RESOLVE_NO_SYMLINKS));
  struct stat status {};
  if (!fd || ::fstat(fd.get(), &status) != 0 || !S_ISREG(status.st_mode)) return unlike(file.path);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  format::GitHasher named(settings_.hash, "blob", size);
  Hasher seen;
  const bool wants_text = (how & (line_ends | own_id)) != 0 && size <= text_bytes_max;
  std::string text;
  const int problem = os::read_pieces(fd.get(), size, [&](std::string_view bytes) {
    named.update(bytes);
    seen.update(bytes);
    if (wants_text) text += bytes;
    return 0;
  });
  if (problem != 0) return os::error_of(file.path, problem);
  if (seen.finish() != file.content) return unlike(file.path);
  StoredNames::Names names = {named.finish()};
  const auto add = [&](std::string_view bytes) {
    std::string id = format::git_object_id(settings_.hash, "blob", bytes);
    if (std::find(names.begin(), names.end(), id) == names.end()) names.push_back(std::move(id));
  };
  std::string plain = text;
  if (wants_text && (how & own_id) != 0) add(plain = format::without_own_id(plain));
  if (wants_text && (how & line_ends) != 0) add(format::without_carriage_returns(plain));
  if ((how & lfs) != 0 && size > 0) add(format::lfs_pointer(file.content.hex(), size));
  return names;
}

Result<StoredNames::Names> GitFiles::names_of(const FileState& file) {
  if (file.kind == FileKind::link)
    return StoredNames::Names{format::git_object_id(settings_.hash, "blob", TRY(link_text(file)))};
  const unsigned how = how_of(stored_as(file.path), settings_);
  if (const StoredNames::Names* known = memory_.find(file.content, how)) return *known;
  StoredNames::Names names = TRY(compute(file, how));
  memory_.set(file.content, how, names);
  return names;
}

Result<bool> GitFiles::is(const FileState& file, const format::GitEntry& entry) {
  std::string mode = mode_of(file.kind);
  const bool is_file = mode == "100644" || mode == "100755";
  if (is_file && !settings_.modes && entry.mode.starts_with("100")) mode = entry.mode;
  if (mode.empty() || mode != entry.mode) return false;
  const StoredNames::Names names = TRY(names_of(file));
  return std::find(names.begin(), names.end(), entry.id) != names.end();
}

Result<GitFiles::Stored> GitFiles::to_store(const FileState& file, bool keeps_line_ends, Ids ids) {
  Stored stored;
  const StoredNames::Names names = TRY(names_of(file));
  stored.id = names.front();
  if (file.kind == FileKind::link) {
    stored.bytes = TRY(link_text(file));
    return stored;
  }
  const StoredAs how = stored_as(file.path);
  if (names.size() == 1 && !(how.ident && ids == Ids::any)) return stored;
  std::string text = TRY(read_all(file));
  if (how.filter == "lfs") {
    if (is_lfs_pointer(text)) return stored;
    stored.bytes = format::lfs_pointer(file.content.hex(), text.size());
  } else {
    const bool by_content = how.text != StoredAs::Text::yes && !how.eol;
    const bool is_text = format::is_text_for_git(text);
    if (how.ident)
      text = ids == Ids::any ? format::without_any_id(text) : format::without_own_id(text);
    const bool converts = !by_content || (how.has_line_ends() && is_text && !keeps_line_ends);
    if (converts) text = format::without_carriage_returns(text);
    stored.bytes = std::move(text);
  }
  stored.id = format::git_object_id(settings_.hash, "blob", *stored.bytes);
  return stored;
}

}  // namespace assay::tree
