// SPDX-License-Identifier: MIT
// A definition as a picture. Titles are free text: in Mermaid everything but plain characters
// becomes an entity, in DOT what ends or changes a quoted string is escaped.
#include "base/text/escape.h"
#include "format/pipeline/pipeline.h"

#include <fmt/format.h>

namespace assay::format {

using namespace core::pipeline;

namespace {

/// What an arrow says.
std::string label_of(const Definition& definition, const Route& route) {
  std::string label = route.on == Outcome::option ? route.option : std::string(to_text(route.on));
  const Loop* loop = find_loop(definition, route.loop);
  if (loop == nullptr) return label;
  return loop->written_as_rounds
             ? fmt::format("{} (loop {}: {} rounds)", label, loop->name, loop->budget + 1)
             : fmt::format("{} (loop {}: {} times)", label, loop->name, loop->budget);
}

std::string end_name(Target target) {
  switch (target) {
    case Target::step: break;
    case Target::done: return "DONE";
    case Target::error: return "ERROR";
    case Target::stop: return "EXHAUSTED";
    case Target::abort: return "ABORTED";
  }
  return "";
}

/// One notation; the walk over the definition is the same for all.
class Canvas {
 public:
  Canvas() = default;
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;
  virtual ~Canvas() = default;

  virtual void open(const Definition& definition) = 0;
  virtual void step(std::size_t index, const Step& step) = 0;
  virtual void end(Target target) = 0;
  virtual void arrow(std::size_t from, const std::string& to, const std::string& label,
                     bool charged) = 0;
  virtual void close() = 0;

  std::string text;
};

std::string node_of(std::size_t index) { return fmt::format("s{}", index); }

class Mermaid final : public Canvas {
 public:
  void open(const Definition&) override { text = "flowchart TD\n"; }
  void step(std::size_t index, const Step& step) override {
    const bool asks = step.kind == StepKind::approval;
    text +=
        fmt::format("  {}{}\"{} {} ({})\"{}\n", node_of(index), asks ? "{{" : "[", escaped(step.id),
                    escaped(step.title), to_text(step.kind), asks ? "}}" : "]");
  }
  void end(Target target) override { text += fmt::format("  {0}([\"{0}\"])\n", end_name(target)); }
  void arrow(std::size_t from, const std::string& to, const std::string& label,
             bool charged) override {
    text += fmt::format("  {} {}|\"{}\"| {}\n", node_of(from), charged ? "-.->" : "-->",
                        escaped(label), to);
  }
  void close() override {}

 private:
  static std::string escaped(std::string_view raw) {
    std::string out;
    for (const char c : printable(raw)) {
      const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                         (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80 ||
                         std::string_view(" ,.:_-/()+").find(c) != std::string_view::npos;
      if (plain)
        out += c;
      else
        out += c == '\n' || c == '\t' ? " " : fmt::format("#{};", static_cast<int>(c));
    }
    return out;
  }
};

class Dot final : public Canvas {
 public:
  void open(const Definition& definition) override {
    text = fmt::format("digraph \"{}\" {{\n  node [shape=box];\n", escaped(definition.name));
  }
  void step(std::size_t index, const Step& step) override {
    text += fmt::format("  {} [label=\"{} {}\\n{}\"{}];\n", node_of(index), escaped(step.id),
                        escaped(step.title), to_text(step.kind),
                        step.kind == StepKind::approval ? ", shape=hexagon" : "");
  }
  void end(Target target) override {
    text += fmt::format("  {0} [label=\"{0}\", shape=oval];\n", end_name(target));
  }
  void arrow(std::size_t from, const std::string& to, const std::string& label,
             bool charged) override {
    text += fmt::format("  {} -> {} [label=\"{}\"{}];\n", node_of(from), to, escaped(label),
                        charged ? ", style=dashed" : "");
  }
  void close() override { text += "}\n"; }

 private:
  static std::string escaped(std::string_view raw) {
    std::string out;
    for (const char c : printable(raw)) {
      if (c == '"' || c == '\\') out += '\\';
      out += c == '\n' || c == '\t' ? ' ' : c;
    }
    return out;
  }
};

/// Where a way leads, as the canvas calls it.
std::string place_of(const Definition& definition, const Way& way) {
  if (way.target != Target::step) return end_name(way.target);
  const Step* to = find_step(definition, way.step);
  if (to == nullptr) return end_name(Target::error);
  return node_of(static_cast<std::size_t>(to - definition.steps.data()));
}

std::string in_mode(const std::string& label, const Way& way) {
  return way.mode.empty() ? label : label + ", mode " + way.mode;
}

void draw_route(Canvas& canvas, const Definition& definition, std::size_t from,
                const Route& route) {
  const std::string label = label_of(definition, route);
  const bool charged = !route.loop.empty();
  const auto arrow = [&](const Way& way, const std::string& said) {
    canvas.arrow(from, place_of(definition, way), in_mode(said, way), charged);
  };
  if (route.if_proceeding) {
    canvas.arrow(from, end_name(Target::stop), label, false);
    return arrow(route.way, label + ", on_exhausted: proceed");
  }
  arrow(route.way, label);
  if (route.last) arrow(*route.last, label + ", the last");
}

std::string draw(Canvas& canvas, const Definition& definition) {
  canvas.open(definition);
  for (std::size_t i = 0; i < definition.steps.size(); ++i) canvas.step(i, definition.steps[i]);
  for (const Target end : {Target::done, Target::error, Target::stop, Target::abort})
    canvas.end(end);
  for (std::size_t i = 0; i < definition.steps.size(); ++i) {
    for (const Route& route : definition.steps[i].routes) draw_route(canvas, definition, i, route);
  }
  canvas.close();
  return std::move(canvas.text);
}

}  // namespace

std::string write_pipeline_graph(const Definition& definition, GraphFormat format) {
  Mermaid mermaid;
  Dot dot;
  return format == GraphFormat::mermaid ? draw(mermaid, definition) : draw(dot, definition);
}

}  // namespace assay::format
