// SPDX-License-Identifier: MIT
// `assay prove`: do the tests notice the change?
#include "api/prove.h"

#include "base/text/escape.h"
#include "face/cli/commands.h"
#include "face/shown/records.h"
#include "format/record/put.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

using core::work::Cell;
using core::work::CellStatus;
using core::work::ProofVerdict;

std::vector<std::string> failed_in(const Cell& cell) {
  std::vector<std::string> names;
  for (const auto& gate : cell.gates)
    names.insert(names.end(), gate.failed_tests.begin(), gate.failed_tests.end());
  return names;
}

std::string prove_json(const api::Proved& proved) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  format::stored::put_value(json, shown::as_shown(proved));
  return out + "\n";
}

std::string cell_line(const char* name, const Cell& cell) {
  if (cell.status == CellStatus::not_run) return {};
  const auto tests = failed_in(cell);
  std::string line = fmt::format("{:<36}  {:<6}  {}\n", name, to_text(cell.status), cell.run_id);
  constexpr std::size_t named_max = 10;
  for (std::size_t i = 0; i < tests.size() && i < named_max; ++i)
    line += fmt::format("    {}\n", printable(tests[i]));
  if (tests.size() > named_max) line += fmt::format("    and {} more\n", tests.size() - named_max);
  return line;
}

std::string_view hunk_words(CellStatus status) {
  switch (status) {
    case CellStatus::failed: return "a gate notices that it is gone";
    case CellStatus::passed: return "no gate notices that it is gone";
    case CellStatus::none:
    case CellStatus::not_run: break;
  }
  return "could not be found out";
}

std::string prove_report(const api::Proved& proved, const Session& session) {
  constexpr std::size_t digits = 12;
  std::string text =
      fmt::format("base {}: {} test files and {} other files changed since\n",
                  proved.base.substr(0, digits), proved.test_files, proved.code_files);
  text += cell_line("the tree as it is", proved.sight.new_new);
  text += cell_line("the base", proved.sight.old_old);
  text += cell_line("tests of now on the code of the base", proved.sight.new_old);
  text += cell_line("tests of the base on the code of now", proved.sight.old_new);
  for (const auto& each : proved.proof.weakened)
    text += fmt::format("weakened: {}{}{}\n", printable(each.path + each.test),
                        (each.path + each.test).empty() ? "" : ": ", printable(each.what));
  for (const api::HunkSight& hunk : proved.hunks) {
    const std::string lines =
        hunk.first == 0 ? std::string() : fmt::format(":{}-{}", hunk.first, hunk.last);
    text += fmt::format("hunk {}{}: {}\n", printable(hunk.path), lines, hunk_words(hunk.status));
  }
  const bool good = proved.proof.verdict == ProofVerdict::proved;
  const bool nothing = proved.proof.verdict == ProofVerdict::none;
  const std::string_view word = to_text(proved.proof.verdict);
  return text + fmt::format("{}: {}\n",
                            paint(word,
                                  good      ? "1;32"
                                  : nothing ? "1;35"
                                            : "1;31",
                                  session.screen.color_out),
                            printable(proved.proof.why));
}

int status_of(ProofVerdict verdict) {
  switch (verdict) {
    case ProofVerdict::proved: return 0;
    case ProofVerdict::unnoticed:
    case ProofVerdict::retuned:
    case ProofVerdict::weakened:
    case ProofVerdict::no_tests: return 1;
    case ProofVerdict::none: break;
  }
  return error_status;
}

/// Only told that a run is being stopped: its gates are named in the notes.
class ProveProgress final : public shell::Audience {
 public:
  explicit ProveProgress(Session& session) : session_(session) {}
  void stopping(const std::string& by) override { session_.note("assay: stopping (" + by + ")\n"); }

 private:
  Session& session_;
};

}  // namespace

void add_prove(CLI::App& root, Session& session) {
  auto request = std::make_shared<api::ProveRequest>();
  CLI::App* command = root.add_subcommand(
      "prove", "Do the tests notice the change? Old and new tests on old and new code, in copies");
  command
      ->add_option("--base", request->base,
                   "What the change is compared with. Default: where it left the default branch")
      ->type_name("REF");
  command
      ->add_option("--hunks", request->hunks,
                   "Take back up to so many hunks of the code, one at a time")
      ->type_name("N")
      ->check(CLI::Range(1, 10'000));
  command->add_option("-j,--jobs", request->jobs, "Parallel-safe commands at a time")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  command->footer(
      "Exit status: 0 proved, 1 unnoticed, retuned, weakened or no_tests, 2 bad input, 3 void "
      "(could not find out),\n130 cancelled.\n\n"
      "Examples:\n"
      "  assay prove                  the work since it left the default branch, uncommitted too\n"
      "  assay prove --base HEAD~3    the last three commits\n"
      "  assay prove --hunks 20       and which pieces no test needs");
  command->callback([request, &session] {
    const auto site = session.site();
    if (!site) return session.fail(site.error());
    ProveProgress progress(session);
    const auto proved = api::prove(*request, *site, progress, session.notes());
    if (!proved) return session.fail(proved.error());
    if (session.format == OutputFormat::json) {
      session.out(prove_json(*proved));
    } else {
      session.tell(prove_report(*proved, session));
    }
    session.exit_status = status_of(proved->proof.verdict);
  });
}

}  // namespace assay::cli
