// SPDX-License-Identifier: MIT
// Connecting an agent: its files get what calls assay, and lose it again, byte for byte.
#pragma once

#include "api/site.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::api {

struct ConnectRequest {
  std::string agent;
  bool user = false;        ///< for every project of the user, not for this workspace
  bool dry_run = false;     ///< only tells
  bool pre_commit = false;  ///< git: before commits, too
};

/// What became of one file, or would.
struct FileChange {
  enum class Kind : std::uint8_t { created, changed, same, removed, left_alone };

  Kind kind = Kind::same;
  std::string path;                      ///< as people write it: below the workspace, or ~/...
  std::vector<std::string> pieces = {};  ///< what it gets or loses, for people
  std::string why = {};                  ///< of what is left alone
  std::string before = {};               ///< whole texts
  std::string after = {};
};

struct Connected {
  std::vector<FileChange> files = {};
  std::vector<std::string> remarks = {};  ///< what a person has to do or know beside
  bool lacks_hooks = false;               ///< a file that hooks belong into was left alone
};

Reply<Connected> connect(const ConnectRequest& request, const Site& site);

/// Gives back the bytes a file had before, where nobody else has changed it since; else takes out
/// what is ours.
Reply<Connected> disconnect(const ConnectRequest& request, const Site& site);

/// One thing that was tried with what is installed.
struct HookTrial {
  std::string what;  ///< "blocks on a planted failure"
  bool good = false;
  std::string told = {};
};

/// Runs the commands that are installed, in a repository made for it, with a failure that was
/// planted and with one that was mended.
Reply<std::vector<HookTrial>> check_hook(const ConnectRequest& request, const Site& site);

}  // namespace assay::api
