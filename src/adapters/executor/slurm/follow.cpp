// SPDX-License-Identifier: MIT
// What becomes of jobs: the records that nodes leave, and what Slurm says about those that left
// none.
#include "adapters/executor/local/system.h"
#include "adapters/executor/slurm/cluster.h"
#include "adapters/os/bytes.h"
#include "adapters/os/error.h"
#include "adapters/repository/tree/tree_files.h"
#include "base/digest.h"
#include "format/record/text.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace assay::slurm {

namespace {

constexpr std::uint64_t record_bytes_max = std::uint64_t{64} << 20;
constexpr std::uint64_t log_bytes_max = std::uint64_t{64} << 20;
/// A record may be late where the folder is on another machine: a job that ended well left one.
constexpr Nanos patience_with_record = std::chrono::seconds(90);
constexpr Nanos patience_without = std::chrono::seconds(3);
/// Slurm lists a job a moment after it has given it a number, and forgets it after MinJobAge.
constexpr Nanos patience_unlisted = std::chrono::seconds(20);
/// A cluster that fails so often before anything runs is not going to mend itself.
constexpr std::uint32_t again_max = 5;
constexpr Nanos patience_lost_reply = std::chrono::seconds(5);

std::string printed_by(const std::string& path) {
  const auto text = read_whole(path, 4096);
  return text ? *text : "";
}

}  // namespace

void Cluster::ask_slurm() {
  const Nanos at = process::since_boot();
  if (jobs_.empty() || asking_ || at < ask_at_) return;
  asking_ = true;
  asked_at_ = at;
  tickets_[desk_.put(question(squeue_line(name_)))] = {Ticket::Kind::look, ""};
}

void Cluster::hear_desk() {
  for (const Desk::Reply& reply : desk_.take()) {
    const auto found = tickets_.find(reply.ticket);
    if (found == tickets_.end()) continue;
    const Ticket ticket = found->second;
    tickets_.erase(found);
    if (ticket.kind == Ticket::Kind::submit) submitted(ticket.batch, reply.answer);
    if (ticket.kind == Ticket::Kind::look) take_rows(reply.answer);
  }
}

void Cluster::take_rows(const os::Answer& answer) {
  asking_ = false;
  ask_at_ = process::since_boot() + options_.ask_every;
  if (answer.status != 0) {  // nobody knows anything: the records still come
    was_away_ = true;
    return;
  }
  std::map<std::pair<std::string, std::uint32_t>, JobRow> rows;
  for (JobRow& row : read_squeue(answer.output, name_)) {
    const auto name = std::pair(row.batch, row.index);
    rows.insert_or_assign(name, std::move(row));
  }
  look_at_files(true);
  std::vector<core::AttemptKey> keys;
  for (const auto& [key, job] : jobs_) {
    if (job.at == At::slurm && job.since < asked_at_) keys.push_back(key);
  }
  for (const core::AttemptKey key : keys) {
    const auto found = jobs_.find(key);
    if (found == jobs_.end()) continue;
    const auto row = rows.find({found->second.batch, found->second.index});
    follow(found->second, row == rows.end() ? nullptr : &row->second);
  }
  submit();
}

