// SPDX-License-Identifier: MIT
// The keys that sign how runs ended. Beside them is kept how many ends were signed, so that a
// ledger that was put back to an older state is noticed, and which runs had ended before there was
// a key.
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
  using AskEnded = std::function<Result<RunHeads>()>;

  virtual ~Keys() = default;
  /// Waits for who signs at the moment. Makes the first key if there is none: then `ended` is asked
  /// which runs ended without one.
  virtual Result<std::unique_ptr<SigningTurn>> take_turn(const AskEnded& ended) = 0;
  /// The current one first; none: nothing was ever signed.
  virtual Result<std::vector<PublicKey>> all() = 0;
  virtual Result<std::uint64_t> counted() = 0;
  virtual Result<RunHeads> ended_before() = 0;
  /// A new key for what is signed from now on; what was signed stays valid.
  virtual Result<PublicKey> rotate(const AskEnded& ended) = 0;
  /// False: it is not the signature of one of these keys.
  virtual bool holds(const Signature& signature, std::string_view message) = 0;
};

}  // namespace assay::shell
