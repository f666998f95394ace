// SPDX-License-Identifier: MIT
#include "api/notify.h"

#include "api/open_ledger.h"
#include "api/web_sign.h"

#include <algorithm>
#include <map>

namespace assay::api {

namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t outbox_bytes_max = 16U << 20;
constexpr Millis outbox_look_every = 1s;
/// A run that began to be told of and does not exist was never begun.
constexpr Millis unborn_after = 24h;
constexpr std::string_view outbox_suffix = ".json";

std::string outbox_path(const Site& site, const std::string& run_id) {
  return site.place.state.notices() + "/" + run_id + std::string(outbox_suffix);
}

/// Runs that have something to tell, or may have.
std::vector<std::string> telling_runs(const Site& site) {
  std::vector<std::string> runs;
  for (const std::string& name : site.files().list(site.place.state.notices())) {
    if (name.ends_with(outbox_suffix))
      runs.push_back(name.substr(0, name.size() - outbox_suffix.size()));
  }
  return runs;
}

/// An outbox that cannot be read is begun anew: told twice is better than not at all.
format::Outbox read_outbox(const Site& site, const std::string& run_id) {
  const auto text = site.files().read(outbox_path(site, run_id), outbox_bytes_max);
  if (!text) return {};
  auto outbox = format::read_outbox(*text);
  return outbox ? outbox.take() : format::Outbox{};
}

struct Told {
  std::uint64_t event = 0;
  format::Notice notice;
};

/// What a run has to tell, as its journal says.
struct Tale {
  std::uint64_t events = 0;
  std::vector<core::Receiver> receivers;
  std::vector<Told> told;
  bool ended = false;
};

Result<Tale> tale_of(ledger::Ledger& ledger, const std::string& run_id) {
  Tale tale;
  core::Machine machine;
  core::Standing last;
  TRY(ledger.for_each_entry(run_id, [&](std::uint64_t seq, const shell::Entry& entry) -> Result<> {
    if (const auto* first = std::get_if<core::RunStarted>(&entry.event))
      tale.receivers = core::receivers_of(first->plan);
    core::decide(machine, entry.event);
    tale.events = seq;
    const core::Standing now = core::standing_of(machine);
    if (tale.receivers.empty() || !core::is_told(now) || now == last) return {};
    last = now;
    const Instant at = std::visit([](const auto& e) { return e.at; }, entry.event);
    tale.told.push_back({seq, format::notice_of(machine, now, seq, at)});
    return {};
  }));
  tale.ended = machine.outcome.has_value();
  return tale;
}

/// The address with the values of the variables it names: journals keep the names alone.
Result<std::string> address_of(const Site& site, std::string_view url) {
  std::string address;
  for (std::size_t at = 0; at < url.size();) {
    const std::size_t end = url.substr(at).starts_with("${") ? url.find('}', at) : url.npos;
    if (end == url.npos) {
      address += url[at++];
      continue;
    }
    const std::string name(url.substr(at + 2, end - at - 2));
    const std::string value = site.outside.variable(name).value_or("");
    if (value.empty()) return Error{Fault::bad_input, "the variable " + name + " is not set"};
    address += value;
    at = end + 1;
  }
  return address;
}

Result<> send_notice(const Site& site, const core::Receiver& receiver, const format::Notice& kept) {
  const format::Notice notice = format::with_link(kept, web_link(kept.run_id, site));
  std::string secret;
  if (!receiver.secret_env.empty()) {
    secret = site.outside.variable(receiver.secret_env).value_or("");
    if (secret.empty())
      return Error{Fault::bad_input, "the variable " + receiver.secret_env + " is not set"};
  }
  const std::string body = format::notice_json(notice);
  const auto headers = format::notice_headers(notice.id, site.outside.clock().now(), body, secret);
  shell::Errand errand{.argv = receiver.command, .cwd = notice.workspace};
  if (!site.files().is_directory(errand.cwd)) errand.cwd = "/";
  if (!receiver.url.empty()) {
    errand.argv = {"curl", "-q", "--config", "-"};
    errand.input = format::curl_config(TRY(address_of(site, receiver.url)), body, headers);
    return site.outside.hand_over(errand);
  }
  errand.input = body + "\n";
  constexpr const char* names[] = {"ASSAY_NOTICE_ID", "ASSAY_NOTICE_TIMESTAMP",
                                   "ASSAY_NOTICE_SIGNATURE"};
  for (std::size_t i = 0; i < headers.size(); ++i)
    errand.env.emplace_back(names[i], headers[i].second);
  return site.outside.hand_over(errand);
}

/// Goes over everything that is to be told, with what became of it so far.
class OutboxRound {
 public:
  explicit OutboxRound(const Site& site) : site_(site) {}

  using OnNotice = std::function<void(format::Delivery&, const core::Receiver&, const Told&)>;
  /// `visit` may change the delivery: then it is kept before the next one is visited.
  Result<> go(const OnNotice& visit) {
    for (const std::string& run_id : telling_runs(site_)) TRY(look_at(run_id, visit));
    return {};
  }

 private:
  Result<> look_at(const std::string& run_id, const OnNotice& visit);
  Result<const Tale*> find(const std::string& run_id);
  Result<> close(const std::string& run_id, const Tale& tale, const format::Outbox& outbox);

