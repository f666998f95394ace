// SPDX-License-Identifier: MIT
// What runs leave in the state directory beside their events: runs/<run_id>/, which has logs,
// prompts and copies, and contents/, which has contents by digest. `adopted` in that of a run lists
// contents that stand for files of another machine: "DIGEST PATH".
#pragma once

#include "adapters/store/state/state_directory.h"
#include "shell/ports/run_files.h"

#include <memory>
#include <string>

namespace assay::state {

class RunFiles final : public shell::RunFiles {
 public:
  explicit RunFiles(std::shared_ptr<const StateDirectory> state) : state_(std::move(state)) {}

  Result<std::string> read(const std::string& path, const Digest& written) override;
  shell::LogSight look_at(const std::string& run_id, const std::string& log_path) override;
  Result<> adopt(const std::string& run_id, const std::string& path,
                 std::string_view content) override;
  Result<shell::Pruned> prune(const std::string& run_id, const std::string& mark) override;
  Result<Digest> keep(std::string_view content) override;
  Result<std::string> fetch(const Digest& digest) override;

 private:
  std::shared_ptr<const StateDirectory> state_;
};

}  // namespace assay::state
