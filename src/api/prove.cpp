// SPDX-License-Identifier: MIT
#include "api/prove.h"

#include "api/evidence.h"
#include "api/history.h"
#include "api/open_ledger.h"
#include "api/sealed.h"
#include "api/verify_commit.h"
#include "api/workspace.h"
#include "base/id.h"
#include "base/text/ascii.h"
#include "core/proof/mixtures.h"
#include "core/work/test_files.h"
#include "format/test_text.h"

#include <algorithm>
#include <set>

namespace assay::api {

namespace {

using core::work::Cell;
using core::work::CellStatus;
using core::work::ProofSight;
using Paths = std::vector<std::string>;

constexpr std::uint64_t test_bytes_max = 4U << 20;

/// Where the work began: what the default branch has of it, else the last commit or the one before.
Reply<shell::CommitFacts> base_of(const ProveRequest& request, const Site& site) {
  if (!request.base.empty()) return named_commit(request.base, "base", site);
  const std::string& workspace = site.place.workspace;
  const shell::RepositoryFacts git = site.outside.repository(workspace);
  if (!git.is_repository || git.head.empty())
    return Error{Fault::bad_input, workspace + ": nothing is committed here"};
  const auto fork = site.outside.base_of(workspace, "");
  std::string base = fork ? fork->commit : std::string();
  if (base.empty() || base == git.head) base = git.dirty.empty() ? git.head + "^" : git.head;
  const auto found = site.outside.find_commit(workspace, base);
  if (found) return *found;
  return Problem{.code = Code::bad_value,
                 .field = "base",
                 .what = "there is no commit before this one: nothing to compare with"};
}

/// Globs of the ignored files that copies get, and perhaps of some that they do not.
std::vector<Paths> brought_along(const core::Supplies& given) {
  Paths globs;
  const auto add = [&](std::string_view line) {
    if (line.empty() || line.front() == '#') return;
    const bool anywhere = line.find('/') >= line.size() - 1;
    if (line.front() == '/') line.remove_prefix(1);
    globs.push_back((anywhere ? "**/" : "") + std::string(line));
    if (anywhere) globs.emplace_back(line);
  };
  for (const std::string& line : given.include) add(line);
  for (std::string_view rest = given.listed; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    add(trimmed(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return globs.empty() ? std::vector<Paths>() : std::vector<Paths>{globs};
}

/// A run of gates as a cell.
Cell cell_of(const RunView& view) {
  core::proof::Tallies tallies;
  for (const core::AttemptEnded& attempt : view.attempts)
    tallies[attempt.key.unit] = attempt.evidence.reading.tally;
  Cell cell = core::proof::cell_of(view.run.as<core::verify::State>(), tallies);
  cell.run_id = view.row.run_id;
  return cell;
}

/// How a copy is made what a cell needs.
using Mix = std::function<Reply<>(shell::Workplace&, const std::string& directory)>;

class Prover {
 public:
  Prover(const ProveRequest& request, const Site& site, shell::Audience& audience,
         const OnNote& tell)
      : request_(request), site_(site), audience_(audience), tell_(tell) {}

  Reply<Proved> run();

 private:
  struct CellOrder {
    std::string name;   ///< part of the id of its run
    std::string title;  ///< for people
    std::string key;    ///< of what it is made from
    bool of_base = false;
    Mix mix = {};
  };

  Reply<> prepare();
  Reply<> seal();
  Reply<> guard(const std::string& directory);
  Reply<> run_cells();
  Reply<> run_hunks();
  Reply<Cell> cell(const CellOrder& order);
  Result<std::optional<Cell>> known(const std::string& ending);
  Reply<Cell> run_gates(const CellOrder& order, const std::string& run_id);
  Mix restored(const Paths& paths) const;
  void add_supplies(Hasher& key, const Paths& brought) const;
  void read_tests();
  std::string text_now(const std::string& path) const;
  std::string text_before(const std::string& path) const;

  const ProveRequest& request_;
  const Site& site_;
  shell::Audience& audience_;
  const OnNote& tell_;

  format::Config config_;
  VerifyOrder order_;
  shell::CommitFacts base_;
  core::proof::Change change_;
  std::vector<std::string> guarded_;  ///< globs: of sealed gates
  std::string base_key_;
  std::string pair_key_;
  std::unique_ptr<shell::Workplace> copies_;
  Proved proved_;
};

Reply<> Prover::prepare() {
  const LoadedConfig loaded = TRY(load_config(site_));
  config_ = loaded.config;
  if (loaded.path.empty())
    return Problem{.code = Code::no_config,
                   .what = "nothing to prove with: no assay.yaml in " + site_.place.workspace};
  order_ = {.manifest = core::proof::test_gates(config_.verify.manifest),
            .policy = config_.verify.policy,
            .jobs = request_.jobs,
            .env = config_.verify.env,
            .pass_env = config_.verify.pass_env,
            .isolation = config_.isolation};
  order_.policy.stop_after_failed_stage = true;
  order_.name_tests = true;
  order_.watches_tree = true;
  order_.supplies = TRY(supplies_of(config_, site_));
  base_ = TRY(base_of(request_, site_));
  change_ = core::proof::split(TRY(site_.outside.changed_since(site_.place.workspace, base_.id)),
                               config_.verify.tests);
  if (config_.isolation.gates == core::GateIsolation::sealed) TRY(seal());
  const auto trees = TRY(site_.outside.open_trees(site_.place.workspace, site_.place.state,
                                                  shell::TreeMemory::ignored));
  core::ObserveTree look{.key = {}, .name = "prove", .named = true};
  if (order_.supplies) look.inputs = brought_along(*order_.supplies);
  const shell::TreeSight now = TRY(trees->observe(look));
  Hasher gates;
  gates.update(core::verify::digest_of(order_.manifest).hex());
  add_supplies(gates, now.inputs);
  // What a gate gets from outside is part of what it says.
  core::verify::Plan depends;
  depends.workspace = depends.cwd = site_.place.workspace;
  add_dependencies(depends, order_.manifest.commands, {order_.env, order_.pass_env}, site_);
  gates.update(depends.environment_key.hex());
  if (order_.sealing.on) gates.update("sealed by " + order_.guarded_by);
  for (const core::verify::Tool& tool : depends.tools) gates.update(tool.path + "\n" + tool.stamp);
  base_key_ = gates.update(base_.tree).finish().hex();
  Hasher pair;
  for (const std::string& glob : config_.verify.tests) pair.update(glob + "\n");
  pair_key_ = pair.update(base_key_).update(now.digest.hex()).finish().hex();
  copies_ = TRY(site_.outside.open_copies(site_.place.workspace, site_.place.state));
  return {};
}

/// Mixtures are run as the gates are: with protected files as the base has them, but for the tests
/// that are asked for, a home of their own, and nothing that git ignores but what a set-up makes.
Reply<> Prover::seal() {
  guarded_ = sealed_globs(order_.policy);
  order_.trusted = config_.trusted;
  order_.guarded_by = TRY(sealing_commit(order_.policy, order_.trusted, site_));
  const auto changed =
      TRY(site_.outside.protected_changes(site_.place.workspace, order_.guarded_by, guarded_));
  if (const std::string why = unsealed_by(changed, order_.policy, order_.trusted); !why.empty())
    return Problem{.code = Code::bad_input, .what = "gates: sealed: " + why};
  order_.sealing.on = true;
  order_.sealing.open = what_stays_open(order_.supplies, site_);
  tell_({Note::Kind::plain, "sealed: mixtures run in copies, with protected files as " +
                                order_.guarded_by.substr(0, 12) + " has them"});
  for (const std::string& each : order_.sealing.open) tell_({Note::Kind::note, each});
  order_.supplies = sealed_supplies(order_.supplies);
  order_.environment_key = sealed_key(order_.env, order_.pass_env, site_);
  order_.programs = program_marks(order_.manifest.commands, {order_.env, order_.pass_env},
                                  site_.place.workspace, site_);
  return {};
}

/// Puts the base's files in the place of protected ones that a mixture has otherwise.
Reply<> Prover::guard(const std::string& directory) {
  const auto find = [&]() -> Result<Paths> {
    Paths found = TRY(site_.outside.protected_changes(directory, order_.guarded_by, guarded_));
    std::erase_if(found, [&](const std::string& path) {
      return std::find(change_.tests.begin(), change_.tests.end(), path) != change_.tests.end();
    });
    return found;
  };
  const Paths changed = TRY(find());
  if (changed.empty()) return {};
  const auto done = copies_->restore(
      {.key = {0, 1}, .workspace = directory, .commit = order_.guarded_by, .paths = changed});
  if (done.status != core::work::WorkResult::Status::done) return Error{Fault::io, done.detail};
  const Paths left = TRY(find());
  if (left.empty()) return {};
  return Problem{.code = Code::io,
                 .what = "protected files could not be put back as the base has them",
                 .items = left};
}

/// What copies get beside what git has. `brought`: digests of the files.
void Prover::add_supplies(Hasher& key, const Paths& brought) const {
  if (!order_.supplies) return;
  const core::Supplies& given = *order_.supplies;
  key.update(given.setup + "\n" + given.environment + "\n" + given.listed + "\n");
  for (const Paths* list : {&given.include, &given.setup_inputs, &brought}) {
    for (const std::string& each : *list) key.update(each + "\n");
    key.update("\n");
  }
}

/// A run of the same gates on the same mixture, by its name: what it ended in stands in the ledger.
Result<std::optional<Cell>> Prover::known(const std::string& ending) {
  const auto ledger = open_ledger(site_.outside, site_.place.state, shell::LedgerMode::read_only);
  if (!ledger) return std::optional<Cell>();
  for (const ledger::RunRow& row : TRY((*ledger)->runs(
           {.longest = runs_looked_at, .machine = "verify", .ended = true, .here = true}))) {
    const bool decided =
        row.outcome == core::Outcome::passed || row.outcome == core::Outcome::failed;
    if (!decided || !row.run_id.ends_with(ending)) continue;
    if (!TRY((*ledger)->is_signed(row.run_id))) continue;
    const auto view = show_run(row.run_id, site_);
    if (!view || cell_of(*view).flaky) continue;
    const auto& plan = *view->run.as<core::verify::State>().plan;
    // Anybody can name a run; where it worked is the prover's own choice.
    const bool ours = plan.workspace.starts_with(site_.place.state.work(row.run_id) + "/");
    if (ours && plan.manifest_digest == core::verify::digest_of(order_.manifest))
      return std::optional(cell_of(*view));
  }
  return std::optional<Cell>();
}

Reply<Cell> Prover::run_gates(const CellOrder& order, const std::string& run_id) {
  const bool sealed = order_.sealing.on;
  const std::string place = site_.place.state.work(run_id) + "/" + order.name;
  VerifyOrder gates = order_;
  gates.run_id = run_id;
  if (sealed) {
    TRY(site_.files().make_directories(place + "/home"));
    gates.env = sealed_variables(std::move(gates.env), place + "/home", site_);
  }
  const CopyOrder copy{.run_id = run_id,
                       .directory = sealed ? place + "/tree" : place,
                       .commit = order.of_base ? base_.id : "",
                       .with_changes = !order.of_base,
                       .supplies = order_.supplies,
                       .env = gates.env,
                       .pass_env = order_.pass_env,
                       .isolation = order_.isolation,
                       .mix = [&](const std::string& directory) -> Reply<> {
                         if (order.mix) TRY(order.mix(*copies_, directory));
                         return sealed ? guard(directory) : Reply<>();
                       }};
  TRY(make_copy(*copies_, copy, site_, audience_));
  Site inside = site_;
  inside.place.workspace = copy.directory;
  const auto run = verify(std::move(gates), inside, audience_);
  remove_copy(*copies_, copy.directory, site_);
  if (sealed) remove_copy(*copies_, place, site_);
  if (!run) return run.error();
  if (run->as<core::verify::State>().cancelled)
    return Problem{.code = Code::stopped, .what = "stopped; what was run is in `assay runs`"};
  return cell_of(TRY(show_run(run_id, site_)));
}

Reply<Cell> Prover::cell(const CellOrder& order) {
  constexpr std::size_t digits = 16;
  const std::string ending = "." + order.key.substr(0, digits) + "." + order.name;
  if (auto found = TRY(known(ending))) return *found;
  tell_({Note::Kind::plain, order.title});
  const std::string run_id =
      make_run_id(site_.outside.clock().now(), site_.outside.chance()) + ending;
  return run_gates(order, run_id);
}

/// Files that go back to what they are on the base.
Mix Prover::restored(const Paths& paths) const {
  return [&paths, this](shell::Workplace& copies, const std::string& directory) -> Reply<> {
    Paths all = paths;
    all.insert(all.end(), change_.compiled.begin(), change_.compiled.end());
    const auto done = copies.restore(
        {.key = {0, 1}, .workspace = directory, .commit = base_.id, .paths = std::move(all)});
    if (done.status == core::work::WorkResult::Status::done) return {};
    return Error{Fault::io, done.detail};
  };
}

Reply<> Prover::run_cells() {
  ProofSight& sight = proved_.sight;
  sight.new_new = TRY(cell({"now", "the tree as it is, in a copy", pair_key_}));
  if (sight.new_new.status == CellStatus::none) return {};
  sight.old_old = TRY(cell({"base", "the base", base_key_, true}));
  // What fails now has to fail on the base as well, or nothing can be told.
  const bool passed = sight.new_new.status == CellStatus::passed;
  if (!passed && core::work::judge(sight).verdict == core::work::ProofVerdict::none) return {};
  if (!sight.code_changed || !sight.tests_changed) return {};
  sight.new_old = TRY(cell({"new-on-old", "tests of now on the code of the base", pair_key_, false,
                            restored(change_.code)}));
  sight.old_new = TRY(cell({"old-on-new", "tests of the base on the code of now", pair_key_, false,
                            restored(change_.tests)}));
  return {};
}

std::string Prover::text_now(const std::string& path) const {
  const std::string file = site_.place.workspace + "/" + path;
  if (!site_.files().is_regular(file)) return {};
  auto text = read_of_workspace(site_, file, test_bytes_max);
  return text ? text.take() : std::string();
}

std::string Prover::text_before(const std::string& path) const {
  auto text = site_.outside.file_in(site_.place.workspace, base_.id, path);
  return text && *text ? **text : std::string();
}

void Prover::read_tests() {
  std::vector<format::TestFile> files;
  for (const std::string& path : change_.tests) {
    if (core::is_test_code(path)) files.push_back({path, text_before(path), text_now(path)});
  }
  core::work::TestTexts texts = format::compare_tests(files);
  ProofSight& sight = proved_.sight;
  sight.read = std::move(texts.read);
  sight.gone = std::move(texts.gone);
  sight.asks_less = texts.asks_less;
  sight.renamed = texts.renamed;
  sight.rewritten = texts.rewritten;
}

Reply<> Prover::run_hunks() {
  std::vector<shell::Hunk> all;
  for (const std::string& path : change_.code) {
    for (shell::Hunk& hunk : TRY(site_.outside.hunks_of(site_.place.workspace, base_.id, path)))
      all.push_back(std::move(hunk));
  }
  if (all.size() > request_.hunks)
    tell_({Note::Kind::note, "the change has " + std::to_string(all.size()) +
                                 " hunks: " + std::to_string(request_.hunks) + " are taken back"});
  for (std::size_t i = 0; i < all.size() && i < request_.hunks; ++i) {
    const shell::Hunk& hunk = all[i];
    const Paths whole = {hunk.path};
    const Mix mix = hunk.is_whole()
                        ? restored(whole)
                        : Mix([&](shell::Workplace&, const std::string& directory) -> Reply<> {
                            TRY(site_.outside.take_back(directory, base_.id, hunk));
                            return {};
                          });
    const std::string name = "hunk-" + std::to_string(i + 1);
    const Cell seen = TRY(cell(
        {name, "without " + hunk.path + " hunk " + std::to_string(i + 1), pair_key_, false, mix}));
    const std::uint32_t last =
        hunk.is_whole() ? 0 : hunk.new_first + (hunk.new_count == 0 ? 0 : hunk.new_count - 1);
    proved_.hunks.push_back(
        {hunk.path, hunk.is_whole() ? 0 : hunk.new_first, last, seen.status, seen.run_id});
  }
  return {};
}

Reply<Proved> Prover::run() {
  TRY(prepare());
  proved_.base = base_.id;
  proved_.code_files = change_.code.size();
  proved_.test_files = change_.tests.size();
  ProofSight& sight = proved_.sight;
  sight.code_changed = !change_.code.empty();
  sight.tests_changed = !change_.tests.empty();
  if (!core::proof::has_tests(order_.manifest)) {
    proved_.proof.why = "assay.yaml has no required test gate";
    return std::move(proved_);
  }
  if (sight.code_changed || sight.tests_changed) TRY(run_cells());
  read_tests();
  proved_.proof = core::work::judge(sight);
  core::work::name_unrunnable(sight);
  if (request_.hunks > 0 && sight.new_new.status == CellStatus::passed) TRY(run_hunks());
  return std::move(proved_);
}

}  // namespace

Reply<Proved> prove(const ProveRequest& request, const Site& site, shell::Audience& audience,
                    const OnNote& tell) {
  return Prover(request, site, audience, tell).run();
}

}  // namespace assay::api
