// SPDX-License-Identifier: MIT
#include "api/verify_commit.h"

#include "api/workspace.h"

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
  static Reply<std::unique_ptr<RunCopy>> make(const CopyOrder& order, const Site& site,
                                              shell::Audience& audience) {
    auto copies = TRY(site.outside.open_copies(site.place.workspace, site.place.state));
    auto made = std::make_unique<RunCopy>(std::move(copies), order.directory, site);
    TRY(make_copy(*made->copies_, order, site, audience));
    return made;
  }

  RunCopy(std::unique_ptr<shell::Workplace> copies, std::string directory, const Site& site)
      : copies_(std::move(copies)), directory_(std::move(directory)), site_(site) {}
  RunCopy(const RunCopy&) = delete;
  RunCopy& operator=(const RunCopy&) = delete;
  ~RunCopy() { remove_copy(*copies_, directory_, site_); }

  /// Where the run works.
  Site site() const {
    Site inside = site_;
    inside.place.workspace = directory_;
    return inside;
  }

 private:
  std::unique_ptr<shell::Workplace> copies_;
  std::string directory_;
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
  const LoadedConfig loaded = TRY(load_config(site));
  order.supplies = TRY(supplies_of(loaded.config, site));
  const std::string& asked = order.run_id.empty() ? order.manifest.run_id : order.run_id;
  order.run_id = TRY(choose_run_id(asked, site.outside));
  const CopyOrder copy{.run_id = order.run_id,
                       .directory = site.place.state.work(order.run_id) + "/commit",
                       .commit = order.commit->id,
                       .with_changes = false,
                       .supplies = order.supplies,
                       .env = order.env,
                       .pass_env = order.pass_env};
  const auto made = TRY(RunCopy::make(copy, site, audience));
  TRY(check_copy(copy, site));
  return verify(std::move(order), made->site(), audience);
}

Reply<Run> resume_verify_commit(const RunNeeds& needs, const core::verify::Plan& plan,
                                const Site& site, shell::Audience& audience) {
  CopyOrder copy = copy_for(needs.run_id, plan);
  copy.env = needs.env;
  copy.pass_env = needs.pass_env;
  const auto made = TRY(RunCopy::make(copy, site, audience));
  TRY(check_copy(copy, site));  // it lay there while nobody looked after it
  return resume_run(needs, made->site(), audience);
}

}  // namespace assay::api
