// SPDX-License-Identifier: MIT
// `assay ci`: files for build services, ready to be kept.
#include "api/ci.h"

#include "face/cli/commands.h"

namespace assay::cli {

namespace {

void print_file(Session& session, const std::string& service) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  session.out(api::build_service_file(service, *site));
}

}  // namespace

void add_ci(CLI::App& root, Session& session) {
  CLI::App* ci =
      root.add_subcommand("ci", "Print a file that has a build service verify every change");
  ci->require_subcommand(1);
  ci->add_subcommand("github", "For GitHub Actions: .github/workflows/assay.yml")
      ->callback([&session] { print_file(session, "github"); });
  ci->add_subcommand("gitlab", "For GitLab: .gitlab-ci.yml, or a file that it includes")
      ->callback([&session] { print_file(session, "gitlab"); });
}

}  // namespace assay::cli
