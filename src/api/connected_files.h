// SPDX-License-Identifier: MIT
// What files were before assay was connected: kept in the state directory, so that they can be
// given back byte for byte where nobody else has changed them since.
#pragma once

#include "api/site.h"
#include "shell/ports/notebook.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::api {

struct KeptFile {
  std::vector<std::string> agents = {};      ///< connected through it
  std::optional<std::string> original = {};  ///< nothing: there was no such file
  std::string result = {};                   ///< digest of what assay wrote last; empty: unknown

  bool is_shared_with_others(const std::string& agent) const;
  /// Whether there was no such file before assay wrote it.
  bool made_here() const { return !agents.empty() && !original; }
  /// Whether this agent is the last one, and nobody else has touched the file.
  bool gives_back(const std::string& agent, const std::string& now) const;
};

class ConnectedFiles {
 public:
  static Reply<ConnectedFiles> open(bool user, const Site& site);

  KeptFile find(const std::string& path) const;
  /// Before a file is written: `after` is what it will be.
  Result<> note(const std::string& path, const std::string& agent,
                const std::optional<std::string>& before, const std::string& after);
  /// After it was written: `before` is what it was.
  Result<> forget(const std::string& path, const std::string& agent, const std::string& before,
                  const std::optional<std::string>& after);

 private:
  explicit ConnectedFiles(std::unique_ptr<shell::Notebook> notes) : notes_(std::move(notes)) {}

  Result<> write(const std::string& path, const KeptFile& file);

  std::unique_ptr<shell::Notebook> notes_;
};

}  // namespace assay::api
