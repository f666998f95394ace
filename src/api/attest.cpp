// SPDX-License-Identifier: MIT
#include "api/attest.h"

#include "api/history.h"
#include "api/open_ledger.h"
#include "base/ed25519.h"
#include "core/verify/state.h"
#include "format/attest/dsse.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

namespace assay::api {

namespace {

constexpr const char* config_name = "assay.yaml";

Problem none_found(std::string what) { return {.code = Code::not_found, .what = std::move(what)}; }

Reply<shell::CommitFacts> find_named(const std::string& revision, const Site& site) {
  auto commit = site.outside.find_commit(site.place.workspace, revision);
  if (commit) return commit.take();
  return Problem{.code = Code::bad_input,
                 .what = fmt::format("'{}' {}", revision, commit.error().what)};
}

/// What has to be asked of a commit: digests of gates, and of all that is configured.
struct Demand {
  std::string gates;
  std::string settings;
};

Demand demand_of(const format::Config& config, const Site& site) {
  return {core::verify::digest_of(config.verify.manifest).hex(),
          configured_digest(config, site).hex()};
}

/// By assay.yaml of a commit; nothing: it has no such file.
Reply<std::optional<Demand>> demand_in(const std::string& commit, const Site& site) {
  const auto text =
      TRY(site.outside.file_in(site.place.workspace, commit, std::string("./") + config_name));
  if (!text) return std::optional<Demand>();
  format::ConfigReading reading =
      format::read_config(fmt::format("{}:{}", commit.substr(0, 12), config_name), *text);
  if (!reading.problems.empty()) return problems_of(reading.problems);
  reading.config.trusted = {.ref = commit, .commit = commit};
  return std::optional(demand_of(reading.config, site));
}

/// By trusted gates, if there are any, else by the commit's own.
Reply<std::optional<Demand>> demand_on(const std::string& commit, const Site& site) {
  const auto loaded = load_config(site);
  if (loaded && loaded->config.trusted.any()) return std::optional(demand_of(loaded->config, site));
  return demand_in(commit, site);
}

/// A run of an older release says nothing of settings.
bool answers(const ledger::RunSeal& seal, const Demand& demand) {
  return seal.gates.hex() == demand.gates &&
         (seal.settings == Digest{} || seal.settings.hex() == demand.settings);
}

/// How far the runs of a tree fall short, said once for all of them.
struct Search {
  bool on_tree = false;
  bool passed = false;
  bool inexact = false;  ///< had what the tree has no name for
};

Problem shortage(const Search& search, const shell::CommitFacts& commit) {
  const std::string name = commit.id.substr(0, 12);
  if (!search.on_tree)
    return none_found(
        fmt::format("no run has verified the tree of {}: assay verify --commit {}", name, name));
  if (!search.passed) return none_found(fmt::format("no run on the tree of {} has passed", name));
  if (search.inexact)
    return none_found(fmt::format(
        "{} has submodules, and what lies in their folders of the workspace is no part "
        "of its tree: assay verify --commit {} (with `workspace: {{setup: git submodule "
        "update --init}}`)",
        name, name));
  return none_found(fmt::format(
      "no run on the tree of {} had all gates and settings of {}: assay verify --commit "
      "{}",
      name, config_name, name));
}

/// The newest seal that can be attested: of a clean copy, if there is one, else of the workspace,
/// where what git ignores may have had a part, as the statement says. What lies in submodules is
/// not ignored and yet in no tree, so there only a copy will do.
Reply<ledger::RunSeal> find_seal(ledger::Ledger& ledger, const shell::CommitFacts& commit,
                                 const std::optional<Demand>& demand) {
  Search search;
  std::optional<ledger::RunSeal> of_workspace;
  const std::vector<ledger::RunSeal> all = TRY(ledger.seals());
  for (const ledger::RunSeal& seal : std::ranges::reverse_view(all)) {
    if (seal.tree != commit.tree || seal.machine != "verify") continue;
    search.on_tree = true;
    const bool asks_the_same = seal.partial || (demand && answers(seal, *demand));
    if (seal.outcome == to_text(core::Outcome::failed) && asks_the_same && of_workspace) break;
    if (seal.outcome == to_text(core::Outcome::failed) && asks_the_same)
      return none_found(
          fmt::format("run {} has failed on the tree of {}, later than any that passed", seal.run,
                      commit.id.substr(0, 12)));
    if (seal.outcome != to_text(core::Outcome::passed)) continue;
    search.passed = true;
    if (seal.partial || !demand || !answers(seal, *demand)) continue;
    if (seal.clean_copy) return seal;
    search.inexact = search.inexact || !commit.submodules.empty();
    if (!of_workspace && commit.submodules.empty()) of_workspace = seal;
  }
  if (of_workspace) return *of_workspace;
  return shortage(search, commit);
}

format::AttestationFacts facts_of(const ledger::RunSeal& seal, const shell::CommitFacts& commit,
                                  const core::verify::State& state) {
  format::AttestationFacts facts;
  facts.commit = commit.id;
  facts.tree = commit.tree;
  facts.gates = seal.gates.hex();
  facts.run = seal.run;
  facts.run_head = seal.head.hex();
  facts.number = seal.number;
  facts.ended = seal.at;
  facts.isolation = seal.isolation.empty() ? "none" : seal.isolation;
  if (seal.settings != Digest{}) facts.settings = seal.settings.hex();
  facts.gates_from = seal.gates_from;
  facts.clean_copy = seal.clean_copy;
  facts.protected_changed = seal.protected_changed;
  for (std::size_t i = 0; i < state.commands.size(); ++i) {
    const bool passed = state.commands[i].status == core::verify::Status::pass;
    (passed ? facts.passed : facts.warned).push_back(state.plan->manifest.commands[i].id);
    const std::int64_t executed = state.commands[i].tests_executed;
    if (executed >= 0)
      facts.tests_executed = std::max<std::int64_t>(facts.tests_executed, 0) + executed;
  }
  return facts;
}

Result<> refuse_unsound(ledger::Ledger& ledger, const std::string& run_id) {
  const ledger::ChainReport report = TRY(ledger.verify_chains(run_id));
  if (!report.sound())
    return Error{Fault::io, fmt::format("run {} is not what was written: {}", run_id,
                                        report.problems.front().what)};
  // Nobody has signed what was in its journal when its coordinator died.
  return ledger.for_each_entry(run_id, [&](std::uint64_t, const shell::Entry& entry) -> Result<> {
    if (!std::holds_alternative<core::RunResumed>(entry.event)) return {};
    return Error{Fault::not_found,
                 fmt::format("run {} was interrupted and gone on with: verify again", run_id)};
  });
}

/// A file may have several keys, as `assay key show` prints them.
bool holds_by_one_of(std::string_view keys, std::string_view bytes, std::string_view signature) {
  constexpr std::string_view begin = "-----BEGIN PUBLIC KEY-----";
  for (std::size_t at = keys.find(begin); at != std::string_view::npos;
       at = keys.find(begin, at + 1)) {
    if (ed25519::holds(keys.substr(at), bytes, signature)) return true;
  }
  return false;
}

bool holds(const AttestCheck& request, const format::dsse::Envelope& envelope, const Site& site) {
  const std::string bytes = format::dsse::signed_bytes(envelope.type, envelope.payload);
  const auto by_key = [&](const format::dsse::EnvelopeSignature& each) {
    return holds_by_one_of(*request.key, bytes, each.sig);
  };
  if (request.key)
    return std::any_of(envelope.signatures.begin(), envelope.signatures.end(), by_key);
  const auto ledger = open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only);
  return ledger && std::any_of(envelope.signatures.begin(), envelope.signatures.end(),
                               [&](const format::dsse::EnvelopeSignature& each) {
                                 return (*ledger)->holds({each.keyid, each.sig}, bytes);
                               });
}

}  // namespace

