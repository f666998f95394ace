// SPDX-License-Identifier: MIT
#include "sim/cluster.h"

#include "sim/describe.h"
#include "sim/node.h"

#include <algorithm>

namespace assay::sim {

namespace {

/// Enough for every run that makes progress; reached only by one that does not.
constexpr std::uint64_t calls_max = 20'000;
/// After so many interruptions the world leaves the run alone, so that it can end.
constexpr std::uint32_t interruptions_max = 6;
constexpr Instant epoch_of_the_world{std::chrono::days{20'000}};

std::uint64_t hash(std::uint64_t before, std::string_view text) {
  std::uint64_t value = before ^ 0xcbf29ce484222325U;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return value;
}

std::string text_of(const shell::Entry& entry) {
  return describe(entry.event) + " => " + entry.decision;
}

/// The names of the attempts a decision starts: "start a#1; start b#1" is a#1 and b#1.
std::vector<std::string> starts_of(std::string_view decision) {
  std::vector<std::string> names;
  while (!decision.empty()) {
    const std::size_t end = std::min(decision.find("; "), decision.size());
    const std::string_view effect = decision.substr(0, end);
    if (effect.starts_with("start ")) names.emplace_back(effect.substr(6));
    decision.remove_prefix(std::min(end + 2, decision.size()));
  }
  return names;
}

}  // namespace

Cluster::Cluster(Subject& subject, const Options& options)
    : subject_(subject), options_(options), chance_(mix(options.seed) ^ 0xfa17U) {}

bool Cluster::may_interrupt(FaultKind kind) const {
  const bool interrupts = kind >= FaultKind::append_error_before && kind <= FaultKind::takeover;
  if (!interrupts) return true;
  const bool nobody_to_replace = journal_.empty() || coordinators_alive_ > 1;
  if (kind == FaultKind::takeover && nobody_to_replace) return false;
  return interruptions_ < interruptions_max;
}

/// Lets chance decide whether a fault happens here and now. The chance is drawn even when the rate
/// is zero, so that a seed keeps its shape when a rate changes.
bool Cluster::strikes(FaultKind kind) {
  const bool hit = chance_.permille(static_cast<std::uint32_t>(options_.rates[kind]));
  if (!hit || !may_interrupt(kind)) return false;
  ++counts_[kind];
  if (kind >= FaultKind::append_error_before && kind <= FaultKind::takeover) ++interruptions_;
  return true;
}

void Cluster::count_call() {
  if (++calls_ == calls_max) find("I12 the run does not come to an end");
}

void Cluster::note(const std::string& line) {
  trace_ = hash(trace_, line);
  if (options_.keep_transcript) transcript_.push_back(line);
}

void Cluster::find(const std::string& what) {
  if (what.empty() || !finding_.empty()) return;
  finding_ = what;
  note("!! " + what);
}

Instant Cluster::wall() const { return epoch_of_the_world + ticks_ + skew_; }

bool Cluster::is_outlived(core::AttemptKey key) const {
  return std::any_of(outlived_.begin(), outlived_.end(),
                     [&](const Outlived& each) { return each.launch.key == key; });
}

/// What a dead or replaced coordinator leaves in the workspace stays there.
void Cluster::interrupted() {
  for (const core::AttemptKey key : half_done_) torn_ = torn_ || !is_outlived(key);
  subject_.abandoned();
}

void Cluster::run() {
  run_coordinators();
  if (!finding_.empty()) return;
  check_acknowledged();
  check_chain();
  check_replay();
  if (!outlived_.empty() && !subject_.may_begin_anew())
    find("job: nobody asked for " + outlived_.front().launch.name +
         ", which outlived its coordinator");
  if (!concluded_) find("I4 the loop returned, but the journal has no verdict");
  if (finding_.empty()) find(subject_.at_end(machine_));
}

void Cluster::run_coordinators() {
  ++coordinators_alive_;
  while (finding_.empty() && !run_one()) interrupted();
  --coordinators_alive_;
}

/// One coordinator from its birth to its end. True: nothing is left to do for another.
bool Cluster::run_one() {
  Node node(*this, ++epoch_);
  const bool anew = journal_.empty();
  const shell::Decider decide = decider(node);
  note("-- coordinator " + std::to_string(epoch_) + (anew ? " starts" : " resumes"));
  if (!anew) check_acknowledged();
  const bool aborts = !anew && subject_.is_abortable() && strikes(FaultKind::abort);
  if (aborts) note("-- which is to end the run for good");
  Result<core::Machine> result = anew     ? shell::start(node.world(), subject_.first(), decide)
                                 : aborts ? shell::cancel(node.world(), "user", decide)
                                          : shell::resume(node.world(), decide);
  if (!finding_.empty()) return true;
  if (result) {
    machine_ = result.take();
    ended_ = machine_.outcome.has_value();
    if (!ended_ && machine_.parked) sleep(*machine_.parked);
    if (!ended_ && !machine_.parked) find("I4 the loop returned without a verdict");
    return ended_;
  }
  note("-- the coordinator gives up: " + result.error().what);
  if (!node.hurt()) find("I11 the loop gave up for no reason: " + result.error().what);
  return ended_;  // a stale coordinator gives up after its successor has ended the run
}

/// Nobody holds the run until it is woken: when its time has come, and now and then before that.
void Cluster::sleep(const core::RunParked& parked) {
  ++parks_;
  const Millis left = parked.until ? *parked.until - wall() : Millis{0};
  const bool early = left > Millis{1} && chance_.percent(30);
  early_resumes_ += early ? 1 : 0;
  note(early ? "-- woken too early" : "-- woken");
  if (left > Millis{0}) ticks_ += early ? left / 2 : left + Millis{chance_.below(10'000)};
}

Result<> Cluster::commit(std::uint64_t epoch, std::span<const shell::Entry> entries) {
  const bool fenced = !options_.plant || options_.plant->journal != Plant::Flaw::accepts_stale;
  if (epoch != epoch_ && fenced) return Error{Fault::conflict, "another coordinator owns the run"};
  const bool drops = options_.plant && options_.plant->journal == Plant::Flaw::drops_entries;
  for (const shell::Entry& entry : entries) {
    if (drops && journal_.size() % 5 == 4 && chance_.percent(50)) continue;
    journal_.push_back({journal_.size() + 1, epoch, entry});
    const Stored& stored = journal_.back();
    const std::string text = text_of(entry);
    chain_.push_back(hash(chain_.empty() ? 0 : chain_.back(), text));
    note(std::to_string(stored.seq) + " " + text);
    check_order(stored);
    learn(stored);
    find(subject_.on_entry(stored));
  }
  return {};
}

void Cluster::check_order(const Stored& stored) {
  if (journal_.size() > 1 && journal_[journal_.size() - 2].epoch > stored.epoch) {
    find("I10 a stale coordinator's append succeeded");
  }
  if (concluded_) find("I3 an entry after the verdict");
  if (const auto* concluded = std::get_if<core::RunConcluded>(&stored.entry.event)) {
    concluded_ = true;
    if (concluded->trace != decisions_.hex())
      find("I7 the verdict's trace is not that of the decisions");
  }
  decisions_.add(stored.entry.decision);
}

void Cluster::learn(const Stored& stored) {
  for (std::string& started : starts_of(stored.entry.decision)) {
    if (!decided_.insert(started).second) find("I3 an attempt id is reused: " + started);
  }
  const auto* ended = std::get_if<core::AttemptEnded>(&stored.entry.event);
  if (ended == nullptr || ended->name.empty()) return;
  ++ends_[ended->key.unit];
  written_.insert(ended->key);
  half_done_.erase(ended->key);
  const auto truth = truth_.find(ended->key);
  const bool true_to_life =
      truth != truth_.end() && truth->second == describe(ended->evidence.exit);
  // The shell names only ends of what it launched and has not heard of yet, so no stray gets a
  // name.
  if (!true_to_life) find("I9 the journal has an end that is not what happened");
}

void Cluster::check_start(const core::Launch& launch) {
  const std::string name = launch.name + "#" + std::to_string(launch.key.attempt);
  if (!decided_.contains(name))
    find("I1 " + name + " is started, but that decision is not durable");
  if (!started_.insert(launch.key).second) find("I3 an attempt id is started twice: " + name);
  for (const Outlived& each : outlived_) {
    if (each.launch.key.unit == launch.key.unit && !subject_.may_begin_anew())
      find("job: " + name + " is started, and an earlier attempt goes on or has left its record");
  }
}

/// What a coordinator was told is durable is in the journal, in that order.
void Cluster::check_acknowledged() {
  std::size_t at = 0;
  for (const std::string& text : acknowledged_) {
    while (at < journal_.size() && text_of(journal_[at].entry) != text) ++at;
    if (at == journal_.size()) return find("I1 an acknowledged entry is gone: " + text);
    ++at;
  }
}

void Cluster::check_chain() {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < journal_.size(); ++i) {
    value = hash(value, text_of(journal_[i].entry));
    if (journal_[i].seq != i + 1 || chain_[i] != value) return find("I2 the chain is broken");
  }
}

shell::Decider Cluster::decider(Node& node) const {
  return options_.plant && options_.plant->decider ? options_.plant->decider(node) : core::decide;
}

/// Folding the journal anew gives every decision again, byte for byte.
void Cluster::check_replay() {
  Node nowhere(*this, 0);
  nowhere.kill();
  const shell::Decider decide = decider(nowhere);
  core::Machine machine;
  for (const Stored& stored : journal_) {
    const std::string decision = core::to_text(decide(machine, stored.entry.event));
    if (decision == stored.entry.decision) continue;
    return find("I7 entry " + std::to_string(stored.seq) + " is decided differently on replay: '" +
                decision + "'");
  }
}

}  // namespace assay::sim
