// SPDX-License-Identifier: MIT
#include "format/phrase/names.h"

#include "base/text/glob.h"
#include "base/text/join.h"
#include "format/tools/languages.h"

#include <re2/re2.h>

#include <algorithm>

namespace assay::format {

namespace {

using tools::ending_of;
using tools::has_known_ending;
using tools::Language;
using tools::language_of;

constexpr std::string_view whole_names[] = {"makefile", "dockerfile",    "jenkinsfile", "procfile",
                                            "gemfile",  "rakefile",      "vagrantfile", "readme",
                                            "license",  "changelog",     "codeowners",  "justfile",
                                            "brewfile", "cmakelists.txt"};

constexpr std::string_view folders[] = {
    "src",    "lib",      "test",   "tests",   "spec",    "docs",       "doc",        "app",
    "apps",   "packages", "pkg",    "include", "cmd",     "internal",   "scripts",    "bin",
    "config", "public",   "server", "client",  "api",     "components", "migrations", "examples",
    "bench",  "tools",    "share",  "crates",  "modules", "services",   "frontend",   "backend"};

template <class Range>
bool has(const Range& range, std::string_view wanted) {
  return std::find(std::begin(range), std::end(range), wanted) != std::end(range);
}

std::string_view last_part(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

bool has_known_name(std::string_view path) {
  std::string lower(last_part(path));
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return has(whole_names, lower) || (lower.size() > 1 && lower.front() == '.');
}

bool is_path_character(char c) {
  const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return plain || std::string_view("._/@+~*?[]{}$(),!-").find(c) != std::string_view::npos ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}

std::string replaced(std::string_view pattern, std::string_view name) {
  const std::string quoted = RE2::QuoteMeta({name.data(), name.size()});
  std::string out;
  for (const char c : pattern) {
    if (c == '@') {
      out += quoted;
    } else {
      out.push_back(c);
    }
  }
  return out;
}

// In all of these @ stands for the name.
constexpr std::string_view script_declared =
    R"(^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?)"
    R"((?:function\s*\*?|class|const|let|var|interface|type|enum|namespace)\s+@\b)"
    R"(|^\s*(?:(?:public|private|protected|static|async|readonly|get|set)\s+)*@\s*(?:<[^>]*>)?)"
    R"(\([^)]*\)[^;{\n]*\{|^\s*(?:(?:public|private|protected|static|readonly)\s+)*@\??\s*[:=]\s)";
constexpr std::string_view script_exported =
    R"(^\s*export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?)"
    R"((?:function\s*\*?|class|const|let|var|interface|type|enum|namespace)\s+@\b)"
    R"(|^\s*export\s+(?:type\s+)?\{[^}]*\b@\b[^}]*\}|^\s*export\s+default\s+@\b)"
    R"(|^\s*(?:module\.)?exports\.@\s*=|^\s*module\.exports\s*=\s*(?:@\b|\{[^}]*\b@\b))";
constexpr std::string_view python_declared =
    R"(^\s*(?:async\s+)?(?:def|class)\s+@\b|^\s*@\s*(?::[^=\n]+)?=[^=])";
constexpr std::string_view rust_declared =
    R"(^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:default|const|async|unsafe|extern\s+"[^"]*")\s+)*)"
    R"((?:fn|struct|enum|trait|const|static|type|mod|union|macro_rules!)\s+(?:mut\s+)?@\b)";
constexpr std::string_view rust_exported =
    R"(^\s*pub(?:\([^)]*\))?\s+(?:(?:default|const|async|unsafe|extern\s+"[^"]*")\s+)*)"
    R"((?:fn|struct|enum|trait|const|static|type|mod|union)\s+(?:mut\s+)?@\b)"
    R"(|^\s*pub\s+use\s[^;]*\b@\b)";
constexpr std::string_view go_declared =
    R"(^func\s+(?:\([^)]*\)\s*)?@\b|^\s*(?:type|var|const)\s+@\b|^\s+@\s+(?:[\w.*\[\]]+\s*)?=)";
