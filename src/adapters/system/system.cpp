// SPDX-License-Identifier: MIT
#include "adapters/system/system.h"

#include "adapters/approvals/approvals.h"
#include "adapters/bus/bus.h"
#include "adapters/executor/local/processes.h"
#include "adapters/executor/slurm/cluster.h"
#include "adapters/files/inside.h"
#include "adapters/http/server.h"
#include "adapters/os/ask.h"
#include "adapters/os/dialogue.h"
#include "adapters/os/hold.h"
#include "adapters/os/leave_behind.h"
#include "adapters/repository/git/base.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/place.h"
#include "adapters/repository/trees.h"
#include "adapters/scan/scanner.h"
#include "adapters/store/postgres/open.h"
#include "adapters/store/sqlite/connection.h"
#include "adapters/store/sqlite/store.h"
#include "adapters/store/state/notebook.h"
#include "adapters/system/watch.h"
#include "adapters/workshop/claim.h"
#include "adapters/workshop/workshop.h"
#include "shell/state_dir.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace assay::system {

namespace {

/// What is configured, and what is let through from our own environment by name.
process::Environment configured(const shell::ExecutorNeeds& needs) {
  process::Environment env;
  for (const std::string& name : needs.pass_env) {
    if (const char* value = std::getenv(name.c_str())) env.emplace_back(name, value);
  }
  env.insert(env.end(), needs.env.begin(), needs.env.end());
  return env;
}

/// Whether anything of the run can be a job.
bool uses_cluster(const core::ExecutorSettings& executor) {
  return executor.kind == core::ExecutorKind::slurm || !executor.shared_dir.empty();
}

process::SeclusionOrder seclusion_for(const shell::ExecutorNeeds& needs) {
  process::SeclusionOrder order{.wanted = needs.isolation,
                                .workspace = needs.workspace,
                                .state_dir = needs.state_dir,
                                .own_dirs = {needs.state_home},
                                .config_dir = needs.config_dir};
  // How jobs ended is told there.
  if (!needs.executor.shared_dir.empty()) order.own_dirs.push_back(needs.executor.shared_dir);
  return order;
}

/// Whoever had them could write to the ledger of a team.
void hide_passwords(const shell::StoreChoice& store, core::Isolation& isolation) {
  if (store.url.empty()) return;
  for (const char* path : {"~/.pgpass", "~/.pg_service.conf", "~/.postgresql"})
    isolation.hide.emplace_back(path);
  for (const char* name : {"PGPASSFILE", "PGSERVICEFILE", "PGSSLKEY"}) {
    const char* path = std::getenv(name);
    if (path != nullptr && *path == '/') isolation.hide.emplace_back(path);
  }
}

class Inspector final : public shell::Inspector {
 public:
  Inspector(std::string workspace, std::uint32_t threads)
      : workspace_(std::move(workspace)), threads_(threads) {}

  Result<std::vector<core::goals::CheckResult>> inspect(
      const core::InspectWorkspace& wanted) override {
    return scan::Scanner::inspect(workspace_, {*wanted.checks, wanted.never_evidence}, threads_);
  }

 private:
  std::string workspace_;
  std::uint32_t threads_;
};

/// Nobody else works in the workspace as long as it lives.
class ClaimedWorkshop final : public shell::Workplace {
 public:
  ClaimedWorkshop(os::Descriptor claim, const std::string& workspace, const std::string& state_dir)
      : claim_(std::move(claim)), shop_(workspace, state_dir) {}

  core::work::WorkSight inspect(const core::InspectWork& e) override { return shop_.inspect(e); }
  core::work::WorkResult open(const core::OpenWork& e) override { return shop_.open(e); }
  core::work::WorkResult merge(const core::MergeWork& e) override { return shop_.merge(e); }
  core::work::WorkResult close(const core::CloseWork& e) override { return shop_.close(e); }
  core::work::WorkResult update(const core::UpdateSpec& e) override { return shop_.update(e); }
  shell::Supply supply(const shell::SupplyOrder& e, Millis patience) override {
    return shop_.supply(e, patience);
  }
  shell::Supply set_up(const shell::SupplyOrder& e, const core::Evidence& evidence) override {
    return shop_.set_up(e, evidence);
  }
  core::work::WorkResult copy(const core::OpenCopy& e) override { return shop_.copy(e); }
  core::pipeline::Outputs outputs(const core::ReadOutputs& e) override { return shop_.outputs(e); }
  core::work::WorkResult adopt(const core::AdoptWork& e) override { return shop_.adopt(e); }
  core::work::WorkResult restore(const core::RestoreFiles& e) override { return shop_.restore(e); }
  core::work::WorkResult commit(const core::CommitWork& e) override { return shop_.commit(e); }
  core::work::WorkResult tag(const core::TagCommit& e) override { return shop_.tag(e); }
  core::work::WorkResult write(const core::WriteBundle& e) override { return shop_.write(e); }

 private:
  os::Descriptor claim_;
  workshop::Workshop shop_;
};

}  // namespace

