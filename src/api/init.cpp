// SPDX-License-Identifier: MIT
#include "api/init.h"

#include "api/agents.h"
#include "api/doctor.h"

namespace assay::api {

namespace {

constexpr std::uint64_t project_file_max = 1U << 20;

/// The workspace as the detection sees it: names relative to its root.
class WorkspaceFiles final : public format::ProjectFiles {
 public:
  explicit WorkspaceFiles(const Site& site)
      : outside_(site.outside), files_(site.files()), root_(site.place.workspace) {}

  bool exists(const std::string& path) const override {
    return files_.is_regular(root_ + "/" + path) || files_.is_directory(root_ + "/" + path);
  }
  std::optional<std::string> read(const std::string& path) const override {
    auto text = files_.read(root_ + "/" + path, project_file_max);
    return text ? std::optional<std::string>(text.take()) : std::nullopt;
  }
  std::vector<std::string> list(const std::string& folder) const override {
    const std::string path = folder.empty() ? root_ : root_ + "/" + folder;
    std::vector<std::string> names = files_.list(path);
    for (std::string& name : names) {
      if (files_.is_directory(path + "/" + name)) name.push_back('/');
    }
    return names;
  }
  bool has_program(const std::string& name) const override {
    return !program_path(name, root_, outside_).empty();
  }
  std::optional<std::string> rehearse_make(const std::string& folder,
                                           const std::string& target) const override {
    const auto plan =
        outside_.output_of({"make", "-n", "--no-print-directory", target}, root_ + "/" + folder);
    return plan ? std::optional<std::string>(*plan) : std::nullopt;
  }

 private:
  shell::Outside& outside_;
  shell::Files& files_;
  std::string root_;
};

Reply<format::ProjectPlan> survey(const InitRequest& request, const Site& site) {
  const std::string path = site.config_file();
  if (request.write && site.files().is_regular(path))
    return Problem{.code = Code::config_exists, .value = path, .what = path + " exists already"};
  format::ProjectPlan plan = format::detect_project(WorkspaceFiles(site));
  plan.agents = installed_agents(site.outside);
  return plan;
}

Problem no_gates_found(const Site& site) {
  return {.code = Code::no_gates_found,
          .value = site.place.workspace,
          .what = "no gates found in " + site.place.workspace +
                  ": looked for CI files, documented commands, scripts and build files of the "
                  "usual tools."};
}

/// The plan with what trying showed.
Reply<format::ProjectPlan> settle_plan(format::ProjectPlan plan, const InitRequest& request,
                                       const Site& site, TryAudience& audience) {
  if (!request.limits) return format::settle(std::move(plan), {});
  const Tried tried = try_gates(plan, *request.limits, site, audience);
  if (tried.stopped) return Problem{.code = Code::stopped, .what = "stopped; nothing was written"};
  format::ProjectPlan settled = format::settle(std::move(plan), tried.trials);
  settled.leaves = tried.leaves;
  if (tried.time_up && !request.too_short.empty()) settled.notes.push_back(request.too_short);
  return settled;
}

}  // namespace

Reply<Initiated> init(const InitRequest& request, const Site& site, InitAudience& audience) {
  format::ProjectPlan plan = TRY(survey(request, site));
  audience.surveyed(plan);
  if (!plan.gates.empty()) plan = TRY(settle_plan(std::move(plan), request, site, audience));
  audience.settled(plan);
  if (plan.gates.empty()) return no_gates_found(site);
  if (request.write) TRY(site.files().create(site.config_file(), format::to_assay_yaml(plan)));
  return Initiated{std::move(plan), site.config_file()};
}

}  // namespace assay::api
