// SPDX-License-Identifier: MIT
#include "api/evidence.h"

#include "api/agents.h"
#include "format/journal.h"
#include "format/shell/programs.h"
#include "format/tools/languages.h"

#include <algorithm>
#include <set>

namespace assay::api {

namespace {

using core::ByProduct;

constexpr std::size_t runs_asked = 1000;
/// A manifest of more commands than this names its programs by the first of them.
constexpr std::size_t commands_read = 1000;

/// By-products that the events of a run tell of, the newest first.
Result<std::vector<ByProduct>> left_by(const std::string& run_id, ledger::Ledger& ledger) {
  std::vector<ByProduct> left;
  const auto hear = [&](const shell::EventRow& row) -> Result<> {
    if (row.kind != "tree_observed" && row.kind != "run_started") return {};
    const Instant at = TRY(parse_instant(row.at));
    const core::Event event = TRY(format::decode(row.kind, at, row.body));
    const auto* first = std::get_if<core::RunStarted>(&event);
    const auto* plan = first == nullptr
                           ? nullptr
                           : std::get_if<std::shared_ptr<const core::verify::Plan>>(&first->plan);
    // What assay wrote itself then may be anybody's by now.
    if (plan != nullptr) {
      left = (*plan)->by_products;
      std::erase_if(left, [](const ByProduct& each) { return each.digest.empty(); });
    }
    if (const auto* seen = std::get_if<core::TreeObserved>(&event))
      left.insert(left.begin(), seen->created.begin(), seen->created.end());
    return {};
  };
  TRY(ledger.for_each_event(run_id, hear));
  return left;
}

/// What the last verify run of this workspace has left in it.
std::vector<ByProduct> left_by_last(ledger::Ledger& ledger, const std::string& workspace) {
  const auto rows = ledger.runs(runs_asked);
  if (!rows) return {};
  for (const ledger::RunRow& row : *rows) {
    const bool ours = row.machine == "verify" && row.workspace == workspace && row.outcome;
    if (!ours) continue;
    auto left = left_by(row.run_id, ledger);
    return left ? left.take() : std::vector<ByProduct>();
  }
  return {};
}

void add_own(std::vector<ByProduct>& left, const std::string& path, const Site& site) {
  // The file may not be there yet; its folder is.
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const auto real = site.files().real_path(folder);
  const std::string root = site.place.workspace + "/";
  if (!real) return;
  const std::string absolute = *real + "/" + path.substr(slash + 1);
  if (!absolute.starts_with(root)) return;
  // Under its newest name first: a file that a gate left is assay's own from now on.
  left.insert(left.begin(), {.path = absolute.substr(root.size()), .digest = ""});
}

/// Where gates look for programs by the configuration; empty: where assay does.
std::string search_path_of(const GateVariables& variables) {
  for (const auto& [name, value] : variables.env) {
    if (name == "PATH") return value;
  }
  return "";
}

/// The file that a word of a command names; empty: none.
std::string file_of(const std::string& word, std::string_view search, const std::string& cwd,
                    const Site& site) {
  shell::Files& files = site.files();
  if (word.find('/') != std::string::npos) {
    const std::string path = word.front() == '/' ? word : cwd + "/" + word;
    return files.is_regular(path) ? path : "";
  }
  if (search.empty()) return program_path(word, cwd, site.outside);
  while (!search.empty()) {
    const std::string_view folder = search.substr(0, search.find(':'));
    search.remove_prefix(std::min(search.size(), folder.size() + 1));
    const std::string path = std::string(folder) + "/" + word;
    if (files.is_executable(path)) return path;
  }
  return "";
}

/// Its bytes are known by the tree, whatever its times say. Nothing is in the tree, too.
bool is_in_tree(const std::string& path, const Site& site) {
  const std::string root = site.place.workspace + "/";
  if (path.empty()) return true;
  return path.starts_with(root) &&
         !site.outside.is_ignored(site.place.workspace, path.substr(root.size()));
}

}  // namespace

void add_dependencies(core::verify::Plan& plan, const std::vector<core::verify::CommandSpec>& all,
                      const GateVariables& variables, const Site& site) {
  plan.environment_key = site.outside.environment_key(variables.env, variables.pass_env);
  std::set<std::string> names;
  for (std::size_t i = 0; i < all.size() && i < commands_read; ++i) {
    for (std::string& name : format::shell::programs_in(all[i].command))
      names.insert(std::move(name));
  }
  std::set<std::string> paths;
  const std::string search = search_path_of(variables);
  for (const std::string& name : names) paths.insert(file_of(name, search, plan.cwd, site));
  std::erase_if(paths, [&](const std::string& path) { return is_in_tree(path, site); });
  for (const std::string& path : paths)
    plan.tools.push_back({.path = path, .stamp = site.files().stamp(path)});
}

std::vector<ByProduct> left_in_workspace(const std::vector<std::string>& written,
                                         ledger::Ledger& ledger, const Site& site) {
  std::vector<ByProduct> left = left_by_last(ledger, site.place.workspace);
  for (const std::string& path : site.outside.own_outputs()) add_own(left, path, site);
  for (const std::string& path : written) add_own(left, path, site);
  // What this run itself writes is nobody's to load meanwhile, unless it is a program's text.
  std::erase_if(left, [](const ByProduct& each) {
    using format::tools::Language;
    const Language language = format::tools::language_of(each.path);
    const bool is_text = language == Language::none || language == Language::markup;
    return each.digest.empty() ? !is_text : format::tools::is_code(each.path);
  });
  // Of a path that is told twice the first is the newest.
  std::set<std::string> told;
  std::erase_if(left, [&](const ByProduct& each) { return !told.insert(each.path).second; });
  return left;
}

}  // namespace assay::api