constexpr std::string_view managed_declared =
    R"(^[^/*"'\n]*\b(?:class|interface|enum|record|object|trait|struct|protocol|fun|func|function|)"
    R"(def|val|var|const|typealias)\s+(?:<[^>]*>\s*)?\$?@\b)"
    R"(|^\s*(?:(?:public|private|protected|internal|static|final|override|abstract|virtual|async|)"
    R"(suspend|open|sealed|readonly)\s+)+(?:[\w<>\[\],.?]+\s+)*@\s*[(=;{])";
constexpr std::string_view ruby_declared =
    R"(^\s*(?:def\s+(?:self\.)?|class\s+|module\s+)@\b|^\s*@\s*=[^=])";
// A declaration begins its line, or is indented and begins with a word no statement begins with:
// "return x(" must not pass for one.
constexpr std::string_view c_declared =
    R"(^[ \t]*#[ \t]*define[ \t]+@\b)"
    R"(|^[^/*"'\n]*\b(?:struct|class|enum|enum\s+class|union|namespace|using|concept)\s+@\b)"
    R"(|^[ \t]*typedef\b[^;]*\b@\s*;|^[ \t]*@[ \t]*(?:=[^=]|,|$))"
    R"(|^(?:\[\[[^\]]*\]\]\s*)?[A-Za-z_][\w:<>, ]*[\s*&]+(?:\w+::)*@\s*[(=;\[{])"
    R"(|^[ \t]*(?:(?:extern|static|inline|constexpr|consteval|virtual|const|unsigned|explicit|)"
    R"(friend|void|int|bool|char|double|float|long|short|auto|size_t|std::[\w:<>, ]+)[\s*&]+)+)"
    R"((?:[A-Za-z_][\w:<>,]*[\s*&]+)?(?:\w+::)*@\s*[(=;\[{])";

/// What a language says in: a declaration (`@` stands for the name) and the beginning of a test.
/// Empty: nothing is known about it.
struct Forms {
  std::string_view declared = {};
  std::string_view test = {};
};

Forms forms_of(Language language) {
  switch (language) {
    case Language::script:
    case Language::component:
      return {script_declared, R"(^\s*(?:it|test)(?:\.(?:only|each|concurrent)\b[^(]*)?\s*\()"};
    case Language::python: return {python_declared, R"(^\s*(?:async\s+)?def\s+test\w*\s*\()"};
    case Language::rust: return {rust_declared, R"(^\s*#\[(?:\w+::)*test\b)"};
    case Language::go: return {go_declared, R"(^func\s+(?:Test|Fuzz|Example)\w*\s*\()"};
    case Language::java:
    case Language::kotlin:
    case Language::php:
      return {managed_declared,
              R"(^\s*(?:@(?:Test|ParameterizedTest)\b|\[(?:Test|Fact|Theory|TestMethod)\b|)"
              R"((?:public\s+)?fun(?:c|ction)\s+test\w*\s*\())"};
    case Language::ruby: return {ruby_declared, R"(^\s*(?:it\s+["']|def\s+test_|test\s+["']))"};
    case Language::c:
      return {c_declared, R"(^\s*(?:TEST(?:_F|_P|_CASE)?|SCENARIO|BOOST_AUTO_TEST_CASE)\s*\()"};
    case Language::none:
    case Language::braces:
    case Language::perl:
    case Language::shell:
    case Language::elixir:
    case Language::hash:
    case Language::sql:
    case Language::lua:
    case Language::haskell:
    case Language::ml:
    case Language::lisp:
    case Language::erlang:
    case Language::powershell:
    case Language::julia:
    case Language::markup:
    case Language::style: break;
  }
  return {};
}

