// SPDX-License-Identifier: MIT
// `assay attest`: a signed statement about a commit, and the check of one.
#include "api/attest.h"

#include "base/text/escape.h"
#include "face/cli/commands.h"
#include "format/json/fields.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

namespace assay::cli {

namespace {

constexpr std::uint64_t attestation_bytes_max = 16U << 20;

struct AttestFlags {
  std::string commit = "HEAD";
  bool notes = false;
  std::string out;
};

struct CheckFlags {
  std::string commit;
  std::string key;
  std::string from;
  bool clean_copy = false;
};

void make_attestation(Session& session, const AttestFlags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto made = api::attest({flags.commit, flags.notes}, *site);
  if (!made) return session.fail(made.error());
  if (flags.out.empty()) return session.out(made->envelope);
  const auto written = site->files().replace(flags.out, made->envelope);
  if (!written) return session.fail(written.error());
  session.note(fmt::format("{}: commit {}, tree {}, run {}\n", flags.out,
                           made->facts.commit.substr(0, 12), made->facts.tree.substr(0, 12),
                           made->facts.run));
}

std::string answer_json(const api::AttestAnswer& answer) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_object();
  format::Fields(json)
      .flag("holds", answer.why.empty())
      .text("why", answer.why)
      .text("commit", answer.facts.commit)
      .text("tree", answer.facts.tree)
      .text("run", answer.facts.run)
      .text("run_head", answer.facts.run_head)
      .text("gates_sha256", answer.facts.gates)
      .text("settings_sha256", answer.facts.settings)
      .text("gates_from", answer.facts.gates_from)
      .flag("clean_copy", answer.facts.clean_copy)
      .list("protected_changed", answer.facts.protected_changed)
      .text("isolation", answer.facts.isolation)
      .list("passed", answer.facts.passed)
      .list("warned", answer.facts.warned);
  json.end_object();
  return out + "\n";
}

/// The text of a file that a flag names; nothing: none was named.
Result<std::optional<std::string>> text_of(const api::Site& site, const std::string& path) {
  if (path.empty()) return std::optional<std::string>();
  return std::optional(TRY(site.files().read(path, attestation_bytes_max)));
}

void check_attestation(Session& session, const CheckFlags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto key = text_of(*site, flags.key);
  if (!key) return session.fail(key.error());
  const auto envelope = text_of(*site, flags.from);
  if (!envelope) return session.fail(envelope.error());
  const auto answer = api::check_attestation(
      {flags.commit, *envelope, *key, session.gates_from, flags.clean_copy}, *site);
  if (!answer) return session.fail(answer.error());
  session.exit_status = answer->why.empty() ? 0 : 1;
  if (session.format == OutputFormat::json) return session.out(answer_json(*answer));
  if (!answer->why.empty())
    return session.out(
        fmt::format("{}: not attested: {}\n", printable(flags.commit), printable(answer->why)));
  session.out(fmt::format("{}: attested: {} gates passed in run {}, isolation {}, in {}\n",
                          printable(flags.commit), answer->facts.passed.size(),
                          printable(answer->facts.run), printable(answer->facts.isolation),
                          answer->facts.clean_copy ? "a clean copy" : "the workspace"));
}

}  // namespace

void add_attest(CLI::App& root, Session& session) {
  auto flags = std::make_shared<AttestFlags>();
  CLI::App* command =
      root.add_subcommand("attest", "A signed statement that a commit was verified, and its check");
  command->add_option("COMMIT", flags->commit, "Default: HEAD");
  command->add_flag("--notes", flags->notes, "Also keep it in git, under refs/notes/assay");
  command->add_option("--out", flags->out, "Write it to this file")->type_name("FILE");
  auto asked = std::make_shared<CheckFlags>();
  CLI::App* checks = command->add_subcommand("verify", "Exit 0 if it holds, or 1 and why not");
  checks->add_option("COMMIT", asked->commit, "The commit")->required();
  checks->add_flag("--clean-copy", asked->clean_copy,
                   "Only if the gates ran in a copy that had nothing that git ignores");
  checks->add_option("--key", asked->key, "Public key in PEM. Default: those of this ledger")
      ->type_name("FILE");
  checks->add_option("--from", asked->from, "The attestation. Default: the notes of the commit")
      ->type_name("FILE");
  checks->callback([asked, &session] { check_attestation(session, *asked); });
  command->callback([flags, command, &session] {
    if (command->get_subcommands().empty()) make_attestation(session, *flags);
  });
  command->footer(
      "With --gates-from REF, `verify` also asks for the gates and settings of that ref's "
      "assay.yaml.\n\n"
      "Exit status: 0 made, or it holds; 1 it does not hold; 2 bad input, or no run to "
      "attest.\n\nExamples:\n"
      "  assay attest --notes                         of HEAD, kept beside it\n"
      "  assay attest v1.2 --out v1.2.intoto.json\n"
      "  assay attest verify HEAD --key key.pem --gates-from origin/main\n");
}

}  // namespace assay::cli
