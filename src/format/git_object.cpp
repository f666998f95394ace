// SPDX-License-Identifier: MIT
// Uses libcrypto's direct entry points, for the reason given in base/digest.cpp.
#include "format/git_object.h"

#include "base/ensure.h"

#define OPENSSL_SUPPRESS_DEPRECATED
#include <fmt/format.h>
#include <openssl/sha.h>

#include <algorithm>

namespace assay::format {

namespace {

int digit_of(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

/// The files have the same first `depth` bytes of their path: those of one folder. They are in
/// git's own order already: it sorts folders as if their name ended with a slash, and so does a
/// comparison of whole paths.
GitId tree_of(GitHash hash, std::span<const NamedFile> files, std::size_t depth) {
  std::string body;
  const auto add = [&](std::string_view mode, std::string_view name, const GitId& id) {
    body.append(mode).append(" ").append(name).push_back('\0');
    body.append(id.view());
  };
  while (!files.empty()) {
    const std::string_view rest = files.front().path.substr(depth);
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos) {
      add(files.front().mode, rest, files.front().id);
      files = files.subspan(1);
      continue;
    }
    const std::string_view folder = rest.substr(0, slash + 1);
    std::size_t count = 1;
    while (count < files.size() && files[count].path.substr(depth).starts_with(folder)) ++count;
    add("40000", folder.substr(0, slash), tree_of(hash, files.first(count), depth + folder.size()));
    files = files.subspan(count);
  }
  GitHasher hasher(hash, "tree", body.size());
  hasher.update(body);
  return hasher.finish_id();
}

}  // namespace

GitId GitId::of(std::string_view hex) {
  GitId id;
  ENSURE(hex.size() <= id.bytes.size() * 2);
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    id.bytes[i / 2] = static_cast<unsigned char>(digit_of(hex[i]) * 16 + digit_of(hex[i + 1]));
  id.size = static_cast<std::uint8_t>(hex.size() / 2);
  return id;
}

std::string GitId::hex() const {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(std::size_t{size} * 2);
  for (std::size_t i = 0; i < size; ++i) {
    text.push_back(digits[bytes[i] >> 4]);
    text.push_back(digits[bytes[i] & 15]);
  }
  return text;
}

GitId tree_id(GitHash hash, std::span<const NamedFile> files) { return tree_of(hash, files, 0); }

struct GitHasher::State {
  GitHash hash{};
  SHA_CTX sha1{};
  SHA256_CTX sha256{};
};

GitHasher::GitHasher(GitHash hash, std::string_view type, std::uint64_t size)
    : state_(std::make_unique<State>()) {
  state_->hash = hash;
  if (hash == GitHash::sha1) {
    SHA1_Init(&state_->sha1);
  } else {
    SHA256_Init(&state_->sha256);
  }
  const std::string head = fmt::format("{} {}", type, size);
  update({head.c_str(), head.size() + 1});
}

GitHasher::~GitHasher() = default;

void GitHasher::update(std::string_view bytes) {
  if (state_->hash == GitHash::sha1) {
    SHA1_Update(&state_->sha1, bytes.data(), bytes.size());
  } else {
    SHA256_Update(&state_->sha256, bytes.data(), bytes.size());
  }
}

GitId GitHasher::finish_id() {
  GitId id;
  if (state_->hash == GitHash::sha1) {
    SHA1_Final(id.bytes.data(), &state_->sha1);
    id.size = SHA_DIGEST_LENGTH;
  } else {
    SHA256_Final(id.bytes.data(), &state_->sha256);
    id.size = SHA256_DIGEST_LENGTH;
  }
  return id;
}

std::string git_object_id(GitHash hash, std::string_view type, std::string_view bytes) {
  GitHasher hasher(hash, type, bytes.size());
  hasher.update(bytes);
  return hasher.finish();
}

GitTree git_tree(GitHash hash, std::vector<GitEntry> entries) {
  std::sort(entries.begin(), entries.end(),
            [](const GitEntry& a, const GitEntry& b) { return a.path < b.path; });
  std::vector<NamedFile> files;
  files.reserve(entries.size());
  for (const GitEntry& entry : entries)
    files.push_back({entry.path, entry.mode, GitId::of(entry.id)});
  GitTree tree;
  tree.id = tree_id(hash, files).hex();
  tree.entries = std::move(entries);
  return tree;
}

// Git's own rule: a zero byte, a carriage return of its own, or more than one control character
// among 128 printable ones.
bool is_text_for_git(std::string_view bytes) {
  std::uint64_t printable = 0;
  std::uint64_t other = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    const bool at_end = i + 1 == bytes.size();
    if (byte == 0) return false;
    if (byte == '\r' && (at_end || bytes[i + 1] != '\n')) return false;
    if (byte == '\r' || byte == '\n') continue;
    const bool shown =
        byte == '\b' || byte == '\t' || byte == 0x1b || byte == '\f' || (byte >= 32 && byte != 127);
    const bool ends_file = at_end && byte == 0x1a;
    if (shown) {
      ++printable;
    } else if (!ends_file) {
      ++other;
    }
  }
  return (printable >> 7) >= other;
}

