// SPDX-License-Identifier: MIT
#include "format/connect/json_edit.h"

#include "base/ensure.h"
#include "format/connect/json_spots.h"
#include "format/json/tree.h"

#include <algorithm>
#include <optional>
#include <span>

namespace assay::format {

namespace {

constexpr std::size_t nodes_of_ours_max = 10'000;

/// How a file is written.
struct FileStyle {
  std::string line_end = "\n";
  std::string unit = "  ";
};

FileStyle style_of(std::string_view text) {
  FileStyle style;
  if (text.find("\r\n") != std::string_view::npos) style.line_end = "\r\n";
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at)) {
    const std::size_t end = text.find_first_not_of(" \t", ++at);
    if (end == std::string_view::npos || end == at || text[end] == '\r' || text[end] == '\n' ||
        text[end] == '/' || text[end] == '*')
      continue;
    style.unit = text.substr(at, std::min<std::size_t>(end - at, 8));
    if (style.unit.front() == '\t') style.unit = "\t";
    break;
  }
  return style;
}

/// White space at the beginning of the line that has the position.
std::string indent_at(std::string_view text, std::size_t at) {
  const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  const std::size_t end = std::min(text.find_first_not_of(" \t", line), text.size());
  return std::string(text.substr(line, end - line));
}

bool begins_line(std::string_view text, std::size_t at) {
  return text.substr(0, at).find_last_not_of(" \t") == std::string_view::npos ||
         text[text.substr(0, at).find_last_not_of(" \t")] == '\n';
}

JsonNode text_node(std::string_view text) {
  JsonNode node;
  node.kind = JsonNode::Kind::text;
  node.text = text;
  return node;
}

void render(std::string& out, const JsonNode& node, const FileStyle& style,
            const std::string& indent) {
  const bool is_object = node.kind == JsonNode::Kind::object;
  const bool is_list = node.kind == JsonNode::Kind::list;
  if ((!is_object && !is_list) || node.items.empty()) {
    out += to_json(node);
    return;
  }
  // Short lists of plain values stay on their line.
  const bool flat = is_list && std::all_of(node.items.begin(), node.items.end(), [](const auto& n) {
                      return n.kind != JsonNode::Kind::object && n.kind != JsonNode::Kind::list;
                    });
  out += is_object ? '{' : '[';
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (i > 0) out += flat ? ", " : ",";
    if (!flat) out += style.line_end + indent + style.unit;
    if (is_object) out += to_json(text_node(node.names[i])) + ": ";
    render(out, node.items[i], style, indent + style.unit);
  }
  if (!flat) out += style.line_end + indent;
  out += is_object ? '}' : ']';
}

JsonNode node_of(std::string_view value) {
  JsonTree tree = read_json_tree(value, nodes_of_ours_max);
  ENSURE(tree.fault.empty());
  return std::move(tree.root);
}

/// Whether what stands there says the same; comments are no part of it.
bool says(std::string_view raw, const JsonNode& wanted) {
  const JsonTree tree = read_json_tree(raw, nodes_of_ours_max);
  return tree.fault.empty() && same_value(tree.root, wanted);
}

/// The end of what stands behind a value on its line and belongs to it: blanks and comments.
std::size_t behind_remark(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size()) {
    const std::size_t next = std::min(text.find_first_not_of(" \t", end), text.size());
    const std::string_view rest = text.substr(next);
    if (rest.starts_with("//")) return std::min(text.find_first_of("\r\n", next), text.size());
    if (!rest.starts_with("/*")) return end;
    const auto close = text.find("*/", next + 2);
    if (close == std::string_view::npos) return end;
    end = close + 2;
  }
  return end;
}

/// One document, taken apart anew after each change.
class Document {
 public:
  static Result<Document> open(std::string_view text) {
    Document document;
    document.text_ = text.find_first_not_of(" \t\r\n") == std::string_view::npos
                         ? "{}" + std::string(text.empty() ? "\n" : text)
                         : std::string(text);
    TRY(document.look());
    if (document.root_.kind != JsonSpot::Kind::object)
      return Error{Fault::bad_input, "1: is no JSON object"};
    return document;
  }

  std::string take() { return std::move(text_); }
  std::string_view raw(const JsonSpot& spot) const {
    return std::string_view(text_).substr(spot.begin, spot.end - spot.begin);
  }

  /// Null: there is none. An error: something on the way is no object.
  Result<const JsonSpot*> find(std::span<const std::string> path) const {
    const JsonSpot* at = &root_;
    for (const std::string& name : path) {
      if (at->kind != JsonSpot::Kind::object) return wrong_kind(*at, "an object");
      const auto item = at->find(name);
      if (item < 0) return static_cast<const JsonSpot*>(nullptr);
      at = &at->items[static_cast<std::size_t>(item)];
    }
    return at;
  }

