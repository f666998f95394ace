// SPDX-License-Identifier: MIT
#include "adapters/executor/slurm/step.h"

#include "adapters/executor/local/processes.h"
#include "adapters/executor/slurm/node_tree.h"
#include "adapters/executor/slurm/orders.h"
#include "adapters/os/bytes.h"
#include "adapters/os/error.h"
#include "adapters/reading/report_files.h"
#include "base/match.h"
#include "format/record/text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

namespace assay::slurm {

namespace {

constexpr std::uint64_t order_bytes_max = std::uint64_t{64} << 20;
/// How long a request to stop that only lies in the shared folder may go unheard.
constexpr Millis stop_look_every{2'000};
/// Between a signal of Slurm's and killing what is left: less than any KillWait.
constexpr Nanos short_grace = std::chrono::seconds(2);
/// Slurm warns so long before the end of the time, or up to a minute earlier.
constexpr Millis warning_longest{95'000};

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// What Slurm tells a job about itself, read before the environment is that of the attempt.
struct Whereabouts {
  std::string job = variable("SLURM_ARRAY_JOB_ID") + "_" + variable("SLURM_ARRAY_TASK_ID");
  std::string node = variable("SLURMD_NODENAME");
  bool restarted = !variable("SLURM_RESTART_COUNT").empty();
  std::string temporary = variable("TMPDIR");
};

/// Of this user on this node, for nobody else.
Result<std::string> scratch_of(const Whereabouts& here) {
  const std::string base = here.temporary.starts_with('/') ? here.temporary : "/tmp";
  const std::string own = base + "/assay-node-" + std::to_string(::geteuid());
  const std::string scratch = own + "/" + (here.node.empty() ? "node" : here.node);
  for (const std::string& path : {own, scratch, scratch + "/state", scratch + "/work"}) {
    struct stat seen {};
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return os::error_of(path, errno);
    if (::lstat(path.c_str(), &seen) != 0) return os::error_of(path, errno);
    if (!S_ISDIR(seen.st_mode) || seen.st_uid != ::geteuid())
      return Error{Fault::bad_input, path + ": belongs to somebody else"};
  }
  clear_old(scratch);
  return scratch;
}

/// The variables of the order, and nothing else, are the environment from here on.
void take_environment(const Variables& variables) {
  ::clearenv();
  for (const auto& [name, value] : variables) ::setenv(name.c_str(), value.c_str(), 1);
}

/// Whether the kernel had to end something for want of memory in this job's group.
bool ran_out_of_memory() {
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with("0::")) continue;
    std::ifstream events("/sys/fs/cgroup" + line.substr(3) + "/memory.events");
    for (std::string word; events >> word;) {
      long count = 0;
      if (word == "oom_kill" && events >> count) return count > 0;
    }
  }
  return false;
}

class Step {
 public:
  Step(RunFolder folder, JobOrder order, Whereabouts here)
      : folder_(std::move(folder)), order_(std::move(order)), here_(std::move(here)) {}

  Result<> run() {
    take_environment(order_.env);
    core::Evidence evidence;
    if (is_there(folder_.stop(order_.key))) {
      evidence.exit = {core::ExitKind::cancelled, -1, 0, "cancelled before it ran"};
      return leave(std::move(evidence));
    }
    auto ran = attempt();
    if (ran) {
      evidence = ran.take();
    } else {
      evidence.exit = {core::ExitKind::spawn_failed, -1, 0, on_node(ran.error().what)};
    }
    return leave(std::move(evidence));
  }

 private:
  std::string on_node(const std::string& what) const {
    return here_.node.empty() ? what : "node " + here_.node + ": " + what;
  }