Reply<Attestation> attest(const AttestRequest& request, const Site& site) {
  const shell::CommitFacts commit = TRY(find_named(request.commit, site));
  const auto ledger =
      TRY(open_ledger(site.outside, site.place.state, shell::LedgerMode::read_write));
  const std::optional<Demand> demand = TRY(demand_on(commit.id, site));
  const ledger::RunSeal seal = TRY(find_seal(*ledger, commit, demand));
  TRY(refuse_unsound(*ledger, seal.run));
  const RunView view = TRY(show_run(seal.run, site));
  Attestation made;
  made.facts = facts_of(seal, commit, view.run.as<core::verify::State>());
  format::dsse::Envelope envelope{
      std::string(format::in_toto_type), format::write_statement(made.facts), {}};
  const shell::Signature signature =
      TRY(ledger->sign(format::dsse::signed_bytes(envelope.type, envelope.payload)));
  envelope.signatures.push_back({signature.key, signature.bytes});
  made.envelope = format::dsse::write(envelope);
  if (request.notes) TRY(site.outside.keep_note(site.place.workspace, commit.id, made.envelope));
  return made;
}

Reply<AttestAnswer> check_attestation(const AttestCheck& request, const Site& site) {
  const shell::CommitFacts commit = TRY(find_named(request.commit, site));
  std::string text = request.envelope.value_or("");
  if (!request.envelope) {
    text = TRY(site.outside.note_of(site.place.workspace, commit.id));
    if (text.empty()) return AttestAnswer{"the commit has no attestation in refs/notes/assay"};
  }
  const auto envelope = format::dsse::read(text);
  if (!envelope) return AttestAnswer{envelope.error().what};
  if (envelope->type != format::in_toto_type)
    return AttestAnswer{"its payload is no in-toto statement"};
  if (!holds(request, *envelope, site))
    return AttestAnswer{!request.key ? "it is signed by no key of this ledger"
                                     : "it is not signed by the given key"};
  const auto facts = format::read_statement(envelope->payload);
  if (!facts) return AttestAnswer{facts.error().what};
  if (facts->commit != commit.id) return AttestAnswer{"it is about another commit", *facts};
  if (facts->tree != commit.tree) return AttestAnswer{"it is about another tree", *facts};
  if (request.clean_copy && !facts->clean_copy)
    return AttestAnswer{"its gates ran in a workspace, where what git ignores could have a part",
                        *facts};
  if (request.gates_from.empty()) return AttestAnswer{"", *facts};
  const shell::CommitFacts trusted = TRY(find_named(request.gates_from, site));
  const auto demand = TRY(demand_in(trusted.id, site));
  const bool same = demand && demand->gates == facts->gates;
  if (!same)
    return AttestAnswer{fmt::format("its gates are not those of {}", request.gates_from), *facts};
  if (facts->settings.empty())
    return AttestAnswer{"it does not say with which settings the gates ran: verify again", *facts};
  const bool alike = demand->settings == facts->settings;
  return AttestAnswer{
      alike ? "" : fmt::format("its settings are not those of {}", request.gates_from), *facts};
}

}  // namespace assay::api
