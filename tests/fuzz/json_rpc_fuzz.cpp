// SPDX-License-Identifier: MIT
// No bytes may crash the framing of JSON-RPC; lines do not depend on how the stream was cut; every
// message can be answered; what tools answer stays JSON.
#include "base/ensure.h"
#include "format/mcp/harmless.h"
#include "format/mcp/http_rules.h"
#include "format/mcp/protocol.h"
#include "format/rpc/json_rpc.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

using namespace assay;
using format::LineSplitter;

std::vector<std::string> lines_of(std::string_view text, std::size_t piece) {
  constexpr std::size_t longest = 64;
  LineSplitter splitter(longest);
  std::vector<std::string> lines;
  const auto keep = [&](const LineSplitter::Line& line) {
    ENSURE(line.text.size() <= longest && line.text.find('\n') == std::string::npos);
    ENSURE(!line.too_long || line.text.empty());
    lines.push_back((line.too_long ? "!" : "=") + line.text);
  };
  for (std::size_t at = 0; at < text.size(); at += piece) {
    for (const auto& line : splitter.feed(text.substr(at, piece))) keep(line);
  }
  if (const auto rest = splitter.finish()) keep(*rest);
  return lines;
}

void check_message(const format::RpcMessage& message) {
  using Kind = format::RpcMessage::Kind;
  ENSURE((message.kind == Kind::broken) == !message.fault.empty());
  ENSURE(message.kind != Kind::request || !message.id.empty());
  const std::string answer =
      format::rpc_error(message.id, message.code, message.fault, format::json_text(message.method));
  ENSURE(format::read_rpc(answer).messages.front().kind == Kind::response || message.id.empty());
  const format::mcp::Meta meta = format::mcp::meta_of(message.params);
  format::mcp::agreed(meta.version.value_or(""));
  const format::mcp::HttpHead head{
      "POST", message.method, {{"Host", message.method}, {"Mcp-Name", message.method}}};
  ENSURE(format::mcp::check_caller(head, {1, "secret"}).has_value());
  format::mcp::header_mismatch(head, message);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  ENSURE(lines_of(text, 1) == lines_of(text, size + 1));
  const format::RpcText read = format::read_rpc(text);
  ENSURE(!read.messages.empty());
  for (const format::RpcMessage& message : read.messages) check_message(message);
  if (const auto harmless = format::mcp::harmless_json(text, 1U << 20))
    ENSURE(format::mcp::harmless_json(*harmless, 8U << 20) == harmless);
  std::size_t left_out = 0;
  format::mcp::harmless_text(text, 16, left_out);
  ENSURE(left_out <= size);
  return 0;
}
