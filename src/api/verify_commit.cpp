// SPDX-License-Identifier: MIT
#include "api/verify_commit.h"

#include "api/sealed.h"
#include "api/workspace.h"
#include "core/ask/tree.h"

namespace assay::api {

namespace {

/// A copy has no folder outside of itself.
Reply<> bring_inside(std::string& cwd, const Site& site) {
  const std::string& workspace = site.place.workspace;
  if (!cwd.starts_with("/")) return {};
  if (cwd != workspace && !cwd.starts_with(workspace + "/"))
    return Error{Fault::bad_input, "cwd: " + cwd +
                                       " is outside of the workspace, and a copy of a "
                                       "commit has nothing of it"};
  cwd = cwd == workspace ? "." : cwd.substr(workspace.size() + 1);
  return {};
}

CopyOrder copy_for(const std::string& run_id, const core::verify::Plan& plan) {
  return {.run_id = run_id,
          .directory = plan.workspace,
          .commit = plan.commit,
          .with_changes = false,
          .supplies = plan.supplies};
}

/// What is in the copy must be what was asked for, whatever was brought along.
Reply<> check_copy(const CopyOrder& order, const Site& site) {
  const auto dirty = site.outside.repository(order.directory).dirty;
  if (dirty.empty()) return {};
  return Problem{
      .code = Code::io,
      .what = "the copy of " + order.commit.substr(0, 12) + " is not what the commit has",
      .items = dirty};
}

/// The copy of a run, gone when this is.
class RunCopy {
 public:
  /// What is done to its files before it is given what it needs; may be empty.
  using Mix = std::function<Reply<>(shell::Workplace&, const CopyOrder&)>;

  static Reply<std::unique_ptr<RunCopy>> make(CopyOrder order, const Site& site,
                                              shell::Audience& audience, const Mix& mix = {}) {
    auto copies = TRY(site.outside.open_copies(site.place.workspace, site.place.state));
    auto made = std::make_unique<RunCopy>(std::move(copies), order.directory, site);
    shell::Workplace& place = *made->copies_;
    const CopyOrder wanted = order;
    if (mix) order.mix = [&](const std::string&) { return mix(place, wanted); };
    TRY(make_copy(place, order, site, audience));
    return made;
  }

  RunCopy(std::unique_ptr<shell::Workplace> copies, std::string directory, const Site& site)
      : copies_(std::move(copies)), directory_(std::move(directory)), site_(site) {}
  RunCopy(const RunCopy&) = delete;
  RunCopy& operator=(const RunCopy&) = delete;
  ~RunCopy() {
    remove_copy(*copies_, directory_, site_);
    if (!beside_.empty()) remove_copy(*copies_, beside_, site_);
  }

  /// Another folder of the run that goes with it.
  void take_with(std::string directory) { beside_ = std::move(directory); }

  /// Where the run works.
  Site site() const {
    Site inside = site_;
    inside.place.workspace = directory_;
    return inside;
  }

 private:
  std::unique_ptr<shell::Workplace> copies_;
  std::string directory_;
  std::string beside_;
  const Site& site_;
};

}  // namespace

Reply<shell::CommitFacts> named_commit(const std::string& revision, const std::string& field,
                                       const Site& site) {
  auto found = site.outside.find_commit(site.place.workspace, revision);
  if (found) return found.take();
  if (found.error().fault != Fault::bad_input) return found.error();
  return Problem{
      .code = Code::bad_value, .field = field, .value = revision, .what = found.error().what};
}

Reply<Run> verify_commit(VerifyOrder order, const Site& site, shell::Audience& audience) {
  ENSURE(order.commit.has_value());
  TRY(bring_inside(order.manifest.cwd, site));
  const std::string& asked = order.run_id.empty() ? order.manifest.run_id : order.run_id;
  order.run_id = TRY(choose_run_id(asked, site.outside));
  const CopyOrder copy{.run_id = order.run_id,
                       .directory = site.place.state.work(order.run_id) + "/commit",
                       .commit = order.commit->id,
                       .with_changes = false,
                       .supplies = order.supplies,
                       .env = order.env,
                       .pass_env = order.pass_env,
                       .isolation = order.isolation};
  const auto made = TRY(RunCopy::make(copy, site, audience));
  TRY(check_copy(copy, site));
  return verify(std::move(order), made->site(), audience);
}

namespace {

/// A sealed verification on its way to the gates.
class Seal {
 public:
  Seal(VerifyOrder& order, const Site& site) : order_(order), site_(site) {}

