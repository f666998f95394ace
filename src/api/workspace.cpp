// SPDX-License-Identifier: MIT
#include "api/workspace.h"

#include "base/match.h"

namespace assay::api {

namespace {

constexpr const char* include_file = ".worktreeinclude";
constexpr std::uint64_t include_bytes_max = 1U << 20;
constexpr Millis copy_patience{200};

std::string digest_of_variables(const std::vector<std::pair<std::string, std::string>>& env) {
  if (env.empty()) return "";
  Hasher hasher;
  for (const auto& [name, value] : env)
    hasher.update(std::to_string(name.size()) + ":" + name + "=" + std::to_string(value.size()) +
                  ":" + value);
  return hasher.finish().hex();
}

/// One attempt outside of any machine: how it ended, and whether somebody asked to stop.
class SetUpRun {
 public:
  SetUpRun(const CopyOrder& order, const Site& site, shell::Audience& audience)
      : order_(order), site_(site), audience_(audience) {}

  Result<core::Evidence> run(const core::Launch& launch) {
    running_ = TRY(site_.outside.open_executor({order_.run_id,
                                                site_.place.state.logs(order_.run_id),
                                                order_.env,
                                                order_.pass_env,
                                                {},
                                                order_.isolation,
                                                site_.place.workspace,
                                                state_home(site_.outside),
                                                user_config_dir(site_.outside),
                                                site_.place.state}));
    audience_.started(launch);
    running_.executor->start(launch);
    while (running_.executor->in_flight() > 0 || !ended_) {
      for (shell::Happening& happening : TRY(running_.executor->wait(audience_.period())))
        match(
            happening, [&](shell::ProcessEnded& ended) { ended_ = std::move(ended.evidence); },
            [&](shell::StopAsked& asked) { stop(asked.by); });
      audience_.tick();
    }
    core::Evidence evidence = std::move(*ended_);
    evidence.reading = site_.outside.reader().read(launch, evidence);
    audience_.ended({.at = site_.outside.clock().now(),
                     .key = launch.key,
                     .name = launch.name,
                     .evidence = evidence});
    return evidence;
  }

  bool stopped() const { return stopped_; }

 private:
  void stop(const std::string& by) {
    stopped_ = true;
    audience_.stopping(by);
    running_.executor->stop_all();
  }

  const CopyOrder& order_;
  const Site& site_;
  shell::Audience& audience_;
  shell::OpenExecutor running_;
  std::optional<core::Evidence> ended_;
  bool stopped_ = false;
};

Reply<> supply_copy(shell::Workplace& copies, const CopyOrder& order, const Site& site,
                    shell::Audience& audience) {
  const shell::SupplyOrder wanted{{0, 1}, site.place.workspace, order.directory, order.supplies};
  for (;;) {
    shell::Supply supply = copies.supply(wanted, copy_patience);
    if (supply.status == shell::Supply::Status::busy) continue;
    if (supply.status == shell::Supply::Status::sets_up) {
      SetUpRun attempt(order, site, audience);
      const core::Evidence evidence = TRY(attempt.run(supply.launch));
      supply = copies.set_up(wanted, evidence);
      if (attempt.stopped())
        return Problem{.code = Code::stopped, .what = "stopped while the copy was set up"};
    }
    if (supply.status == shell::Supply::Status::ready) return {};
    return Error{Fault::io, supply.detail};
  }
}

}  // namespace

Reply<std::shared_ptr<const core::Supplies>> supplies_of(const format::Config& config,
                                                         const Site& site) {
  core::Supplies supplies = config.workspace;
  const bool may_be_there =
      config.trusted.any() || site.files().is_regular(site.place.workspace + "/" + include_file);
  if (may_be_there) {
    auto listed = read_deciding(include_file, config.trusted, site, include_bytes_max);
    if (!listed && listed.error().fault != Fault::not_found) return listed.error();
    if (listed) supplies.listed = listed.take();
  }
  if (supplies.empty()) return std::shared_ptr<const core::Supplies>();
  if (!supplies.setup.empty()) supplies.environment = digest_of_variables(config.verify.env);
  return std::make_shared<const core::Supplies>(std::move(supplies));
}

Reply<> make_copy(shell::Workplace& copies, const CopyOrder& order, const Site& site,
                  shell::Audience& audience) {
  const core::OpenCopy wanted{.key = {0, 1},
                              .workspace = site.place.workspace,
                              .directory = order.directory,
                              .commit = order.commit,
                              .with_changes = order.with_changes,
                              .supplies = order.supplies};
  const core::work::WorkResult opened = copies.copy(wanted);
  if (opened.status != core::work::WorkResult::Status::done) return Error{Fault::io, opened.detail};
  Reply<> supplied = order.mix ? order.mix(order.directory) : Reply<>();
  if (supplied) supplied = supply_copy(copies, order, site, audience);
  if (!supplied) remove_copy(copies, order.directory, site);
  return supplied;
}

void remove_copy(shell::Workplace& copies, const std::string& directory, const Site& site) {
  copies.close(
      {.key = {0, 1}, .workspace = site.place.workspace, .directory = directory, .branch = ""});
}

}  // namespace assay::api
