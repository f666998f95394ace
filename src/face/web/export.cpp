// SPDX-License-Identifier: MIT
#include "face/web/export.h"

#include "base/digest.h"
#include "base/text/base64.h"
#include "face/web/given.h"
#include "face/web/page.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::web {

namespace {

/// So many attempts are told with their logs, those that went wrong first.
constexpr std::size_t attempts_told = 300;
/// All logs together.
constexpr std::size_t logs_bytes_max = 24U << 20;

/// Every `from` becomes `to`.
std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  for (;;) {
    const std::size_t at = text.find(from);
    out.append(text.substr(0, at));
    if (at == std::string_view::npos) return out;
    out.append(to);
    text.remove_prefix(at + from.size());
  }
}

/// Puts what `make` says about the path in the place of an element that names it.
template <class Make>
void inline_files(std::string& page, std::string_view begin, std::string_view end, Make make) {
  for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, at + 1)) {
    const std::size_t path = at + begin.size();
    const std::size_t quote = page.find('"', path);
    const std::size_t close = page.find(end, path);
    if (quote == std::string::npos || close == std::string::npos) return;
    const auto file = page_file("/" + page.substr(path, quote - path));
    if (file) page.replace(at, close + end.size() - at, make(file->bytes));
  }
}

class Collection {
 public:
  Collection(Archive& archive, std::string root)
      : archive_(archive), root_(std::move(root)), json_(text_) {
    json_.begin_object();
  }

  /// What cannot be had is not part of the file.
  void add(const std::string& path, const std::string& query = {}) {
    const Found found = find_route("GET", root_ + path);
    const auto parts = parse_query(query);
    if (found.route == nullptr || !parts) return;
    const Call call{.archive = archive_, .path = found.path, .query = *parts};
    const auto answer = found.route->look(call);
    if (!answer) return;
    json_.any_key(root_ + path);
    json_.whole(*answer);
  }
  std::size_t size() const { return text_.size(); }
  std::string finish() {
    json_.end_object();
    return std::move(text_);
  }

 private:
  Archive& archive_;
  std::string root_;
  std::string text_;
  format::JsonWriter json_;
};

struct Named {
  std::string path;
  bool good = false;
};

std::vector<Named> named_attempts(const api::RunView& view) {
  std::vector<Named> all;
  for (const core::AttemptEnded& each : view.attempts) {
    const core::Exit& exit = each.evidence.exit;
    all.push_back({fmt::format("/attempts/{}/{}", each.name, each.key.attempt),
                   exit.kind == core::ExitKind::exited && exit.code == 0});
  }
  std::stable_partition(all.begin(), all.end(), [](const Named& each) { return !each.good; });
  all.resize(std::min(all.size(), attempts_told));
  return all;
}

std::string answers_about(Archive& archive, const std::string& root,
                          const std::vector<Named>& attempts) {
  Collection collection(archive, root);
  collection.add("");
  collection.add("/gates", "limit=1000");
  collection.add("/attempts", "limit=1000");
  collection.add("/timeline", "limit=10000");
  collection.add("/events", "limit=5000");
  collection.add("/explain", "limit=1000");
  collection.add("/ledger");
  for (const Named& each : attempts) {
    collection.add(each.path);
    collection.add(each.path + "/diff");
    if (collection.size() > logs_bytes_max) continue;
    collection.add(each.path + "/log", "tail=262144");
    collection.add(each.path + "/transcript", "limit=1000");
    collection.add(each.path + "/prompt");
  }
  return collection.finish();
}

}  // namespace

std::string self_contained(std::string_view page, std::string_view data) {
  std::string out(page);
  std::string hashes;
  inline_files(out, "<link rel=\"stylesheet\" href=\"", ">", [](std::string_view bytes) {
    return "<style>" + replaced(bytes, "</style", "<\\/style") + "</style>";
  });
  // JSON without a single < cannot end its element, whatever agents wrote.
  const std::string held = "<script type=\"application/json\" id=\"assay-data\">" +
                           replaced(data, "<", "\\u003c") + "</script>\n";
  inline_files(out, "<script src=\"", "</script>", [&](std::string_view bytes) {
    const std::string code = replaced(replaced(bytes, "</script", "<\\/script"), "<!--", "<\\!--");
    const Digest digest = digest_of(code);
    hashes += " 'sha256-" +
              base64_of({reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()},
                        Base64::plain, Padding::full) +
              "'";
    return held + "<script>" + code + "</script>";
  });
  const std::string policy =
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src" +
      hashes + "; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'\">\n";
  const std::size_t head = out.find("<meta charset");
  out.insert(head == std::string::npos ? 0 : head, policy);
  return out;
}

api::Reply<std::string> export_html(Archive& archive, const std::string& shelf,
                                    const std::string& run_id) {
  const auto page = page_file("/");
  if (!has_page() || !page)
    return Error{Fault::not_found, "this assay was built without its web page (ASSAY_WEB)"};
  std::string id;
  std::vector<Named> attempts;
  const auto look = [&](const api::Dossier& dossier, const api::Site&) -> api::Reply<> {
    id = dossier.view.row.run_id;
    if (!dossier.view.row.outcome) return Error{Fault::bad_input, "run " + id + " has not ended"};
    attempts = named_attempts(dossier.view);
    return {};
  };
  TRY(archive.kept.look(shelf, run_id, look));
  std::string data;
  format::JsonWriter json(data);
  json.begin_object();
  json.key("workspace");
  json.text(shelf);
  json.key("run");
  json.text(id);
  json.key("made_at");
  json.text(to_text(archive.kept.now()));
  json.key("answers");
  json.whole(answers_about(archive, "/w/" + shelf + "/runs/" + id, attempts));
  json.end_object();
  return self_contained(page->bytes, data);
}

}  // namespace assay::web
