// SPDX-License-Identifier: MIT
// `assay completion`: scripts that ask assay itself what may stand at the cursor.
#include "face/cli/commands.h"
#include "face/cli/complete.h"

namespace assay::cli {

namespace {

// Whoever presses TAB has not decided to run what stands on the line: it is the assay of PATH that
// is asked, not the program that was typed.
constexpr const char* bash_script = R"(# bash completion for assay:  source <(assay completion bash)
_assay() {
  local line path current="${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :files | :folders)
        compopt -o filenames 2>/dev/null
        while IFS= read -r path; do COMPREPLY+=("$path"); done < <(
          if [ "$line" = :files ]; then compgen -f -- "$current"; else compgen -d -- "$current"; fi
        )
        ;;
      ?*) COMPREPLY+=("${line%%$'\t'*}") ;;
    esac
  done < <(command assay __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o nosort -F _assay assay 2>/dev/null || complete -F _assay assay
)";

constexpr const char* zsh_script = R"(#compdef assay
# zsh completion for assay:  source <(assay completion zsh)  after compinit, or as _assay in fpath
_assay() {
  local line paths
  local -a values shown
  for line in "${(@f)$(command assay __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
    case "$line" in
      :files | :folders) paths="$line" ;;
      *$'\t'*)
        values+=("${line%%$'\t'*}")
        shown+=("${line%%$'\t'*}  -- ${line#*$'\t'}")
        ;;
      ?*)
        values+=("$line")
        shown+=("$line")
        ;;
    esac
  done
  (( $#values )) && compadd -l -V assay -d shown -a values
  case "$paths" in
    :files) _files ;;
    :folders) _files -/ ;;
  esac
}
if [ "$funcstack[1]" = _assay ]; then
  _assay "$@"
else
  compdef _assay assay
fi
)";

constexpr const char* fish_script = R"(# fish completion for assay:  assay completion fish | source
function __assay_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct)
    for line in (command assay __complete $words "$current" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$current"
            case :folders
                __fish_complete_directories "$current"
            case '*'
                printf '%s\n' $line
        end
    end
end
complete -c assay -e
complete -c assay -f -k -a '(__assay_complete)'
)";

}  // namespace

void add_completion(CLI::App& root, Session& session) {
  auto shell_name = std::make_shared<std::string>();
  CLI::App* command =
      root.add_subcommand("completion", "Print a completion script for bash, zsh or fish");
  command->add_option("SHELL", *shell_name, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->callback([shell_name, &session] {
    if (*shell_name == "bash") return session.out(bash_script);
    session.out(*shell_name == "zsh" ? zsh_script : fish_script);
  });
}

}  // namespace assay::cli