  Result<core::Evidence> attempt() {
    scratch_ = TRY(scratch_of(here_));
    NodeTree tree(order_, folder_, scratch_);
    TRY(tree.prepare([&](const core::Launch& launch) { return run_set_up(launch); }));
    tree_ = tree.id();
    strays_ = tree.strays();
    const auto executor = TRY(open(tree.root(), folder_.attempt(order_.key)));
    const std::string word = order_.agent ? executor->agent_isolation() : executor->isolation();
    if (order_.isolation_word == "full" && word != "full")
      return Error{Fault::conflict, "isolation is " + word +
                                        " here, and full where the run began (let this user make "
                                        "user namespaces on nodes, or ask for less)"};
    core::Evidence evidence = TRY(carry_out(*executor, launch_in(tree.cwd())));
    TRY(look_after(tree, evidence));
    return evidence;
  }

  Result<std::unique_ptr<process::Processes>> open(const std::string& root,
                                                   const std::string& logs) {
    process::Options options;
    options.run_id = order_.run_id;
    options.log_dir = logs;
    options.env = order_.env;
    options.secrets = order_.secrets;
    options.seclusion.wanted = order_.isolation;
    process::SeclusionOrder& seclusion = options.seclusion;
    const auto here = [](const std::string& path) {
      std::error_code failure;
      return !path.empty() && std::filesystem::is_directory(path, failure);
    };
    const bool copied = order_.tree == core::TreeAtNode::copied;
    seclusion.workspace = copied ? root : order_.workspace;
    // Where nodes see the coordinator's own folders, attempts are kept from them as they are there.
    seclusion.state_dir = here(order_.state_dir) ? order_.state_dir : folder_.shared();
    seclusion.own_dirs = {folder_.shared(), scratch_ + "/state"};
    if (here(order_.state_home)) seclusion.own_dirs.push_back(order_.state_home);
    if (here(order_.config_dir)) seclusion.config_dir = order_.config_dir;
    return process::Processes::open(std::move(options));
  }

  core::Launch launch_in(const std::string& cwd) const {
    core::Launch launch;
    launch.key = order_.key;
    launch.name = order_.name;
    launch.command = order_.command;
    launch.cwd = cwd;
    launch.env = order_.env;
    launch.timeout = order_.timeout;
    launch.agent = order_.agent;
    return launch;
  }

  /// Waits for the end, for a request to stop, and for the signals of Slurm.
  Result<core::Evidence> carry_out(process::Processes& executor, const core::Launch& launch) {
    const Nanos begun = process::since_boot();
    Nanos kill_at = process::never;
    bool asked = false;
    executor.start(launch);
    for (;;) {
      for (shell::Happening& happening : TRY(executor.wait(stop_look_every))) {
        if (auto* ended = std::get_if<shell::ProcessEnded>(&happening)) {
          core::Evidence evidence = std::move(ended->evidence);
          explain(evidence.exit, process::since_boot() - begun);
          return evidence;
        }
        executor.stop_all();
        signalled_ = true;
        kill_at = process::since_boot() + short_grace;
      }
      if (!asked && is_there(folder_.stop(order_.key))) {
        asked = true;
        executor.stop_all();
      }
      if (process::since_boot() >= kill_at) executor.stop_all();
    }
  }

  /// Who ended it, if it did not end by itself.
  void explain(core::Exit& exit, Nanos after) const {
    const bool killed = exit.kind == core::ExitKind::signaled && exit.signal == SIGKILL;
    if ((killed || exit.code == 137) && ran_out_of_memory())
      exit = {core::ExitKind::limited, -1, 0, on_node("out of memory")};
    if (exit.kind != core::ExitKind::cancelled || !signalled_ || is_there(folder_.stop(order_.key)))
      return;
    const bool late = order_.time_limit > Millis{0} && after + warning_longest >= order_.time_limit;
    exit = late ? core::Exit{core::ExitKind::timed_out, -1, 0, on_node("Slurm's time limit")}
                : core::Exit{core::ExitKind::lost, -1, 0,
                             on_node("job " + here_.job + " was ended from outside")};
  }

  Result<core::Evidence> run_set_up(const core::Launch& launch) {
    const auto executor = TRY(open(launch.cwd, folder_.attempt(order_.key) + "-setup"));
    core::Launch with_env = launch;
    with_env.env = order_.env;
    return carry_out(*executor, with_env);
  }

