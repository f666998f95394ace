// SPDX-License-Identifier: MIT
// `assay init`: finds the gates a project already has and writes them into a commented assay.yaml.
#include "face/cli/commands.h"
#include "format/project.h"
#include "format/text/escape.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

constexpr std::uint64_t file_bytes_max = 1U << 20;

/// The workspace as the detection sees it: names relative to its root.
class WorkspaceFiles final : public format::ProjectFiles {
 public:
  WorkspaceFiles(shell::Files& files, std::string root) : files_(files), root_(std::move(root)) {}

  bool exists(const std::string& path) const override {
    return files_.is_regular(root_ + "/" + path) || files_.is_directory(root_ + "/" + path);
  }
  std::optional<std::string> read(const std::string& path) const override {
    auto text = files_.read(root_ + "/" + path, file_bytes_max);
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

 private:
  shell::Files& files_;
  std::string root_;
};

std::string told(const format::ProjectPlan& plan) {
  std::string text;
  for (const std::string& each : plan.found) text += "found " + format::printable(each) + "\n";
  for (const std::string& each : plan.notes) text += "note: " + format::printable(each) + "\n";
  return text;
}

void init(Session& session, bool print_only) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  const std::string path =
      session.config_path.empty() ? place->workspace + "/assay.yaml" : session.config_path;
  if (!print_only && session.outside.files().is_regular(path)) {
    return session.fail(
        Error{Fault::conflict,
              path + " exists already; `assay init --print` shows what would be written"});
  }
  const format::ProjectPlan plan =
      format::detect_project(WorkspaceFiles(session.outside.files(), place->workspace));
  session.note(told(plan));
  if (plan.gates.empty()) {
    return session.fail(Error{
        Fault::not_found,
        "no gates found in " + place->workspace +
            ": write assay.yaml by hand (see `assay schema assay` and the manual, section 7)"});
  }
  const std::string yaml = format::to_assay_yaml(plan);
  if (print_only) return session.out(yaml);
  if (const auto written = session.outside.files().create(path, yaml); !written)
    return session.fail(written.error());
  std::string names;
  for (const format::Gate& gate : plan.gates) names += (names.empty() ? "" : ", ") + gate.id;
  session.out(fmt::format("wrote {} with {} {}: {}\nnext: read it, then `assay verify`\n", path,
                          plan.gates.size(), plan.gates.size() == 1 ? "gate" : "gates", names));
}

}  // namespace

void add_init(CLI::App& root, Session& session) {
  auto print_only = std::make_shared<bool>(false);
  CLI::App* command =
      root.add_subcommand("init", "Find the project's own gates and write assay.yaml");
  command->add_flag("--print", *print_only, "Print it instead of writing it");
  command->callback([print_only, &session] { init(session, *print_only); });
}

}  // namespace assay::cli
