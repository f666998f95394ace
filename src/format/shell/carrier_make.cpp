// SPDX-License-Identifier: MIT
// Recipes of makefiles and justfiles.
#include "format/shell/carriers.h"
#include "format/shell/rulebook.h"

#include <map>
#include <utility>

namespace assay::format::shell {
namespace {

// `make test PYTHON=true`: a program that does nothing in the place of one that checks.
void name_stand_ins(const std::map<std::string, std::string>& given, std::string_view file,
                    Carried& out) {
  for (const auto& [name, value] : given) {
    const std::string program = value.substr(0, value.find(' '));
    if (!lists(" true : echo printf ", base_name(program))) continue;
    for (const std::string& use :
         {"\t$(" + name + ")", "\t${" + name + "}", "\t@$(" + name + ")", "\t@${" + name + "}"}) {
      if (file.find(use) == std::string_view::npos) continue;
      out.pieces.push_back({.text = std::string(not_known),
                            .place = "makefile",
                            .ignored = "`" + name + "=" + value + "` on the command line"});
      return;
    }
  }
}

}  // namespace

std::optional<Carried> make_recipes(Words words, const std::string& folder,
                                    const Sources& sources) {
  const Call call(words, " -C --directory -f --file --makefile -j -l -o -W -I ");
  const std::string place = call.place(folder, " -C --directory ");
  std::map<std::string, std::string> given;
  for (const std::string& text : call.assignments()) {
    const std::size_t equals = text.find('=');
    given[text.substr(0, equals)] = text.substr(equals + 1);
  }
  const auto file = find_file(call.value(" -f --file --makefile "),
                              {"GNUmakefile", "makefile", "Makefile"}, place, sources);
  if (!file) return {};
  Rulebook book(given);
  book.read_make(file->name, file->text, place, sources);
  Carried out = book.lines_of(call.targets());
  name_stand_ins(given, file->text, out);
  out.folder = place;
  return out;
}

std::optional<Carried> just_recipes(Words words, const std::string& folder,
                                    const Sources& sources) {
  const Call call(words, " -f --justfile -d --working-directory --set ");
  const auto file = find_file(call.value(" -f --justfile "), {"justfile", "Justfile", ".justfile"},
                              folder, sources);
  if (!file) return {};
  Rulebook book{std::map<std::string, std::string>{}};
  book.read_just(file->name, file->text);
  // Behind a recipe stand its arguments, or further recipes.
  std::vector<std::string> recipes = call.targets();
  std::erase_if(recipes, [&](const std::string& target) { return !book.has(target); });
  const bool asks = words.size() > 1;
  if (asks && recipes.empty()) return {};
  Carried out = book.lines_of(recipes);
  out.folder = call.place(folder, " -d --working-directory ");
  return out;
}

}  // namespace assay::format::shell