/// What Slurm says about a job that has left no record so far.
void Cluster::follow(Job& job, const JobRow* row) {
  const Nanos at = process::since_boot();
  const core::AttemptKey key = job.launch.key;
  const bool began = is_there(folder_.claim(key));
  if (row != nullptr && stage_of(row->state) != Stage::over) {
    const bool was_unknown = job.array.empty();
    job.last = *row;
    job.array = row->array;
    job.doubtful = false;
    job.gone_since.reset();
    if (job.stopped && was_unknown) recall(job);
    return;
  }
  if (!job.gone_since) job.gone_since = at;
  if (row == nullptr) {
    // Whether it ever got to Slurm nobody knows: it may be submitted twice, and runs once.
    if (job.doubtful && !began && at - *job.gone_since >= patience_lost_reply && !job.stopped)
      return submit_again(job, at);
    const bool stopped_early = job.stopped && !began;
    if (at - *job.gone_since < (stopped_early ? patience_without : patience_unlisted)) {
      ask_at_ = std::min(ask_at_, at + std::chrono::seconds(1));
      return;
    }
    core::Evidence evidence;
    const std::string name = job.array.empty() ? "its job" : "job " + job.array;
    evidence.exit = {core::ExitKind::lost, -1, 0,
                     name + ": Slurm does not know it any more, and it left no record"};
    if (job.stopped) evidence.exit = {core::ExitKind::cancelled, -1, 0, name + " was cancelled"};
    place(job, evidence);
    return end(key, std::move(evidence));
  }
  job.last = *row;
  job.array = row->array;
  const bool recorded = row->state == "COMPLETED";
  if (at - *job.gone_since < (recorded ? patience_with_record : patience_without)) {
    ask_at_ = std::min(ask_at_, at + std::chrono::seconds(1));
    return;
  }
  // It never claimed its order, so nothing has run: it may be submitted twice, and runs once.
  if (!began && !job.stopped && is_node_failure(row->state) && job.again < again_max) {
    ++job.again;
    return submit_again(job, at);
  }
  core::Evidence evidence;
  const std::string printed =
      printed_by(folder_.batch(job.batch) + "/" + std::to_string(job.index) + ".out");
  evidence.exit = end_of(*row, job.stopped, began, printed);
  place(job, evidence);
  // It may still run on a node that Slurm cannot reach: there it ends itself.
  static_cast<void>(static_cast<bool>(put_whole(folder_.stop(key), "lost\n")));
  end(key, std::move(evidence));
}

void Cluster::submit_again(Job& job, Nanos not_before) {
  job.at = At::desk;
  job.batch.clear();
  job.array.clear();
  job.gone_since.reset();
  job.doubtful = false;
  job.not_before = not_before;
}

/// When it waited and when it ran, by the clock of the shared file system: those of nodes may be
/// off.
void Cluster::place(const Job& job, core::Evidence& evidence) const {
  core::Placed placed = evidence.placed.value_or(core::Placed{});
  if (placed.job.empty() && !job.array.empty())
    placed.job = job.array + "_" + std::to_string(job.index);
  if (placed.node.empty()) placed.node = job.last.node;
  const auto ordered = time_of(folder_.order(job.launch.key));
  const auto began = time_of(folder_.claim(job.launch.key));
  if (began) evidence.started = *began;
  if (!began) evidence.started = process::wall_clock();
  if (ordered) placed.queued = std::max(Millis{0}, evidence.started - *ordered);
  evidence.placed = std::move(placed);
}

/// Fault::not_found: there is none yet, or the folder cannot be read at the moment. Every other
/// fault: what is there is not what the node of this order wrote.
Result<JobDone> Cluster::record_of(const Job& job) const {
  const core::AttemptKey key = job.launch.key;
  auto text = read_whole(folder_.done(key), record_bytes_max);
  if (!text) {
    const bool may_come = text.error().fault != Fault::bad_input;
    return Error{may_come ? Fault::not_found : Fault::bad_input, text.error().what};
  }
  auto ordered = read_whole(folder_.order(key), record_bytes_max);
  if (!ordered) return Error{Fault::bad_input, "its order is gone: " + ordered.error().what};
  const JobOrder order = TRY(format::stored::read_text<JobOrder>(*ordered));
  JobDone done = TRY(format::stored::read_text<JobDone>(*text));
  if (done.key != key || done.token != order.token)
    return Error{Fault::bad_input, "it is of another attempt"};
  return done;
}

void Cluster::collect(core::AttemptKey key) {
  const auto found = jobs_.find(key);
  if (found == jobs_.end()) return;
  const Job& job = found->second;
  Result<JobDone> done = record_of(job);
  if (!done && done.error().fault == Fault::not_found) return;  // it will be looked for again
  if (!done) {
    core::Evidence evidence;
    evidence.exit = {core::ExitKind::unrecorded, -1, 0,
                     "its record cannot be read: " + done.error().what};
    place(job, evidence);
    return end(key, std::move(evidence));
  }
  core::Evidence evidence = evidence_of(job, done.take());
  end(key, std::move(evidence));
}

core::Evidence Cluster::evidence_of(const Job& job, JobDone done) {
  core::Evidence evidence = std::move(done.evidence);
  evidence.reading = {};
  place(job, evidence);
  bring_log(job, evidence);
  const auto brought = bring_reports(job, done);
  const bool ran = evidence.exit.kind == core::ExitKind::exited;
  if (!brought && ran) {
    evidence.exit.kind = core::ExitKind::unrecorded;
    evidence.exit.detail = "its report could not be brought back: " + brought.error().what;
  }
  const auto same = check_strays(job, done);
  if (!same && evidence.exit.kind == core::ExitKind::exited) {
    evidence.exit.kind = core::ExitKind::unrecorded;
    evidence.exit.detail = same.error().what;
  }
  return evidence;
}

