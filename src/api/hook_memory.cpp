// SPDX-License-Identifier: MIT
#include "api/hook_memory.h"

#include "format/json/fields.h"
#include "format/json/tree.h"

#include <chrono>
#include <cstdint>

namespace assay::api {

namespace {

constexpr const char* counting_chapter = "counting";  // its turn is never held for long
constexpr Millis counting_longest = std::chrono::seconds{10};
constexpr std::size_t memo_nodes_max = 100;

std::string to_json(const Memo& memo) {
  std::string out;
  format::JsonWriter json(out);
  json.begin_object();
  format::Fields(json)
      .text("start_tree", memo.start.tree)
      .text("start_digest", memo.start.digest)
      .text("base_tree", memo.start.base_tree)
      .text("known_failures", memo.start.known)
      .text("gates_from", memo.start.gates)
      .number("gates", memo.gates)
      .number("blocks", memo.blocks)
      .flag("was_let_go", memo.was_let_go)
      .text("given_up_tree", memo.given_up_tree);
  json.end_object();
  return out;
}

/// What cannot be read is forgotten: then the session is verified.
Memo read_memo(const std::string& text) {
  Memo memo;
  const format::JsonTree tree = format::read_json_tree(text, memo_nodes_max);
  const auto find = [&](std::string_view name) { return tree.root.find(name); };
  const auto count = [&](std::string_view name) -> std::uint64_t {
    const format::JsonNode* node = find(name);
    const bool fits = node != nullptr && node->kind == format::JsonNode::Kind::integer &&
                      node->text.size() < 10 && node->text.front() != '-';
    return fits ? std::stoull(node->text) : 0;
  };
  if (!tree.fault.empty() || tree.root.kind != format::JsonNode::Kind::object) return memo;
  if (const auto* node = find("start_tree")) memo.start.tree = node->text;
  if (const auto* node = find("start_digest")) memo.start.digest = node->text;
  if (const auto* node = find("base_tree")) memo.start.base_tree = node->text;
  if (const auto* node = find("known_failures")) memo.start.known = node->text;
  if (const auto* node = find("gates_from")) memo.start.gates = node->text;
  if (const auto* node = find("given_up_tree")) memo.given_up_tree = node->text;
  if (const auto* node = find("was_let_go")) memo.was_let_go = node->truth;
  memo.gates = count("gates");
  memo.blocks = count("blocks");
  return memo;
}

/// An id may be anything, a path above all: it only ever names a digest.
Digest caller_digest(const HookCaller& who, const Site& site) {
  Hasher hasher;
  for (const std::string& part : {site.place.workspace, who.agent, who.session, who.subagent})
    hasher.update(std::to_string(part.size()) + ":" + part);
  return hasher.finish();
}

}  // namespace

Remembrance::Remembrance(const HookCaller& who, const Site& site)
    : name_(caller_digest(who, site)) {
  auto opened = site.outside.open_notebook(site.place.state, sessions_chapter);
  if (!opened) return;
  notebook_ = opened.take();
  auto counting = site.outside.open_notebook(site.place.state, counting_chapter);
  if (counting) counting_ = counting.take();
  read_again();
}

std::unique_ptr<shell::Turn> Remembrance::take_turn() {
  std::unique_ptr<shell::Turn> turn;
  if (counting_) {
    auto taken = counting_->take_turn(counting_longest);
    if (taken) turn = taken.take();
  }
  read_again();
  return turn;
}

void Remembrance::keep() {
  if (notebook_) static_cast<void>(notebook_->write(name_, to_json(memo)));
}

void Remembrance::read_again() {
  if (!notebook_) return;
  const auto text = notebook_->read(name_);
  known_ = text && text->has_value();
  if (known_) memo = read_memo(**text);
}

Start start_of(const Remembrance& own, const HookCaller& who, const Site& site) {
  if (!own.memo.start.tree.empty() || who.subagent.empty()) return own.memo.start;
  HookCaller session = who;
  session.subagent.clear();
  return Remembrance(session, site).memo.start;
}

void note_tool(const HookCaller& who, std::uint64_t gates, const Site& site) {
  Remembrance own(who, site);
  if (own.is_known()) return;
  own.memo.gates = gates;
  own.keep();
}

bool had_gates(const HookCaller& who, const Site& site) {
  if (!site.files().is_directory(site.place.state.path())) return false;
  HookCaller session = who;
  session.subagent.clear();
  return Remembrance(session, site).memo.gates > 0;
}

}  // namespace assay::api