  const Site& site_;
  std::unique_ptr<ledger::Ledger> ledger_;
  std::map<std::string, Tale> known_;
};

/// Null: there is no such run.
Result<const Tale*> OutboxRound::find(const std::string& run_id) {
  if (!ledger_)
    ledger_ = TRY(open_ledger(site_.outside, site_.place.state, shell::LedgerMode::read_only));
  const auto row = ledger_->find_run(run_id);
  if (!row)
    return row.error().fault == Fault::not_found ? nullptr : Result<const Tale*>(row.error());
  Tale& tale = known_[run_id];
  if (tale.events != row->events) tale = TRY(tale_of(*ledger_, run_id));
  return &tale;
}

Result<> OutboxRound::look_at(const std::string& run_id, const OnNotice& visit) {
  const Tale* tale = TRY(find(run_id));
  format::Outbox outbox = read_outbox(site_, run_id);
  if (tale == nullptr) {
    const bool unborn = site_.outside.clock().now() - outbox.made > unborn_after;
    return unborn ? site_.files().remove(outbox_path(site_, run_id)) : Result<>();
  }
  for (const Told& told : tale->told) {
    for (std::uint32_t i = 0; i < tale->receivers.size(); ++i) {
      format::Delivery& delivery = format::delivery_of(outbox, told.event, i);
      const format::Delivery before = delivery;
      visit(delivery, tale->receivers[i], told);
      if (delivery == before) continue;
      TRY(site_.files().replace(outbox_path(site_, run_id), format::write_outbox(outbox)));
    }
  }
  return close(run_id, *tale, outbox);
}

/// A run that is over and whose last word has arrived has nothing more to tell.
Result<> OutboxRound::close(const std::string& run_id, const Tale& tale,
                            const format::Outbox& outbox) {
  const bool all = std::all_of(outbox.deliveries.begin(), outbox.deliveries.end(),
                               [](const format::Delivery& each) { return each.done; });
  return tale.ended && all ? site_.files().remove(outbox_path(site_, run_id)) : Result<>();
}

/// Two locks: who delivers, and who comes next. Whoever finds both held may go: what he wanted to
/// have delivered was there before the next one looks.
Result<std::shared_ptr<void>> take_turn(const Site& site) {
  const std::string folder = site.place.state.notices();
  const auto next = site.outside.hold(folder + "/next.lock", shell::Queueing::none);
  if (!next) return next.error();
  return site.outside.hold(folder + "/lock", shell::Queueing::waits);
}

struct Delivered {
  std::vector<NoticeSight> left;
  std::optional<Instant> next;  ///< when the first of them is due again
};

Result<Delivered> deliver_once(OutboxRound& round, bool at_once, const Site& site) {
  Delivered sum;
  TRY(round.go([&](format::Delivery& delivery, const core::Receiver& receiver, const Told& told) {
    const bool wanted = at_once && !delivery.done;
    if (wanted || is_due(delivery, site.outside.clock().now())) {
      const Result<> sent = send_notice(site, receiver, told.notice);
      delivery.gave_up = false;
      if (sent) format::note_success(delivery);
      if (!sent) format::note_failure(delivery, site.outside.clock().now(), sent.error().what);
    }
    if (delivery.done) return;
    sum.left.push_back({told.notice, receiver, delivery});
    if (!delivery.gave_up && (!sum.next || delivery.next < *sum.next)) sum.next = delivery.next;
  }));
  return sum;
}

bool is_anything_open(const Site& site) { return !telling_runs(site).empty(); }

}  // namespace

void Herald::begun(const core::RunStarted& e) {
  other_.begun(e);
  tells_ = !core::receivers_of(e.plan).empty();
  if (!tells_) return;
  if (is_anything_open(site_)) send_for_delivery(site_);
  // Whoever cannot be told of runs that cannot be noted down is no reason not to begin one.
  const format::Outbox outbox{.made = site_.outside.clock().now()};
  if (!site_.files().make_directories(site_.place.state.notices())) return;
  static_cast<void>(static_cast<bool>(
      site_.files().create(outbox_path(site_, e.run_id), format::write_outbox(outbox))));
}

void Herald::decided(const core::Machine& machine) {
  other_.decided(machine);
  if (!tells_) return;
  const core::Standing now = core::standing_of(machine);
  if (now == last_) return;
  last_ = now;
  if (core::is_told(now)) send_for_delivery(site_);
}

void send_for_delivery(const Site& site) {
  if (site.courier.empty()) return;
  static_cast<void>(static_cast<bool>(site.outside.leave_behind(site.courier, "/")));
}

Reply<std::vector<NoticeSight>> deliver_notices(const DeliverRequest& request, const Site& site) {
  if (!is_anything_open(site)) return std::vector<NoticeSight>();
  const auto turn = take_turn(site);
  if (!turn && turn.error().fault == Fault::conflict) return std::vector<NoticeSight>();
  if (!turn) return turn.error();
  const auto watch = site.outside.open_watch({});
  OutboxRound round(site);
  Delivered sum = TRY(deliver_once(round, request.at_once, site));
  // Counted, not read from the clock: it may be set.
  for (Millis waited{0}; sum.next && waited < request.linger; waited += outbox_look_every) {
    watch->wait(outbox_look_every);
    sum = TRY(deliver_once(round, false, site));
  }
  return std::move(sum.left);
}

Reply<std::vector<NoticeSight>> list_notices(const Site& site) {
  std::vector<NoticeSight> all;
  if (!is_anything_open(site)) return all;
  OutboxRound round(site);
  TRY(round.go([&](format::Delivery& delivery, const core::Receiver& receiver, const Told& told) {
    all.push_back({told.notice, receiver, delivery});
  }));
  return all;
}

}  // namespace assay::api
