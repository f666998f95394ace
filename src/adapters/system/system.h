// SPDX-License-Identifier: MIT
// This machine: everything the api needs from outside, made of the other adapters.
#pragma once

#include "adapters/executor/slurm/clearing.h"
#include "adapters/files/files.h"
#include "adapters/jobs/jobs.h"
#include "adapters/reading/reader.h"
#include "adapters/repository/git/hunks.h"
#include "adapters/repository/git/notes.h"
#include "adapters/repository/git/revision.h"
#include "adapters/repository/protected_files.h"
#include "adapters/system/coordinators.h"
#include "adapters/workshop/clearing.h"
#include "shell/ports/approvals.h"
#include "shell/ports/bus.h"
#include "shell/ports/clock.h"
#include "shell/ports/executor.h"
#include "shell/ports/inspector.h"
#include "shell/ports/outside.h"
#include "shell/ports/repository.h"
#include "shell/ports/store.h"
#include "shell/ports/trees.h"
#include "shell/ports/workplace.h"

#include <string>
#include <vector>

namespace assay::system {

class Clock final : public shell::Clock {
 public:
  Instant now() override;
};

class System final : public shell::Outside {
 public:
  Clock& clock() override { return clock_; }
  files::Files& files() override { return files_; }
  reading::Reader& reader() override { return reader_; }
  Coordinators& coordinators() override { return coordinators_; }
  jobs::Jobs& jobs() override { return jobs_; }
  std::uint64_t chance() override;
  std::uint32_t cores() override;
  std::optional<std::string> variable(const std::string& name) override;
  void keep_secret(const std::vector<std::string>& names) override;
  Result<std::string> program() override { return files_.real_path("/proc/self/exe"); }
  Result<std::string> output_of(const std::vector<std::string>& argv,
                                const std::string& cwd) override;
  Result<std::unique_ptr<shell::Store>> open_store(const std::string& state_dir,
                                                   shell::LedgerMode mode) override;
  void use_store(const shell::StoreChoice& choice) override;
  shell::StoreChoice used_store() override { return store_; }
  Result<std::unique_ptr<shell::Store>> open_other_store(const shell::StoreChoice& choice,
                                                         const std::string& state_dir,
                                                         shell::LedgerMode mode) override;
  Result<> hand_over(const shell::Errand& errand) override;
  Result<> leave_behind(const std::vector<std::string>& argv, const std::string& cwd) override;
  Result<std::shared_ptr<void>> hold(const std::string& path, shell::Queueing queueing) override;
  Result<std::unique_ptr<shell::Dialogue>> open_dialogue(const std::vector<std::string>& argv,
                                                         const std::string& cwd) override;
  Result<std::unique_ptr<shell::Inside>> open_inside(const std::string& directory) override;
  Digest environment_key(const std::vector<std::pair<std::string, std::string>>& env,
                         const std::vector<std::string>& pass_env) override;
  Result<std::unique_ptr<shell::Notebook>> open_notebook(const std::string& state_dir,
                                                         const std::string& chapter) override;
  Result<std::unique_ptr<shell::HttpServer>> open_http(const shell::HttpOrder& order) override;
  std::unique_ptr<shell::Watch> open_watch(const std::vector<std::string>& folders) override;
  Result<shell::OpenExecutor> open_executor(const shell::ExecutorNeeds& needs) override;
  std::string isolation(const shell::ExecutorNeeds& needs) override;
  Result<std::unique_ptr<shell::Inspector>> open_inspector(const std::string& workspace) override;
  Result<std::unique_ptr<shell::Trees>> open_trees(const std::string& workspace,
                                                   const std::string& state_dir,
                                                   shell::TreeMemory memory) override;
  Result<std::unique_ptr<shell::Workplace>> open_workshop(const std::string& workspace,
                                                          const std::string& state_dir) override;
  Result<std::unique_ptr<shell::Workplace>> open_copies(const std::string& workspace,
                                                        const std::string& state_dir) override;
  std::unique_ptr<shell::Approvals> open_approvals(const std::string& state_dir,
                                                   const std::string& run_id, shell::Person* person,
                                                   bool waits) override;
  Result<> give_approval(const std::string& state_dir, const std::string& run_id,
                         const std::string& gate_id, std::uint32_t ordinal,
                         const shell::Answer& answer) override;
  shell::RepositoryFacts repository(const std::string& directory) override;
  Result<shell::BaseFacts> base_of(const std::string& directory, const std::string& ref) override;
  Result<shell::CommitFacts> find_commit(const std::string& directory,
                                         const std::string& revision) override {
    return git::find_commit(directory, revision);
  }
  Result<std::vector<std::string>> changed_since(const std::string& directory,
                                                 const std::string& commit) override {
    return git::changed_since(directory, commit);
  }
  Result<> keep_note(const std::string& directory, const std::string& commit,
                     const std::string& text) override {
    return git::keep_note(directory, commit, text);
  }
  Result<std::string> note_of(const std::string& directory, const std::string& commit) override {
    return git::note_of(directory, commit);
  }
  bool continues(const std::string& directory, const std::string& commit,
                 const std::string& earlier) override;
  Result<std::vector<std::string>> protected_changes(
      const std::string& directory, const std::string& commit,
      const std::vector<std::string>& globs) override {
    return tree::changed_protected(directory, commit, globs, {});
  }
  std::string full_name(const std::string& directory, const std::string& revision) override {
    return git::full_name(directory, revision);
  }
  Result<std::optional<std::string>> file_in(const std::string& directory,
                                             const std::string& commit,
                                             const std::string& path) override {
    return git::file_in(directory, commit, path);
  }
  Result<std::vector<shell::Hunk>> hunks_of(const std::string& directory, const std::string& commit,
                                            const std::string& path) override {
    return git::hunks_of(directory, commit, path);
  }
  Result<std::string> patch_between(const std::string& directory, const std::string& from,
                                    const std::string& to) override {
    return git::patch_between(directory, from, to);
  }
  Result<> take_back(const std::string& directory, const std::string& commit,
                     const shell::Hunk& hunk) override {
    return git::take_back(directory, commit, hunk);
  }
  Result<shell::Cleared> clear(const shell::ClearOrder& order) override {
    shell::Cleared cleared = TRY(workshop::clear(order));
    slurm::clear_shared(order, cleared);
    return cleared;
  }
  bool is_ignored(const std::string& directory, const std::string& path) override;
  Result<std::unique_ptr<shell::Bus>> open_bus(const std::string& dir,
                                               const std::string& team) override;

 private:
  Clock clock_;
  files::Files files_;
  Coordinators coordinators_;
  jobs::Jobs jobs_;
  reading::Reader reader_;
  std::vector<std::string> secrets_;  ///< names of variables
  shell::StoreChoice store_;
};

}  // namespace assay::system
