// SPDX-License-Identifier: MIT
// The answers of a batch go out together, when the last of them is there (revision 2025-03-26).
#pragma once

#include "face/mcp/server.h"

#include <vector>

namespace assay::mcp {

class Batch {
 public:
  /// `send` gets the answers as a JSON list; empty: there is none.
  using Send = std::function<void(const std::string& answers)>;

  static std::shared_ptr<Batch> of(const std::vector<RpcMessage>& messages, Send send) {
    auto batch = std::make_shared<Batch>(std::move(send));
    for (const RpcMessage& each : messages) {
      const bool answered =
          each.kind == RpcMessage::Kind::request || each.kind == RpcMessage::Kind::broken;
      batch->awaited_ += answered ? 1U : 0U;
    }
    if (batch->awaited_ == 0) batch->send_("");
    return batch;
  }
  explicit Batch(Send send) : send_(std::move(send)) {}

  /// For one of its messages. Nothing is told before the answers.
  static Outlet outlet(const std::shared_ptr<Batch>& batch) {
    Outlet out;
    out.answer = [batch](const std::string& text, auto) { batch->take(text); };
    out.drop = [batch] { batch->take(""); };
    return out;
  }

 private:
  void take(const std::string& answer) {
    const std::lock_guard lock(guard_);
    if (!answer.empty()) answers_ += (answers_.empty() ? "[" : ",") + answer;
    if (--awaited_ == 0) send_(answers_.empty() ? "" : answers_ + "]");
  }

  std::mutex guard_;
  std::size_t awaited_ = 0;
  std::string answers_;
  Send send_;
};

}  // namespace assay::mcp
