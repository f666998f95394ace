// SPDX-License-Identifier: MIT
// Uses libcrypto's direct entry points, for the reason given in base/digest.cpp.
#include "format/git_object.h"

#define OPENSSL_SUPPRESS_DEPRECATED
#include <fmt/format.h>
#include <openssl/sha.h>

#include <algorithm>

namespace assay::format {

namespace {

std::string hex_of(const unsigned char* bytes, std::size_t size) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(size * 2);
  for (std::size_t i = 0; i < size; ++i) {
    text.push_back(digits[bytes[i] >> 4]);
    text.push_back(digits[bytes[i] & 15]);
  }
  return text;
}

int digit_of(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

std::string bytes_of(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<char>(digit_of(hex[i]) * 16 + digit_of(hex[i + 1])));
  return bytes;
}

/// Entries [from, to) have the same first `depth` bytes of their path: those of one folder.
std::string tree_of(GitHash hash, const std::vector<GitEntry>& all, std::size_t from,
                    std::size_t to, std::size_t depth) {
  struct Item {
    std::string key;  ///< folders are sorted as if their name ended with a slash
    std::string bytes;
  };
  std::vector<Item> items;
  while (from < to) {
    const std::string_view rest = std::string_view(all[from].path).substr(depth);
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos) {
      items.push_back({std::string(rest),
                       all[from].mode + " " + std::string(rest) + '\0' + bytes_of(all[from].id)});
      ++from;
      continue;
    }
    const std::string folder(rest.substr(0, slash + 1));
    std::size_t end = from;
    while (end < to && std::string_view(all[end].path).substr(depth).starts_with(folder)) ++end;
    const std::string id = tree_of(hash, all, from, end, depth + folder.size());
    items.push_back(
        {folder, "40000 " + folder.substr(0, slash) + std::string(1, '\0') + bytes_of(id)});
    from = end;
  }
  std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.key < b.key; });
  std::string body;
  for (const Item& item : items) body += item.bytes;
  return git_object_id(hash, "tree", body);
}

}  // namespace

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

std::string GitHasher::finish() {
  unsigned char bytes[SHA256_DIGEST_LENGTH];
  if (state_->hash == GitHash::sha1) {
    SHA1_Final(bytes, &state_->sha1);
    return hex_of(bytes, SHA_DIGEST_LENGTH);
  }
  SHA256_Final(bytes, &state_->sha256);
  return hex_of(bytes, SHA256_DIGEST_LENGTH);
}

std::string git_object_id(GitHash hash, std::string_view type, std::string_view bytes) {
  GitHasher hasher(hash, type, bytes.size());
  hasher.update(bytes);
  return hasher.finish();
}

GitTree git_tree(GitHash hash, std::vector<GitEntry> entries) {
  std::sort(entries.begin(), entries.end(),
            [](const GitEntry& a, const GitEntry& b) { return a.path < b.path; });
  GitTree tree;
  tree.id = tree_of(hash, entries, 0, entries.size(), 0);
  tree.entries = std::move(entries);
  return tree;
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
