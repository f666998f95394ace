// SPDX-License-Identifier: MIT
// `assay web`: the runs of this user in a browser, and a JSON API for scripts.
#include "api/web_sign.h"
#include "face/cli/address.h"
#include "face/cli/commands.h"
#include "face/web/door.h"
#include "face/web/page.h"
#include "format/json/fields.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

namespace assay::cli {

namespace {

using format::http::Reach;

struct WebFlags {
  std::string listen = "127.0.0.1:0";
  std::string socket;
  bool open = false;
  bool read_only = false;
};

struct Listening {
  shell::HttpOrder order;
  Reach reach = Reach::loopback;
};

Result<Listening> listening_at(const std::string& given) {
  const Address address = TRY(read_address("--listen", given));
  Listening at;
  at.order.address = address.host;
  at.order.port = address.port;
  at.reach = is_loopback(address) ? Reach::loopback : Reach::network;
  return at;
}

std::string name_of_machine() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::string origin_of(const Listening& at, std::uint16_t port) {
  const bool six = at.order.address.find(':') != std::string::npos;
  std::string host = six ? "[" + at.order.address + "]" : at.order.address;
  if (at.order.address == "0.0.0.0" || at.order.address == "::") host = name_of_machine();
  return fmt::format("http://{}:{}", host, port);
}

void announce_web(Session& session, const WebFlags& flags, const std::string& url,
                  const std::string& token) {
  if (session.format == OutputFormat::json) {
    std::string out;
    format::JsonWriter json(out);
    json.begin_object();
    if (flags.socket.empty())
      format::Fields(json).text("url", url);
    else
      format::Fields(json).text("socket", flags.socket);
    format::Fields(json).text("token", token);
    json.end_object();
    session.out(out + "\n");
  } else if (flags.socket.empty()) {
    session.out(url + "\n");
  } else {
    session.out(flags.socket + "\nAuthorization: Bearer " + token + "\n");
  }
  std::fflush(stdout);
  if (!web::has_page())
    session.note("the page was not built (ASSAY_WEB): only the API is served\n");
}

/// What is made while it lives is for this user alone.
class Privacy {
 public:
  Privacy() : before_(::umask(0077)) {}
  ~Privacy() { ::umask(before_); }
  Privacy(const Privacy&) = delete;
  Privacy& operator=(const Privacy&) = delete;

 private:
  mode_t before_;
};

/// A page that leads a browser to the server. Others see with which words a browser is started: it
/// is started with this file, which they cannot read, and what stands in it is good once.
class FrontDoor {
 public:
  FrontDoor(std::string path, shell::Files& files) : path_(std::move(path)), files_(files) {}
  ~FrontDoor() { shut(); }
  FrontDoor(const FrontDoor&) = delete;
  FrontDoor& operator=(const FrontDoor&) = delete;