std::vector<std::string> differing(const GitTree& a, const GitTree& b) {
  std::vector<std::string> paths;
  auto one = a.entries.begin();
  auto other = b.entries.begin();
  while (one != a.entries.end() || other != b.entries.end()) {
    const bool only_one =
        other == b.entries.end() || (one != a.entries.end() && one->path < other->path);
    const bool only_other = !only_one && (one == a.entries.end() || other->path < one->path);
    if (only_one) {
      paths.push_back((one++)->path);
    } else if (only_other) {
      paths.push_back((other++)->path);
    } else {
      if (!(*one == *other)) paths.push_back(one->path);
      ++one;
      ++other;
    }
  }
  return paths;
}

Result<std::vector<GitEntry>> parse_tree_list(std::string_view text) {
  std::vector<GitEntry> entries;
  for (std::size_t end = text.find('\0'); end != std::string_view::npos; end = text.find('\0')) {
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    const std::size_t tab = line.find('\t');
    const std::size_t mode_end = line.find(' ');
    const std::size_t id_at = line.rfind(' ', tab);
    if (tab == std::string_view::npos || mode_end >= tab || id_at <= mode_end || id_at >= tab)
      return Error{Fault::io, "git ls-tree: an answer that cannot be read"};
    entries.push_back({std::string(line.substr(tab + 1)), std::string(line.substr(0, mode_end)),
                       std::string(line.substr(id_at + 1, tab - id_at - 1))});
  }
  return entries;
}

std::string lfs_pointer(std::string_view sha256, std::uint64_t size) {
  return fmt::format("version https://git-lfs.github.com/spec/v1\noid sha256:{}\nsize {}\n", sha256,
                     size);
}

std::string without_carriage_returns(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool ends_line = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (!ends_line) plain.push_back(text[i]);
  }
  return plain;
}

std::string without_any_id(std::string_view text) {
  constexpr std::string_view mark = "$Id:";
  std::string plain;
  for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark)) {
    const std::size_t begin = at + mark.size();
    const std::size_t end = text.find_first_of("$\n", begin);
    const bool closes = end != std::string_view::npos && text[end] == '$';
    plain += text.substr(0, at);
    plain += closes ? std::string_view("$Id$") : mark;
    text.remove_prefix(closes ? end + 1 : begin);
  }
  return plain.append(text);
}

std::string without_own_id(std::string_view text) {
  constexpr std::string_view mark = "$Id: ";
  std::string plain;
  for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark)) {
    const std::size_t begin = at + mark.size();
    const std::size_t end =
        std::min(text.find_first_not_of("0123456789abcdef", begin), text.size());
    const bool is_id =
        (end - begin == 40 || end - begin == 64) && text.substr(end).starts_with(" $");
    plain += text.substr(0, at);
    plain += is_id ? std::string_view("$Id$") : mark;
    text.remove_prefix(is_id ? end + 2 : begin);
  }
  return plain.append(text);
}

}  // namespace assay::format
