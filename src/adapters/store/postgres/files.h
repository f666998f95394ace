// SPDX-License-Identifier: MIT
// What runs leave beside their events: on the disk of the machine they ran on, and in the store for
// all others, by digest and in pieces.
#pragma once

#include "adapters/store/postgres/home.h"
#include "adapters/store/state/run_files.h"
#include "shell/ports/run_files.h"

#include <functional>
#include <string>
#include <string_view>

namespace assay::postgres {

class RunFiles final : public shell::RunFiles {
 public:
  explicit RunFiles(Home home) : home_(std::move(home)), local_(home_.state) {}

  shell::LogSight look_at(const std::string& run_id, const std::string& log_path) override;
  Result<> share(const std::string& run_id, const std::string& path,
                 const Digest& written) override;
  Result<std::string> read(const std::string& path, const Digest& written) override;
  Result<> adopt(const std::string& run_id, const std::string& path,
                 std::string_view content) override;
  Result<shell::Pruned> prune(const std::string& run_id, const std::string& mark) override;
  Result<Digest> keep(std::string_view content) override;
  Result<std::string> fetch(const Digest& digest) override;

 private:
  using Take = std::function<void(std::string_view)>;
  /// Where the next piece comes from; empty: there is none.
  using Next = std::function<Result<std::string>()>;

  Result<bool> has(const Digest& digest);
  Result<> upload(const Digest& digest, bool kept, const Next& next);
  Result<> upload(const Digest& digest, bool kept, std::string_view content);
  Result<> name(const std::string& run_id, const std::string& path, const Digest& digest);
  Result<> visit(const Digest& digest, const Take& take);
  Result<std::string> whole(const std::string& name, const Digest& digest);

  Home home_;
  state::RunFiles local_;
};

}  // namespace assay::postgres
