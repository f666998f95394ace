// SPDX-License-Identifier: MIT
// The machine assay runs on, as far as the api needs it before a run exists: files, environment,
// and the adapters that are made for one run.
#pragma once

#include "base/digest.h"
#include "base/instant.h"
#include "base/result.h"
#include "shell/ports/approvals.h"
#include "shell/ports/bus.h"
#include "shell/ports/clearing.h"
#include "shell/ports/clock.h"
#include "shell/ports/coordinators.h"
#include "shell/ports/dialogue.h"
#include "shell/ports/executor.h"
#include "shell/ports/files.h"
#include "shell/ports/http.h"
#include "shell/ports/inspector.h"
#include "shell/ports/jobs.h"
#include "shell/ports/notebook.h"
#include "shell/ports/reader.h"
#include "shell/ports/repository.h"
#include "shell/ports/store.h"
#include "shell/ports/trees.h"
#include "shell/ports/watch.h"
#include "shell/ports/workplace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::shell {

/// A program that is handed a text.
struct Errand {
  std::vector<std::string> argv;
  std::string cwd;
  std::vector<std::pair<std::string, std::string>> env = {};  ///< beside our own
  std::string input = {};
  Millis patience{30'000};
};

/// What somebody does who finds a lock held.
enum class Queueing : std::uint8_t { none, waits };

/// Where runs are kept, if not in the state directory of their workspace.
struct StoreChoice {
  std::string url;                             ///< empty: in the state directory
  std::vector<std::string> trusted_keys = {};  ///< names of keys of other machines
  std::string problem = {};  ///< the choice itself cannot be read: then nothing is opened
  Millis lease{0};           ///< 0: as the store has it
  std::optional<Millis> patience = {};
};

class Outside {
 public:
  virtual ~Outside() = default;

  virtual Clock& clock() = 0;
  virtual Files& files() = 0;
  virtual Reader& reader() = 0;
  virtual Coordinators& coordinators() = 0;
  virtual Jobs& jobs() = 0;
  virtual std::uint64_t chance() = 0;
  virtual std::uint32_t cores() = 0;
  virtual std::optional<std::string> variable(const std::string& name) = 0;
  /// From now on the values of these variables, too, are masked in what processes print.
  virtual void keep_secret(const std::vector<std::string>& /*names*/) {}
  /// The file this program was started from.
  virtual Result<std::string> program() = 0;

  /// Runs a short program for its output, nothing more: git facts, `--version` of tools. At most 10
  /// s, 1 MiB.
  virtual Result<std::string> output_of(const std::vector<std::string>& argv,
                                        const std::string& cwd) = 0;

  /// Runs the program to its end. Fault::io: its exit status is not 0, or it did not end in time;
  /// what it complained about is in the words.
  virtual Result<> hand_over(const Errand& errand) = 0;
  /// Starts a program that nobody waits for and that goes on when this one is gone.
  virtual Result<> leave_behind(const std::vector<std::string>& argv, const std::string& cwd) = 0;
  /// A program that is talked to. Fault::not_found: there is none of that name.
  virtual Result<std::unique_ptr<Dialogue>> open_dialogue(const std::vector<std::string>& argv,
                                                          const std::string& cwd) = 0;
  virtual Result<std::unique_ptr<Inside>> open_inside(const std::string& directory) = 0;
  /// A file that one process at a time holds, as long as what is returned lives. Fault::conflict:
  /// somebody else does.
  virtual Result<std::shared_ptr<void>> hold(const std::string& path, Queueing queueing) = 0;

  /// What the results of gates depend on in their environment: its names and values, without what
  /// belongs to one terminal.
  virtual Digest environment_key(const std::vector<std::pair<std::string, std::string>>& env,
                                 const std::vector<std::string>& pass_env) = 0;

