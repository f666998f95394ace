// SPDX-License-Identifier: MIT
#include "format/gitignore.h"

#include <cctype>
#include <optional>

namespace assay::format {

namespace {

constexpr std::string_view wildcards = "*?[\\";

using Set = std::bitset<256>;

std::size_t code(char c) { return static_cast<unsigned char>(c); }

struct NamedSet {
  std::string_view name;
  int (*contains)(int);
};

constexpr NamedSet named_sets[] = {
    {"alnum", std::isalnum}, {"alpha", std::isalpha}, {"blank", std::isblank},
    {"cntrl", std::iscntrl}, {"digit", std::isdigit}, {"graph", std::isgraph},
    {"lower", std::islower}, {"print", std::isprint}, {"punct", std::ispunct},
    {"space", std::isspace}, {"upper", std::isupper}, {"xdigit", std::isxdigit}};

bool add_named(Set& set, std::string_view name) {
  for (const NamedSet& named : named_sets) {
    if (named.name != name) continue;
    // The C locale knows no letters above 127, and no other locale must have a say here.
    for (int c = 0; c < 128; ++c) {
      if (named.contains(c) != 0) set.set(static_cast<std::size_t>(c));
    }
    return true;
  }
  return false;
}

/// The inside of a bracket expression, from after '[' (and '!') to after ']'. Nothing if git cannot
/// read it.
class BracketReader {
 public:
  BracketReader(std::string_view pattern, std::size_t at) : pattern_(pattern), at_(at) {}

  std::optional<Set> read() {
    do {
      if (!read_item()) return std::nullopt;
      ++at_;
    } while (peek(0) != ']');
    ++at_;
    return set_;
  }

  std::size_t end() const { return at_; }

 private:
  char peek(std::size_t ahead) const {
    return at_ + ahead < pattern_.size() ? pattern_[at_ + ahead] : '\0';
  }

  /// Reads one member and stays on its last character.
  bool read_item() {
    const char c = peek(0);
    if (c == '\0') return false;
    if (c == '-' && previous_ != '\0' && peek(1) != '\0' && peek(1) != ']') return read_range();
    if (c == '[' && peek(1) == ':') return read_named();
    if (c == '\\') ++at_;
    if (peek(0) == '\0') return false;
    previous_ = peek(0);
    set_.set(code(previous_));
    return true;
  }

  bool read_range() {
    ++at_;
    if (peek(0) == '\\') ++at_;
    if (peek(0) == '\0') return false;
    for (std::size_t c = code(previous_); c <= code(peek(0)); ++c) set_.set(c);
    previous_ = '\0';
    return true;
  }

  bool read_named() {
    const std::size_t start = at_ + 2;
    const std::size_t close = pattern_.find(']', start);
    if (close == std::string_view::npos) return false;
    if (close == start || pattern_[close - 1] != ':') {
      previous_ = '[';
      set_.set(code('['));
      return true;
    }
    at_ = close;
    previous_ = '\0';
    return add_named(set_, pattern_.substr(start, close - 1 - start));
  }

  std::string_view pattern_;
  std::size_t at_;
  Set set_;
  char previous_ = '\0';
};

/// Trailing spaces do not count unless a backslash keeps them.
std::string_view without_trailing_spaces(std::string_view line) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == ' ') continue;
    if (line[i] == '\\') ++i;
    end = std::min(i + 1, line.size());
  }
  return line.substr(0, end);
}

}  // namespace

PathPattern::PathPattern(std::string_view pattern) {
  // A zero byte ends a pattern for git.
  pattern = pattern.substr(0, pattern.find('\0'));
  for (std::size_t at = 0; valid_ && at < pattern.size();) {
    switch (pattern[at]) {
      case '*': at = read_stars(pattern, at); break;
      case '[': at = read_bracket(pattern, at); break;
      case '?':
        tokens_.push_back({Step::any});
        ++at;
        break;
      case '\\': valid_ = ++at < pattern.size(); [[fallthrough]];
      default:
        if (valid_) tokens_.push_back({Step::literal, pattern[at]});
        ++at;
    }
  }
  find_needle();
}

void PathPattern::find_needle() {
  std::string run;
  for (const Token& token : tokens_) {
    token.step == Step::literal ? run.push_back(token.literal) : run.clear();
    if (run.size() > needle_.size()) needle_ = run;
  }
}

std::size_t PathPattern::read_stars(std::string_view pattern, std::size_t at) {
  const std::size_t start = at;
  while (at < pattern.size() && pattern[at] == '*') ++at;
  const std::string_view rest = pattern.substr(at);
  const bool opens = start == 0 || pattern[start - 1] == '/';
  const bool closes = rest.empty() || rest.front() == '/' || rest.substr(0, 2) == "\\/";
  if (at - start < 2 || !opens || !closes) {
    tokens_.push_back({Step::star});
    return at;
  }
  if (rest.empty() || rest.front() != '/') {
    tokens_.push_back({Step::deep});
    return at;
  }
  // "**/" also stands for no directory at all.
  tokens_.push_back({Step::maybe_deep});
  tokens_.push_back({Step::deep_then_slash});
  return at + 1;
}

