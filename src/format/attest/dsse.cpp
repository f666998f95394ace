// SPDX-License-Identifier: MIT
#include "format/attest/dsse.h"

#include "base/text/base64.h"
#include "format/json/tree.h"
#include "format/json/writer.h"

#include <fmt/format.h>

namespace assay::format::dsse {

namespace {

constexpr std::size_t envelope_nodes_max = 1000;

Error no_envelope(std::string_view why) {
  return {Fault::bad_input, fmt::format("this is no DSSE envelope: {}", why)};
}

const JsonNode* text_of(const JsonNode& node, std::string_view name) {
  const JsonNode* found = node.find(name);
  return found != nullptr && found->kind == JsonNode::Kind::text ? found : nullptr;
}

}  // namespace

std::string signed_bytes(std::string_view type, std::string_view payload) {
  return fmt::format("DSSEv1 {} {} {} {}", type.size(), type, payload.size(), payload);
}

std::string write(const Envelope& envelope) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  json.key("payloadType");
  json.text(envelope.type);
  json.key("payload");
  json.text(base64_of(envelope.payload, Base64::plain, Padding::full));
  json.key("signatures");
  json.begin_array();
  for (const EnvelopeSignature& each : envelope.signatures) {
    json.begin_object();
    json.key("keyid");
    json.text(each.keyid);
    json.key("sig");
    json.text(base64_of(each.sig, Base64::plain, Padding::full));
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out + "\n";
}

Result<Envelope> read(std::string_view text) {
  const JsonTree tree = read_json_tree(text, envelope_nodes_max);
  if (!tree.fault.empty()) return no_envelope(tree.fault);
  if (tree.root.kind != JsonNode::Kind::object) return no_envelope("it is no object");
  Envelope envelope;
  const JsonNode* type = text_of(tree.root, "payloadType");
  const JsonNode* payload = text_of(tree.root, "payload");
  const JsonNode* signatures = tree.root.find("signatures");
  if (type == nullptr || payload == nullptr || signatures == nullptr ||
      signatures->kind != JsonNode::Kind::list)
    return no_envelope("payloadType, payload or signatures is missing");
  envelope.type = type->text;
  const auto bytes = from_base64(payload->text);
  if (!bytes) return no_envelope("its payload is not base64");
  envelope.payload = *bytes;
  for (const JsonNode& each : signatures->items) {
    const JsonNode* sig = text_of(each, "sig");
    const auto signature = sig == nullptr ? std::nullopt : from_base64(sig->text);
    if (!signature) return no_envelope("a signature is not base64");
    const JsonNode* keyid = text_of(each, "keyid");
    envelope.signatures.push_back({keyid == nullptr ? "" : keyid->text, *signature});
  }
  return envelope;
}

}  // namespace assay::format::dsse