Instant Clock::now() { return std::chrono::floor<Millis>(std::chrono::system_clock::now()); }

std::uint64_t System::chance() {
  std::uint64_t number = 0;
  ENSURE(::getrandom(&number, sizeof number, 0) == sizeof number);
  return number;
}

/// The cores this process may use, which is what a container or taskset leaves of the machine's.
std::uint32_t System::cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 1;
  return static_cast<std::uint32_t>(std::max(1, CPU_COUNT(&allowed)));
}

std::optional<std::string> System::variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

Result<std::string> System::output_of(const std::vector<std::string>& argv,
                                      const std::string& cwd) {
  return os::ask(argv, cwd);
}

Result<> System::hand_over(const shell::Errand& errand) {
  os::Question question;
  question.argv = errand.argv;
  question.cwd = errand.cwd;
  question.input = errand.input;
  question.patience = errand.patience;
  std::vector<std::string>& environment = question.environment.emplace();
  for (char** each = ::environ; *each != nullptr; ++each) environment.emplace_back(*each);
  for (const auto& [name, value] : errand.env) environment.push_back(name + "=" + value);
  const os::Answer answer = TRY(os::put(question));
  if (answer.status == 0) return {};
  const std::string complaint = answer.complaint.substr(0, answer.complaint.find('\n'));
  const std::string how = answer.too_late     ? "did not end in time"
                          : answer.status < 0 ? "did not end by itself"
                                              : "exit status " + std::to_string(answer.status);
  return Error{Fault::io, errand.argv.front() + ": " + how +
                              (complaint.empty() ? "" : " (" + complaint.substr(0, 300) + ")")};
}

Result<> System::leave_behind(const std::vector<std::string>& argv, const std::string& cwd) {
  return os::leave_behind(argv, cwd);
}

Result<std::shared_ptr<void>> System::hold(const std::string& path, shell::Queueing queueing) {
  return std::shared_ptr<void>(std::make_shared<os::Descriptor>(
      TRY(os::hold(path, queueing == shell::Queueing::waits ? F_OFD_SETLKW : F_OFD_SETLK))));
}

Result<std::unique_ptr<shell::Dialogue>> System::open_dialogue(const std::vector<std::string>& argv,
                                                               const std::string& cwd) {
  return std::unique_ptr<shell::Dialogue>(TRY(os::Dialogue::open(argv, cwd)));
}

Result<std::unique_ptr<shell::Inside>> System::open_inside(const std::string& directory) {
  return std::unique_ptr<shell::Inside>(TRY(files::Inside::open(directory)));
}

Result<std::unique_ptr<shell::Store>> System::open_store(const std::string& state_dir,
                                                         shell::LedgerMode mode) {
  return open_other_store(store_, state_dir, mode);
}

// Processes of assay that this one starts use the same one; gates and agents are not told of it.
void System::use_store(const shell::StoreChoice& choice) {
  store_ = choice;
  if (!choice.url.empty()) ::setenv("ASSAY_STORE", choice.url.c_str(), 1);
}

Result<std::unique_ptr<shell::Store>> System::open_other_store(const shell::StoreChoice& choice,
                                                               const std::string& state_dir,
                                                               shell::LedgerMode mode) {
  if (!choice.problem.empty()) return Error{Fault::bad_input, choice.problem};
  if (!choice.url.empty()) return postgres::open_shared(choice, state_dir, mode);
  const bool reads = mode == shell::LedgerMode::read_only;
  return sqlite::Store::open(state_dir, reads ? sqlite::Mode::read_only : sqlite::Mode::read_write,
                             choice.trusted_keys);
}

Digest System::environment_key(const std::vector<std::pair<std::string, std::string>>& env,
                               const std::vector<std::string>& pass_env) {
  shell::ExecutorNeeds needs;
  needs.env = env;
  needs.pass_env = pass_env;
  return process::key_of(process::base_environment(::environ, configured(needs)));
}

bool System::continues(const std::string& directory, const std::string& commit,
                       const std::string& earlier) {
  return git::is_ancestor(directory, earlier, commit);
}

void System::keep_secret(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (std::find(secrets_.begin(), secrets_.end(), name) == secrets_.end())
      secrets_.push_back(name);
  }
}

Result<std::unique_ptr<shell::HttpServer>> System::open_http(const shell::HttpOrder& order) {
  return http::Server::open(order);
}

std::unique_ptr<shell::Watch> System::open_watch(const std::vector<std::string>& folders) {
  return std::make_unique<Watch>(folders);
}

Result<std::unique_ptr<shell::Notebook>> System::open_notebook(const std::string& state_dir,
                                                               const std::string& chapter) {
  return std::unique_ptr<shell::Notebook>(TRY(state::Notebook::open(state_dir, chapter)));
}

