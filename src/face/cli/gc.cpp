// SPDX-License-Identifier: MIT
// `assay gc`: takes away what runs have left and nobody refers to.
#include "api/gc.h"

#include "base/text/escape.h"
#include "face/cli/amounts.h"
#include "face/cli/commands.h"
#include "format/json/fields.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

using Items = std::vector<shell::Cleared::Item>;

struct Sum {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
};

Sum sum_of(const Items& items) {
  Sum sum;
  for (const auto& item : items) {
    sum.files += item.files;
    sum.bytes += item.bytes;
  }
  return sum;
}

std::string gc_json(const shell::Cleared& cleared, bool dry_run) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  const Sum sum = sum_of(cleared.removed);
  json.begin_object();
  format::Fields(json)
      .flag("dry_run", dry_run)
      .number("files", sum.files)
      .number("bytes", sum.bytes);
  json.key("removed");
  json.begin_array();
  for (const auto& item : cleared.removed) {
    json.begin_object();
    format::Fields(json)
        .text("kind", item.kind)
        .text("path", item.path)
        .number("files", item.files)
        .number("bytes", item.bytes);
    json.end_object();
  }
  json.end_array();
  json.key("kept");
  json.begin_array();
  for (const auto& item : cleared.kept) {
    json.begin_object();
    format::Fields(json).text("kind", item.kind).text("path", item.path).text("why", item.why);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out + "\n";
}

std::string gc_report(const shell::Cleared& cleared, bool dry_run) {
  constexpr std::size_t told_at_most = 50;
  std::string text;
  std::size_t lines = 0;
  for (const auto& item : cleared.removed) {
    if (++lines > told_at_most) break;
    text += fmt::format("{}  {}  {}\n", item.kind, printable(item.path), bytes_text(item.bytes));
  }
  if (lines > told_at_most)
    text += fmt::format("... and {} more\n", cleared.removed.size() - told_at_most);
  for (const auto& item : cleared.kept)
    text +=
        fmt::format("kept: {}  {}  ({})\n", item.kind, printable(item.path), printable(item.why));
  const Sum sum = sum_of(cleared.removed);
  if (cleared.removed.empty()) return text + "nothing to clear up\n";
  return text + fmt::format("{} {} in {} files\n", dry_run ? "would free" : "freed",
                            bytes_text(sum.bytes), sum.files);
}

}  // namespace

void add_gc(CLI::App& root, Session& session) {
  auto request = std::make_shared<api::GcRequest>();
  CLI::App* command = root.add_subcommand(
      "gc", "Remove copies, worktrees, set-up results, contents and logs that nothing refers to");
  command->add_flag("--dry-run", request->dry_run, "Only tell what would go");
  command->footer(
      "What is nowhere else (commits or changes in a worktree or copy) is named and kept. Nothing "
      "of a run\nthat is at work, or can be gone on with, is touched. `assay runs prune` takes the "
      "logs of old runs.\n\n"
      "Exit status: 0, 2 bad input, 3 could not find out.\n\n"
      "Examples:\n"
      "  assay gc --dry-run           what would go, and how much that is\n"
      "  assay gc                     takes it away");
  command->callback([request, &session] {
    const auto site = session.site();
    if (!site) return session.fail(site.error());
    const auto cleared = api::gc(*request, *site);
    if (!cleared) return session.fail(cleared.error());
    if (session.format == OutputFormat::json)
      return session.out(gc_json(*cleared, request->dry_run));
    session.tell(gc_report(*cleared, request->dry_run));
  });
}

}  // namespace assay::cli
