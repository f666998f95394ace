// SPDX-License-Identifier: MIT
#include "format/claim/path.h"

#include "format/runners/scan.h"
#include "format/shell/invocation.h"

#include <algorithm>

namespace assay::format::claim {

namespace {

constexpr std::string_view extensions =
    " ts tsx js jsx mjs cjs vue svelte css scss less html htm json jsonc yaml yml toml ini cfg conf"
    " xml md mdx rst txt adoc py pyi ipynb rb go rs c h cc cpp cxx hh hpp hxx m mm java kt kts "
    "scala"
    " groovy gradle cs fs vb csproj sln swift dart php ex exs erl hs ml clj lua pl pm r jl sql sh"
    " bash zsh fish ps1 bat cmd cmake mk proto graphql tf hcl lock zig nim d tex svg csv snap ";
constexpr std::string_view names =
    " Makefile Dockerfile CMakeLists.txt Gemfile Rakefile Jenkinsfile Procfile LICENSE .gitignore"
    " .dockerignore .editorconfig ";
// What tools make and trees do not show.
constexpr std::string_view made =
    " dist build node_modules target coverage out tmp venv .venv .git .assay __pycache__ ";

bool is_path_char(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/' || c == '.' ||
         c == '_' || c == '-' || c == '[' || c == ']' || c == '(' || c == ')' || c == '@' ||
         c == '+' || static_cast<unsigned char>(c) >= 0x80;
}

std::string_view last_part(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? path : path.substr(slash + 1);
}

/// "a.ts:12", "a.ts:12:3", "a.ts#L3", "a.ts()" are places in a file, or calls.
std::string_view without_place(std::string_view word) {
  const std::size_t hash = word.find('#');
  word = word.substr(0, hash);
  for (int i = 0; i < 2; ++i) {
    const std::size_t colon = word.rfind(':');
    if (colon == word.npos) break;
    const std::string_view number = word.substr(colon + 1);
    if (number.empty() || !std::all_of(number.begin(), number.end(), is_digit)) break;
    word = word.substr(0, colon);
  }
  return word;
}

/// "Node.js" and "Next.js" are products.
bool is_product(std::string_view word) {
  return ends_with(word, ".js") && !contains(word, "/") && word[0] >= 'A' && word[0] <= 'Z';
}

}  // namespace

std::string file_named(std::string_view word, bool in_code) {
  constexpr std::size_t path_max = 400;
  word = without_place(word);
  while (starts_with(word, "./")) word.remove_prefix(2);
  if (word.empty() || word.size() > path_max || word[0] == '/' || contains(word, "..")) return "";
  if (!std::all_of(word.begin(), word.end(), is_path_char) || ends_with(word, ")")) return "";
  if (!in_code && !contains(word, "/")) return "";
  if (is_product(word) || contains(word, "//")) return "";
  if (shell::lists(made, word.substr(0, word.find('/')))) return "";
  const std::string_view name = last_part(word);
  if (starts_with(name, ".env")) return "";
  const std::size_t dot = name.rfind('.');
  const bool known = shell::lists(names, name) || (dot != name.npos && dot > 0 &&
                                                   shell::lists(extensions, name.substr(dot + 1)));
  return known ? std::string(word) : "";
}

bool is_same_file(std::string_view claimed, std::string_view changed) {
  if (claimed == changed) return true;
  return changed.size() > claimed.size() && ends_with(changed, claimed) &&
         changed[changed.size() - claimed.size() - 1] == '/';
}

}  // namespace assay::format::claim
