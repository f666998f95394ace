// SPDX-License-Identifier: MIT
// The agent CLIs that assay knows: one name in the list and one row in the table for each. A new
// one is added here, with a reader of that name in format/dialect.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

/// In the order of the table. `text` is any program: its output has no structure.
#define ASSAY_DIALECTS(EACH) \
  EACH(text)                 \
  EACH(claude)               \
  EACH(codex)                \
  EACH(gemini)               \
  EACH(opencode)             \
  EACH(qwen)                 \
  EACH(pi)                   \
  EACH(cline)                \
  EACH(continue_cli)         \
  EACH(acp)

namespace assay::core {

#define ASSAY_ENUMERATOR(name) name,
/// How the output of an agent is read.
enum class Dialect : std::uint8_t { ASSAY_DIALECTS(ASSAY_ENUMERATOR) };
#undef ASSAY_ENUMERATOR

namespace agent {

/// A variable that a CLI needs, by name or by a prefix with a star; with `only_if`, only where that
/// one is set, too.
struct Need {
  std::string_view glob;
  std::string_view only_if = {};
};

struct DialectRow {
  Dialect dialect{};
  std::string_view name;          ///< in assay.yaml, ledgers and lists; also of the preset
  std::string_view argv = {};     ///< of the preset, words with one blank between; empty: no preset
  std::string_view last = {};     ///< the words of its command line that must come last
  std::string_view package = {};  ///< how it is installed
  std::string_view login = {};    ///< how a person gets it to work
  std::string_view model_flag = "--model";    ///< before the name of a model
  std::array<Need, 8> needs = {};             ///< what of the environment it gets
  std::array<std::string_view, 2> keys = {};  ///< of `needs`: whose account is used
  bool any_model = false;                     ///< finds its model by the keys that are set
  bool prints_events = true;                  ///< its output has a last word
  bool shows_tools = true;                    ///< its output tells what it ran and edited
  bool needs_identity = false;                ///< its git has no global configuration
};

// docs/agents.md says what came of trying them with the real programs.
inline constexpr DialectRow dialect_rows[] = {
    {.dialect = Dialect::text, .name = "text", .prints_events = false, .shows_tools = false},
    {.dialect = Dialect::claude,
     .name = "claude",
     .argv = "claude -p --output-format stream-json --verbose --no-session-persistence "
             "--permission-prompts none --permission-mode acceptEdits --allowedTools "
             "Bash,Edit,MultiEdit,Write,Read,Glob,Grep,NotebookEdit",
     .package = "npm install -g @anthropic-ai/claude-code",
     .login = "run `claude` and /login, or set ANTHROPIC_API_KEY",
     .needs = {{{"ANTHROPIC_*"},
                {"CLAUDE_*"},
                {"API_TIMEOUT_MS"},
                {"AWS_*", "CLAUDE_CODE_USE_BEDROCK"},
                {"GOOGLE_*", "CLAUDE_CODE_USE_VERTEX"},
                {"VERTEX_*", "CLAUDE_CODE_USE_VERTEX"},
                {"CLOUD_ML_REGION", "CLAUDE_CODE_USE_VERTEX"},
                {"AZURE_*", "CLAUDE_CODE_USE_FOUNDRY"}}},
     .keys = {"ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN"}},
    // Its sandbox keeps git's own folders read-only unless they are named.
    {.dialect = Dialect::codex,
     .name = "codex",
     .argv = "codex exec --json --skip-git-repo-check --sandbox workspace-write -c "
             "sandbox_workspace_write.writable_roots={git_dirs}",
     .last = "-",
     .package = "npm install -g @openai/codex",
     .login = "run `codex login`, or set OPENAI_API_KEY and `codex login --with-api-key`",
     .needs = {{{"OPENAI_*"}, {"CODEX_*"}, {"AZURE_OPENAI_*"}}},
     .keys = {"OPENAI_API_KEY"}},
    // Worktrees and copies are folders it has never been told to trust.
    {.dialect = Dialect::gemini,
     .name = "gemini",
     .argv = "gemini --approval-mode yolo --skip-trust --output-format stream-json",
     .package = "npm install -g @google/gemini-cli",
     .login = "run `gemini` and sign in, or set GEMINI_API_KEY and security.auth.selectedType in "
              "~/.gemini/settings.json",
     .needs = {{{"GEMINI_*"}, {"GOOGLE_*"}}},
     .keys = {"GEMINI_API_KEY", "GOOGLE_API_KEY"},
     .needs_identity = true},
    // Which requests it repeats, and why, stands in its log alone.
    {.dialect = Dialect::opencode,
     .name = "opencode",
     .argv = "opencode run --format json --print-logs --log-level ERROR",
     .package = "npm install -g opencode-ai",
     .login = "run `opencode auth login`, or set the key of its provider",
     .needs = {{{"OPENCODE_*"}}},
     .any_model = true},
    {.dialect = Dialect::qwen,
     .name = "qwen",
     .argv = "qwen --yolo --output-format stream-json",
     .package = "npm install -g @qwen-code/qwen-code",
     .login = "run `qwen` and sign in, or set OPENAI_API_KEY and security.auth.selectedType in "
              "~/.qwen/settings.json",
     .needs = {{{"QWEN_*"}, {"DASHSCOPE_*"}, {"BAILIAN_*"}, {"OPENAI_*"}}},
     .keys = {"OPENAI_API_KEY"}},
    {.dialect = Dialect::pi,
     .name = "pi",
     .argv = "pi --mode json --no-session",
     .package = "npm install -g @mariozechner/pi-coding-agent",
     .login = "run `pi` and /login, or set the key of its provider",
     .needs = {{{"PI_*"}}},
     .any_model = true},
    {.dialect = Dialect::cline,
     .name = "cline",
     .argv = "cline --json --auto-approve true",
     .package = "npm install -g cline",
     .login = "run `cline auth`",
     .needs = {{{"CLINE_*"}}},
     .any_model = true},
    {.dialect = Dialect::continue_cli,
     .name = "continue",
     .argv = "cn --auto -p --format json",
     .package = "npm install -g @continuedev/cli",
     .login = "run `cn login`, or name a model with its key in ~/.continue/config.yaml",
     .needs = {{{"CONTINUE_*"}}},
     .any_model = true,
     .shows_tools = false},
    // Any agent that speaks the Agent Client Protocol: which one stands in `command`.
    {.dialect = Dialect::acp, .name = "acp", .any_model = true},
};

constexpr const DialectRow& row_of(Dialect dialect) {
  return dialect_rows[static_cast<std::size_t>(dialect)];
}

/// Every name of the list has its row, in the same place.
constexpr bool has_every_row() {
  std::size_t at = 0;
#define ASSAY_SAME_PLACE(name)                                                        \
  if (at >= std::size(dialect_rows) || dialect_rows[at++].dialect != Dialect::name) { \
    return false;                                                                     \
  }
  ASSAY_DIALECTS(ASSAY_SAME_PLACE)
#undef ASSAY_SAME_PLACE
  return at == std::size(dialect_rows);
}
static_assert(has_every_row());

}  // namespace agent
}  // namespace assay::core