Result<shell::OpenExecutor> System::open_executor(const shell::ExecutorNeeds& asked) {
  shell::ExecutorNeeds needs = asked;
  hide_passwords(store_, needs.isolation);
  process::Options options;
  options.run_id = needs.run_id;
  options.log_dir = needs.log_dir;
  options.env = configured(needs);
  options.agents = needs.agents;
  options.secrets = secrets_;
  options.seclusion = seclusion_for(needs);
  auto processes = TRY(process::Processes::open(std::move(options)));
  process::EnvironmentRecord environment = processes->environment();
  reader_.mask(processes->masks());
  reader_.withhold(process::names_beyond(::environ, environment.names));
  shell::OpenExecutor running;
  process::EnvironmentRecord for_agents = processes->agent_environment();
  running.record = {processes->isolation(),      std::move(environment.names),
                    environment.digest,          std::move(for_agents.names),
                    for_agents.digest,           processes->capacity(),
                    processes->agent_isolation()};
  if (!uses_cluster(needs.executor)) {
    running.executor = std::move(processes);
    return running;
  }
  slurm::Options jobs{.run_id = needs.run_id,
                      .begun = needs.begun,
                      .log_dir = needs.log_dir,
                      .settings = needs.executor,
                      .env = configured(needs),
                      .agents = needs.agents,
                      .secrets = secrets_,
                      .isolation = needs.isolation,
                      .isolation_word = running.record.isolation,
                      .agent_isolation_word = running.record.agent_isolation,
                      .workspace = needs.workspace,
                      .state_dir = needs.state_dir,
                      .state_home = needs.state_home,
                      .config_dir = needs.config_dir,
                      .supplies = needs.supplies,
                      .local_max = cores()};
  running.executor = TRY(slurm::Cluster::open(std::move(jobs), std::move(processes)));
  running.record.capacity = running.executor->capacity();
  return running;
}

std::string System::isolation(const shell::ExecutorNeeds& needs) {
  const process::Seclusion seclusion = process::Seclusion::open(seclusion_for(needs));
  shell::ExecutorRecord record;
  record.isolation = seclusion.gates();
  record.agent_isolation = seclusion.agents();
  return shell::isolation_of_both(record);
}

Result<std::unique_ptr<shell::Inspector>> System::open_inspector(const std::string& workspace) {
  return std::unique_ptr<shell::Inspector>(std::make_unique<Inspector>(workspace, cores()));
}

Result<std::unique_ptr<shell::Trees>> System::open_trees(const std::string& workspace,
                                                         const std::string& state_dir,
                                                         shell::TreeMemory memory) {
  const bool believed = memory == shell::TreeMemory::believed;
  return std::unique_ptr<shell::Trees>(std::make_unique<tree::Trees>(
      workspace, state_dir, believed ? tree::Believes::memory : tree::Believes::nothing));
}

Result<std::unique_ptr<shell::Workplace>> System::open_workshop(const std::string& workspace,
                                                                const std::string& state_dir) {
  auto claim = TRY(workshop::claim_workspace(state_dir));
  return std::unique_ptr<shell::Workplace>(
      std::make_unique<ClaimedWorkshop>(std::move(claim), workspace, state_dir));
}

Result<std::unique_ptr<shell::Workplace>> System::open_copies(const std::string& workspace,
                                                              const std::string& state_dir) {
  return std::unique_ptr<shell::Workplace>(
      std::make_unique<workshop::Workshop>(workspace, state_dir));
}

std::unique_ptr<shell::Approvals> System::open_approvals(const std::string& state_dir,
                                                         const std::string& run_id,
                                                         shell::Person* person, bool waits) {
  return std::make_unique<approvals::Approvals>(shell::StateDir(state_dir).approvals(run_id),
                                                person, waits);
}

Result<> System::give_approval(const std::string& state_dir, const std::string& run_id,
                               const std::string& gate_id, std::uint32_t ordinal,
                               const shell::Answer& answer) {
  return approvals::Approvals::give(shell::StateDir(state_dir).approvals(run_id), gate_id, ordinal,
                                    answer);
}

shell::RepositoryFacts System::repository(const std::string& directory) {
  shell::RepositoryFacts facts;
  facts.is_repository = git::is_repository(directory);
  if (!facts.is_repository) return facts;
  facts.head = git::head(directory);
  facts.branch = git::current_branch(directory);
  facts.default_branch = git::default_branch(directory);
  if (auto dirty = git::dirty(directory)) facts.dirty = dirty.take();
  facts.busy = git::in_progress(git::place_of(directory));
  return facts;
}

Result<shell::BaseFacts> System::base_of(const std::string& directory, const std::string& ref) {
  return git::base_of(directory, ref);
}

bool System::is_ignored(const std::string& directory, const std::string& path) {
  return git::is_ignored(directory, path);
}

Result<std::unique_ptr<shell::Bus>> System::open_bus(const std::string& dir,
                                                     const std::string& team) {
  auto opened = TRY(bus::Bus::open(dir, team));
  return std::unique_ptr<shell::Bus>(std::make_unique<bus::Bus>(std::move(opened)));
}

}  // namespace assay::system