std::size_t PathPattern::read_bracket(std::string_view pattern, std::size_t at) {
  ++at;
  const bool negated = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  BracketReader reader(pattern, negated ? at + 1 : at);
  std::optional<Set> set = reader.read();
  if (!set) {
    valid_ = false;
    return pattern.size();
  }
  if (negated) set->flip();
  set->reset(code('/'));
  tokens_.push_back({Step::set, 0, static_cast<std::uint32_t>(sets_.size())});
  sets_.push_back(*set);
  return reader.end();
}

void PathPattern::skip_optional(std::vector<bool>& states) const {
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (!states[i]) continue;
    const Step step = tokens_[i].step;
    if (step == Step::star || step == Step::deep) states[i + 1] = true;
    if (step == Step::maybe_deep) states[i + 1] = states[i + 2] = true;
  }
}

void PathPattern::advance(const std::vector<bool>& from, std::vector<bool>& to, char c) const {
  to.assign(from.size(), false);
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (!from[i]) continue;
    const Token& token = tokens_[i];
    switch (token.step) {
      case Step::literal: to[i + 1] = to[i + 1] || c == token.literal; break;
      case Step::any: to[i + 1] = to[i + 1] || c != '/'; break;
      case Step::set: to[i + 1] = to[i + 1] || sets_[token.set].test(code(c)); break;
      case Step::star: to[i] = to[i] || c != '/'; break;
      case Step::deep: to[i] = true; break;
      case Step::maybe_deep: break;
      case Step::deep_then_slash:
        to[i] = true;
        to[i + 1] = to[i + 1] || c == '/';
        break;
    }
  }
}

bool PathPattern::matches(std::string_view text) const {
  if (!valid_ || text.find(needle_) == std::string_view::npos) return false;
  std::vector<bool> states(tokens_.size() + 1, false);
  std::vector<bool> next;
  states[0] = true;
  skip_optional(states);
  for (const char c : text) {
    advance(states, next, c);
    skip_optional(next);
    states.swap(next);
  }
  return states.back();
}

IgnoreRules IgnoreRules::parse(std::string_view text) {
  IgnoreRules rules;
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (!line.empty() && line.front() != '#') rules.add(without_trailing_spaces(line));
  }
  return rules;
}

void IgnoreRules::add(std::string_view line) {
  Rule rule;
  line = line.substr(0, line.find('\0'));
  rule.keeps = !line.empty() && line.front() == '!';
  if (rule.keeps) line.remove_prefix(1);
  rule.directories_only = !line.empty() && line.back() == '/';
  if (rule.directories_only) line.remove_suffix(1);
  const bool anywhere = line.find('/') == std::string_view::npos;
  if (!line.empty() && line.front() == '/') line.remove_prefix(1);
  if (line.empty()) return;
  const std::size_t wild = line.find_first_of(wildcards);
  rule.literal = line.substr(0, wild);
  if (wild == std::string_view::npos) {
    rule.shape = anywhere ? Shape::name : Shape::path;
  } else if (anywhere && wild == 0 && line[0] == '*' &&
             line.find_first_of(wildcards, 1) == line.npos) {
    rule.shape = Shape::name_suffix;
    rule.literal = line.substr(1);
  } else {
    rule.shape = anywhere ? Shape::name_pattern : Shape::path_pattern;
    // Git compares what stands before the first wildcard by itself, and so a "**" right behind it
    // counts as one at the beginning.
    rule.pattern = static_cast<std::uint32_t>(patterns_.size());
    patterns_.emplace_back(anywhere ? line : line.substr(wild));
  }
  rules_.push_back(std::move(rule));
}

bool IgnoreRules::fits(const Rule& rule, std::string_view path, std::string_view name) const {
  switch (rule.shape) {
    case Shape::name: return name == rule.literal;
    case Shape::name_suffix: return name.ends_with(rule.literal);
    case Shape::name_pattern: return patterns_[rule.pattern].matches(name);
    case Shape::path: return path == rule.literal;
    case Shape::path_pattern:
      return path.starts_with(rule.literal) &&
             patterns_[rule.pattern].matches(path.substr(rule.literal.size()));
  }
  return false;
}

IgnoreMatch IgnoreRules::match(std::string_view path, PathKind kind) const {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule) {
    if (rule->directories_only && kind != PathKind::directory) continue;
    if (fits(*rule, path, name)) return rule->keeps ? IgnoreMatch::kept : IgnoreMatch::ignored;
  }
  return IgnoreMatch::none;
}

}  // namespace assay::format
