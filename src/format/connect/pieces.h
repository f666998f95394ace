// SPDX-License-Identifier: MIT
// What connects an agent: which of its files get which piece, and how a piece is put into a text
// and taken out again. Knows no file system.
#pragma once

#include "base/instant.h"
#include "base/result.h"
#include "format/connect/json_edit.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// Agents that can be connected, in the order in which they are told.
std::span<const std::string_view> door_names();
bool is_door(std::string_view name);

struct Piece {
  enum class Kind : std::uint8_t {
    hook,      ///< an item of a list of hooks in JSON
    member,    ///< a member of JSON
    given,     ///< a member of JSON that is only put where there is none, and never taken away
    markdown,  ///< a block of Markdown
    toml,      ///< a block of TOML
    script,    ///< a block of a shell script, before everything it does
    file,      ///< a whole file
  };

  Kind kind = Kind::file;
  std::string path;     ///< relative to the workspace or the home of the user
  std::string what;     ///< for people: "Stop hook"
  JsonPath at = {};     ///< of JSON
  std::string value;    ///< compact JSON, or the text
  std::string agent;    ///< whose it is; several agents share blocks and files
  std::string program;  ///< how it calls this one

  bool is_shared() const {
    return kind == Kind::markdown || (kind == Kind::file && path.starts_with(".agents/"));
  }
};

struct DoorOrder {
  std::string agent = {};
  bool user = false;              ///< for every project of the user
  std::string program = {};       ///< how this program is called there, ready for a shell
  std::string program_path = {};  ///< the same as one word
  /// From the top of the repository to the workspace, ready for a shell; empty: it is the top.
  std::string folder = {};
  Millis timeout{};  ///< of a verification
  std::int32_t max_blocks = 3;
  bool pre_commit = false;        ///< of git
  std::string hooks_folder = {};  ///< of git, relative to the workspace or absolute
  std::string instructions = {};  ///< the file that gets the Markdown block; empty: none
};

/// Everything that connects the agent, in the order in which it is told.
std::vector<Piece> pieces_of(const DoorOrder& order);

/// What a person has to do or know beside: trust prompts above all.
std::vector<std::string> remarks_on(const DoorOrder& order);

/// The text with the piece. Fault::bad_input: the text is not what it should be (with the line), or
/// somebody else's entry of that name is there.
Result<std::string> with_piece(const Piece& piece, const std::optional<std::string>& text);
/// The text without it; nothing: the file is ours alone, and goes.
Result<std::optional<std::string>> without_piece(const Piece& piece, const std::string& text);
/// The command of a hook that is in the text; empty: there is none.
std::string command_in(const Piece& piece, std::string_view text);

/// Files that call hooks, or could keep them from being called, relative to a workspace or a home:
/// globs.
std::span<const std::string_view> files_of_hooks();

}  // namespace assay::format
