// SPDX-License-Identifier: MIT
// The language of a file, told by its name.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay::format::tools {

/// Languages that write comments, strings and declarations alike are one.
enum class Language : std::uint8_t {
  none,
  c,          ///< C, C++, Objective-C
  script,     ///< JavaScript, TypeScript
  component,  ///< markup with scripts in it: Vue, Svelte
  java,       ///< also C#, Dart
  braces,     ///< other languages with the comments of Java
  kotlin,     ///< also Scala, Swift
  rust,
  go,
  php,
  python,
  ruby,
  perl,
  shell,
  elixir,
  hash,  ///< others whose comments begin with #
  sql,
  lua,
  haskell,
  ml,    ///< OCaml, F#
  lisp,  ///< Clojure, Scheme, Emacs Lisp
  erlang,
  powershell,
  julia,
  markup,
  style,
};

Language language_of(std::string_view path);

/// Text that an interpreter, a compiler or a runner may load; pages and their looks aside, which
/// reports are made of.
bool is_code(std::string_view path);

/// What follows the last dot of a file's name; empty if there is none.
std::string_view ending_of(std::string_view path);

/// Its ending says that it is a file of some kind.
bool has_known_ending(std::string_view path);

}  // namespace assay::format::tools