/// In a folder with files of any language: a mere mention is no declaration in any of them.
std::string declared_anywhere(std::string_view name, Mention mention) {
  if (mention == Mention::exported)
    return replaced(script_exported, name) + "|" + replaced(rust_exported, name);
  std::string all;
  for (const std::string_view pattern :
       {script_declared, python_declared, rust_declared, go_declared, managed_declared,
        ruby_declared, c_declared}) {
    append_part(all, "|", replaced(pattern, name));
  }
  return all;
}

}  // namespace

bool names_folder(std::string_view path) {
  return path.ends_with("/") ||
         (!is_glob(path) && !has_known_ending(path) && !has_known_name(path));
}

bool is_source(std::string_view path) { return !forms_of(language_of(path)).declared.empty(); }

bool names_path(const PhraseToken& token, const std::vector<std::string>& known) {
  const std::string_view text = token.text;
  if (token.kind == PhraseToken::Kind::comma || text.size() < 2 || text.size() > 1024) return false;
  if (has(known, text)) return true;
  if (!std::all_of(text.begin(), text.end(), is_path_character)) return false;
  if (text.front() == '/' || text.front() == '-' || text.front() == '(' || text.ends_with("()")) {
    return false;
  }
  if (text.find_first_not_of("./*~") == std::string_view::npos) return false;
  const std::size_t slash = text.find('/');
  const bool ended = has_known_ending(text) && last_part(text).front() != '.';
  // Prose has "and/or", "w/o" and "Node.js", but hardly "src/x" or "x/y.ts".
  if (slash == std::string_view::npos) {
    const bool has_stem = ended && last_part(text).size() > ending_of(text).size() + 1;
    return has_stem || (has_known_name(text) && (token.is_marked() || text.front() == '.' ||
                                                 (text.front() >= 'A' && text.front() <= 'Z')));
  }
  if (token.is_marked() || ended || text.back() == '/') return true;
  return has(folders, text.substr(0, slash)) || text.starts_with("./");
}

bool is_identifier(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  };
  if (name.empty() || name.size() > 256 || !letter(name.front())) return false;
  return std::all_of(name.begin(), name.end(),
                     [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

std::string without_call(std::string_view name) {
  if (name.ends_with("()")) name.remove_suffix(2);
  return std::string(name);
}

bool names_symbol(const PhraseToken& token) {
  const std::string& text = token.text;
  if (token.kind == PhraseToken::Kind::comma || text.empty()) return false;
  if (token.is_marked()) return text.size() <= 1024 && text.find('\n') == std::string::npos;
  const std::string name = without_call(text);
  if (!is_identifier(name) || name.size() < 2) return name.find("::") != std::string::npos;
  if (name.size() < text.size()) return true;
  const bool has_capital_inside =
      std::any_of(name.begin() + 1, name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  return has_capital_inside || name.find_first_of("_$0123456789") != std::string::npos;
}

std::optional<std::string> declaration_pattern(std::string_view path, std::string_view name,
                                               Mention mention) {
  const Language language = language_of(path);
  const std::string_view declared = forms_of(language).declared;
  if (!is_identifier(name)) return std::nullopt;
  if (declared.empty() && (is_glob(path) || names_folder(path)))
    return declared_anywhere(name, mention);
  if (declared.empty()) return std::nullopt;
  if (mention == Mention::exported && declared == script_declared)
    return replaced(script_exported, name);
  if (mention == Mention::exported && language == Language::rust)
    return replaced(rust_exported, name);
  return replaced(declared, name);
}

std::optional<std::string> test_pattern(std::string_view path) {
  const std::string_view test = forms_of(language_of(path)).test;
  return test.empty() ? std::nullopt : std::optional<std::string>(test);
}

std::string literal_pattern(const PhraseToken& token) {
  const std::string quoted = RE2::QuoteMeta(token.text);
  const bool bare = token.kind == PhraseToken::Kind::word && is_identifier(token.text) &&
                    token.text.find('$') == std::string::npos;
  return bare ? "\\b" + quoted + "\\b" : quoted;
}

}  // namespace assay::format
