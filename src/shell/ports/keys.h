// SPDX-License-Identifier: MIT
// The keys that sign how runs ended, and vouch for those that have not. Beside them is kept how
// many ends were signed and how far open runs have come, so that a ledger that was put back to an
// older state is noticed, and which runs there were before there was a key.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::shell {

struct Signature {
  std::string key;  ///< its name, as ed25519::name_of
  std::string bytes;

  friend bool operator==(const Signature&, const Signature&) = default;
};

struct PublicKey {
  std::string name;
  std::string pem;
  bool is_current = false;

  friend bool operator==(const PublicKey&, const PublicKey&) = default;
};

/// A key that a shared store knows. Its ring is the name of the first key of those that one machine
/// had one after the other: they count what they sign together.
struct TeamKey {
  std::string name;
  std::string ring;
  std::string pem;
  std::string host = {};
  std::string home = {};  ///< the state directory there
  bool is_own = false;
  bool is_trusted = false;  ///< somebody on this machine vouches for it

  friend bool operator==(const TeamKey&, const TeamKey&) = default;
};

/// Runs, each with the hash of its last event in hex.
using RunHeads = std::map<std::string, std::string>;

/// The right to sign, which one has at a time.
class SigningTurn {
 public:
  virtual ~SigningTurn() = default;
  /// How many ends were signed, as far as they were counted: a coordinator that was killed may
  /// have signed one more.
  virtual std::uint64_t counted() const = 0;
  virtual Result<Signature> sign(std::string_view message) = 0;
  /// Durable when it returns.
  virtual Result<> count(std::uint64_t number) = 0;
};

class Keys {
 public:
  using AskRuns = std::function<Result<RunHeads>()>;

  virtual ~Keys() = default;
  /// Waits for who signs at the moment. Makes the first key if there is none: then `runs` is asked
  /// which there were without one.
  virtual Result<std::unique_ptr<SigningTurn>> take_turn(const AskRuns& runs) = 0;
  /// The current one first; none: nothing was ever signed.
  virtual Result<std::vector<PublicKey>> all() = 0;
  virtual Result<std::uint64_t> counted() = 0;
  virtual Result<RunHeads> runs_before() = 0;
  /// A new key for what is signed from now on; what was signed stays valid.
  virtual Result<PublicKey> rotate(const AskRuns& runs) = 0;
  /// False: it is not the signature of one of these keys.
  virtual bool holds(const Signature& signature, std::string_view message) = 0;

  /// What nobody can make who has no key; a thousand times cheaper than a signature, and of no use
  /// to others. Makes the first key as take_turn() does.
  virtual Result<std::string> code_of(std::string_view message, const AskRuns& runs) = 0;
  virtual bool fits(std::string_view code, std::string_view message) = 0;

  /// Remembers, until the run is forgotten, that so many of its events are durable. May itself be
  /// lost with the machine: then it says less, never more.
  virtual void note(const std::string& run_id, std::uint64_t events) = 0;
  virtual void forget(const std::string& run_id) = 0;
  virtual Result<std::map<std::string, std::uint64_t>> noted() = 0;

  /// There was never a run without a key: what is not signed was not written by assay.
  virtual bool sign_from_the_start() const { return false; }
  /// The ring of this machine; empty: the store has but one, or there is no key yet.
  virtual std::string ring() { return {}; }
  /// All keys that a shared store knows, believed or not.
  virtual Result<std::vector<TeamKey>> team() { return std::vector<TeamKey>(); }
  /// Lets the others find keys of runs that come from another ledger.
  virtual Result<> introduce(const std::vector<TeamKey>& /*keys*/) { return {}; }
  /// Vouches for runs of another ledger that were there before it had a key.
  virtual Result<> adopt_before(const RunHeads& /*heads*/) { return {}; }
};

}  // namespace assay::shell
