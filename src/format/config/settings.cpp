// SPDX-License-Identifier: MIT
// Budgets, prices, loop, pipeline and hook: sections that are no more than typed keys.
#include "core/config_records.h"
#include "format/config/sections.h"
#include "format/keys/read.h"

#include <algorithm>

namespace assay::format {

namespace {

/// A limit in USD alone says nothing about somebody who tells no cost.
bool is_blind(const core::Limits& limits) { return limits.micro_usd && !limits.tokens; }

template <class Settings>
void read_section(ProblemLog& problems, const YamlNode& node, std::string name, Settings& out) {
  ConfigFields in(problems, node, std::move(name));
  read_keys(in, out);
  in.finish();
}

/// How a receiver is reached is said in exactly one way.
void check_receiver(ConfigFields& in, const core::Receiver& receiver) {
  const YamlNode& node = in.node();
  if (node.kind != YamlNode::Kind::map) return;
  if (in.has("command") == in.has("url"))
    return in.object(node.line, "",
                     in.has("url") ? "has both 'command' and 'url'; keep one"
                                   : "needs one of 'command' or 'url'");
  const std::string_view url = receiver.url;
  const bool web = url.starts_with("http://") || url.starts_with("https://");
  const bool plain = url.find_first_of(std::string_view(" \t\r\n\0", 5)) == url.npos;
  if (in.has("url") && !(web && plain))
    in.accept(*in.lookup("url"), "url", "must begin with http:// or https://, without blanks");
  const std::string_view host = url.substr(0, std::min(url.find_first_of("/?#", 8), url.size()));
  if (web && host.find('@') != host.npos && host.find("${") == host.npos)
    in.accept(*in.lookup("url"), "url",
              "must not hold a login, which journals would keep: name a variable, ${NAME}");
  if (in.has("command") && (receiver.command.empty() || receiver.command.front().empty()))
    in.accept(*in.lookup("command"), "command", "must name a program");
  if (in.has("secret_env"))
    in.accept(*in.lookup("secret_env"), "secret_env", check_env_name(receiver.secret_env));
}

}  // namespace

void read_budgets(ProblemLog& problems, const YamlNode& node, core::Budgets& out) {
  ConfigFields in(problems, node, "budgets");
  read_keys(in, out);
  in.finish();
  if (!in.has("unknown_cost") && (is_blind(out.run) || is_blind(out.per_day)))
    out.unknown_cost = core::UnknownCost::refuse;
}

void read_prices(ProblemLog& problems, const YamlNode& node, std::vector<core::Price>& out) {
  ConfigFields in(problems, node, "prices");
  if (node.kind != YamlNode::Kind::map) return;
  for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
    if (node.items[i].kind != YamlNode::Kind::scalar) continue;
    core::Price& price = out.emplace_back();
    price.model = node.items[i].text;
    ConfigFields each(problems, node.items[i + 1], "prices." + price.model);
    read_keys(each, price);
    for_each_key<core::Price>([&](const auto& key) {
      const bool missing = key.keep == Keep::required && !each.has(key.name);
      if (missing && node.items[i + 1].kind == YamlNode::Kind::map)
        each.object(node.items[i + 1].line, key.name, "is missing (US dollars per million tokens)");
    });
    each.finish();
  }
}

void read_loop(ProblemLog& problems, const YamlNode& node, core::LoopSettings& out) {
  read_section(problems, node, "loop", out);
}

void read_pipeline(ProblemLog& problems, const YamlNode& node, core::PipelineSettings& out) {
  read_section(problems, node, "pipeline", out);
}

void read_hook(ProblemLog& problems, const YamlNode& node, HookConfig& out) {
  read_section(problems, node, "hook", out);
}

void read_isolation(ProblemLog& problems, const YamlNode& node, core::Isolation& out) {
  ConfigFields in(problems, node, "isolation");
  read_keys(in, out);
  const auto check = [&](const char* name, const std::vector<std::string>& paths) {
    const bool blank = std::any_of(paths.begin(), paths.end(), [](const std::string& path) {
      return path.find_first_not_of(" \t") == path.npos || path.find('\0') != path.npos;
    });
    if (blank) in.accept(*in.lookup(name), name, "must name paths");
  };
  check("write", out.write);
  check("hide", out.hide);
  in.finish();
}

void read_executor(ProblemLog& problems, const YamlNode& node, core::ExecutorSettings& out) {
  ConfigFields in(problems, node, "executor");
  read_keys(in, out);
  const bool absolute = out.shared_dir.empty() || out.shared_dir.starts_with('/');
  const bool plain = out.shared_dir.find_first_of("\n\"\\$`%") == std::string::npos;
  if (!absolute || !plain)
    in.accept(*in.lookup("shared_dir"), "shared_dir",
              "must be an absolute path that this machine and every node see, without quotation "
              "marks, '$' and '%'");
  in.finish();
}

void read_workspace(ProblemLog& problems, const YamlNode& node, core::Supplies& out) {
  ConfigFields in(problems, node, "workspace");
  read_keys(in, out);
  const bool waits_for_nothing = in.has("setup_inputs") || in.has("setup_timeout");
  if (waits_for_nothing && out.setup.empty() && node.kind == YamlNode::Kind::map)
    in.object(node.line, "", "has settings of a set-up, and no 'setup'");
  in.finish();
}

void read_notify(ConfigFields& in, std::vector<core::Receiver>& out) {
  const std::vector<const YamlNode*> items = in.items("notify", receivers_range);
  for (std::size_t i = 0; i < items.size(); ++i) {
    ConfigFields each(in.problems(), *items[i], "notify[" + std::to_string(i) + "]");
    core::Receiver& receiver = out.emplace_back();
    read_keys(each, receiver);
    check_receiver(each, receiver);
    each.finish();
  }
}

void read_secrets(ConfigFields& in, std::vector<std::string>& out) {
  in.texts("secrets", out);
  for (const std::string& name : out)
    in.accept(*in.lookup("secrets"), "secrets", check_env_name(name));
}

}  // namespace assay::format
