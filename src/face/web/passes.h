// SPDX-License-Identifier: MIT
// Codes that let somebody in once. Browsers remember the addresses they are started with, and so do
// lists of processes: what they remember is worth nothing after its first use.
#pragma once

#include "base/instant.h"
#include "format/http/caller.h"

#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace assay::web {

class Passes {
 public:
  /// `used` is called when somebody has come in with it. There is one code at a time.
  void issue(std::string code, Instant until, std::string token, std::function<void()> used) {
    const std::lock_guard lock(guard_);
    pass_ = {std::move(code), until, std::move(token), std::move(used)};
  }

  /// The token; none: the code is wrong, was used, or is too old.
  std::optional<std::string> redeem(const std::string& code, Instant now) {
    const std::lock_guard lock(guard_);
    if (!pass_ || now > pass_->until || !format::http::is_same_secret(code, pass_->code))
      return std::nullopt;
    const Pass pass = *std::exchange(pass_, std::nullopt);
    if (pass.used) pass.used();
    return pass.token;
  }

 private:
  struct Pass {
    std::string code;
    Instant until{};
    std::string token;
    std::function<void()> used;
  };

  std::mutex guard_;
  std::optional<Pass> pass_;
};

}  // namespace assay::web
