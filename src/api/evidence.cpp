// SPDX-License-Identifier: MIT
#include "api/evidence.h"

#include "api/agents.h"
#include "base/text/path.h"
#include "format/journal.h"
#include "format/shell/programs.h"
#include "format/tools/languages.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace assay::api {

namespace {

using core::ByProduct;

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
  const auto rows =
      ledger.runs({.longest = 1, .workspace = workspace, .machine = "verify", .ended = true});
  if (!rows || rows->empty()) return {};
  auto left = left_by(rows->front().run_id, ledger);
  return left ? left.take() : std::vector<ByProduct>();
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

using Variables = std::vector<std::pair<std::string, std::string>>;

/// Where a gate looks for programs by its own variables or the configuration; empty: where assay
/// does.
std::string search_path_of(const core::verify::CommandSpec& spec, const Variables& env) {
  const auto find = [](const Variables& all) -> const std::string* {
    const auto found = std::find_if(all.rbegin(), all.rend(),
                                    [](const auto& each) { return each.first == "PATH"; });
    return found == all.rend() ? nullptr : &found->second;
  };
  if (spec.extras) {
    if (const std::string* own = find(spec.extras->env)) return *own;
  }
  const std::string* common = find(env);
  return common == nullptr ? "" : *common;
}

std::string tidy(const std::string& path) {
  return std::filesystem::path(path).lexically_normal().string();
}

/// Finds the files that words of commands name.
class Finder {
 public:
  Finder(const std::string& cwd, const Site& site) : cwd_(cwd), site_(site) {}

  void add(const core::verify::CommandSpec& spec, const Variables& env) {
    add_text(spec.command, search_path_of(spec, env), 0);
  }
  const std::set<std::string>& paths() const { return paths_; }
  /// What stands for each name on its search path; nothing that is found inside the workspace.
  const std::vector<core::ProgramMark>& marks() const { return marks_; }

 private:
  void add_text(const std::string& text, const std::string& search, int depth) {
    const auto sources = [&](const std::string& path) { return text_of(path); };
    for (const format::shell::Started& each : format::shell::started_by(text, sources))
      add(each, search, depth);
  }

  void add(const format::shell::Started& started, const std::string& search, int depth) {
    const std::string folder = absolute(started.folder);
    if (started.word.starts_with("~/"))
      return add_file(site_.outside.variable("HOME").value_or("") + started.word.substr(1));
    if (started.word.find('/') != std::string::npos)
      return add_file(started.word.front() == '/' ? started.word : folder + "/" + started.word);
    if (!asked_.insert({started.word, folder, search}).second) return;
    // What npm, npx and their like find first, from where they are up to the workspace.
    for (std::string at = folder; at.starts_with(site_.place.workspace);
         at = at.substr(0, at.rfind('/'))) {
      add_file(at + "/node_modules/.bin/" + started.word);
    }
    // `<workspace>/../bin` on the search path is no place inside the workspace.
    std::string found = on_path(started.word, search);
    if (!found.empty()) found = tidy(found);
    if (!found.empty() && paths_.insert(found).second) follow(found, search, depth);
    if (!found.starts_with(site_.place.workspace + "/"))
      marks_.push_back({.word = started.word, .search = search, .path = found});
  }
  static bool is_of_system(const std::string& program) {
    const std::vector<std::string_view> parts = path_parts(program).parts;
    if (parts.empty()) return false;
    const bool local = parts.size() > 1 && parts[0] == "usr" && parts[1] == "local";
    return !local && (parts[0] == "usr" || parts[0] == "bin" || parts[0] == "sbin");
  }
  /// A tool of somebody's own may be a script that starts others. Those of the system change with
  /// it.
  void follow(const std::string& program, const std::string& search, int depth) {
    constexpr int scripts_deep_max = 3;
    if (is_of_system(program) || depth >= scripts_deep_max) return;
    const auto text = text_of(program);
    if (text && format::shell::script_kind(*text, program) != format::shell::ScriptKind::none)
      add_text(*text, search, depth + 1);
  }
  std::string absolute(const std::string& folder) const {
    if (folder.starts_with('/')) return tidy(folder);
    return folder.empty() ? cwd_ : tidy(cwd_ + "/" + folder);
  }
  void add_file(const std::string& path) {
    std::string plain = tidy(path);
    if (site_.files().is_regular(plain)) paths_.insert(std::move(plain));
  }
  std::string on_path(const std::string& word, std::string_view search) const {
    if (search.empty()) return program_path(word, cwd_, site_.outside);
    while (!search.empty()) {
      const std::string_view folder = search.substr(0, search.find(':'));
      search.remove_prefix(std::min(search.size(), folder.size() + 1));
      const std::string path = std::string(folder) + "/" + word;
      if (site_.files().is_executable(path)) return path;
    }
    return "";
  }
  std::optional<std::string> text_of(const std::string& path) {
    constexpr std::uint64_t text_bytes_max = 1U << 20;
    const auto known = texts_.find(path);
    if (known != texts_.end()) return known->second;
    const std::string file = path.starts_with('/') ? path : cwd_ + "/" + path;
    std::optional<std::string>& text = texts_[path];
    if (!site_.files().is_regular(file)) return text;
    auto read = site_.files().read(file, text_bytes_max);
    if (read) text = read.take();
    return text;
  }

