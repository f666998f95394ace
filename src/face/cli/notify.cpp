// SPDX-License-Identifier: MIT
// `assay notify`: what was told about runs, and what could not be told yet.
#include "api/notify.h"

#include "base/text/escape.h"
#include "face/cli/commands.h"
#include "format/json/fields.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

struct NotifyFlags {
  std::string linger;
  bool at_once = false;
};

/// Without what may be secret in it: an address can be all that a receiver asks for.
std::string receiver_name(const core::Receiver& receiver) {
  if (receiver.url.empty()) return receiver.command.front();
  const std::size_t host = receiver.url.find("://") + 3;
  std::string shown = receiver.url.substr(0, receiver.url.find_first_of("/?#", host));
  const std::size_t login = shown.rfind('@');
  return login == std::string::npos ? shown : shown.erase(host, login + 1 - host);
}

std::string_view delivery_word(const format::Delivery& delivery) {
  return delivery.done ? "delivered" : delivery.gave_up ? "given up" : "pending";
}

std::string notices_json(const std::vector<api::NoticeSight>& all) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_object();
  json.key("notices");
  json.begin_array();
  for (const api::NoticeSight& each : all) {
    json.begin_object();
    format::Fields(json)
        .text("id", each.notice.id)
        .text("event", to_text(each.notice.event))
        .text("receiver", receiver_name(each.receiver))
        .text("state", delivery_word(each.delivery))
        .number("tries", each.delivery.tries);
    json.key("next");
    const bool waits = !each.delivery.done && !each.delivery.gave_up && each.delivery.tries > 0;
    waits ? json.text(to_text(each.delivery.next)) : json.null();
    json.key("problem");
    each.delivery.problem.empty() ? json.null() : json.text(each.delivery.problem);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out + "\n";
}

void print_notices(Session& session, const std::vector<api::NoticeSight>& all) {
  if (session.format == OutputFormat::json) return session.out(notices_json(all));
  for (const api::NoticeSight& each : all) {
    std::string line =
        fmt::format("{} {} to {}: {}", each.notice.id, to_text(each.notice.event),
                    printable(receiver_name(each.receiver)), delivery_word(each.delivery));
    if (!each.delivery.problem.empty()) line += ": " + printable(each.delivery.problem);
    session.tell(line + "\n");
  }
}

void deliver(Session& session, const NotifyFlags& flags) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  api::DeliverRequest request{.at_once = flags.at_once};
  if (!flags.linger.empty()) {
    const auto linger = parse_duration(flags.linger);
    if (!linger) return session.fail(linger.error());
    request.linger = *linger;
  }
  const auto left = api::deliver_notices(request, *site);
  if (!left) return session.fail(left.error());
  session.exit_status = left->empty() ? 0 : error_status;
  print_notices(session, *left);
}

void list_told(Session& session) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto all = api::list_notices(*site);
  return all ? print_notices(session, *all) : session.fail(all.error());
}

}  // namespace

void add_notify(CLI::App& root, Session& session) {
  auto flags = std::make_shared<NotifyFlags>();
  CLI::App* notify = root.add_subcommand(
      "notify", "What `notify:` was told about runs, and what could not be told yet");
  notify->require_subcommand(1);
  CLI::App* listing = notify->add_subcommand(
      "list", "Show what unfinished runs have told, and what is still to be delivered");
  listing->callback([&session] { list_told(session); });
  CLI::App* delivering = notify->add_subcommand("deliver", "Deliver what is due now");
  delivering
      ->add_option("--linger", flags->linger,
                   "Stay so long and try again what could not be delivered")
      ->type_name("TIME");
  delivering->add_flag("--now", flags->at_once, "Also what is not due yet, or was given up");
  delivering->footer(
      "assay does this by itself, in a process of its own, when a run comes to wait or ends.\n"
      "Exit status: 0 nothing is left, 3 something could not be delivered.");
  delivering->callback([flags, &session] { deliver(session, *flags); });
}

}  // namespace assay::cli
