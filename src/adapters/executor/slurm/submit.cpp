// SPDX-License-Identifier: MIT
// From a launch to a job: its order, the tree it runs on, and one array for all that start together
// and ask for the same.
#include "adapters/executor/local/arguments.h"
#include "adapters/executor/local/system.h"
#include "adapters/executor/slurm/cluster.h"
#include "adapters/executor/slurm/tree_list.h"
#include "adapters/os/error.h"
#include "format/record/text.h"

#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <tuple>
#include <utility>

namespace assay::slurm {

namespace {

/// Less than any cluster's MaxArraySize.
constexpr std::size_t array_max = 1'000;
constexpr Nanos again_after = std::chrono::seconds(3);
constexpr std::uint64_t program_bytes_max = std::uint64_t{1} << 30;

/// What the programs of Slurm need. SBATCH_* and the variables of a job that assay itself runs in
/// would change what is asked for.
std::vector<std::string> environment_of_slurm() {
  std::vector<std::string> environment;
  for (const char* name : {"PATH", "HOME", "USER", "LOGNAME", "LANG", "SLURM_CONF"}) {
    if (const char* value = std::getenv(name))
      environment.push_back(std::string(name) + "=" + value);
  }
  return environment;
}

std::string quoted_word(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

Result<std::string> make_token() {
  std::array<std::uint64_t, 2> bits{};
  if (::getrandom(bits.data(), sizeof bits, 0) != sizeof bits)
    return os::error_of("getrandom", errno);
  return fmt::format("{:016x}{:016x}", bits[0], bits[1]);
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, std::min<std::size_t>(text.find('\n'), 300)));
}

/// Slurm will say the same tomorrow: a partition that is not there, a limit, an account.
bool is_refused(const os::Answer& answer) {
  const std::string_view said = answer.complaint;
  if (answer.too_late || answer.status < 0) return false;
  for (const std::string_view passing :
       {"nable to contact", "onnection refused", "timed out", "imeout", "emporarily", "try again",
        "Zero Bytes", "end/recv", "not responding", "uthentication", "ommunication"}) {
    if (said.find(passing) != said.npos) return false;
  }
  return true;
}

}  // namespace

