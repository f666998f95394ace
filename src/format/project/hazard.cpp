// SPDX-License-Identifier: MIT
// What a gate must never do. A list of programs and options that leave the workspace, rewrite it or
// do not end.
#include "format/project/command.h"
#include "format/project/survey.h"

#include <algorithm>

namespace assay::format::project {
namespace {

using HazardWords = std::vector<std::string>;

struct Asked {
  std::string_view name;    ///< the program
  std::string_view second;  ///< its first argument
  const HazardWords& words;

  bool has(std::string_view word) const {
    return std::find(words.begin(), words.end(), word) != words.end();
  }
  bool has_any(std::string_view list) const {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return is_one_of(word, list); });
  }
  bool has_starting(std::string_view start) const {
    return std::any_of(words.begin() + 1, words.end(), [&](const std::string& word) {
      return std::string_view{word}.substr(0, start.size()) == start;
    });
  }
};

/// Folders that builds make: removing them loses nothing.
bool is_output_name(std::string_view word) {
  while (!word.empty() && word.back() == '/') word.remove_suffix(1);
  if (word.substr(0, 2) == "./") word.remove_prefix(2);
  if (word.empty() || word.front() == '/' || word.front() == '~' || word.front() == '$' ||
      contains(word, ".."))
    return false;
  for (const char* word_part : {"src", "node_modules", ".git", ".ssh", "home"}) {
    if (word == word_part) return false;
  }
  return word != "*" && word != ".";
}

std::string outward(const Asked& a) {
  if (is_one_of(a.name, " sudo doas su ")) return "asks for the rights of root";
  if (is_one_of(a.name, " apt apt-get brew dnf yum pacman apk choco snap dpkg rpm "))
    return "installs packages on this machine";
  if (is_one_of(a.name,
                " docker podman kubectl helm terraform ansible ansible-playbook vagrant aws "
                "gcloud az heroku netlify vercel fly flyctl wrangler firebase systemctl "
                "service reboot shutdown mount umount docker-compose buildah skopeo "))
    return "works outside of this folder";
  if (is_one_of(a.name,
                " semantic-release release-it np standard-version goreleaser twine gh hub "
                "glab bumpversion bump2version lerna-publish cargo-release changeset "))
    return "publishes";
  if (is_one_of(a.name, " curl wget ssh scp rsync sftp ftp nc telnet ")) return "uses the network";
  if (a.name == "git")
    return is_one_of(a.second,
                     " push commit tag reset clean checkout switch merge rebase am add rm "
                     "stash clone pull fetch submodule config apply branch worktree restore ")
               ? "changes the repository or downloads another"
               : "";
  if (a.has_any(" publish deploy unpublish upload hex.publish push yank dist-tag ") &&
      is_one_of(a.name,
                " npm pnpm yarn bun cargo gem mvn mvnw gradle gradlew dotnet nuget poetry flit "
                "hatch mix luarocks lerna twine python python3 make just task rake composer uv "
                "vsce jsr pdm sbt "))
    return "publishes";
  if (is_one_of(a.name, " npm pnpm yarn bun ") &&
      is_one_of(a.second, " version login adduser install ci i add link update upgrade owner "))
    return "installs packages";
  if (is_one_of(a.name,
                " pip pip3 gem luarocks opam conda cpanm bundle composer poetry pipx cargo go "
                "rustup nvm mvn mvnw uv "))
    return is_one_of(a.second, " install add update require get sync upgrade generate ")
               ? "installs packages"
               : "";
  if (is_one_of(a.name, " make gmake ninja just task cmake meson ") &&
      a.has_any(" install uninstall --install dist-upload "))
    return "installs what it builds";
  if (contains(a.name, "python") || contains(a.second, "setup.py")) {
    if (a.has("setup.py") && a.has_any(" install upload develop register ")) return "installs";
  }
  if (a.name == "rm" && (a.has_starting("-r") || a.has_starting("-R") || a.has_starting("-fr"))) {
    for (std::size_t i = 1; i < a.words.size(); ++i) {
      if (a.words[i].front() != '-' && !is_output_name(a.words[i])) return "deletes files";
    }
    return "";
  }
  if (is_one_of(a.name, " mkfs dd chown shred ")) return "works outside of this folder";
  return "";
}

