// SPDX-License-Identifier: MIT
// What goes through the shared folder: the order of one attempt, from the coordinator to the node,
// and what became of it, back. Each is a file that is there as a whole or not at all.
#pragma once

#include "base/record.h"
#include "base/result.h"
#include "core/ask/process.h"
#include "core/ask/supplies.h"
#include "core/event_records.h"
#include "core/run/executor.h"
#include "core/run/isolation.h"
#include "format/journal/whole.h"  // records of evidence are read here, too

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::slurm {

using Variables = std::vector<std::pair<std::string, std::string>>;

/// Everything the node needs to know to run one attempt as the coordinator's machine would.
struct JobOrder {
  core::AttemptKey key;
  std::string run_id;
  std::string name;
  std::string command;
  std::string cwd;
  Variables env = {};  ///< all of it: nothing of the node's own environment is passed on
  Millis timeout{0};
  std::string report = {};
  std::shared_ptr<const core::agent::Order> agent = {};
  std::vector<std::string> secrets = {};  ///< names of variables
  core::Isolation isolation = {};
  std::string isolation_word = {};  ///< what the coordinator's machine gives
  std::string workspace = {};
  std::string state_dir = {};
  std::string state_home = {};
  std::string config_dir = {};
  core::TreeAtNode tree = core::TreeAtNode::shared;
  std::string root = {};  ///< of the working tree that cwd is in
  std::string list = {};  ///< of the files it has: a name in the folder of trees
  core::Supplies supplies = {};
  Millis time_limit{0};          ///< of the job
  std::uint64_t root_inode = 0;  ///< of the working tree, as the coordinator sees it
  Instant looked{};              ///< the list is younger, by the clock of the shared file system
  std::string token = {};        ///< its record has to say it

  friend bool operator==(const JobOrder& a, const JobOrder& b) { return is_equal(a, b); }
};

constexpr auto fields_of(Of<JobOrder>) {
  using Set = JobOrder;
  return record<Set>(
      flat(&Set::key), field("run_id", &Set::run_id, required), field("name", &Set::name, required),
      field("command", &Set::command), field("cwd", &Set::cwd, required),
      field("env", &Set::env, Pairs{}), field("timeout", &Set::timeout),
      field("report", &Set::report), field("agent", &Set::agent), field("secrets", &Set::secrets),
      field("isolation", &Set::isolation), field("isolation_word", &Set::isolation_word),
      field("workspace", &Set::workspace), field("state_dir", &Set::state_dir),
      field("state_home", &Set::state_home), field("config_dir", &Set::config_dir),
      field("tree", &Set::tree), field("root", &Set::root), field("list", &Set::list),
      field("supplies", &Set::supplies), field("time_limit", &Set::time_limit),
      field("root_inode", &Set::root_inode), field("looked", &Set::looked),
      field("token", &Set::token));
}

/// A file of the shared working tree that was another one when the attempt began, and had become so
/// after the order: the coordinator has to see the same.
struct Stray {
  std::string path;
  std::string kind = {};    ///< a letter of tree::FileKind; empty: it was gone
  std::string digest = {};  ///< hex

  friend bool operator==(const Stray&, const Stray&) = default;
};

constexpr auto fields_of(Of<Stray>) {
  return record<Stray>(field("path", &Stray::path, required), field("kind", &Stray::kind),
                       field("digest", &Stray::digest));
}

struct JobDone {
  core::AttemptKey key;
  core::Evidence evidence;                ///< its log lies beside it
  std::vector<std::string> reports = {};  ///< report files it wrote, relative to its directory
  std::string token = {};                 ///< of the order it belongs to
  std::vector<Stray> strays = {};

  friend bool operator==(const JobDone& a, const JobDone& b) { return is_equal(a, b); }
};

constexpr auto fields_of(Of<JobDone>) {
  return record<JobDone>(flat(&JobDone::key), field("evidence", &JobDone::evidence, required),
                         field("reports", &JobDone::reports), field("token", &JobDone::token),
                         field("strays", &JobDone::strays));
}

/// Jobs that were submitted together: element i of the array runs keys[i].
struct Batch {
  std::vector<core::AttemptKey> keys;

  friend bool operator==(const Batch&, const Batch&) = default;
};

constexpr auto fields_of(Of<Batch>) { return record<Batch>(field("keys", &Batch::keys, required)); }

/// "3-1"
std::string name_of(core::AttemptKey key);
std::optional<core::AttemptKey> key_named(std::string_view name);

/// What the folder and the jobs of a run are called. Two ledgers may have runs of the same id; that
/// they also began in the same millisecond is not to be feared.
std::string folder_name(const std::string& run_id, Instant begun);

/// Where the files of a run lie below the shared folder.
class RunFolder {
 public:
  RunFolder(const std::string& shared_dir, const std::string& name)
      : shared_(shared_dir), run_(shared_dir + "/runs/" + name) {}
  /// Of a node, which is told the folder of the run.
  static RunFolder at(const std::string& run_folder);

  const std::string& path() const { return run_; }
  const std::string& shared() const { return shared_; }
  std::string orders() const { return run_ + "/orders"; }
  std::string order(core::AttemptKey key) const { return orders() + "/" + name_of(key); }
  std::string claims() const { return run_ + "/claims"; }
  std::string claim(core::AttemptKey key) const { return claims() + "/" + name_of(key); }
  std::string stops() const { return run_ + "/stops"; }
  std::string stop(core::AttemptKey key) const { return stops() + "/" + name_of(key); }
  std::string done() const { return run_ + "/done"; }
  std::string done(core::AttemptKey key) const { return done() + "/" + name_of(key); }
  std::string attempts() const { return run_ + "/attempts"; }
  std::string attempt(core::AttemptKey key) const { return attempts() + "/" + name_of(key); }
  std::string batches() const { return run_ + "/batches"; }
  std::string batch(const std::string& name) const { return batches() + "/" + name; }
  /// Written before the tree is looked at: its time is that of the file system.
  std::string looked() const { return run_ + "/looked"; }
  std::string trees() const { return shared_ + "/trees"; }
  std::string programs() const { return shared_ + "/bin"; }

  /// Makes what is missing, for this user alone. Fault::bad_input: somebody else could write there.
  Result<> make() const;

 private:
  std::string shared_;
  std::string run_;
};

/// Writes a file under another name first, so that nobody sees half of it.
Result<> put_whole(const std::string& path, std::string_view text);
/// Fault::not_found: it is not there. Fault::bad_input: it is no file, or a larger one.
Result<std::string> read_whole(const std::string& path, std::uint64_t bytes_max);
/// When the file came to be there as it is, by the clock of its file system; none: it is not there.
std::optional<Instant> time_of(const std::string& path);
bool is_there(const std::string& path);
/// Somebody is about to use it: whoever clears up leaves alone what is young.
void keep_young(const std::string& path);

}  // namespace assay::slurm