/// What the node found changed since the order is changed here as well: then it is one tree, and
/// whoever watches it judges what ran on it.
Result<> Cluster::check_strays(const Job& job, const JobDone& done) {
  if (done.strays.empty()) return {};
  const std::string where = done.evidence.placed ? done.evidence.placed->node : job.last.node;
  const tree::Snapshot now = TRY(trees_at(root_of(job.launch.cwd)).snapshot());
  for (const Stray& stray : done.strays) {
    const auto file = std::find_if(now.files.begin(), now.files.end(),
                                   [&](const auto& each) { return each.path == stray.path; });
    const bool same = file == now.files.end()
                          ? stray.kind.empty()
                          : stray.kind == std::string(1, static_cast<char>(file->kind)) &&
                                stray.digest == file->content.hex();
    if (!same)
      return Error{Fault::conflict, "node " + where + " saw another tree: " + stray.path +
                                        " was not what it is here"};
  }
  return {};
}

namespace {

/// A file of the shared folder, whole and durable beside the logs of this machine.
Result<Digest> bring_file(const std::string& from, const std::string& to) {
  const std::string bytes = TRY(read_whole(from, log_bytes_max));
  TRY(put_whole(to, bytes));
  const os::Descriptor folder(
      ::open(to.substr(0, to.rfind('/')).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder) ::fsync(folder.get());
  return digest_of(bytes);
}

}  // namespace

void Cluster::bring_log(const Job& job, core::Evidence& evidence) const {
  const std::string remote = std::exchange(evidence.output.log_path, "");
  if (remote.empty()) return;
  const std::string name = std::filesystem::path(remote).filename().string();
  const std::string from = folder_.attempt(job.launch.key) + "/";
  const auto brought = bring_file(from + name, options_.log_dir + "/" + name);
  if (brought && *brought == evidence.output.log) {
    evidence.output.log_path = options_.log_dir + "/" + name;
  } else {
    evidence.exit.kind = core::ExitKind::unrecorded;
    evidence.exit.detail = brought ? "its log is not what the node wrote" : brought.error().what;
    evidence.output = {};
  }
  if (!job.launch.agent) return;
  const std::string prompt = name.substr(0, name.rfind('.')) + ".prompt.md";
  static_cast<void>(static_cast<bool>(bring_file(from + prompt, options_.log_dir + "/" + prompt)));
}

/// Into the workspace, where the command would have written them.
Result<> Cluster::bring_reports(const Job& job, const JobDone& done) const {
  if (done.reports.empty()) return {};
  const tree::TreeFiles from =
      TRY(tree::TreeFiles::open(folder_.attempt(job.launch.key) + "/reports"));
  const tree::TreeFiles to = TRY(tree::TreeFiles::open(job.launch.cwd));
  for (const std::string& path : done.reports) {
    if (!tree::is_tree_path(path)) return Error{Fault::bad_input, path + " is no path of a report"};
    const auto file = TRY(from.look(path));
    if (file) TRY(to.take(from, *file, tree::Durable::no));
  }
  return {};
}

/// Which jobs an earlier coordinator of this run has submitted, or tried to.
void Cluster::load_batches() {
  if (std::exchange(batches_loaded_, true)) return;
  std::error_code failure;
  for (std::filesystem::directory_iterator at(folder_.batches(), failure), last;
       !failure && at != last; at.increment(failure)) {
    const auto text = read_whole(at->path().string() + "/keys", record_bytes_max);
    const auto batch = text ? format::stored::read_text<Batch>(*text) : Result<Batch>(Batch{});
    if (!batch) continue;
    const std::string name = at->path().filename().string();
    const bool numbered = is_there(at->path().string() + "/job");
    for (std::size_t i = 0; i < batch->keys.size(); ++i) {
      const auto found = known_batches_.find(batch->keys[i]);
      if (found == known_batches_.end() || numbered)
        known_batches_.insert_or_assign(batch->keys[i],
                                        std::pair(name, static_cast<std::uint32_t>(i)));
    }
  }
}

}  // namespace assay::slurm
