// SPDX-License-Identifier: MIT
// Files that a run names, and reports to keep.
#include "api/ledger.h"
#include "base/text/utf8.h"
#include "face/shown/run_json.h"
#include "face/web/handlers.h"
#include "face/web/look.h"
#include "face/web/shape.h"
#include "format/json/fields.h"

#include <algorithm>

namespace assay::web {

namespace {

constexpr std::size_t file_bytes_told = 1U << 20;

api::Reply<std::string> read_inside(const api::Site& site, const std::string& path) {
  const auto inside = TRY(site.outside.open_inside(site.place.workspace));
  const std::string real = TRY(inside->resolve(path));
  return TRY(inside->read(real));
}

}  // namespace

api::Reply<FileShown> file(const Call& call, const FileQuery& query) {
  return look_at<FileShown>(
      call, [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<FileShown> {
        const auto* state = std::get_if<core::pipeline::State>(&dossier.view.run.machine.state);
        const Error none{Fault::not_found, "the run names no file '" + query.path + "'"};
        if (state == nullptr) return none;
        std::vector<std::string> named = {state->bundle_path};
        if (!state->waiting_for.empty()) {
          const auto files = core::pipeline::question_of(*state).files;
          named.insert(named.end(), files.begin(), files.end());
        }
        if (std::find(named.begin(), named.end(), query.path) == named.end()) return none;
        std::string text = TRY(read_inside(site, query.path));
        FileShown out{query.path, text.size(), text.size() > file_bytes_told, {}};
        text.resize(whole_characters(text, file_bytes_told));
        out.text = std::move(text);
        return out;
      });
}

namespace {

/// `write`: (state, sink)
template <class Write>
api::Reply<std::string> verify_report(const api::Dossier& dossier, const Write& write) {
  const auto* state = std::get_if<core::verify::State>(&dossier.view.run.machine.state);
  if (state == nullptr || !dossier.view.row.outcome)
    return Error{Fault::not_found, "only a verify run that has ended has this report"};
  std::string text;
  write(*state, [&](std::string_view piece) { text += piece; });
  return text;
}

api::Reply<std::string> journal_of(const api::Dossier& dossier, const api::Site& site) {
  std::string text;
  TRY(api::export_events(dossier.view.row.run_id, site,
                         [&](const std::string& run_id, const shell::EventRow& row) {
                           format::JsonWriter json(text);
                           json.begin_object();
                           format::Fields(json)
                               .text("run_id", run_id)
                               .number("seq", row.seq)
                               .text("at", row.at)
                               .text("kind", row.kind);
                           json.key("body");
                           json.whole(row.body);
                           format::Fields(json).text("decision", row.decision);
                           json.end_object();
                           text += '\n';
                         }));
  return text;
}

api::Reply<std::string> report_text(const std::string& name, const api::Dossier& dossier,
                                    const api::Site& site) {
  if (name == "junit.xml")
    return verify_report(dossier, [](const core::verify::State& state, const auto& sink) {
      format::write_verify_junit(state, sink);
    });
  if (name == "report.md") return verify_report(dossier, format::write_verify_markdown);
  if (name == "events.jsonl") return journal_of(dossier, site);
  if (name == "run.json") {
    std::string text;
    shown::write_run_json(dossier.view, site, [&](std::string_view piece) { text += piece; });
    return text;
  }
  const auto* state = std::get_if<core::pipeline::State>(&dossier.view.run.machine.state);
  if (name == "bundle.md" && state != nullptr && !state->bundle_path.empty())
    return read_inside(site, state->bundle_path);
  return Error{Fault::not_found, "the run has no report '" + name + "'"};
}

}  // namespace

api::Reply<Download> report(const Call& call) {
  const std::string& name = call.at("report");
  return look_at<Download>(
      call, [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<Download> {
        std::string text = TRY(report_text(name, dossier, site));
        return Download{dossier.view.row.run_id + "-" + name, "application/octet-stream",
                        std::move(text)};
      });
}

}  // namespace assay::web
