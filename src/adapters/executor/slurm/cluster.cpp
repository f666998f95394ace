// SPDX-License-Identifier: MIT
#include "adapters/executor/slurm/cluster.h"

#include "adapters/executor/local/system.h"
#include "adapters/os/error.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

namespace assay::slurm {

namespace {

Nanos now() { return process::since_boot(); }

bool is_inside(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

/// What gates and agents write must not be where their results are told.
Result<> check_apart(const Options& options) {
  const std::string& shared = options.settings.shared_dir;
  if (shared.empty())
    return Error{Fault::bad_input,
                 "executor.kind is slurm, and nothing says which folder this machine and the "
                 "nodes share (write `executor: {shared_dir: /path}` into assay.yaml or "
                 "~/.config/assay/config.yaml)"};
  if (!options.workspace.empty() &&
      (is_inside(shared, options.workspace) || is_inside(options.workspace, shared)))
    return Error{Fault::bad_input, "executor.shared_dir " + shared +
                                       " and the workspace must not be inside each other: what is "
                                       "judged could write its own results"};
  return {};
}

Result<> listen_to(int epoll, int descriptor) {
  epoll_event event{};
  event.events = EPOLLIN;
  if (::epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 || errno == EEXIST) return {};
  return os::error_of("epoll_ctl", errno);
}

bool can_be_read(int descriptor) {
  pollfd asked{descriptor, POLLIN, 0};
  return descriptor >= 0 && ::poll(&asked, 1, 0) > 0;
}

/// As long as it lives, the descriptor is one of the bells.
struct OneMoreBell {
  int epoll;
  int descriptor;
  OneMoreBell(int bells, int bell) : epoll(bells), descriptor(bell) {
    if (descriptor != shell::no_bell && !listen_to(epoll, descriptor)) descriptor = shell::no_bell;
  }
  ~OneMoreBell() {
    if (descriptor != shell::no_bell) ::epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nullptr);
  }
  OneMoreBell(const OneMoreBell&) = delete;
  OneMoreBell& operator=(const OneMoreBell&) = delete;
};

}  // namespace

Result<std::unique_ptr<Cluster>> Cluster::open(Options options,
                                               std::unique_ptr<shell::Executor> here) {
  TRY(check_apart(options));
  RunFolder folder(options.settings.shared_dir, folder_name(options.run_id, options.begun));
  TRY(folder.make());
  std::uint64_t nonce = 0;
  if (::getrandom(&nonce, sizeof nonce, 0) != sizeof nonce) return os::error_of("getrandom", errno);
  std::unique_ptr<Cluster> cluster(
      new Cluster(std::move(options), std::move(here), std::move(folder)));
  cluster->nonce_ = std::to_string(nonce % 1'000'000'007);
  cluster->bells_ = os::Descriptor(::epoll_create1(EPOLL_CLOEXEC));
  if (!cluster->bells_) return os::error_of("epoll_create1", errno);
  TRY(listen_to(cluster->bells_.get(), cluster->desk_.bell()));
  // Tells of files that this machine writes itself; what other machines write is looked for.
  cluster->watch_ = os::Descriptor(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  const std::string done = cluster->folder_.done();
  if (cluster->watch_ &&
      ::inotify_add_watch(cluster->watch_.get(), done.c_str(), IN_MOVED_TO | IN_ONLYDIR) >= 0)
    TRY(listen_to(cluster->bells_.get(), cluster->watch_.get()));
  TRY(cluster->bring_program());
  return cluster;
}

Cluster::Cluster(Options options, std::unique_ptr<shell::Executor> here, RunFolder folder)
    : options_(std::move(options)),
      here_(std::move(here)),
      folder_(std::move(folder)),
      name_(folder_name(options_.run_id, options_.begun)) {}

/// Nothing is in flight and everything was heard: nobody needs the folder of the run any more.
Cluster::~Cluster() {
  const bool over = jobs_.empty() && happened_.empty() && !ends_badly_;
  std::error_code failure;
  if (!over) return;
  std::filesystem::remove_all(folder_.path(), failure);
  // A controller that was killed may still count jobs that ended meanwhile.
  if (was_away_) desk_.put(question(scancel_line({"--name=" + job_name(name_)})));
}

bool Cluster::stays_here(const core::Launch& launch) const {
  const core::Resources& wanted = launch.agent ? launch.agent->resources : launch.resources;
  const bool works = launch.purpose == core::Purpose::work && !launch.with_credentials;
  return !works || wanted.executor.value_or(options_.settings.kind) == core::ExecutorKind::local;
}

void Cluster::start(const core::Launch& launch) {
  if (stays_here(launch)) {
    const bool gate = !launch.agent && launch.purpose == core::Purpose::work;
    if (!gate) return here_->start(launch);
    waiting_here_.push_back(launch);
    return start_here();
  }
  std::uint32_t& latest = started_[launch.key.unit];
  if (launch.key.attempt <= latest) return;
  latest = launch.key.attempt;
  std::string after;
  for (auto& [key, job] : jobs_) {
    if (key.unit != launch.key.unit) continue;
    stop(job);
    if (!job.array.empty()) after = job.array + "_" + std::to_string(job.index);
  }
  const core::Resources& wanted = launch.agent ? launch.agent->resources : launch.resources;
  Job job;
  job.launch = launch;
  job.shape = shape_of(options_.settings, wanted, launch.timeout);
  job.shape.after = after;
  job.since = now();
  jobs_.emplace(launch.key, std::move(job));
}

/// As many gates as this machine has places for: a cluster takes more at once than it has.
void Cluster::start_here() {
  while (!waiting_here_.empty() && here_->in_flight() < options_.local_max) {
    here_->start(waiting_here_.front());
    waiting_here_.pop_front();
  }
}

bool Cluster::attach(const core::Launch& launch) {
  if (stays_here(launch)) return here_->attach(launch);
  if (!is_there(folder_.order(launch.key)) || jobs_.contains(launch.key)) return false;
  load_batches();
  const core::Resources& wanted = launch.agent ? launch.agent->resources : launch.resources;
  Job job;
  job.launch = launch;
  job.shape = shape_of(options_.settings, wanted, launch.timeout);
  job.at = At::slurm;
  job.doubtful = true;
  job.since = now();
  if (const auto known = known_batches_.find(launch.key); known != known_batches_.end()) {
    job.batch = known->second.first;
    job.index = known->second.second;
    if (const auto array = read_whole(folder_.batch(job.batch) + "/job", 64)) job.array = *array;
  }
  started_[launch.key.unit] = std::max(started_[launch.key.unit], launch.key.attempt);
  jobs_.emplace(launch.key, std::move(job));
  ask_at_ = look_at_ = Nanos{0};
  return true;
}

/// Its files stay until what they say is durable.
void Cluster::end(core::AttemptKey key, core::Evidence evidence) {
  happened_.emplace_back(shell::ProcessEnded{key, std::move(evidence)});
  kept_.insert(key);
  jobs_.erase(key);
}

void Cluster::refuse(const core::Launch& launch, std::string why) {
  core::Evidence evidence;
  evidence.started = process::wall_clock();
  evidence.exit = {core::ExitKind::spawn_failed, -1, 0, std::move(why)};
  end(launch.key, std::move(evidence));
}

/// What the last wait returned is durable when the next one begins.
void Cluster::forget_reported() {
  std::error_code failure;
  for (const core::AttemptKey key : reported_) {
    if (kept_.erase(key) == 0) continue;
    std::filesystem::remove(folder_.order(key), failure);
    std::filesystem::remove_all(folder_.attempt(key), failure);
    // Claim and record stay: a job that comes late must not run.
  }
  reported_.clear();
}

Result<std::vector<shell::Happening>> Cluster::wait(const shell::Patience& patience) {
  forget_reported();
  ends_badly_ = false;
  if (std::exchange(stop_asked_, false)) stop_jobs();
  const Nanos until = now() + std::max(patience.longest, Millis{0});
  const OneMoreBell bell(bells_.get(), patience.bell);
  submit();
  for (;;) {
    start_here();
    look_at_files(false);
    ask_slurm();
    const bool waits = !jobs_.empty() || patience.anyway;
    shell::Patience inner(happened_.empty() ? std::chrono::ceil<Millis>(next_look(until) - now())
                                            : Millis{0});
    inner.longest = std::max(inner.longest, Millis{0});
    inner.anyway = waits && happened_.empty();
    inner.bell = bells_.get();
    auto here = here_->wait(inner);
    if (!here) return here.error();
    for (shell::Happening& each : *here) happened_.push_back(std::move(each));
    hear_desk();
    if (can_be_read(watch_.get())) look_at_files(true);
    const bool rang = can_be_read(patience.bell);
    const bool idle = in_flight() == 0 && !patience.anyway;
    if (!happened_.empty() || rang || idle || now() >= until) break;
  }
  for (const shell::Happening& each : happened_) {
    if (const auto* ended = std::get_if<shell::ProcessEnded>(&each))
      reported_.push_back(ended->key);
  }
  return std::exchange(happened_, {});
}

Nanos Cluster::next_look(Nanos until) const {
  if (jobs_.empty()) return until;
  Nanos next = std::min(until, look_at_);
  if (!asking_) next = std::min(next, ask_at_);
  return next;
}

/// One listing for all jobs.
void Cluster::look_at_files(bool at_once) {
  if (!at_once && (jobs_.empty() || now() < look_at_)) return;
  look_at_ = now() + options_.look_every;
  char told[4096];
  while (::read(watch_.get(), told, sizeof told) > 0) {
  }
  if (jobs_.empty()) return;
  std::error_code failure;
  std::vector<core::AttemptKey> found;
  for (std::filesystem::directory_iterator at(folder_.done(), failure), last;
       !failure && at != last; at.increment(failure)) {
    const auto key = key_named(at->path().filename().string());
    if (key && jobs_.contains(*key)) found.push_back(*key);
  }
  for (const core::AttemptKey key : found) collect(key);
}

/// The node sees the file; Slurm is told as well, for jobs that have not begun.
void Cluster::stop(Job& job) {
  if (std::exchange(job.stopped, true)) return;
  static_cast<void>(static_cast<bool>(put_whole(folder_.stop(job.launch.key), "stop\n")));
  if (job.at == At::slurm && !job.array.empty()) recall(job);
  ask_at_ = std::min(ask_at_, now() + std::chrono::seconds(1));
}

void Cluster::recall(const Job& job) {
  const std::string name = job.array + "_" + std::to_string(job.index);
  tickets_[desk_.put(question(scancel_line({name})))] = {Ticket::Kind::cancel, ""};
}

void Cluster::cancel(core::AttemptKey key) {
  here_->cancel(key);
  const auto waits = std::find_if(waiting_here_.begin(), waiting_here_.end(),
                                  [&](const core::Launch& launch) { return launch.key == key; });
  if (waits != waiting_here_.end()) {
    waiting_here_.erase(waits);
    core::Evidence unrun;
    unrun.exit = {core::ExitKind::cancelled, -1, 0, "cancelled before it ran"};
    happened_.emplace_back(shell::ProcessEnded{key, std::move(unrun)});
  }
  const auto found = jobs_.find(key);
  if (found == jobs_.end()) return;
  if (found->second.at != At::desk) return stop(found->second);
  core::Evidence evidence;
  evidence.exit = {core::ExitKind::cancelled, -1, 0, "cancelled before it was submitted"};
  end(key, std::move(evidence));
}

/// Jobs are told by the next wait. Who gives up, because the run is somebody else's by now or
/// cannot be written down any more, does not come to that: they are left to who goes on with it.
void Cluster::stop_all() {
  ends_badly_ = true;
  stop_asked_ = true;
  here_->stop_all();
}

void Cluster::stop_jobs() {
  std::vector<core::AttemptKey> keys;
  for (const core::Launch& launch : waiting_here_) keys.push_back(launch.key);
  for (const auto& [key, job] : jobs_) keys.push_back(key);
  // One call for all that Slurm has.
  std::vector<std::string> names;
  for (auto& [key, job] : jobs_) {
    if (job.at != At::slurm || job.array.empty() || std::exchange(job.stopped, true)) continue;
    static_cast<void>(static_cast<bool>(put_whole(folder_.stop(key), "stop\n")));
    names.push_back(job.array + "_" + std::to_string(job.index));
  }
  constexpr std::size_t names_max = 500;
  for (std::size_t at = 0; at < names.size(); at += names_max) {
    const std::vector<std::string> some(
        names.begin() + static_cast<std::ptrdiff_t>(at),
        names.begin() + static_cast<std::ptrdiff_t>(std::min(at + names_max, names.size())));
    tickets_[desk_.put(question(scancel_line(some)))] = {Ticket::Kind::cancel, ""};
  }
  ask_at_ = std::min(ask_at_, now() + std::chrono::seconds(1));
  for (const core::AttemptKey key : keys) cancel(key);
}

std::uint32_t Cluster::in_flight() const {
  std::size_t mine = jobs_.size() + waiting_here_.size();
  for (const shell::Happening& each : happened_)
    mine += std::size_t{std::holds_alternative<shell::ProcessEnded>(each)};
  return here_->in_flight() + static_cast<std::uint32_t>(mine);
}

std::uint32_t Cluster::capacity() const {
  return std::max(here_->capacity(), static_cast<std::uint32_t>(options_.settings.jobs));
}

}  // namespace assay::slurm
