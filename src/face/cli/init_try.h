// SPDX-License-Identifier: MIT
// Shows the tries of `assay init`: one live line while a candidate runs, one that stays when it is
// over.
#pragma once

#include "api/init.h"
#include "face/cli/session.h"

#include <chrono>
#include <memory>
#include <string>

namespace assay::cli {

/// One live line while a candidate runs; nothing where nobody looks.
class TryLine final : public shell::Audience {
 public:
  TryLine(Session& session, std::string what) : session_(session), what_(std::move(what)) {
    tick();
  }
  ~TryLine() override { clear(); }

  void tick() override;
  Millis period() const override { return session_.screen.live ? Millis{200} : Millis{60'000}; }
  void clear() {
    if (shown_) session_.note("\r\x1b[K");
    shown_ = false;
  }

 private:
  Session& session_;
  std::string what_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  bool shown_ = false;
};

class TryProgress final : public api::InitAudience {
 public:
  explicit TryProgress(Session& session) : session_(session) {}
  void surveyed(const format::ProjectPlan& plan) override;
  void settled(const format::ProjectPlan& plan) override;
  shell::Audience& begun(const format::Gate& gate) override;
  void tried(const format::Gate& gate, const format::Trial& trial, Millis took) override;
  void failed(const format::Gate& gate, const api::Problems& problems) override;

 private:
  Session& session_;
  std::unique_ptr<TryLine> line_;
};

}  // namespace assay::cli
