// SPDX-License-Identifier: MIT
// How a scripted agent speaks: the same few things said in the language of any agent CLI.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace assay::scripted_agent {

struct Usage {
  std::int64_t input = 1200;
  std::int64_t output = 80;
  std::int64_t cached = 0;
  std::optional<std::int64_t> micro_usd;
};

/// Why it stops, in the words of scenario files.
enum class End { success, error, refused, quota, overload, auth, max_turns };

class Voice {
 public:
  virtual ~Voice() = default;
  virtual void begin() {}
  virtual void say(const std::string& text) = 0;
  virtual void tool(const std::string& command, std::optional<int> exit_code) = 0;
  virtual void edit(const std::string& path) = 0;
  virtual void deny(const std::string& command) = 0;
  virtual void retry() {}
  virtual void end(End how, const Usage& usage, const std::string& why) = 0;

 protected:
  std::string last_;  ///< what was said last
};

/// Null for a dialect nobody speaks.
std::unique_ptr<Voice> make_voice(const std::string& dialect, const std::string& model);

/// What a model server says in such a case, with a reset time for a quota.
std::string error_text(End how, const std::string& why);

}  // namespace assay::scripted_agent
