// SPDX-License-Identifier: MIT
#include "face/web/door.h"

#include "base/digest.h"
#include "base/text/ascii.h"
#include "face/web/given.h"
#include "face/web/page.h"
#include "format/gzip.h"

#include <charconv>

namespace assay::web {

using format::http::HttpHead;
using shell::HttpHeaders;

struct Door::Visit {
  HttpHead head;
  std::string body;
  std::shared_ptr<shell::HttpExchange> exchange;
};

namespace {

constexpr std::size_t workers = 4;
constexpr std::size_t queue_max = 256;
constexpr std::size_t guesses_max = 10;
constexpr std::chrono::minutes guesses_within{1};
constexpr std::size_t worth_packing = 1400;
constexpr std::size_t body_nodes_max = 1000;

/// What no answer is without.
void add_safety(HttpHeaders& headers) {
  headers.emplace_back("X-Content-Type-Options", "nosniff");
  headers.emplace_back("Referrer-Policy", "no-referrer");
  headers.emplace_back("X-Frame-Options", "DENY");
  headers.emplace_back("Cross-Origin-Resource-Policy", "same-origin");
  headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
}

int status_of(api::Code code) {
  if (code == api::Code::not_found || code == api::Code::no_pipeline_run) return 404;
  if (code == api::Code::conflict || code == api::Code::run_at_work) return 409;
  if (code == api::Code::exhausted) return 503;
  return api::is_bad_input(code) ? 400 : 500;
}

bool takes_gzip(const HttpHead& head) {
  const auto given = head.header("accept-encoding");
  return given && lowered(*given).find("gzip") != std::string::npos;
}

/// Letters that no header and no shell reads anything into.
std::string safe_name(std::string name) {
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '-' || c == '_';
    if (!plain) c = '_';
  }
  return name;
}

std::string problems_json(const api::Problems& problems) {
  ProblemsShown shown;
  for (const api::Problem& each : problems)
    shown.problems.push_back({std::string(to_text(each.code)), each.field, api::plain_text(each)});
  return json_of(shown);
}

std::string refusal_json(std::string_view code, std::string what) {
  return json_of(ProblemsShown{{{std::string(code), "", std::move(what)}}});
}

std::string_view code_of(int status) {
  switch (status) {
    case 401: return "unauthorized";
    case 403: return "forbidden";
    case 404: return "not_found";
    case 405: return "method";
    case 415: return "bad_input";
    case 429: return "too_many";
    case 503: return "unavailable";
    default: return "bad_input";
  }
}

}  // namespace

bool Guesses::note_wrong(Instant now) {
  while (!wrong_.empty() && (now - wrong_.front() > guesses_within || wrong_.front() > now))
    wrong_.pop_front();
  if (wrong_.size() >= guesses_max) return false;
  wrong_.push_back(now);
  return true;
}

Door::Door(Archive& archive, format::http::HttpPlace place)
    : archive_(archive), place_(std::move(place)), streams_(archive) {
  for (std::size_t i = 0; i < workers; ++i) workers_.emplace_back([this] { work(); });
}

Door::~Door() {
  {
    const std::lock_guard lock(guard_);
    closing_ = true;
    queue_.clear();
  }
  bell_.notify_all();
  for (std::thread& each : workers_) each.join();
}

bool Door::put(Work work) {
  {
    const std::lock_guard lock(guard_);
    if (queue_.size() >= queue_max || closing_) return false;
    queue_.push_back(std::move(work));
  }
  bell_.notify_one();
  return true;
}

void Door::work() {
  for (;;) {
    Work next;
    {
      std::unique_lock lock(guard_);
      bell_.wait(lock, [this] { return closing_ || !queue_.empty(); });
      if (closing_) return;
      next = std::move(queue_.front());
      queue_.pop_front();
    }
    next();
  }
}

void Door::give(const Visit& visit, int status, HttpHeaders headers, std::string body) {
  add_safety(headers);
  const std::string tag = '"' + digest_of(body).hex().substr(0, 24) + '"';
  headers.emplace_back("ETag", tag);
  headers.emplace_back("Vary", "Accept-Encoding");
  const bool known = status == 200 && visit.head.header("if-none-match").value_or("") == tag;
  if (known) return visit.exchange->answer(304, std::move(headers), "");
  if (body.size() > worth_packing && takes_gzip(visit.head)) {
    body = format::gzip(body, 4);
    headers.emplace_back("Content-Encoding", "gzip");
  }
  visit.exchange->answer(status, std::move(headers), std::move(body));
}

void Door::refuse(const Visit& visit, int status, const api::Problems& problems,
                  HttpHeaders headers) {
  headers.emplace_back("Content-Type", "application/json");
  headers.emplace_back("Cache-Control", "no-store");
  give(visit, status, std::move(headers), problems_json(problems));
}

void Door::take(shell::HttpRequest request, std::shared_ptr<shell::HttpExchange> exchange) {
  Visit visit{{std::move(request.method), std::move(request.path), std::move(request.headers)},
              std::move(request.body),
              std::move(exchange)};
  const auto turn_away = [&](int status, const std::string& what, HttpHeaders headers = {}) {
    headers.emplace_back("Content-Type", "application/json");
    headers.emplace_back("Cache-Control", "no-store");
    give(visit, status, std::move(headers), refusal_json(code_of(status), what));
  };
  if (const auto refusal = format::http::check_address(visit.head, place_))
    return turn_away(refusal->status, refusal->what);
  const std::string address = visit.head.path;
  const std::string_view whole = address;
  const std::string_view path = whole.substr(0, whole.find('?'));
  const std::string_view query = path.size() == whole.size() ? "" : whole.substr(path.size() + 1);
  if (!path.starts_with(api_root)) return give_page(visit, path);
  const bool enters = visit.head.method == "POST" && path.substr(api_root.size()) == enter_path;
  const auto refusal = enters ? std::nullopt : format::http::check_token(visit.head, place_.token);
  if (refusal) {
    if (!guesses_.note_wrong(archive_.kept.now()))
      return turn_away(429, "too many wrong tokens: wait a minute", {{"Retry-After", "60"}});
    return turn_away(refusal->status, refusal->what, refusal->headers);
  }
  take_api(std::move(visit), path.substr(api_root.size()), query);
}

