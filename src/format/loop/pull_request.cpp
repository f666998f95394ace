// SPDX-License-Identifier: MIT
#include "format/loop/pull_request.h"

#include "base/text/escape.h"
#include "format/goals/verification.h"
#include "format/json/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace assay::format {

namespace {

using core::GhAnswer;
using core::PullRequestIssue;
using core::PullRequestSight;
using Kind = JsonNode::Kind;

constexpr std::size_t issues_max = 50;
constexpr std::size_t text_max = 2000;
constexpr std::size_t json_max = 4U << 20;
constexpr std::size_t nodes_max = 200'000;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (!lines.back().empty() && lines.back().back() == '\r') lines.back().remove_suffix(1);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return lines;
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t tab = line.find('\t');
    cells.push_back(line.substr(0, tab));
    if (tab == line.npos) return cells;
    line.remove_prefix(tab + 1);
  }
}

std::string url_in(std::string_view output) {
  std::string url;
  for (const std::string_view line : lines_of(output)) {
    const bool plain = line.find_first_of(" \t\"'`$\\") == line.npos;
    if (plain && (line.starts_with("https://") || line.starts_with("http://")))
      url = one_line(line);
  }
  return url;
}

void read_checks(std::string_view output, int exit_code, PullRequestSight& sight) {
  const std::set<std::string_view> good = {"pass", "skipping", "neutral"};
  const std::set<std::string_view> bad = {"fail", "cancel", "error", "timed_out",
                                          "action_required"};
  bool understood = false;
  for (const std::string_view line : lines_of(output)) {
    const std::vector<std::string_view> cells = cells_of(line);
    if (line.find("no checks reported") != line.npos) understood = true;
    if (cells.size() < 2) continue;
    const bool failed = bad.contains(cells[1]);
    if (!failed && !good.contains(cells[1]) && cells[1] != "pending") continue;
    understood = true;
    if (good.contains(cells[1])) ++sight.passed;
    if (cells[1] == "pending") ++sight.pending;
    if (!failed || sight.issues.size() >= issues_max) continue;
    const std::string name = one_line(cells[0]);
    const std::string link = cells.size() > 3 ? one_line(cells[3]) : "";
    sight.issues.push_back(
        {"check:" + name, name, fmt::format("CI check {} fails. {}", name, link), ""});
  }
  if (exit_code == 8 && sight.pending == 0) sight.pending = 1;
  const bool explained = exit_code == 0 || exit_code == 8 || !sight.issues.empty() || understood;
  if (!explained) sight.problem = fmt::format("exit {} and nothing that could be read", exit_code);
}

std::string log_of(std::string_view output) {
  const std::vector<std::string_view> lines = lines_of(output);
  std::string log;
  const std::size_t first = lines.size() > 40 ? lines.size() - 40 : 0;
  for (std::size_t i = first; i < lines.size(); ++i) log += one_line(lines[i]) + "\n";
  if (log.size() > text_max) log.erase(0, log.size() - text_max);
  return log;
}

std::optional<JsonNode> parse(std::string_view output, PullRequestSight& sight) {
  if (output.size() > json_max) {
    sight.problem = "the answer is too large";
    return std::nullopt;
  }
  JsonTree tree = read_json_tree(output, nodes_max);
  if (tree.fault.empty()) return std::move(tree.root);
  sight.problem = "the answer is not JSON: " + tree.fault;
  return std::nullopt;
}

std::string text_at(const JsonNode& object, std::string_view key) {
  const JsonNode* found = object.find(key);
  const bool told = found != nullptr && (found->kind == Kind::text || found->kind == Kind::integer);
  return told ? found->text : "";
}

std::string author_of(const JsonNode& object, std::string_view key) {
  const JsonNode* found = object.find(key);
  return found != nullptr && found->kind == Kind::object ? text_at(*found, "login") : "";
}

std::string cut(std::string text) {
  if (text.size() > text_max) text.resize(text_max);
  return printable(text);
}

void read_reviews(std::string_view output, PullRequestSight& sight) {
  const std::optional<JsonNode> json = parse(output, sight);
  if (!json) return;
  const JsonNode* reviews = json->find("reviews");
  if (reviews == nullptr || reviews->kind != Kind::list) {
    sight.problem = "the answer has no reviews";
    return;
  }
  // A later word of the same person replaces the earlier one; a mere comment does not.
  std::map<std::string, const JsonNode*> latest;
  for (const JsonNode& review : reviews->items) {
    if (review.kind != Kind::object || text_at(review, "state") == "COMMENTED") continue;
    latest[author_of(review, "author")] = &review;
  }
  for (const auto& [author, review] : latest) {
    const std::string state = text_at(*review, "state");
    if (state != "CHANGES_REQUESTED" && state != "PENDING") continue;
    if (sight.issues.size() >= issues_max) return;
    const std::string when = text_at(*review, "submittedAt");
    const std::string id = text_at(*review, "id");
    sight.issues.push_back({"review:" + author + ":" + (id.empty() ? when : id),
                            one_line("changes requested by " + author),
                            cut(text_at(*review, "body")), ""});
  }
}

void read_comments(std::string_view output, PullRequestSight& sight) {
  const std::optional<JsonNode> json = parse(output, sight);
  if (!json) return;
  if (json->kind != Kind::list) {
    sight.problem = "the answer is no list of comments";
    return;
  }
  for (const JsonNode& comment : json->items) {
    if (comment.kind != Kind::object || sight.issues.size() >= issues_max) continue;
    const bool answer = !text_at(comment, "in_reply_to_id").empty();
    const std::string id = text_at(comment, "id");
    if (answer || id.empty()) continue;
    const std::string path = text_at(comment, "path");
    const std::string line = text_at(comment, "line");
    sight.issues.push_back(
        {"comment:" + id,
         one_line(fmt::format("comment of {} on {}", author_of(comment, "user"), path)),
         cut(fmt::format("{}:{}: {}", path, line, text_at(comment, "body"))), path});
  }
}

}  // namespace

PullRequestSight read_gh_answer(GhAnswer question, std::string_view output, int exit_code) {
  PullRequestSight sight;
  switch (question) {
    case GhAnswer::none: break;
    case GhAnswer::url: sight.url = url_in(output); break;
    case GhAnswer::checks: read_checks(output, exit_code, sight); break;
    case GhAnswer::log: sight.log = log_of(output); break;
    case GhAnswer::reviews: read_reviews(output, sight); break;
    case GhAnswer::comments: read_comments(output, sight); break;
  }
  return sight;
}

}  // namespace assay::format
