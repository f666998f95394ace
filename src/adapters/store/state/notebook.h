// SPDX-License-Identifier: MIT
// Notes as files of the state directory: notes/<chapter>/<digest>, and notes/<chapter>/turn, which
// is locked by who has the turn.
#pragma once

#include "adapters/os/descriptor.h"
#include "adapters/store/state/state_directory.h"
#include "shell/ports/notebook.h"

#include <memory>
#include <string>

namespace assay::state {

class Notebook final : public shell::Notebook {
 public:
  /// `chapter`: a plain name. The state directory is made if there is none.
  static Result<std::unique_ptr<Notebook>> open(const std::string& state_dir,
                                                const std::string& chapter);

  Result<std::optional<std::string>> read(const Digest& name) override;
  Result<> write(const Digest& name, std::string_view text) override;
  void forget(const Digest& name) override;
  void forget_older(Millis age) override;
  Result<std::unique_ptr<shell::Turn>> take_turn(Millis longest) override;

 private:
  Notebook(os::Descriptor folder, std::string path)
      : folder_(std::move(folder)), path_(std::move(path)) {}

  os::Descriptor folder_;
  std::string path_;
};

}  // namespace assay::state