void Door::take_api(Visit visit, std::string_view path, std::string_view query) {
  const auto turn_away = [&](int status, const std::string& what, HttpHeaders headers = {}) {
    headers.emplace_back("Content-Type", "application/json");
    give(visit, status, std::move(headers), refusal_json(code_of(status), what));
  };
  if (path == "/openapi.json" && visit.head.method == "GET")
    return give(visit, 200, {{"Content-Type", "application/json"}}, openapi());
  Found found = find_route(visit.head.method, path);
  if (found.route == nullptr && found.methods.empty())
    return turn_away(404, "there is no such address");
  if (found.route == nullptr)
    return turn_away(405, "only " + found.methods, {{"Allow", found.methods}});
  const Route& route = *found.route;
  auto parts = parse_query(query);
  if (!parts) return refuse(visit, 400, parts.error());
  Call call{.archive = archive_, .path = std::move(found.path), .query = parts.take()};
  call.last_event = visit.head.header("last-event-id").value_or("");
  if (route.method == "POST") {
    if (archive_.read_only && route.kind == Kind::acts)
      return give(visit, 403, {{"Content-Type", "application/json"}},
                  refusal_json("read_only", "this server only looks (--read-only)"));
    if (!format::http::names_type(visit.head, "content-type", "application/json"))
      return turn_away(415, "Content-Type must be application/json");
    format::JsonTree tree = format::read_json_tree(visit.body, body_nodes_max);
    if (!tree.fault.empty()) return turn_away(400, "the body: " + tree.fault);
    call.body = std::move(tree.root);
  }
  auto shared = std::make_shared<std::pair<Visit, Call>>(std::move(visit), std::move(call));
  const bool taken =
      put([this, shared, &route] { answer_api(shared->first, route, shared->second); });
  if (!taken)
    give(shared->first, 503, {{"Content-Type", "application/json"}, {"Retry-After", "1"}},
         refusal_json("unavailable", "too many requests are waiting"));
}

namespace {

/// Where a stream goes on: the header goes first, as browsers send it.
api::Reply<std::uint64_t> since_of(const Call& call) {
  const auto query = TRY(query_of<EventsQuery>(call));
  if (call.last_event.empty()) return static_cast<std::uint64_t>(query.since);
  std::uint64_t since = 0;
  const char* const end = call.last_event.data() + call.last_event.size();
  const auto read = std::from_chars(call.last_event.data(), end, since);
  if (read.ec == std::errc{} && read.ptr == end) return since;
  return api::Problem{.code = api::Code::bad_value,
                      .field = "Last-Event-ID",
                      .value = call.last_event,
                      .what = "is no number of an event"};
}

}  // namespace

void Door::answer_api(const Visit& visit, const Route& route, const Call& call) {
  const auto fail = [&](const api::Problems& problems) {
    refuse(visit, status_of(problems.front().code), problems);
  };
  if (route.kind == Kind::streams &&
      format::http::names_type(visit.head, "accept", "text/event-stream")) {
    bool taken = false;
    if (route.path == "/overview") {
      taken = streams_.follow_all(visit.exchange);
    } else {
      const auto since = since_of(call);
      if (!since) return fail(since.error());
      const auto shelf = archive_.kept.shelf(call.at("workspace"));
      if (!shelf) return fail(shelf.error());
      std::string run_id;
      const auto there =
          archive_.kept.look(*shelf, call.at("run"),
                             [&](const api::Dossier& dossier, const api::Site&) -> api::Reply<> {
                               run_id = dossier.view.row.run_id;
                               return {};
                             });
      if (!there) return fail(there.error());
      taken = streams_.follow_run(visit.exchange, *shelf, run_id, *since);
    }
    if (taken) return;
    return give(visit, 503, {{"Content-Type", "application/json"}},
                refusal_json("too_many", "too many streams are open"));
  }
  if (route.kind == Kind::downloads) {
    auto file = route.download(call);
    if (!file) return fail(file.error());
    return give(visit, 200,
                {{"Content-Type", file->type},
                 {"Content-Disposition",
                  "attachment; filename=\"" + safe_name(std::move(file->name)) + '"'},
                 {"Content-Security-Policy", "sandbox; default-src 'none'"},
                 {"Cache-Control", "no-store"}},
                std::move(file->bytes));
  }
  auto json = route.look(call);
  if (!json) return fail(json.error());
  const bool kept = route.kind != Kind::enters && route.kind != Kind::acts;
  give(visit, 200,
       {{"Content-Type", "application/json"}, {"Cache-Control", kept ? "no-cache" : "no-store"}},
       json.take());
}

void Door::give_page(const Visit& visit, std::string_view path) {
  const bool looks = visit.head.method == "GET" || visit.head.method == "HEAD";
  const std::optional<PageFile> file = looks ? page_file(path) : std::nullopt;
  if (!file)
    return give(visit, looks ? 404 : 405, {{"Content-Type", "application/json"}},
                refusal_json(code_of(looks ? 404 : 405), "there is no such page"));
  HttpHeaders headers = {{"Content-Type", std::string(file->type)},
                         {"Content-Security-Policy", std::string(page_policy)},
                         {"Cache-Control", "no-cache"}};
  give(visit, 200, std::move(headers), std::string(file->bytes));
}

}  // namespace assay::web
