// SPDX-License-Identifier: MIT
// What an attempt changed; files that a run names.
#pragma once

#include "base/record.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::web {

struct DiffFileShown {
  std::string path;
  std::string status;
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  bool binary = false;
  bool cut = false;
  std::string patch;
};
constexpr auto fields_of(Of<DiffFileShown>) {
  using Shown = DiffFileShown;
  return record<Shown>(field("path", &Shown::path, always),
                       field("status", &Shown::status, always, "added, deleted or modified."),
                       field("added", &Shown::added, always, "Lines."),
                       field("removed", &Shown::removed, always, "Lines."),
                       field("binary", &Shown::binary, always),
                       field("cut", &Shown::cut, always, "There is more than is shown."),
                       field("patch", &Shown::patch, always, "Unified, from its first @@ on."));
}

struct DiffShown {
  bool known = false;
  std::string why;
  std::string from;
  std::string to;
  std::vector<DiffFileShown> files;
};
constexpr auto fields_of(Of<DiffShown>) {
  using Shown = DiffShown;
  return record<Shown>(
      field("known", &Shown::known, always, "False: what it changed can only be named."),
      field("why", &Shown::why, always, "It is not known."),
      field("from", &Shown::from, always, "A commit."), field("to", &Shown::to, always),
      field("files", &Shown::files, always, "At most 300; the others are only named."));
}

struct FileShown {
  std::string path;
  std::uint64_t bytes = 0;
  bool cut = false;
  std::string text;
};
constexpr auto fields_of(Of<FileShown>) {
  using Shown = FileShown;
  return record<Shown>(field("path", &Shown::path, always), field("bytes", &Shown::bytes, always),
                       field("cut", &Shown::cut, always, "There is more than is shown."),
                       field("text", &Shown::text, always));
}

}  // namespace assay::web