  Result<> look_after(NodeTree& tree, core::Evidence& evidence) {
    const auto changed = TRY(tree.changed());
    const bool ran = evidence.exit.kind == core::ExitKind::exited;
    if (!changed.empty() && ran)
      evidence.exit = {core::ExitKind::unrecorded, evidence.exit.code, 0,
                       on_node("the tree changed while it ran: " + changed.front())};
    if (order_.tree == core::TreeAtNode::shared || order_.report.empty()) return {};
    const auto fresh = reading::read_report_files(tree.cwd(), order_.report, evidence.started, {});
    if (!fresh) return {};  // the reader says so
    for (const reading::ReportFile& file : fresh->files) {
      const std::filesystem::path to(folder_.attempt(order_.key) + "/reports/" + file.name);
      std::error_code failure;
      std::filesystem::create_directories(to.parent_path(), failure);
      TRY(put_whole(to.string(), file.bytes));
      reports_.push_back(file.name);
    }
    return {};
  }

  Result<> leave(core::Evidence evidence) {
    evidence.placed = core::Placed{here_.job, here_.node, Millis{0}, tree_};
    const JobDone done{order_.key, std::move(evidence), reports_, order_.token, strays_};
    return put_whole(folder_.done(order_.key), format::stored::text_of(done));
  }

  RunFolder folder_;
  JobOrder order_;
  Whereabouts here_;
  std::string scratch_;
  std::string tree_;
  std::vector<std::string> reports_;
  std::vector<Stray> strays_;
  bool signalled_ = false;
};

/// False: somebody else has it.
Result<bool> claim(const RunFolder& folder, core::AttemptKey key, const Whereabouts& here) {
  const std::string path = folder.claim(key);
  const os::Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file && errno == EEXIST) return false;
  if (!file) return os::error_of(path, errno);
  if (const int problem = os::write_all(file.get(), here.job + " " + here.node + "\n"))
    return os::error_of(path, problem);
  return true;
}

/// A job that Slurm put back into the queue has begun before: what it did then nobody knows.
Result<> tell_restarted(const RunFolder& folder, core::AttemptKey key, const Whereabouts& here) {
  const auto claimed = read_whole(folder.claim(key), 4096);
  const bool ours = here.restarted && claimed && claimed->starts_with(here.job + " ");
  if (!ours || is_there(folder.done(key))) return {};
  const auto text = read_whole(folder.order(key), order_bytes_max);
  if (!text) return {};  // its end is known
  JobDone done{key, core::lost_evidence("job " + here.job + " was put back into the queue")};
  done.token = TRY(format::stored::read_text<JobOrder>(*text)).token;
  done.evidence.placed = core::Placed{here.job, here.node, Millis{0}, ""};
  return put_whole(folder.done(key), format::stored::text_of(done));
}

Result<> step(const RunFolder& folder, const std::string& batch, std::size_t index) {
  const Whereabouts here;
  const std::string keys = TRY(read_whole(folder.batch(batch) + "/keys", order_bytes_max));
  const Batch all = TRY(format::stored::read_text<Batch>(keys));
  if (index >= all.keys.size()) return Error{Fault::bad_input, "no such element of the array"};
  const core::AttemptKey key = all.keys[index];
  if (!TRY(claim(folder, key, here))) return tell_restarted(folder, key, here);
  const std::string text = TRY(read_whole(folder.order(key), order_bytes_max));
  JobOrder order = TRY(format::stored::read_text<JobOrder>(text));
  return Step(folder, std::move(order), here).run();
}

}  // namespace

int run_step(const std::string& run_folder, const std::string& batch, const std::string& index) {
  char* end = nullptr;
  const unsigned long number = std::strtoul(index.c_str(), &end, 10);
  const bool read = !index.empty() && *end == '\0';
  const Result<> done = read ? step(RunFolder::at(run_folder), batch, number)
                             : Result<>(Error{Fault::bad_input, "no element of an array"});
  if (done) return 0;
  std::fprintf(stderr, "assay: %s\n", done.error().what.c_str());
  return 1;
}

}  // namespace assay::slurm