std::string rewriting(const Asked& a) {
  const std::string why = "rewrites sources";
  if (a.has_any(
          " --fix --write --apply --apply-unsafe --autocorrect --auto-correct --autocorrect-all "
          "--updateSnapshot --update-snapshots --update-snapshot --in-place --overwrite "))
    return why;
  if (a.has_starting("--fix") && !a.has("--fix-dry-run")) return why;
  const bool checks = a.has_any(
      " --check -c --diff --dry-run --check-only --list-different -l -d "
      "--check-formatted --set-exit-if-changed --verify --no-write ");
  if (is_one_of(a.name,
                " black isort yapf autopep8 stylua rustfmt php-cs-fixer djlint docformatter "))
    return checks || a.has_starting("--check") ? "" : why;
  if (is_one_of(a.name, " phpcbf goimports-reviser autoflake pyupgrade ")) return why;
  if (is_one_of(a.name, " gofmt goimports shfmt prettier dprint "))
    return a.has_any(" -w --write fmt ") ? why : "";
  if (is_one_of(a.name, " sed clang-format perl "))
    return a.has("-i") || a.has_starting("-i") || a.has_starting("-pi") ? why : "";
  if (a.name == "ruff" || a.name == "dart" || a.name == "deno" || a.name == "cargo" ||
      a.name == "mix")
    return is_one_of(a.second, " format fmt fix ") && !checks ? why : "";
  if (a.name == "go") return is_one_of(a.second, " fmt fix generate ") ? why : "";
  if (a.name == "dune")
    return is_one_of(a.second, " fmt promote ") || a.has("--auto-promote") ? why : "";
  if (a.name == "rubocop") return a.has_any(" -a -A ") ? why : "";
  if (is_one_of(a.name, " jest vitest ava ")) return a.has_any(" -u --update ") ? why : "";
  return "";
}

std::string endless(const Asked& a) {
  const std::string why = "does not end by itself";
  if (a.has_any(" --watch --watchAll --watch-all --serve ") || a.has_starting("--watch=true"))
    return why;
  if (is_one_of(a.name,
                " nodemon http-server live-server serve watchexec entr chokidar tsx-watch "))
    return why;
  if (a.name == "tail") return a.has_any(" -f -F ") ? why : "";
  if (is_one_of(a.name,
                " next vite webpack nuxt astro gatsby parcel ng rails flask uvicorn gunicorn "))
    return is_one_of(a.second, " dev start serve server preview develop s run ") ? why : "";
  return "";
}

Hazard hazard_of(const Simple& command) {
  const HazardWords words = bare_words(command.words);
  if (words.empty()) return {};
  const Asked asked{base_of(words.front()), words.size() > 1 ? std::string_view{words[1]} : "",
                    words};
  if (std::string why = outward(asked); !why.empty()) return {Danger::outward, std::move(why)};
  if (std::string why = endless(asked); !why.empty()) return {Danger::endless, std::move(why)};
  if (std::string why = rewriting(asked); !why.empty()) return {Danger::rewrites, std::move(why)};
  return {};
}

int weight(Danger danger) {
  switch (danger) {
    case Danger::none: return 0;
    case Danger::rewrites: return 1;
    case Danger::endless: return 2;
    case Danger::outward: return 3;
  }
  return 0;
}

}  // namespace

Hazard hazard_in(std::string_view script) {
  Hazard worst;
  for (const Simple& command : split_script(script).commands) {
    Hazard one = hazard_of(command);
    if (weight(one.danger) <= weight(worst.danger)) continue;
    one.why += " (`" + command.text.substr(0, 60) + "`)";
    worst = std::move(one);
  }
  return worst;
}

}  // namespace assay::format::project
