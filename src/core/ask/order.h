// SPDX-License-Identifier: MIT
// What one attempt of an agent is asked to do, and the limits it works under.
#pragma once

#include "base/instant.h"
#include "core/ask/dialect.h"
#include "core/ask/permission.h"
#include "core/run/executor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::core {

/// What a model costs, for CLIs that do not tell. Per million tokens, in millionths of a dollar.
struct Price {
  std::string model;  ///< glob
  std::int64_t input = 0;
  std::int64_t output = 0;
  std::optional<std::int64_t> cached;  ///< none: as input

  friend bool operator==(const Price&, const Price&) = default;
};

}  // namespace assay::core

namespace assay::core::agent {

/// Who takes over when the first choice is not available: another CLI, with its own variables.
struct Spare {
  std::string name;  ///< of its preset or role, for people
  std::vector<std::string> argv;
  Dialect dialect = Dialect::text;
  std::vector<std::string> pass_env = {};
  /// With values in plans of old; now values are never written down, see `sealed`.
  std::vector<std::pair<std::string, std::string>> env = {};
  std::vector<std::string> sealed = {};

  friend bool operator==(const Spare&, const Spare&) = default;
};

struct Order {
  std::string role;
  std::vector<std::string> argv;
  Dialect dialect = Dialect::text;
  std::string prompt;    ///< on standard input, which ends after it; a template if there are values
  Millis stall{0};       ///< longest silence; 0: any
  Millis linger{5'000};  ///< how long it may live on after its last word
  std::int32_t max_turns = 0;     ///< 0: any number
  std::uint32_t max_retries = 0;  ///< of requests to its model; 0: any number
  /// What the template is filled with: values, and files whose content is one (a file that is not
  /// there is empty).
  std::vector<std::pair<std::string, std::string>> values = {};
  std::vector<std::pair<std::string, std::string>> files = {};

  std::vector<std::string> pass_env = {};  ///< names or globs, beyond what its dialect needs
  std::vector<Price> prices = {};          ///< for a CLI that tells no cost
  std::vector<Spare> spares = {};
  std::uint32_t spare = 0;  ///< which one is meant; 0: argv above
  /// Names of variables whose values, keys among them, are taken from the configuration when an
  /// attempt starts.
  std::vector<std::string> sealed = {};
  std::vector<Permission> permissions = {};  ///< what it may do, where it asks
  Resources resources = {};

  friend bool operator==(const Order&, const Order&) = default;
};

}  // namespace assay::core::agent
