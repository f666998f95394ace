// SPDX-License-Identifier: MIT
#include "format/yaml/tree.h"

#include "base/text/utf8.h"
#include "format/problem.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <istream>
#include <map>
#include <streambuf>

namespace assay::format {

namespace {

constexpr std::size_t longest_text = std::size_t{4} << 20;
constexpr std::size_t deepest = 32;
constexpr std::size_t most_nodes = 1'000'000;
constexpr std::size_t most_copied = 10'000;

/// Lets the parser read from memory that is already there.
class ViewBuffer : public std::streambuf {
 public:
  explicit ViewBuffer(std::string_view text) {
    char* begin = const_cast<char*>(text.data());  // only ever read
    setg(begin, begin, begin + text.size());
  }
};

std::size_t size_of(const YamlNode& node) {
  std::size_t count = 1;
  for (const YamlNode& item : node.items) count += size_of(item);
  return count;
}

/// Builds the tree from the parser's events. After the first fault it takes in nothing more.
class TreeBuilder : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) fail(mark, "more than one document; assay reads one");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add(mark, {YamlNode::Kind::null, true, 0, {}, {}}, anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (tag != "?" && tag != "!")
      return fail(mark, "tags like " + quoted(tag) + " are not supported");
    if (tag == "!") last_quoted_ = mark;
    add(mark, {YamlNode::Kind::scalar, tag == "?", 0, value, {}}, anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchored_.find(anchor);
    if (found == anchored_.end()) return fail(mark, "an alias to something that is not complete");
    if (!copy_allowed(mark, found->second)) return;
    add(mark, found->second, 0);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, YamlNode::Kind::list);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, YamlNode::Kind::map);
  }
  void OnMapEnd() override { close(); }

  void fail(const YAML::Mark& mark, std::string what) {
    if (!faults_.empty()) return;
    faults_.push_back({static_cast<std::size_t>(std::max(mark.line, 0)) + 1, std::move(what)});
  }

  YamlReading take() { return {std::move(root_), std::move(faults_)}; }
  const std::vector<YamlFault>& faults() const { return faults_; }
  const YAML::Mark& last_quoted() const { return last_quoted_; }

 private:
  struct Open {
    YamlNode node;
    YAML::anchor_t anchor = 0;
    YAML::Mark mark;
  };

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            YamlNode::Kind kind) {
    if (!faults_.empty()) return;
    if (tag != "?" && !tag.empty())
      return fail(mark, "tags like " + quoted(tag) + " are not supported");
    if (open_.size() == deepest)
      return fail(mark, fmt::format("nested more than {} deep", deepest));
    if (++nodes_ > most_nodes) return fail(mark, "too many values");
    open_.push_back({{kind, false, line(mark), {}, {}}, anchor, mark});
  }

  void close() {
    if (!faults_.empty() || open_.empty()) return;
    Open done = std::move(open_.back());
    open_.pop_back();
    remember(done.mark, done.anchor, done.node);
    place(std::move(done.node));
  }

  void add(const YAML::Mark& mark, YamlNode node, YAML::anchor_t anchor) {
    if (!faults_.empty()) return;
    if (++nodes_ > most_nodes) return fail(mark, "too many values");
    if (node.line == 0) node.line = line(mark);
    remember(mark, anchor, node);
    place(std::move(node));
  }

  void remember(const YAML::Mark& mark, YAML::anchor_t anchor, const YamlNode& node) {
    if (anchor != 0 && copy_allowed(mark, node)) anchored_.emplace(anchor, node);
  }

  bool copy_allowed(const YAML::Mark& mark, const YamlNode& node) {
    copied_ += size_of(node);
    if (copied_ <= most_copied) return true;
    fail(mark, "anchors and aliases expand to too much");
    return false;
  }

  void place(YamlNode node) {
    if (!faults_.empty()) return;
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    YamlNode& parent = open_.back().node;
    const bool is_value = parent.kind == YamlNode::Kind::map && parent.items.size() % 2 == 1;
    // The parser notices a missing value only at whatever comes next.
    if (is_value && node.kind == YamlNode::Kind::null) node.line = parent.items.back().line;
    parent.items.push_back(std::move(node));
  }

  static std::uint32_t line(const YAML::Mark& mark) {
    return static_cast<std::uint32_t>(mark.line + 1);
  }

  YamlNode root_;
  std::vector<YamlFault> faults_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, YamlNode> anchored_;
  YAML::Mark last_quoted_ = YAML::Mark::null_mark();
  std::size_t documents_ = 0;
  std::size_t nodes_ = 0;
  std::size_t copied_ = 0;
};

/// The parser would replace, skip or (0x04) stop at what is found here, and never say so.
void check_bytes(std::string_view text, std::vector<YamlFault>& faults) {
  if (text.size() > longest_text) {
    faults.push_back({1, fmt::format("larger than {} MiB", longest_text >> 20)});
    return;
  }
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const bool control =
        (byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r') || byte == 0x7F;
    const std::size_t length = decode_utf8(text, at).length;
    if (control || length == 0) {
      const std::string_view kind = control ? "a control character" : "invalid UTF-8";
      faults.push_back({line_of(text, at), fmt::format("{} (byte 0x{:02x})", kind, byte)});
      return;
    }
    at += length;
  }
}

/// The parser takes the end of the text for a missing closing quote. Only the last quoted scalar
/// can be such a one.
bool is_closed(std::string_view text, const YAML::Mark& opened) {
  const auto at = static_cast<std::size_t>(opened.pos);
  if (opened.is_null() || at >= text.size()) return true;
  const char quote = text[at];
  if (quote != '"' && quote != '\'') return true;
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == quote) return true;
    if (text[i] == '\\' && quote == '"') ++i;
  }
  return false;
}

void parse(std::string_view text, TreeBuilder& builder) {
  ViewBuffer buffer(text);
  std::istream stream(&buffer);
  std::string what;
  YAML::Mark mark = YAML::Mark::null_mark();
  try {
    YAML::Parser parser(stream);
    while (builder.faults().empty() && parser.HandleNextDocument(builder)) continue;
  } catch (const YAML::Exception& problem) {
    const bool deep = problem.msg == YAML::ErrorMsg::BAD_FILE;
    what = deep ? "nested too deep" : "not YAML: " + problem.msg;
    mark = problem.mark;
  } catch (const std::exception& problem) {
    what = std::string("not YAML: ") + problem.what();
  }
  // What comes behind an open quote is no news.
  if (!is_closed(text, builder.last_quoted()))
    builder.fail(builder.last_quoted(), "unterminated quote");
  if (!what.empty()) builder.fail(mark, what);
}

}  // namespace

YamlReading read_yaml(std::string_view text) {
  YamlReading refused;
  check_bytes(text, refused.faults);
  if (!refused.faults.empty()) return refused;
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.substr(0, 3) == byte_order_mark) text.remove_prefix(3);
  TreeBuilder builder;
  parse(text, builder);
  return builder.take();
}

}  // namespace assay::format