  Error wrong_kind(const JsonSpot& spot, const std::string& wanted) const {
    const auto lines =
        std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(spot.begin), '\n');
    return {Fault::bad_input, std::to_string(lines + 1) + ": should be " + wanted};
  }

  /// Adds to a container; `name` is empty for a list.
  Result<> insert(std::span<const std::string> where, std::string_view name, const JsonNode& node) {
    const JsonSpot& into = *TRY(find(where));
    const FileStyle style = style_of(text_);
    const std::string outer = indent_at(text_, into.begin);
    const bool on_lines = !into.items.empty() && begins_line(text_, into.item_begin(0));
    const std::string inner = on_lines ? indent_at(text_, into.item_begin(0)) : outer + style.unit;
    std::string piece = name.empty() ? "" : to_json(text_node(name)) + ": ";
    render(piece, node, style, inner);
    if (into.items.empty()) {
      put_first(into, style.line_end + inner + piece + style.line_end + outer);
    } else {
      put_last(into, on_lines ? style.line_end + inner + piece : " " + piece);
    }
    return look();
  }

  /// Takes an item of a container away, with its comma.
  Result<> erase(const JsonSpot& from, std::size_t item) {
    const std::size_t begin = from.item_begin(item);
    const std::size_t end = from.items[item].end;
    const std::size_t comma = behind_blanks(text_, end);
    const bool has_comma = comma < text_.size() && text_[comma] == ',';
    std::size_t first = begin;
    while (first > from.begin + 1 && is_blank(text_[first - 1])) --first;
    if (from.items.size() == 1) {
      std::size_t last = has_comma ? comma + 1 : end;
      const std::size_t rest = text_.find_first_not_of(" \t\r\n", last);
      if (first == from.begin + 1 && rest == from.end - 1) last = rest;
      text_.erase(first, last - first);
    } else if (has_comma) {
      text_.erase(first, comma + 1 - first);
    } else {
      text_.erase(first, end - first);
      const std::size_t before = behind_blanks(text_, from.items[item - 1].end);
      ENSURE(text_[before] == ',');
      text_.erase(before, 1);
    }
    return look();
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

  Result<> look() {
    root_ = TRY(find_spots(text_));
    return {};
  }

  void put_first(const JsonSpot& into, const std::string& piece) {
    const std::size_t inside = into.begin + 1;
    const std::size_t rest = text_.find_first_not_of(" \t\r\n", inside);
    const std::size_t blanks = rest == into.end - 1 ? rest - inside : 0;
    text_.replace(inside, blanks, piece);
  }

  void put_last(const JsonSpot& into, const std::string& piece) {
    const std::size_t end = into.items.back().end;
    const std::size_t comma = behind_blanks(text_, end);
    const bool trailing = text_[comma] == ',';
    const std::size_t at = behind_remark(text_, trailing ? comma + 1 : end);
    text_.insert(at, piece + (trailing ? "," : ""));
    if (!trailing) text_.insert(end, ",");
  }

  std::string text_;
  JsonSpot root_;
};

/// Makes every container on the way.
Result<> make_way(Document& document, std::span<const std::string> path, JsonNode::Kind last) {
  for (std::size_t size = 1; size <= path.size(); ++size) {
    if (TRY(document.find(path.first(size))) != nullptr) continue;
    const bool is_last = size == path.size();
    JsonNode empty;
    empty.kind = is_last ? last : JsonNode::Kind::object;
    TRY(document.insert(path.first(size - 1), path[size - 1], empty));
  }
  return {};
}

/// Takes away what is empty, from the inside to the outside.
Result<> tidy(Document& document, std::span<const std::string> path) {
  for (std::size_t size = path.size(); size > 0; --size) {
    const JsonSpot* spot = TRY(document.find(path.first(size)));
    if (spot == nullptr) continue;
    if (spot->kind == JsonSpot::Kind::other || !spot->items.empty()) return {};
    const JsonSpot* above = TRY(document.find(path.first(size - 1)));
    TRY(document.erase(*above, static_cast<std::size_t>(above->find(path[size - 1]))));
  }
  return {};
}

/// The handlers of an entry of a list of hooks; null: it is one itself.
const JsonSpot* handlers_of(const JsonSpot& entry) {
  if (entry.kind != JsonSpot::Kind::object) return nullptr;
  const auto hooks = entry.find("hooks");
  if (hooks < 0) return nullptr;
  const JsonSpot& list = entry.items[static_cast<std::size_t>(hooks)];
  return list.kind == JsonSpot::Kind::list ? &list : nullptr;
}

