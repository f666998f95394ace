// SPDX-License-Identifier: MIT
#include "adapters/repository/tree/kept.h"

#include "adapters/os/error.h"
#include "adapters/repository/tree/bytes.h"
#include "adapters/repository/tree/tracked.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace assay::tree {

namespace {

constexpr std::string_view tree_magic = "assay tree 2\n";
constexpr std::string_view blob_magic = "assay blob 1\n";

}  // namespace

Result<> Kept::keep(const Snapshot& snapshot) const {
  if (::mkdir(directory_.c_str(), 0700) != 0 && errno != EEXIST)
    return os::error_of(directory_, errno);
  const std::string path = path_of(snapshot.digest.hex());
  // One that is there and is what it should be is kept already; another one is not believed.
  if (recall(snapshot.digest.hex())) return {};
  Writer out;
  out.raw(tree_magic);
  out.text(snapshot.without);
  for (const FileState& file : snapshot.files) {
    out.number(static_cast<unsigned char>(file.kind));
    out.digest(file.content);
    out.text(file.path);
  }
  return write_file(path, sealed(out.take()));
}

Result<Snapshot> Kept::recall(const std::string& digest) const {
  const auto lost = [&] { return Error{Fault::not_found, "tree " + digest + " was not kept"}; };
  if (digest.find_first_not_of("0123456789abcdef") != std::string::npos) return lost();
  const auto file = read_file(AT_FDCWD, path_of(digest), Links::refuse);
  const auto body = file && *file ? unsealed(**file) : std::nullopt;
  if (!body) return lost();
  Reader in(*body);
  Snapshot snapshot;
  if (in.raw(tree_magic.size()) != tree_magic) return lost();
  snapshot.without = in.text();
  while (in.ok() && !in.at_end()) {
    FileState& state = snapshot.files.emplace_back();
    state.kind = static_cast<FileKind>(in.number());
    state.content = in.digest();
    state.path = in.text();
  }
  if (!in.ok()) return lost();
  // What is read back counts only if it makes the very digest that is asked for: the file lies
  // where others can write.
  snapshot.digest = tree_digest(snapshot);
  if (snapshot.digest.hex() != digest) return lost();
  return snapshot;
}

Result<std::string> Kept::keep_text(std::string_view text) const {
  if (::mkdir(directory_.c_str(), 0700) != 0 && errno != EEXIST)
    return os::error_of(directory_, errno);
  std::string digest = digest_of(text).hex();
  if (!recall_text(digest))
    TRY(write_file(directory_ + "/text-" + digest, std::string(blob_magic) + std::string(text)));
  return digest;
}

Result<std::string> Kept::recall_text(const std::string& digest) const {
  const auto lost = [&] { return Error{Fault::not_found, "text " + digest + " was not kept"}; };
  if (digest.find_first_not_of("0123456789abcdef") != std::string::npos) return lost();
  const auto file = read_file(AT_FDCWD, directory_ + "/text-" + digest, Links::refuse);
  if (!file || !*file || !(*file)->starts_with(blob_magic)) return lost();
  std::string text = (*file)->substr(blob_magic.size());
  if (digest_of(text).hex() != digest) return lost();
  return text;
}

}  // namespace assay::tree
