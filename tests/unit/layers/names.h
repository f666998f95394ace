// SPDX-License-Identifier: MIT
// Names that the files of a folder have for themselves, and that mean something else in a
// neighbour as soon as both are compiled together (ASSAY_UNITY).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::layers {

/// Files by their path: "src/core/loop/decide.cpp".
using Sources = std::map<std::string, std::string>;

/// A name declared at namespace scope.
struct Declaration {
  std::vector<std::string> space;  ///< "assay", "core", "loop"
  bool anonymous = false;          ///< in an anonymous namespace
  std::string name;
  std::string text;     ///< its tokens, up to the body
  int parameters = -1;  ///< of a function; -1: it is none
  int defaults = 0;     ///< of its parameters
};

/// Without comments, texts and preprocessor lines: names, "::", "->" and single marks.
std::vector<std::string> tokens_of(std::string_view text);
std::vector<Declaration> declarations_of(const std::vector<std::string>& tokens);

/// Whether a call could mean either of them: not if they are functions that take different numbers
/// of arguments, or if both say the same.
bool could_be_confused(const Declaration& one, const Declaration& other);

/// Every name in an anonymous namespace that a neighbour has as well, or by which a neighbour means
/// something that a header declares.
std::vector<std::string> clashes(const Sources& sources);

}  // namespace assay::layers