  const std::string cwd_;
  const Site& site_;
  std::set<std::tuple<std::string, std::string, std::string>> asked_;
  std::map<std::string, std::optional<std::string>> texts_;
  std::set<std::string> paths_;
  std::vector<core::ProgramMark> marks_;
};

/// Where Python loads modules from if it is started as, or for, this program.
std::vector<std::string> site_folders(const std::string& program, shell::Files& files) {
  std::vector<std::string> folders;
  const std::string bin = program.substr(0, program.rfind('/'));
  const std::string root = bin.substr(0, bin.rfind('/'));
  for (const std::string& lib : {root + "/lib", root + "/local/lib"}) {
    for (const std::string& name : files.list(lib)) {
      if (!name.starts_with("python3")) continue;
      for (const char* kind : {"/site-packages/", "/dist-packages/"}) {
        const std::string folder = lib + "/" + name + kind;
        if (files.is_directory(folder)) folders.push_back(folder);
      }
    }
  }
  return folders;
}

/// Its bytes are known by the tree, whatever its times say.
bool is_in_tree(const std::string& path, const Site& site) {
  const std::string root = site.place.workspace + "/";
  return path.starts_with(root) &&
         !site.outside.is_ignored(site.place.workspace, path.substr(root.size()));
}

}  // namespace

void add_dependencies(core::verify::Plan& plan, const std::vector<core::verify::CommandSpec>& all,
                      const GateVariables& variables, const Site& site) {
  plan.environment_key = site.outside.environment_key(variables.env, variables.pass_env);
  Finder finder(plan.cwd, site);
  for (std::size_t i = 0; i < all.size() && i < commands_read; ++i)
    finder.add(all[i], variables.env);
  for (const std::string& path : finder.paths()) {
    if (!is_in_tree(path, site))
      plan.tools.push_back({.path = path, .stamp = site.files().stamp(path)});
  }
}

std::vector<core::ProgramMark> program_marks(const std::vector<core::verify::CommandSpec>& commands,
                                             const GateVariables& variables, const std::string& cwd,
                                             const Site& site) {
  Finder finder(cwd, site);
  for (std::size_t i = 0; i < commands.size() && i < commands_read; ++i)
    finder.add(commands[i], variables.env);
  std::vector<core::ProgramMark> marks = finder.marks();
  std::set<std::string> folders;
  for (const core::ProgramMark& mark : marks) {
    if (mark.path.empty()) continue;
    for (std::string& folder : site_folders(mark.path, site.files()))
      folders.insert(std::move(folder));
  }
  for (const std::string& folder : folders) marks.push_back({.path = folder});
  for (core::ProgramMark& mark : marks) {
    if (!mark.path.empty()) mark.digest = site.files().fingerprint(mark.path);
  }
  return marks;
}

Left left_in_workspace(const std::vector<std::string>& written, ledger::Ledger& ledger,
                       const Site& site) {
  std::vector<ByProduct> all = left_by_last(ledger, site.place.workspace);
  for (const std::string& path : written) add_own(all, path, site);
  Left left;
  // Of a path that is told twice the first is the newest.
  std::set<std::string> told;
  for (ByProduct& each : all) {
    using format::tools::Language;
    const Language language = format::tools::language_of(each.path);
    const bool is_text = language == Language::none || language == Language::markup;
    // What this run itself writes is nobody's to load meanwhile, unless it is a program's text.
    const bool aside = each.digest.empty() ? is_text : !format::tools::is_code(each.path);
    if (!told.insert(each.path).second) continue;
    if (aside) {
      left.by_products.push_back(std::move(each));
    } else if (!each.digest.empty()) {
      left.code.push_back(std::move(each.path));
    }
  }
  return left;
}

}  // namespace assay::api