/// Takes one away; false: there was none.
Result<bool> remove_one(Document& document, const JsonSpot& list, const IsOurs& ours) {
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const JsonSpot& entry = list.items[i];
    const JsonSpot* handlers = handlers_of(entry);
    if (handlers == nullptr || handlers->items.size() < 2) {
      if (!ours(document.raw(entry))) continue;
      TRY(document.erase(list, i));
      return true;
    }
    for (std::size_t k = 0; k < handlers->items.size(); ++k) {
      if (!ours(document.raw(handlers->items[k]))) continue;
      TRY(document.erase(*handlers, k));
      return true;
    }
  }
  return false;
}

/// Whether there were any.
Result<bool> remove_all(Document& document, const JsonPath& path, const IsOurs& ours) {
  for (bool any = false;; any = true) {
    const JsonSpot* list = TRY(document.find(path));
    if (list == nullptr || list->kind != JsonSpot::Kind::list) return any;
    const bool removed = TRY(remove_one(document, *list, ours));
    if (!removed) return any;
  }
}

}  // namespace

Result<std::string> set_member(std::string_view text, const JsonPath& path,
                               std::string_view value) {
  ENSURE(!path.empty());
  const JsonNode node = node_of(value);
  Document document = TRY(Document::open(text));
  const std::span<const std::string> above = std::span(path).first(path.size() - 1);
  if (const JsonSpot* found = TRY(document.find(path))) {
    if (says(document.raw(*found), node)) return std::string(text);
    const JsonSpot* holder = TRY(document.find(above));
    TRY(document.erase(*holder, static_cast<std::size_t>(holder->find(path.back()))));
  }
  TRY(make_way(document, above, JsonNode::Kind::object));
  const JsonSpot* holder = TRY(document.find(above));
  if (holder->kind != JsonSpot::Kind::object) return document.wrong_kind(*holder, "an object");
  TRY(document.insert(above, path.back(), node));
  return document.take();
}

Result<std::string> add_item(std::string_view text, const JsonPath& path, std::string_view value,
                             const IsOurs& ours) {
  const JsonNode node = node_of(value);
  Document document = TRY(Document::open(text));
  if (const JsonSpot* list = TRY(document.find(path))) {
    if (list->kind != JsonSpot::Kind::list) return document.wrong_kind(*list, "a list");
    std::size_t others = 0;
    bool same = false;
    for (const JsonSpot& item : list->items) {
      const bool says_it = says(document.raw(item), node);
      same = same || says_it;
      others += !says_it && ours(document.raw(item)) ? 1U : 0U;
    }
    if (same && others == 0) return std::string(text);
    TRY(remove_all(document, path, ours));
  }
  TRY(make_way(document, path, JsonNode::Kind::list));
  TRY(document.insert(path, "", node));
  return document.take();
}

Result<std::string> remove_items(std::string_view text, const JsonPath& path, const IsOurs& ours) {
  Document document = TRY(Document::open(text));
  const bool any = TRY(remove_all(document, path, ours));
  if (!any) return std::string(text);
  TRY(tidy(document, path));
  return document.take();
}

Result<std::string> remove_member(std::string_view text, const JsonPath& path) {
  Document document = TRY(Document::open(text));
  const std::span<const std::string> above = std::span(path).first(path.size() - 1);
  const JsonSpot* found = TRY(document.find(path));
  if (found == nullptr) return std::string(text);
  const JsonSpot* holder = TRY(document.find(above));
  TRY(document.erase(*holder, static_cast<std::size_t>(holder->find(path.back()))));
  TRY(tidy(document, above));
  return document.take();
}

Result<std::string> raw_member(std::string_view text, const JsonPath& path) {
  const Document document = TRY(Document::open(text));
  const JsonSpot* found = TRY(document.find(path));
  return found == nullptr ? std::string() : std::string(document.raw(*found));
}

Result<std::vector<std::string>> our_items(std::string_view text, const JsonPath& path,
                                           const IsOurs& ours) {
  const Document document = TRY(Document::open(text));
  std::vector<std::string> raws;
  const JsonSpot* list = TRY(document.find(path));
  if (list == nullptr || list->kind != JsonSpot::Kind::list) return raws;
  for (const JsonSpot& entry : list->items) {
    const JsonSpot* handlers = handlers_of(entry);
    const std::vector<JsonSpot> alone{entry};
    for (const JsonSpot& handler : handlers == nullptr ? alone : handlers->items) {
      if (ours(document.raw(handler))) raws.emplace_back(document.raw(handler));
    }
  }
  return raws;
}

}  // namespace assay::format