  /// Listens, and serves nobody yet. Fault::conflict: the port is taken.
  virtual Result<std::unique_ptr<HttpServer>> open_http(const HttpOrder& order) = 0;
  /// Folders may be made later.
  virtual std::unique_ptr<Watch> open_watch(const std::vector<std::string>& folders) = 0;
  virtual Result<std::unique_ptr<Store>> open_store(const std::string& state_dir,
                                                    LedgerMode mode) = 0;
  /// From now on open_store() opens that one.
  virtual void use_store(const StoreChoice& /*choice*/) {}
  /// The one that is used.
  virtual StoreChoice used_store() { return {}; }
  /// A store whatever is used.
  virtual Result<std::unique_ptr<Store>> open_other_store(const StoreChoice& /*choice*/,
                                                          const std::string& state_dir,
                                                          LedgerMode mode) {
    return open_store(state_dir, mode);
  }
  /// Notes of one kind, beside the ledger.
  virtual Result<std::unique_ptr<Notebook>> open_notebook(const std::string& state_dir,
                                                          const std::string& chapter) = 0;
  virtual Result<OpenExecutor> open_executor(const ExecutorNeeds& needs) = 0;
  /// What attempts of such a run would be kept from, in the words of its record; nothing is started
  /// for it that stays. Empty: this machine does not know.
  virtual std::string isolation(const ExecutorNeeds&) { return {}; }
  virtual Result<std::unique_ptr<Inspector>> open_inspector(const std::string& workspace) = 0;
  virtual Result<std::unique_ptr<Trees>> open_trees(const std::string& workspace,
                                                    const std::string& state_dir,
                                                    TreeMemory memory) = 0;
  /// Fault::conflict: another run works in this workspace.
  virtual Result<std::unique_ptr<Workplace>> open_workshop(const std::string& workspace,
                                                           const std::string& state_dir) = 0;
  /// The same for copies alone, beside whoever works in the workspace.
  virtual Result<std::unique_ptr<Workplace>> open_copies(const std::string& workspace,
                                                         const std::string& state_dir) = 0;
  /// Answers to the questions of a run; `person` may be null. `waits`: until there is one.
  virtual std::unique_ptr<Approvals> open_approvals(const std::string& state_dir,
                                                    const std::string& run_id, Person* person,
                                                    bool waits) = 0;
  /// Fault::conflict: somebody has answered already.
  virtual Result<> give_approval(const std::string& state_dir, const std::string& run_id,
                                 const std::string& gate_id, std::uint32_t ordinal,
                                 const Answer& answer) = 0;
  /// What git knows about a directory before anything is done in it.
  virtual RepositoryFacts repository(const std::string& directory) = 0;
  /// `ref`: a branch, tag or commit; Fault::not_found if there is none. Empty: where the branch
  /// left the default branch.
  virtual Result<BaseFacts> base_of(const std::string& directory, const std::string& ref) = 0;
  /// What a word names. Fault::bad_input: no commit.
  virtual Result<CommitFacts> find_commit(const std::string& directory,
                                          const std::string& revision) = 0;
  /// Files that are not as a commit has them, sorted.
  virtual Result<std::vector<std::string>> changed_since(const std::string& directory,
                                                         const std::string& commit) = 0;
  /// Whether the history of `commit` has the earlier one in it.
  virtual bool continues(const std::string& directory, const std::string& commit,
                         const std::string& earlier) = 0;
  /// Files that the globs (core/work/guarded_paths, spread) name and that are not as a commit has
  /// them, whatever git ignores; sorted.
  virtual Result<std::vector<std::string>> protected_changes(
      const std::string& directory, const std::string& commit,
      const std::vector<std::string>& globs) = 0;
  /// The full name of a branch or tag: refs/heads/main. Empty: it is none.
  virtual std::string full_name(const std::string& directory, const std::string& revision) = 0;
  /// A file as a commit has it, by its path from the top of the repository, or from the directory
  /// behind `./`; nothing: it has none.
  virtual Result<std::optional<std::string>> file_in(const std::string& directory,
                                                     const std::string& commit,
                                                     const std::string& path) = 0;
  /// Pieces in which a file differs from what a commit has, in the order of their lines.
  virtual Result<std::vector<Hunk>> hunks_of(const std::string& directory,
                                             const std::string& commit,
                                             const std::string& path) = 0;
  /// How a commit differs from another, as a patch; empty `from`: from the one before it.
  virtual Result<std::string> patch_between(const std::string& directory, const std::string& from,
                                            const std::string& to) = 0;
  /// Puts the lines of the commit in the place of one that is not whole.
  virtual Result<> take_back(const std::string& directory, const std::string& commit,
                             const Hunk& hunk) = 0;
  /// assay's own note on a commit, in the place of the one that was there.
  virtual Result<> keep_note(const std::string& directory, const std::string& commit,
                             const std::string& text) = 0;
  /// Empty: it has none.
  virtual Result<std::string> note_of(const std::string& directory, const std::string& commit) = 0;
  /// Takes away what nobody refers to, or tells what that would be.
  virtual Result<Cleared> clear(const ClearOrder& order) = 0;
  /// Whether git would not see a file of that name, relative to the directory.
  virtual bool is_ignored(const std::string& directory, const std::string& path) = 0;
  /// The messages of a team; `dir` holds .workflow. Fault::bad_input: not the name of a team.
  virtual Result<std::unique_ptr<Bus>> open_bus(const std::string& dir,
                                                const std::string& team) = 0;
};

}  // namespace assay::shell