os::Question Cluster::question(std::vector<std::string> argv) const {
  os::Question asked;
  asked.argv = std::move(argv);
  asked.cwd = "/";
  asked.environment = environment_of_slurm();
  asked.patience = Millis{30'000};
  asked.answer_max = std::size_t{64} << 20;
  return asked;
}

/// Nodes run the same program as this machine, whatever they have installed: by its content.
Result<> Cluster::bring_program() {
  const std::string own = options_.program.empty() ? "/proc/self/exe" : options_.program;
  std::error_code failure;
  const std::string real = std::filesystem::canonical(own, failure).string();
  struct stat seen {};
  if (failure || ::stat(real.c_str(), &seen) != 0) return os::error_of(own, ENOENT);
  // Read again only if it is another one: its stamp beside it says so.
  const std::string stamp =
      real + " " + std::to_string(seen.st_size) + " " + std::to_string(seen.st_mtim.tv_sec) + "." +
      std::to_string(seen.st_mtim.tv_nsec) + " " + std::to_string(seen.st_ino);
  const std::string note = folder_.programs() + "/" + digest_of(stamp).hex().substr(0, 32);
  if (const auto name = read_whole(note, 4096); name && is_there(*name)) {
    program_ = *name;
    keep_young(note);
    keep_young(program_);
    return {};
  }
  const std::string bytes = TRY(read_whole(real, program_bytes_max));
  program_ = folder_.programs() + "/assay-" + digest_of(bytes).hex().substr(0, 32);
  if (!is_there(program_)) {
    const std::string staged = program_ + ".copy-" + nonce_;
    TRY(put_whole(staged, bytes));
    if (::chmod(staged.c_str(), 0700) != 0) return os::error_of(program_, errno);
    if (::rename(staged.c_str(), program_.c_str()) != 0) return os::error_of(program_, errno);
  }
  return put_whole(note, program_);
}

/// The working tree that a directory is in: the folder that has a repository, else the workspace.
std::string Cluster::root_of(const std::string& cwd) const {
  for (std::filesystem::path at(cwd); at.has_relative_path(); at = at.parent_path()) {
    if (is_there((at / ".git").string())) return at.string();
    if (at.string() == options_.workspace) return at.string();
  }
  return cwd;
}

tree::Trees& Cluster::trees_at(const std::string& root) {
  std::unique_ptr<tree::Trees>& trees = trees_[root];
  if (!trees)
    trees = std::make_unique<tree::Trees>(root, options_.state_dir, tree::Believes::memory);
  return *trees;
}

Result<Cluster::Listed> Cluster::list_of(const std::string& root, Looks& looks) {
  if (const auto seen = looks.find(root); seen != looks.end()) return seen->second;
  Listed listed;
  TRY(put_whole(folder_.looked(), ""));
  listed.looked = time_of(folder_.looked()).value_or(Instant{});
  struct stat status {};
  if (::stat(root.c_str(), &status) != 0) return os::error_of(root, errno);
  listed.inode = status.st_ino;
  const tree::Snapshot seen = TRY(trees_at(root).snapshot());
  listed.list =
      TRY(publish_tree(root, seen, options_.settings.tree, options_.supplies, folder_.trees()));
  looks.emplace(root, listed);
  return listed;
}

Result<> Cluster::write_order(Job& job, Looks& looks) {
  const core::Launch& launch = job.launch;
  const bool copied = options_.settings.tree == core::TreeAtNode::copied;
  if (launch.agent && copied)
    return Error{Fault::bad_input,
                 "an agent works in the workspace itself, which nodes do not see with "
                 "`executor: {tree: copied}`: give its role `resources: {executor: local}`"};
  JobOrder order{
      .key = launch.key,
      .run_id = options_.run_id,
      .name = launch.name,
      .command = launch.command,
      .cwd = launch.cwd,
      .timeout = launch.timeout,
      .report = launch.reading.report,
      .secrets = options_.secrets,
      .isolation = options_.isolation,
      .isolation_word = launch.agent ? options_.agent_isolation_word : options_.isolation_word,
      .workspace = options_.workspace,
      .state_dir = options_.state_dir,
      .state_home = options_.state_home,
      .config_dir = options_.config_dir,
      .tree = options_.settings.tree,
      .supplies = options_.supplies,
      .time_limit = job.shape.time};
  process::Environment env = process::base_environment(::environ, options_.env);
  if (launch.agent) {
    env = process::agent_environment(::environ, *launch.agent);
    env = process::merged(env, TRY(process::unsealed(*launch.agent, options_.agents)));
    auto agent = std::make_shared<core::agent::Order>(*launch.agent);
    agent->sealed.clear();
    for (core::agent::Spare& spare : agent->spares) spare.sealed.clear();
    order.agent = std::move(agent);
  }
  order.env = process::merged(env, launch.env);
  order.root = root_of(launch.cwd);
  if (order.root == "/")
    return Error{Fault::bad_input, "a job needs a working tree, and " + launch.cwd + " is in none"};
  const Listed listed = TRY(list_of(order.root, looks));
  order.list = listed.list;
  order.root_inode = listed.inode;
  order.looked = listed.looked;
  order.token = TRY(make_token());
  return put_whole(folder_.order(launch.key), format::stored::text_of(order));
}

void Cluster::submit() {
  std::vector<std::pair<core::AttemptKey, std::string>> refused;
  std::map<JobShape, std::vector<Job*>> groups;
  Looks looks;
  for (auto& [key, job] : jobs_) {
    if (job.at != At::desk || process::since_boot() < job.not_before) continue;
    if (!is_there(folder_.order(key))) {
      if (const auto written = write_order(job, looks); !written) {
        refused.emplace_back(key, written.error().what);
        continue;
      }
    }
    groups[job.shape].push_back(&job);
  }
  for (auto& [shape, all] : groups) {
    for (std::size_t at = 0; at < all.size(); at += array_max)
      send(shape,
           {all.begin() + static_cast<std::ptrdiff_t>(at),
            all.begin() + static_cast<std::ptrdiff_t>(std::min(at + array_max, all.size()))});
  }
  for (auto& [key, why] : refused) {
    const core::Launch launch = jobs_.at(key).launch;
    refuse(launch, std::move(why));
  }
}

void Cluster::send(const JobShape& shape, std::vector<Job*> jobs) {
  const std::string name = nonce_ + "-" + std::to_string(++last_batch_);
  const std::string folder = folder_.batch(name);
  Batch batch;
  for (const Job* job : jobs) batch.keys.push_back(job->launch.key);
  const std::string script = "#!/bin/sh\nexec " + quoted_word(program_) + " job-step " +
                             quoted_word(folder_.path()) + " " + name +
                             " \"$SLURM_ARRAY_TASK_ID\"\n";
  ::mkdir(folder.c_str(), 0700);
  Result<> written = put_whole(folder + "/keys", format::stored::text_of(batch));
  if (written) written = put_whole(folder + "/script", script);
  if (!written) {
    for (const Job* job : jobs) {
      const core::Launch launch = job->launch;
      refuse(launch, written.error().what);
    }
    return;
  }
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    jobs[i]->at = At::submitting;
    jobs[i]->batch = name;
    jobs[i]->index = static_cast<std::uint32_t>(i);
    jobs[i]->since = process::since_boot();
  }
  const Submission submission{name_, name, folder, folder + "/script", jobs.size()};
  tickets_[desk_.put(question(sbatch_line(shape, submission)))] = {Ticket::Kind::submit, name};
}

/// sbatch has ended. Whether Slurm has the jobs is certain only if it said so.
void Cluster::submitted(const std::string& batch, const os::Answer& answer) {
  const std::string array = answer.status == 0 ? job_of(answer.output) : "";
  if (!array.empty())
    static_cast<void>(static_cast<bool>(put_whole(folder_.batch(batch) + "/job", array)));
  std::vector<core::Launch> refused;
  for (auto& [key, job] : jobs_) {
    if (job.batch != batch || job.at != At::submitting) continue;
    job.at = At::slurm;
    job.since = process::since_boot();
    job.array = array;
    job.doubtful = array.empty();
    if (array.empty() && is_refused(answer)) refused.push_back(job.launch);
    if (job.stopped && !array.empty()) recall(job);
  }
  if (array.empty()) ask_at_ = std::min(ask_at_, process::since_boot() + again_after);
  std::string why = first_line(answer.complaint);
  for (const core::Launch& launch : refused)
    refuse(launch, "sbatch: " + (why.empty() ? "it printed no job number" : why) +
                       " (`assay doctor` looks at partition and folders)");
}

}  // namespace assay::slurm