  Result<> put_up(const std::string& origin, const std::string& code) {
    return files_.create(
        path_, fmt::format("<!doctype html>\n<meta charset=\"utf-8\">\n<title>assay web</title>\n"
                           "<meta name=\"referrer\" content=\"no-referrer\">\n"
                           "<meta http-equiv=\"refresh\" content=\"0; url={}/#once={}\">\n",
                           origin, code));
  }
  void shut() const { static_cast<void>(static_cast<bool>(files_.remove(path_))); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  shell::Files& files_;
};

void open_browser(Session& session, web::Passes& passes, const std::shared_ptr<FrontDoor>& door,
                  const std::string& origin, const std::string& token) {
  constexpr std::chrono::minutes good_for{5};
  const std::string code = unguessable(session.outside, 4);
  const Privacy privacy;
  const bool ready = static_cast<bool>(door->put_up(origin, code));
  if (ready)
    passes.issue(code, session.outside.clock().now() + good_for, token, [door] { door->shut(); });
  if (!ready || !session.outside.leave_behind({"xdg-open", door->path()}, "/"))
    session.note("no browser could be opened (xdg-open): follow the address above\n");
}

std::string user_of(const Session& session) {
  const auto user = session.outside.variable("USER");
  return user && !user->empty() ? *user : "`assay web`";
}

/// A ledger that was named is shown alone.
std::string named_state(const Session& session) {
  if (!session.place_request.state_dir.empty()) return session.place_request.state_dir;
  return session.outside.variable("ASSAY_STATE_DIR").value_or("");
}

/// Where others look for servers of this user, made if need be; empty: there is no place for it.
std::string make_folder_of_signs(Session& session, const std::string& named) {
  const Privacy privacy;
  const std::string folder = api::folder_of_signs(named, session.outside);
  if (folder.empty() || !session.outside.files().make_directories(folder)) return "";
  return folder;
}

/// Runs say where they can be looked at. Without a sign they say nothing.
std::unique_ptr<api::WebSign> put_up_sign(Session& session, const std::string& folder,
                                          const std::string& origin) {
  const Privacy privacy;
  auto sign = api::WebSign::put_up(folder, origin, session.outside);
  return sign ? sign.take() : nullptr;
}

/// The token is in the memory of this process: no other one of this user looks into it.
void close_to_others() {
#if !defined(__SANITIZE_ADDRESS__)  // whose leak checker looks from outside
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

void serve_web(Session& session, const WebFlags& flags) {
  close_to_others();
  auto at = listening_at(flags.listen);
  if (!at) return session.fail(at.error());
  at->order.body_bytes_max = 64U << 10;
  at->order.unsent_bytes_max = 8U << 20;
  if (!flags.socket.empty()) {
    at->order.socket = flags.socket;
    at->reach = Reach::socket;
  }
  ::signal(SIGPIPE, SIG_IGN);
  std::string named = named_state(session);
  if (!named.empty()) {
    // Before the first run there is nothing to show, and that is shown.
    const Privacy privacy;
    if (const auto made = session.outside.files().make_directories(named); !made)
      return session.fail(made.error());
    const auto real = session.outside.files().real_path(named);
    if (!real) return session.fail(real.error());
    named = *real;
  }
  const auto http = session.outside.open_http(at->order);
  if (!http) return session.fail(http.error());
  const std::string token = unguessable(session.outside, 4);
  const std::string origin = origin_of(*at, (*http)->port());
  if (at->reach == Reach::network)
    session.problem("assay: warning: " + at->order.address +
                    " can be reached from other machines, and nothing is encrypted: whoever sees "
                    "the token can read every run and answer for you\n");
  // The token stands behind the #: no browser sends that part, and no log has it.
  announce_web(session, flags, origin + "/#token=" + token, token);
  web::Archive archive(
      session.outside, [&](const api::Place& place) { return session.site_at(place); }, named);
  archive.version = session.version;
  archive.user = user_of(session);
  archive.read_only = flags.read_only;
  const bool is_page = at->reach != Reach::socket;
  const std::string folder = is_page ? make_folder_of_signs(session, named) : "";
  const auto sign = is_page ? put_up_sign(session, folder, origin) : nullptr;
  const auto front = std::make_shared<FrontDoor>(
      folder + "/open-" + unguessable(session.outside, 1) + ".html", session.outside.files());
  if (flags.open) open_browser(session, archive.passes, front, origin, token);
  web::Door door(archive, {(*http)->port(), token, at->reach, name_of_machine()});
  const auto served = (*http)->serve([&](shell::HttpRequest request, auto exchange) {
    door.take(std::move(request), std::move(exchange));
  });
  if (!served) session.fail(served.error());
}

}  // namespace

void add_web(CLI::App& root, Session& session) {
  auto flags = std::make_shared<WebFlags>();
  CLI::App* command = root.add_subcommand(
      "web", "Show the runs of all your workspaces in a browser, live, and answer their questions");
  command
      ->add_option("--listen", flags->listen,
                   "Where to listen; port 0: any that is free. Default: 127.0.0.1:0")
      ->type_name("ADDRESS:PORT");
  command->add_option("--socket", flags->socket, "Listen at this file instead")->type_name("PATH");
  command->add_flag("--open", flags->open, "Open it in a browser");
  command->add_flag("--read-only", flags->read_only, "Nothing can be answered, stopped or resumed");
  command->footer(
      "Prints one address with a token; whoever has it can read every run and answer for you. "
      "Ends with Ctrl-C; runs go on.\n"
      "With --state-dir only the runs kept there are shown.\n\n"
      "Examples:\n"
      "  assay web --open                     on this machine\n"
      "  assay web --read-only                only to look\n"
      "  ssh -L 8080:127.0.0.1:8080 HOST assay web --listen 127.0.0.1:8080");
  command->callback([flags, &session] { serve_web(session, *flags); });
}

}  // namespace assay::cli
