// SPDX-License-Identifier: MIT
// Everyday programs and words of the shell, by what their end means.
#include "format/tools/tools.h"

#include <algorithm>

namespace assay::format::tools {
namespace {

using Bits = unsigned;
constexpr Bits harmless = 1;
constexpr Bits reader = 2;
constexpr Bits shows = 4;
constexpr Bits answers = 8;
constexpr Bits prepares = 16;
constexpr Bits prints = 32;
constexpr Bits compares = 64;
constexpr Bits talks = 128;
constexpr Bits scene = 256;
constexpr Bits succeeds = 512;
constexpr Bits spoken = 1024;

struct Row {
  std::string_view names;
  Bits traits;
};

constexpr Row everyday[] = {
    // They show something.
    {" cat ", harmless | reader | shows | prints | talks | spoken},
    {" head tail tee ", harmless | reader | shows | prints | spoken},
    {" echo printf ", harmless | shows | prints | talks | succeeds | spoken},
    {" ls ", harmless | shows | prints | talks | spoken},
    {" wc seq ", harmless | shows | prints | spoken},
    {" date ", harmless | shows | prints | succeeds | spoken},
    {" pwd uname whoami hostname clear ", harmless | shows | prints | succeeds},
    {" tac less more nl dir cal id printenv df du ps top free uptime tree basename dirname "
     "realpath "
     "readlink nproc od xxd hexdump base64 base32 basenc rev uudecode column fold fmt pr tput stty "
     "reset sync lscpu lsblk logger wall groups tty ",
     harmless | shows | prints},
    {" arch ", harmless | shows},
    {" which env ", harmless | shows | spoken},
    {" stat file ", harmless | shows | compares | spoken},
    {" type ", harmless | shows | prepares | spoken},
    {" hash ", harmless | shows | prepares | succeeds},
    // They move files about.
    {" ln mv touch ", harmless | shows | prints | spoken},
    {" chmod mkdir rm ", harmless | shows | prepares | spoken},
    {" rmdir chown ", harmless | shows | prepares},
    {" sleep ", harmless | shows | prepares | succeeds | spoken},
    {" cp ", harmless | answers | prints | spoken},
    {" tar zip ", harmless | answers | prints | spoken},
    {" gzip curl wget ", harmless | answers | prints | spoken},
    {" bzcat gunzip install paste strings xzcat yes zcat dd bzip2 xz zstd envsubst iconv expand "
     "unexpand shuf join ",
     harmless | prints},
    // They cut or compare text.
    {" cut sort tr uniq ", harmless | answers | prints | spoken},
    {" awk sed ", harmless | answers | prints | talks | spoken},
    {" gawk mawk nawk ", harmless | answers | prints | talks},
    {" grep egrep fgrep rg ag ", harmless | answers | compares | talks | spoken},
    {" zgrep ", harmless | answers | compares | talks},
    {" diff jq yq ", harmless | answers | compares | spoken},
    {" cmp comm md5sum sha256sum ", harmless | compares | spoken},
    {" expr cksum sha1sum sha512sum b2sum bc factor numfmt ", harmless | compares},
    {" xmllint openssl ed unzip cpio split cpp m4 pandoc bat gettext locale ", harmless | prints},
    {" find test [ ", harmless | compares | talks | spoken},
    {" [[ ", harmless | compares | spoken},
    {" false ", compares | spoken},
    {" git ", harmless | talks | spoken},
    {" gh fd ", harmless | spoken},
    {" dmesg journalctl kill killall mail notify-send open pkill xdg-open ", harmless | answers},
    {" wait ", harmless | answers | prepares},
    // Words of the shell.
    {" true ", harmless | prepares | talks | succeeds | spoken},
    {" : ", harmless | prepares | talks | succeeds},
    {" cd set ", harmless | prepares | scene | spoken},
    {" export ", harmless | prepares | scene | succeeds | spoken},
    {" alias declare umask ", harmless | prepares | scene | succeeds},
    {" popd ", harmless | shows | prepares | scene},
    {" dirs ", harmless | shows},
    {" pushd shopt ulimit ", harmless | prepares | scene},
    {" trap ", prepares | scene},
    {" local readonly shift typeset unset ", harmless | prepares | succeeds},
    {" let read getopts jobs history bind complete compgen enable mktemp ", harmless | prepares},
    {" break continue times ", succeeds},
    {" exit return builtin ", prepares},
    {" command ", prepares | spoken},
    {" source ", scene | spoken},
    {" . ", scene},
    {" time nice sudo timeout npx pnpx bunx uvx bash sh zsh fish dash if for while until case ! ( "
     "{ "
     "(( ",
     spoken},
};

/// Alone they are words of a sentence, not commands.
constexpr std::string_view never_alone =
    " test file find time date type set command source env echo if for while case cd export sort "
    "cut head tail cat diff bash sh zsh fish git gh nice ( { ! [ [[ ";

}  // namespace

bool has_trait(std::string_view program, Trait trait) {
  return std::any_of(std::begin(everyday), std::end(everyday), [&](const Row& row) {
    return (row.traits & static_cast<Bits>(trait)) != 0 && lists(row.names, program);
  });
}

Spoken spoken_of(std::string_view word) {
  if (word.find('/') != std::string_view::npos) return Spoken::never;
  if (const Tool* tool = find_tool(word)) return tool->spoken;
  if (!has_trait(word, Trait::spoken)) return Spoken::never;
  if (!lists(never_alone, word)) return Spoken::command;
  return lists(" bash sh git ", word) ? Spoken::worded : Spoken::english;
}

}  // namespace assay::format::tools
