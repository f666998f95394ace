// SPDX-License-Identifier: MIT
// Answers whether a workspace is byte for byte what it was.
#pragma once

#include "adapters/repository/tree/kept.h"
#include "adapters/repository/tree/snapshot.h"
#include "adapters/repository/tree/stat_cache.h"
#include "shell/ports/trees.h"

#include <optional>
#include <string>

namespace assay::tree {

/// Whether what an earlier process remembered of unchanged files is taken for true. It spares
/// reading them; but it lies in the state directory, where whoever this user starts can write.
enum class Believes : std::uint8_t { memory, nothing };

class Trees final : public shell::Trees {
 public:
  /// Keeps what it learns about unchanged files in <state_dir>/tree-cache.
  Trees(std::string workspace, const std::string& state_dir, Believes believes = Believes::memory);
  ~Trees() override;
  Trees(const Trees&) = delete;
  Trees& operator=(const Trees&) = delete;

  Result<shell::TreeSight> observe(const core::ObserveTree& wanted) override;
  /// The same with every file, for finding out what changed.
  Result<Snapshot> snapshot();

 private:
  Result<shell::TreeSight> compare(const Snapshot& now, const core::ObserveTree& wanted) const;
  Result<shell::TreeSight> look_with_name(Snapshot now, const core::ObserveTree& wanted);
  std::optional<Snapshot> before_of(const std::string& digest) const;
  Result<std::vector<std::string>> digest_inputs(
      const std::vector<std::vector<std::string>>& wanted);
  const StatCache& memory(std::optional<StatCache>& cache, const std::string& path) const;

  std::string workspace_;
  std::string cache_path_;
  Kept kept_;
  Believes believes_;
  std::optional<StatCache> cache_;   ///< read when first needed
  std::optional<StatCache> inputs_;  ///< the same for declared inputs
  bool learned_ = false;
  bool learned_inputs_ = false;
  std::optional<Digest> kept_now_;        ///< the last tree that was kept
  std::optional<Snapshot> named_;         ///< of the last look with a name: the next asks about it
  std::vector<core::ByProduct> created_;  ///< in that look
};

}  // namespace assay::tree
