// SPDX-License-Identifier: MIT
#include "format/tools/languages.h"

#include "core/work/test_files.h"
#include "format/tools/tools.h"

#include <algorithm>

namespace assay::format::tools {
namespace {

struct Endings {
  std::string_view endings;
  Language language;
};

constexpr Endings language_table[] = {
    {" c cc cpp cxx h hh hpp hxx m mm cu ", Language::c},
    {" ts tsx js jsx mjs cjs mts cts ", Language::script},
    {" vue svelte ", Language::component},
    {" java cs dart ", Language::java},
    {" proto zig sol groovy gradle ", Language::braces},
    {" kt kts scala swift ", Language::kotlin},
    {" rs ", Language::rust},
    {" go ", Language::go},
    {" php ", Language::php},
    {" py pyi ", Language::python},
    {" rb rake ", Language::ruby},
    {" pl pm ", Language::perl},
    {" sh bash zsh bats ", Language::shell},
    {" ex exs ", Language::elixir},
    {" r R nim tf yaml yml toml mk cmake graphql gql ", Language::hash},
    {" ml mli fs fsi fsx ", Language::ml},
    {" clj cljs cljc edn lisp el scm rkt ", Language::lisp},
    {" erl hrl ", Language::erlang},
    {" ps1 psm1 ", Language::powershell},
    {" jl ", Language::julia},
    {" sql ", Language::sql},
    {" lua ", Language::lua},
    {" hs ", Language::haskell},
    {" html htm xml md markdown ", Language::markup},
    {" css scss less ", Language::style},
};

/// Their comments are known, but in a sentence they are no path: what older runs read must stay so.
constexpr std::string_view unspoken_endings =
    " R mli fsi fsx cljs cljc edn lisp el scm rkt hrl psm1 jl ";

constexpr std::string_view other_endings =
    " json jsonc json5 ini cfg conf env mdx rst txt csv tsv sass astro fish bat "
    "lock svg png snap ipynb nix tpl tmpl in diff patch service prisma http feature ";

}  // namespace

std::string_view ending_of(std::string_view path) {
  const std::string_view name = base_name(path);
  const std::size_t dot = name.find_last_of('.');
  return dot == std::string_view::npos ? "" : name.substr(dot + 1);
}

Language language_of(std::string_view path) {
  const std::string_view name = base_name(path);
  const std::string_view ending = ending_of(path);
  if (name.size() == ending.size() + 1) return Language::none;  // `.go`
  const auto found = std::find_if(std::begin(language_table), std::end(language_table),
                                  [&](const Endings& each) { return lists(each.endings, ending); });
  return found == std::end(language_table) ? Language::none : found->language;
}

bool has_known_ending(std::string_view path) {
  const std::string_view ending = ending_of(path);
  if (lists(unspoken_endings, ending)) return false;
  return language_of(path) != Language::none || lists(other_endings, ending);
}

bool is_code(std::string_view path) {
  // What tools leave for people to read. Everything else may be loaded by something.
  constexpr std::string_view read_by_people =
      " log out err lcov info gcov gcda gcno profraw profdata html htm css png svg md xml txt ";
  constexpr std::string_view read_by_tools =
      " CMakeLists.txt pom.xml build.xml phpunit.xml testng.xml logback.xml web.xml ";
  const std::string_view name = base_name(path);
  if (name.starts_with("requirements") || lists(read_by_tools, name)) return true;
  const std::string_view ending = ending_of(path);
  const bool is_output = !ending.empty() && lists(read_by_people, ending);
  return !is_output && !core::is_tool_litter(path);
}

}  // namespace assay::format::tools
