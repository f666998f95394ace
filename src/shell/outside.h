// SPDX-License-Identifier: MIT
// The machine assay runs on, as far as the api needs it before a run exists: files, environment,
// and the adapters that are made for one run.
#pragma once

#include "base/result.h"
#include "shell/bus_port.h"
#include "shell/ledger_port.h"
#include "shell/ports.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::shell {

/// Files that people name. Paths are as given; relative ones are relative to the current directory.
class Files {
 public:
  virtual ~Files() = default;

  /// "-" is standard input. Fails beyond `bytes_max`.
  virtual Result<std::string> read(const std::string& path, std::uint64_t bytes_max) = 0;
  /// A file is either the old one or the new one, whole, at any moment.
  virtual Result<> replace(const std::string& path, const std::string& content) = 0;
  /// Fails with Fault::conflict if there is something of that name.
  virtual Result<> create(const std::string& path, const std::string& content) = 0;
  /// With every folder above it; one that is there already is fine.
  virtual Result<> make_directories(const std::string& path) = 0;
  virtual Result<> append(const std::string& path, const std::string& content) = 0;
  /// Without symbolic links and dots. Fails with Fault::not_found.
  virtual Result<std::string> real_path(const std::string& path) = 0;
  virtual bool is_directory(const std::string& path) = 0;
  virtual bool is_regular(const std::string& path) = 0;
  virtual bool is_executable(const std::string& path) = 0;
  /// Names in a directory, sorted; empty if it cannot be read.
  virtual std::vector<std::string> list(const std::string& path) = 0;
  /// True if `inner` is `outer` or lies below it, by device and inode, not by spelling.
  virtual bool is_within(const std::string& inner, const std::string& outer) = 0;
};

struct ProcessNeeds {
  std::string run_id;
  std::string log_dir;
  std::vector<std::pair<std::string, std::string>> env;  ///< configured for every attempt
  std::vector<std::string> pass_env;         ///< names let through beyond the allow-list
  std::vector<core::AgentSpec> agents = {};  ///< values of variables that plans only name
};

/// What the process adapter says of itself, for the evidence.
struct ProcessRecord {
  std::string isolation;
  std::vector<std::string> environment;  ///< names
  Digest environment_digest;
  std::vector<std::string> agent_environment;  ///< names; what agents get
  Digest agent_environment_digest;
  std::uint32_t capacity = 1;  ///< attempts that fit into this machine's limits at once
};

struct RunningProcesses {
  std::unique_ptr<Processes> processes;
  ProcessRecord record;
};

struct RepositoryFacts {
  bool is_repository = false;
  std::string head;                ///< commit; empty: there is none yet
  std::string branch;              ///< empty: detached
  std::string default_branch;      ///< empty: not known
  std::vector<std::string> dirty;  ///< changed or untracked files
  std::string busy;  ///< a merge, rebase or the like that is not finished; empty: none
};

enum class LedgerMode : std::uint8_t { read_only, read_write };

/// Whether what an earlier process remembered of unchanged files spares reading them. It lies where
/// whoever this user starts can write: only where nobody had a reason to forge it.
enum class TreeMemory : std::uint8_t { believed, ignored };

class Outside {
 public:
  virtual ~Outside() = default;

  virtual Clock& clock() = 0;
  virtual Files& files() = 0;
  virtual Reader& reader() = 0;
  virtual std::uint64_t chance() = 0;
  virtual std::uint32_t cores() = 0;
  virtual std::optional<std::string> variable(const std::string& name) = 0;

  /// Runs a short program for its output, nothing more: git facts, `--version` of tools. At most 10
  /// s, 1 MiB.
  virtual Result<std::string> ask(const std::vector<std::string>& argv, const std::string& cwd) = 0;

  virtual Result<std::unique_ptr<Ledger>> open_ledger(const std::string& state_dir,
                                                      LedgerMode mode) = 0;
  virtual Result<RunningProcesses> open_processes(const ProcessNeeds& needs) = 0;
  virtual Result<std::unique_ptr<Inspector>> open_inspector(const std::string& workspace) = 0;
  virtual Result<std::unique_ptr<Trees>> open_trees(const std::string& workspace,
                                                    const std::string& state_dir,
                                                    TreeMemory memory) = 0;
  /// Fault::conflict: another run works in this workspace.
  virtual Result<std::unique_ptr<Workplace>> open_workshop(const std::string& workspace,
                                                           const std::string& state_dir) = 0;
  /// Answers to the questions of a run; `person` may be null.
  virtual std::unique_ptr<Approvals> open_approvals(const std::string& state_dir,
                                                    const std::string& run_id, Person* person) = 0;
  /// Fault::conflict: somebody has answered already.
  virtual Result<> give_approval(const std::string& state_dir, const std::string& run_id,
                                 const std::string& gate_id, std::uint32_t ordinal,
                                 const Answer& answer) = 0;
  /// What git knows about a directory before anything is done in it.
  virtual RepositoryFacts repository(const std::string& directory) = 0;
  /// Whether git would not see a file of that name, relative to the directory.
  virtual bool is_ignored(const std::string& directory, const std::string& path) = 0;
  /// The messages of a team; `dir` holds .workflow. Fault::bad_input: not the name of a team.
  virtual Result<std::unique_ptr<Bus>> open_bus(const std::string& dir,
                                                const std::string& team) = 0;
};

}  // namespace assay::shell