  /// Everything that is asked of the workspace, before anything is copied.
  Reply<> look() {
    order_.sealing.on = true;
    const auto head = site_.outside.find_commit(site_.place.workspace, "HEAD");
    if (!head)
      return Problem{.code = Code::bad_input,
                     .what = "sealed verification copies what git has, and there is no commit"};
    head_ = head->id;
    globs_ = sealed_globs(order_.policy);
    order_.guarded_by = TRY(guarding_commit_of_all());
    if (order_.guarded_by.empty())
      order_.sealing.problem = "there is no base whose protected files could be used";
    order_.sealing.tree = order_.commit ? order_.commit->tree : TRY(tree_now());
    order_.sealing.open = what_stays_open(order_.supplies, site_);
    return find_changed();
  }

  CopyOrder copy(const std::string& directory) {
    CopyOrder wanted{.run_id = order_.run_id,
                     .directory = directory,
                     .commit = order_.commit ? order_.commit->id : head_,
                     .with_changes = !order_.commit,
                     .supplies = order_.supplies,
                     .env = order_.env,
                     .pass_env = order_.pass_env,
                     .isolation = order_.isolation};
    return wanted;
  }

  /// Puts the base's files in the place of those that are not what it has.
  Reply<> mix(shell::Workplace& copies, const CopyOrder& wanted) {
    if (order_.commit) TRY(check_copy(wanted, site_));
    if (order_.guarded_by.empty()) return {};
    std::vector<std::string> there =
        TRY(site_.outside.protected_changes(wanted.directory, order_.guarded_by, globs_));
    if (order_.commit) order_.protected_changed = there;
    if (there.empty()) return {};
    const core::work::WorkResult done = copies.restore({.key = {0, 1},
                                                        .workspace = wanted.directory,
                                                        .commit = order_.guarded_by,
                                                        .paths = there});
    if (done.status != core::work::WorkResult::Status::done) return Error{Fault::io, done.detail};
    const auto left =
        TRY(site_.outside.protected_changes(wanted.directory, order_.guarded_by, globs_));
    if (!left.empty())
      return Problem{.code = Code::io,
                     .what = "protected files could not be put back as the base has them",
                     .items = left};
    order_.sealing.restored = std::move(there);
    return {};
  }

 private:
  /// Also where nothing is protected: assay.yaml decides.
  Reply<std::string> guarding_commit_of_all() {
    core::verify::Policy all = order_.policy;
    all.protected_paths.emplace_back("./assay.yaml");
    return guarding_commit(all, order_.trusted, site_);
  }
  Reply<std::string> tree_now() {
    auto trees = TRY(site_.outside.open_trees(site_.place.workspace, site_.place.state,
                                              shell::TreeMemory::believed));
    core::ObserveTree look{};
    look.named = true;
    return TRY(trees->observe(look)).tree;
  }
  /// Gates are the workspace's also where a commit is verified: what decides must be the base's.
  Reply<> find_changed() {
    if (order_.guarded_by.empty()) return {};
    std::vector<std::string> changed =
        TRY(site_.outside.protected_changes(site_.place.workspace, order_.guarded_by, globs_));
    order_.sealing.problem = unsealed_by(changed, order_.policy, order_.trusted);
    if (!order_.commit) order_.protected_changed = std::move(changed);
    return {};
  }

  VerifyOrder& order_;
  const Site& site_;
  std::string head_;
  std::vector<std::string> globs_;
};

}  // namespace

Reply<Run> verify_sealed(VerifyOrder order, const Site& site, shell::Audience& audience) {
  TRY(bring_inside(order.manifest.cwd, site));
  const std::string& asked = order.run_id.empty() ? order.manifest.run_id : order.run_id;
  order.run_id = TRY(choose_run_id(asked, site.outside));
  Seal seal(order, site);
  TRY(seal.look());
  // Attempts see nothing of the run's folder but the one their copy is in.
  const std::string work = site.place.state.work(order.run_id) + "/sealed";
  const std::string home = work + "/home";
  TRY(site.files().make_directories(home));
  order.environment_key = sealed_key(order.env, order.pass_env, site);
  order.programs = program_marks(order.manifest.commands, {order.env, order.pass_env},
                                 site.place.workspace, site);
  order.env = sealed_variables(std::move(order.env), home, site);
  order.supplies = sealed_supplies(order.supplies);
  const auto made = TRY(RunCopy::make(
      seal.copy(work + "/tree"), site, audience,
      [&](shell::Workplace& copies, const CopyOrder& wanted) { return seal.mix(copies, wanted); }));
  made->take_with(work);
  return verify(std::move(order), made->site(), audience);
}

Reply<Run> resume_verify_commit(const RunNeeds& needs, const core::verify::Plan& plan,
                                const Site& site, shell::Audience& audience) {
  CopyOrder copy = copy_for(needs.run_id, plan);
  copy.env = needs.env;
  copy.pass_env = needs.pass_env;
  copy.isolation = needs.isolation;
  const auto made = TRY(RunCopy::make(copy, site, audience));
  TRY(check_copy(copy, site));  // it lay there while nobody looked after it
  return resume_run(needs, made->site(), audience);
}

}  // namespace assay::api
