// SPDX-License-Identifier: MIT
#include "ledger/seal.h"

#include "core/plans.h"
#include "format/attest/dsse.h"
#include "format/record/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay::ledger {

namespace {

constexpr std::string_view seal_type = "application/vnd.assay.run+json";

}  // namespace

std::string write_seal(const RunSeal& seal) { return format::stored::text_of(seal); }

Result<RunSeal> read_seal(std::string_view statement) {
  return format::stored::read_text<RunSeal>(statement);
}

std::string sealed_bytes(std::string_view statement) {
  return format::dsse::signed_bytes(seal_type, statement);
}

Result<shell::RunHeads> heads_of_runs(shell::Store& store) {
  shell::RunHeads heads;
  // In a shared store only those of this machine: for others nobody here can vouch.
  for (const shell::StoredRun& run : TRY(store.runs({.here = true})))
    heads.emplace(run.run_id, run.head.hex());
  return heads;
}

Result<Sealing> begin_sealing(shell::Store& store, RunSeal seal) {
  Sealing sealing;
  sealing.turn = TRY(store.keys().take_turn([&] { return heads_of_runs(store); }));
  // A coordinator that was killed between the two has stored one that was not counted.
  seal.number = std::max(sealing.turn->counted(), TRY(store.last_seal())) + 1;
  sealing.seal.number = seal.number;
  sealing.seal.run_id = seal.run;
  sealing.seal.statement = write_seal(seal);
  sealing.seal.signature = TRY(sealing.turn->sign(sealed_bytes(sealing.seal.statement)));
  return sealing;
}

std::string find_seal_fault(shell::Keys& keys, const shell::StoredSeal& stored,
                            const RunSeal& expected) {
  if (!keys.holds(stored.signature, sealed_bytes(stored.statement)))
    return "its signature is not one of this ledger's keys";
  const auto seal = read_seal(stored.statement);
  if (!seal) return "what was signed cannot be read";
  if (seal->number != stored.number || seal->run != expected.run)
    return "its signature is that of another run";
  const bool same = seal->machine == expected.machine && seal->head == expected.head &&
                    seal->events == expected.events && seal->outcome == expected.outcome;
  return same ? "" : "it is not what was signed when it ended";
}

namespace {

bool was_there_before(const KeysSay& say, const std::string& run, const Digest& head) {
  const auto before = say.runs_before.find(run);
  return before != say.runs_before.end() && before->second == head.hex();
}

}  // namespace

Result<KeysSay> ask_keys(shell::Keys& keys) {
  KeysSay say;
  say.noted = TRY(keys.noted());
  say.counted = TRY(keys.counted());
  say.runs_before = TRY(keys.runs_before());
  say.have_signed = say.counted > 0 || !TRY(keys.all()).empty() || keys.sign_from_the_start();
  say.ring = keys.ring();
  return say;
}

bool was_to_be_signed(const core::AnyPlan& plan) {
  return std::visit(
      [](const auto& each) {
        if constexpr (requires { each->isolation; }) {
          return each && core::kept_by(each->isolation).has_value();
        } else {
          return false;
        }
      },
      plan);
}

EndStanding standing_of(shell::Keys& keys, const KeysSay& say,
                        const std::vector<shell::StoredSeal>& seals, const RunSeal& expected,
                        const core::AnyPlan& plan) {
  const bool known = was_there_before(say, expected.run, expected.head);
  const bool ended = !expected.outcome.empty();
  if ((known || !say.have_signed) && seals.empty() && ended && was_to_be_signed(plan))
    return {false,
            "is not signed, although who began it signs every end: its signature was taken away, "
            "or the keys were"};
  if (!known && !seals.empty()) return {true, find_seal_fault(keys, seals.front(), expected)};
  const bool missing = !known && say.have_signed && !expected.outcome.empty();
  return {false, missing ? "has ended, and its end is not signed" : ""};
}

std::optional<RunSeal> signed_end(shell::Keys& keys, const std::vector<shell::StoredSeal>& seals) {
  if (seals.empty()) return std::nullopt;
  const shell::StoredSeal& stored = seals.front();
  if (!keys.holds(stored.signature, sealed_bytes(stored.statement))) return std::nullopt;
  auto seal = read_seal(stored.statement);
  return seal ? std::optional(seal.take()) : std::nullopt;
}

std::string open_bytes(const OpenRun& run) {
  return fmt::format("assay/open/v1 {} {} {} {}", run.run, run.events, run.head.hex(),
                     run.decisions.hex());
}

std::string find_open_fault(shell::Keys& keys, const KeysSay& say, const OpenRun& run,
                            const std::string& code) {
  const auto noted = say.noted.find(run.run);
  if (noted != say.noted.end() && noted->second > run.events)
    return fmt::format(
        "{} events were written, and it has {}: it is an older copy, or events were taken out of "
        "it",
        noted->second, run.events);
  if (!say.have_signed || was_there_before(say, run.run, run.head)) return "";
  if (keys.fits(code, open_bytes(run))) return "";
  return "it is not what was written last: it was changed while it had not ended";
}

}  // namespace assay::ledger
