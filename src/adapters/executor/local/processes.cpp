// SPDX-License-Identifier: MIT
#include "adapters/executor/local/processes.h"

#include "adapters/executor/local/arguments.h"
#include "adapters/executor/local/replaced.h"
#include "adapters/executor/local/simple.h"
#include "adapters/os/bytes.h"
#include "adapters/os/error.h"
#include "adapters/repository/git/call.h"
#include "core/agent/roles.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <limits>

namespace assay::process {

namespace {

constexpr std::size_t buffer_bytes = 256 * 1024;
constexpr std::size_t pipe_bytes = 64 * 1024;  // what the kernel gives
constexpr int chatty_pipe_bytes = 1024 * 1024;
constexpr Nanos sweep_every = std::chrono::seconds(1);
constexpr Nanos farewell = std::chrono::seconds(8);  // more than giving up takes
constexpr Millis wait_longest = std::chrono::hours(24);
constexpr Millis timeout_longest = std::chrono::hours(24 * 365);
constexpr std::uint64_t signal_token = ~std::uint64_t{0};
constexpr std::uint64_t observer_token = ~std::uint64_t{0} - 1;
constexpr std::uint64_t bell_token = ~std::uint64_t{0} - 2;
constexpr std::size_t told_max = 256;
// On the keeper's table while a child is being made: no process has this number.
constexpr pid_t announced = std::numeric_limits<pid_t>::max();

enum class Source : std::uint64_t { exit = 0, output = 1, errors = 2 };

std::uint64_t to_token(std::uint32_t serial, Source source) {
  return std::uint64_t{serial} << 2 | static_cast<std::uint64_t>(source);
}

/// A descriptor that lands on 0, 1 or 2 would be lost when a child gets its own.
void occupy_standard_descriptors() {
  int spare = 0;
  while (spare >= 0 && spare <= 2) spare = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (spare > 2) ::close(spare);
}

Result<Descriptor> open_directory(const std::string& path) {
  std::error_code failure;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), failure);
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return os::error_of(path, errno);
  Descriptor directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!directory) return os::error_of(path, errno);
  return directory;
}

std::string log_name(const core::Launch& launch) {
  return launch.name + "-attempt" + std::to_string(launch.key.attempt) + ".log";
}

/// Returns our end, which does not wait; a program does not expect the like of its own.
Result<Descriptor> open_pipe(Descriptor& other) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return os::error_of("pipe", errno);
  Descriptor ours(ends[0]);
  other = Descriptor(ends[1]);
  if (::fcntl(ours.get(), F_SETFL, O_NONBLOCK) != 0) return os::error_of("pipe", errno);
  return ours;
}

/// A file without a name, at its beginning. Unlike a pipe it needs nobody to feed it, and ends.
Result<Descriptor> file_of(std::string_view content) {
  Descriptor file(::memfd_create("prompt", MFD_CLOEXEC));
  if (!file) return os::error_of("memfd_create", errno);
  if (const int problem = os::write_all_at(file.get(), content, 0))
    return os::error_of("prompt", problem);
  return file;
}

std::string prompt_name(const core::Launch& launch) {
  return launch.name + "-attempt" + std::to_string(launch.key.attempt) + ".prompt.md";
}

/// Beside the log, for people who wonder why an agent did what it did.
Result<> keep_prompt(int log_dir, const core::Launch& launch, std::string_view content) {
  const std::string name = prompt_name(launch);
  const Descriptor file(
      ::openat(log_dir, name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file) return os::error_of("prompt", errno);
  if (const int problem = os::write_all(file.get(), content))
    return os::error_of("prompt", problem);
  return {};
}

/// The shell of some CLIs has no global configuration of git, so their commits need a name from
/// here.
void add_identity(Environment& environment, const core::Launch& launch) {
  const core::agent::Order& order = *launch.agent;
  const core::agent::Preset* known = core::agent::preset_of(order.argv.front(), order.dialect);
  if (known == nullptr || !core::agent::row_of(known->dialect).needs_identity) return;
  const auto told = git::tell_line({launch.cwd, {"var", "GIT_AUTHOR_IDENT"}});
  const std::size_t from = told ? told->find(" <") : std::string::npos;
  const std::size_t to = told ? told->find('>') : std::string::npos;
  if (from == std::string::npos || to == std::string::npos || to < from) return;
  const std::string name = told->substr(0, from);
  const std::string mail = told->substr(from + 2, to - from - 2);
  const Environment who = {{"GIT_AUTHOR_NAME", name},
                           {"GIT_AUTHOR_EMAIL", mail},
                           {"GIT_COMMITTER_NAME", name},
                           {"GIT_COMMITTER_EMAIL", mail}};
  environment = merged(who, environment);
}

bool has_program(const core::Launch& launch) {
  const Environment all = merged(agent_environment(::environ, *launch.agent), launch.env);
  return !find_program(launch.agent->argv.front(), launch.cwd, all, Relative::skip).empty();
}

/// Nobody can say anything, but a person can do something about it.
std::shared_ptr<const core::agent::Transcript> missing_program(const core::agent::Order& order) {
  auto said = std::make_shared<core::agent::Transcript>();
  said->edition = core::agent::transcript_edition;
  said->spare = order.spare;
  const core::agent::Preset* preset = core::agent::preset_of(order.argv.front(), order.dialect);
  const bool known = preset != nullptr && order.argv.front() == preset->argv.front();
  said->remedy = known ? "install it: " + std::string(preset->package)
                       : "install it, or name another command for the role " + order.role;
  return said;
}

/// It waits for a person, as for one who has to log in.
std::shared_ptr<const core::agent::Transcript> missing_variable(const core::agent::Order& order) {
  auto said = std::make_shared<core::agent::Transcript>();
  said->edition = core::agent::transcript_edition;
  said->spare = order.spare;
  said->remedy = "set it again under agents." + core::agent::who_of(order) + ".env";
  return said;
}

Program program_of(const Cell& cell) {
  Program program;
  if (cell.room) program.room = cell.room->key();
  if (cell.rules) program.rules = cell.rules->get();
  program.keeps_privileges = !cell.isolated();
  program.sees_others = cell.isolated() && (!cell.room || cell.room->first() == 0);
  return program;
}

std::uint32_t open_descriptors() {
  std::error_code failure;
  std::uint32_t count = 0;
  for (std::filesystem::directory_iterator at("/proc/self/fd", failure), end; !failure && at != end;
       at.increment(failure)) {
    ++count;
  }
  return count;
}

}  // namespace

Result<std::unique_ptr<Processes>> Processes::open(Options options) {
  occupy_standard_descriptors();
  std::error_code failure;
  options.log_dir = std::filesystem::absolute(options.log_dir, failure).lexically_normal().string();
  std::uint64_t salt = 0;
  if (::getrandom(&salt, sizeof salt, 0) != sizeof salt) return os::error_of("getrandom", errno);
  Descriptor log_dir = TRY(open_directory(options.log_dir));
  Descriptor epoll(::epoll_create1(EPOLL_CLOEXEC));
  if (!epoll) return os::error_of("epoll_create1", errno);
  // Signals first: a spawner undoes in its children what it finds changed when it is made.
  Signals signals = TRY(Signals::open(options.handle_signals ? Listening::yes : Listening::no));
  Spawner spawner = TRY(Spawner::open());
  std::unique_ptr<Processes> processes(
      new Processes(std::move(options), std::move(spawner), std::move(signals), salt));
  processes->log_dir_ = std::move(log_dir);
  processes->epoll_ = std::move(epoll);
  processes->observer_ = Observer::open(processes->options_.log_dir);
  SeclusionOrder seclusion = processes->options_.seclusion;
  seclusion.log_dir = processes->options_.log_dir;
  if (processes->observer_.works()) seclusion.observer = seclusion.log_dir + ".observer";
  processes->seclusion_ = Seclusion::open(std::move(seclusion));
  // What the same user runs could read our memory, and through our root every file, otherwise.
  ::prctl(PR_SET_DUMPABLE, 0);
  if (processes->observer_.works())
    TRY(processes->listen(processes->observer_.descriptor(), observer_token));
  const int stops = processes->signals_.descriptor();
  if (stops >= 0) TRY(processes->listen(stops, signal_token));
  return processes;
}

Processes::Processes(Options options, Spawner spawner, Signals signals, std::uint64_t salt)
    : options_(std::move(options)),
      environment_(base_environment(::environ, options_.env)),
      own_environment_(process::own_environment(::environ, {})),
      agent_environment_(process::agent_environment(::environ, Environment{})),
      secrets_(secrets_of(::environ)),
      named_secrets_(values_of(::environ, options_.secrets)),
      masks_(std::make_shared<const format::Masks>(secrets_, named_secrets_)),
      spawner_(std::move(spawner)),
      signals_(std::move(signals)),
      marks_(salt),
      buffer_(buffer_bytes),
      thread_(::gettid()),
      own_session_(::getsid(0)) {
  int before = 0;
  ::prctl(PR_GET_CHILD_SUBREAPER, &before);
  was_subreaper_ = before != 0;
  is_subreaper_ = ::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
}

Processes::~Processes() {
  ENSURE(::gettid() == thread_);
  const Nanos until = since_boot() + farewell;
  for (auto& [serial, attempt] : attempts_) begin_end(attempt, Ending::cancelled, since_boot());
  for (auto& [serial, attempt] : attempts_) kill_tree(attempt, since_boot());
  while (!attempts_.empty() && since_boot() < until && turn(time_left(until))) {
  }
  if (!was_subreaper_) ::prctl(PR_SET_CHILD_SUBREAPER, 0);
}

void Processes::start(const core::Launch& asked) {
  ENSURE(::gettid() == thread_);
  ENSURE(asked.key.attempt > 0);
  std::uint32_t& latest = started_[asked.key.unit];
  if (asked.key.attempt <= latest) return;
  latest = asked.key.attempt;
  const Instant started = wall_clock();
  shell::ProcessEnded ended{.key = asked.key, .evidence = {}};
  ended.evidence.started = started;
  core::Launch launch = asked;
  Result<Environment> values =
      asked.agent ? unsealed(*asked.agent, options_.agents) : Environment{};
  if (!values) {
    ended.evidence.exit = {.kind = core::ExitKind::spawn_failed, .detail = values.error().what};
    ended.evidence.transcript = missing_variable(*asked.agent);
    happened_.push_back(std::move(ended));
    return;
  }
  launch.env.insert(launch.env.begin(), values->begin(), values->end());
  const Result<> launched = this->launch(launch, started);
  if (launched) return;
  ended.evidence.exit = {.kind = core::ExitKind::spawn_failed, .detail = launched.error().what};
  if (launch.agent && !launch.agent->argv.empty() && !has_program(launch))
    ended.evidence.transcript = missing_program(*launch.agent);
  happened_.push_back(std::move(ended));
}

Result<> Processes::launch(const core::Launch& asked, Instant started) {
  TRY(check(asked));
  if (std::string other = replaced_program(asked); !other.empty())
    return Error{Fault::conflict, std::move(other)};
  const Cell cell = TRY(seclusion_.cell_for(asked));
  core::Launch launch = asked;
  launch.env.insert(launch.env.end(), cell.env.begin(), cell.env.end());
  TRY(keeper_.start(marks_));
  Ends ends;
  Attempt attempt = TRY(prepare(launch, started, ends));
  first_start_ = std::min(first_start_, to_ticks(attempt.begun));
  attempt.cell = cell;
  auto child = spawn(launch, ends, attempt);
  if (!child) {
    ::unlinkat(log_dir_.get(), log_name(launch).c_str(), 0);
    if (launch.agent) ::unlinkat(log_dir_.get(), prompt_name(launch).c_str(), 0);
    return child.error();
  }
  attempt.child = child.take();
  shells_.insert(attempt.child.pid);
  if (launch.timeout > Millis{0})
    attempt.timeout_at = attempt.begun + std::min(launch.timeout, timeout_longest);
  if (sweep_at_ == never) sweep_at_ = attempt.begun + sweep_every;
  attempts_.emplace(attempt.serial, std::move(attempt));
  return {};
}

/// What is configured for one attempt is as secret as what is inherited.
void Processes::learn_secrets(const Environment& environment) {
  const std::size_t before = secrets_.size() + named_secrets_.size();
  const auto learn = [](std::vector<std::string>& known, std::vector<std::string> values) {
    for (std::string& secret : values) {
      if (std::find(known.begin(), known.end(), secret) == known.end())
        known.push_back(std::move(secret));
    }
  };
  learn(secrets_, secrets_of(environment));
  learn(named_secrets_, values_of(environment, options_.secrets));
  if (secrets_.size() + named_secrets_.size() > before)
    masks_ = std::make_shared<const format::Masks>(secrets_, named_secrets_);
}

/// Everything but the process: the log, and pipes that are listened to already.
Result<Attempt> Processes::prepare(const core::Launch& launch, Instant started, Ends& ends) {
  Attempt attempt{.key = launch.key,
                  .serial = ++last_serial_,
                  .child = {},
                  .output = TRY(open_pipe(ends.output)),
                  .errors = {},
                  .sink = TRY(Sink::create(log_dir_.get(), log_name(launch),
                                           {options_.head_max, options_.tail_max})),
                  .watch = {},
                  .started = started,
                  .begun = since_boot(),
                  .cwd = launch.cwd,
                  .ended_by_kernel = ended_by_kernel_};
  TRY(listen(attempt.output.get(), to_token(attempt.serial, Source::output)));
  learn_secrets(launch.env);
  if (!launch.agent) {
    attempt.mask.emplace(masks_);
    return attempt;
  }
  attempt.errors = TRY(open_pipe(ends.errors));
  TRY(listen(attempt.errors.get(), to_token(attempt.serial, Source::errors)));
  ends.input = TRY(file_of(launch.agent->prompt));
  TRY(keep_prompt(log_dir_.get(), launch, format::masked(masks_, launch.agent->prompt)));
  attempt.watch = std::make_unique<Watch>(launch.agent, masks_, attempt.begun);
  const Environment given =
      merged(process::agent_environment(::environ, *launch.agent), launch.env);
  attempt.watch->withheld(withheld_from(::environ, *launch.agent, given));
  return attempt;
}

/// What the kernel refuses to execute (a script without an interpreter line, for one) bash may
/// still know how to run.
Result<Child> Processes::execute(const core::Launch& launch, Shell shell, const Ends& ends,
                                 const Attempt& attempt) {
  const Environment& base = launch.with_credentials ? own_environment_ : environment_;
  const Environment observed = launch.with_credentials
                                   ? Environment{}
                                   : observer_.variables(merged(base, launch.env), attempt.serial);
  const Arguments arguments(launch, options_.run_id, base, observed, shell);
  Program program = program_of(attempt.cell);
  program.path = arguments.path();
  program.argv = arguments.argv();
  program.envp = arguments.envp();
  program.cwd = launch.cwd.c_str();
  program.output = ends.output.get();
  program.mark = marks_.mark(attempt.serial);
  auto child = spawner_.spawn(program);
  if (child || arguments.has_shell()) return child;
  return execute(launch, Shell::always, ends, attempt);
}

Result<Child> Processes::execute_agent(const core::Launch& launch, const Ends& ends,
                                       const Attempt& attempt) {
  Environment base = process::agent_environment(::environ, *launch.agent);
  add_identity(base, launch);
  const Arguments arguments(launch, base);
  if (*arguments.path() == '\0')
    return Error{Fault::not_found, launch.agent->argv.front() + ": no such program in PATH"};
  Program program = program_of(attempt.cell);
  program.path = arguments.path();
  program.argv = arguments.argv();
  program.envp = arguments.envp();
  program.cwd = launch.cwd.c_str();
  program.input = ends.input.get();
  program.output = ends.output.get();
  program.errors = ends.errors.get();
  program.mark = marks_.mark(attempt.serial);
  return spawner_.spawn(program);
}

Result<Child> Processes::spawn(const core::Launch& launch, const Ends& ends,
                               const Attempt& attempt) {
  const std::uint64_t start = to_ticks(since_boot());
  keeper_.watch(announced, start);
  auto child = launch.agent ? execute_agent(launch, ends, attempt)
                            : execute(launch, Shell::where_needed, ends, attempt);
  if (child) keeper_.watch(child->pid, start);
  keeper_.forget(announced);
  if (!child) return child.error();
  const Result<> listening = listen(child->pidfd.get(), to_token(attempt.serial, Source::exit));
  if (listening) return child;
  ::kill(-child->pid, SIGKILL);
  ::waitpid(child->pid, nullptr, 0);
  keeper_.forget(child->pid);
  return listening.error();
}

Result<> Processes::listen(int descriptor, std::uint64_t token) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = token;
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, descriptor, &event) == 0) return {};
  return os::error_of("epoll_ctl", errno);
}

namespace {

void unrecorded(core::Exit& exit) {
  exit.kind = core::ExitKind::unrecorded;
  exit.detail += (exit.detail.empty() ? "" : "; ") +
                 std::string("the folder of its logs was moved or replaced while it ran");
}

/// Until it goes, the descriptor is listened to.
struct BellWatch {
  int epoll;
  int descriptor;
  ~BellWatch() {
    if (descriptor != shell::no_bell) ::epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nullptr);
  }
};

}  // namespace

Result<std::vector<shell::Happening>> Processes::wait(const shell::Patience& patience) {
  ENSURE(::gettid() == thread_);
  const Nanos until = since_boot() + std::clamp(patience.longest, Millis{0}, wait_longest);
  // One that cannot be listened to only costs time.
  const bool rings = patience.bell != shell::no_bell && listen(patience.bell, bell_token);
  const BellWatch bell{epoll_.get(), rings ? patience.bell : shell::no_bell};
  rang_ = false;
  for (;;) {
    const bool waits = !attempts_.empty() || patience.anyway;
    TRY(turn(waits ? time_left(until) : Nanos{0}));
    if (!happened_.empty()) {
      // What ended meanwhile can share the caller's commit.
      TRY(turn(Nanos{0}));
      break;
    }
    if (rang_ || (attempts_.empty() && !patience.anyway) || since_boot() >= until) break;
  }
  return std::exchange(happened_, {});
}

/// The time until the next deadline. Walks over all attempts in flight: they are few, and an
/// ordered set of deadlines would have to be kept in step with every change of theirs.
Nanos Processes::time_left(Nanos until) const {
  if (!happened_.empty()) return Nanos{0};
  Nanos next = std::min(until, sweep_at_);
  for (const auto& [serial, attempt] : attempts_) next = std::min(next, attempt.next_deadline());
  return std::max(next - since_boot(), Nanos{0});
}

Result<> Processes::turn(Nanos patience) {
  epoll_event events[64];
  const auto millis = std::chrono::ceil<Millis>(patience).count();
  const int count = ::epoll_wait(epoll_.get(), events, std::size(events), static_cast<int>(millis));
  if (count < 0 && errno != EINTR) return os::error_of("epoll_wait", errno);
  for (int i = 0; i < count; ++i) hear(events[i].data.u64);
  const Nanos now = since_boot();
  meet_deadlines(now);
  report_ends(now);
  return {};
}

void Processes::hear(std::uint64_t token) {
  if (token == signal_token) {
    while (auto signal = signals_.next()) happened_.push_back(shell::StopAsked{std::move(*signal)});
    return;
  }
  if (token == observer_token) return listen_to_shells();
  if (token == bell_token) {
    rang_ = true;
    return;
  }
  const auto found = attempts_.find(static_cast<std::uint32_t>(token >> 2));
  if (found == attempts_.end()) return;
  Attempt& attempt = found->second;
  switch (static_cast<Source>(token & 3)) {
    case Source::exit: exited(attempt, since_boot()); break;
    case Source::output: drain(attempt, attempt.output); break;
    case Source::errors: drain(attempt, attempt.errors); break;
  }
}

/// One read for each turn: a flood from one attempt does not keep the others waiting.
void Processes::drain(Attempt& attempt, Descriptor& from) {
  const ssize_t got = ::read(from.get(), buffer_.data(), buffer_.size());
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) {
    from = Descriptor();
    return;
  }
  const auto size = static_cast<std::size_t>(got);
  take(attempt, from, {buffer_.data(), size});
  if (attempt.chatty || size < pipe_bytes) return;
  attempt.chatty = true;
  ::fcntl(from.get(), F_SETPIPE_SZ, chatty_pipe_bytes);
}

void Processes::take(Attempt& attempt, const Descriptor& from, std::string_view bytes) {
  if (!attempt.watch) {
    attempt.sink.take(attempt.mask->feed(bytes));
  } else if (&from == &attempt.errors) {
    attempt.watch->errors(bytes, attempt.sink, since_boot());
  } else {
    attempt.watch->output(bytes, attempt.sink, since_boot());
  }
}

void Processes::meet_deadlines(Nanos now) {
  bool look = now >= sweep_at_;
  for (auto& [serial, attempt] : attempts_) {
    if (attempt.has_exited()) {
      look = look || (!attempt.alone && now >= attempt.look_at);
      continue;
    }
    if (attempt.watch) {
      if (const auto due = attempt.watch->due(now)) begin_end(attempt, *due, now);
    }
    if (now >= attempt.timeout_at) begin_end(attempt, Ending::timed_out, now);
    if (now >= attempt.kill_at) kill_tree(attempt, now);
    if (now >= attempt.give_up_at) give_up(attempt);
  }
  if (!look) return;
  look_around(now);
  sweep_at_ = now + sweep_every;
}

/// What names no attempt in flight is told of all of them: whoever gives a false name to his shells
/// does not get away with it.
void Processes::listen_to_shells() {
  for (Told& told : observer_.hear()) {
    const auto found = attempts_.find(told.serial);
    for (auto& [serial, attempt] : attempts_) {
      const bool meant = found == attempts_.end() || serial == told.serial;
      if (meant && !attempt.watch && attempt.told.size() < told_max)
        attempt.told.push_back(told.text);
    }
  }
}

void Processes::report_ends(Nanos now) {
  for (auto at = attempts_.begin(); at != attempts_.end();) {
    Attempt& attempt = at->second;
    if (!attempt.is_over(now)) {
      ++at;
      continue;
    }
    listen_to_shells();  // everything it told is in the pipe by now
    core::Evidence evidence = conclude(attempt, options_.log_dir);
    if (!is_logged()) unrecorded(evidence.exit);
    happened_.push_back(shell::ProcessEnded{attempt.key, std::move(evidence)});
    shells_.erase(attempt.child.pid);
    keeper_.forget(attempt.child.pid);
    at = attempts_.erase(at);
  }
  if (attempts_.empty()) sweep_at_ = never;
}

std::uint32_t Processes::in_flight() const {
  return static_cast<std::uint32_t>(attempts_.size() + happened_.size());
}

std::vector<shell::AgentSight> Processes::agents() const {
  std::vector<shell::AgentSight> all;
  const Nanos now = since_boot();
  for (const auto& [serial, attempt] : attempts_) {
    if (!attempt.watch) continue;
    const format::StreamProgress& told = attempt.watch->progress();
    all.push_back({attempt.key, told.last_tool, told.last_words, told.turns, told.tokens,
                   told.micro_usd,
                   std::chrono::duration_cast<Millis>(now - attempt.watch->heard_at())});
  }
  return all;
}

std::uint32_t Processes::room_for_attempts() {
  // epoll, signals, log directory, keeper, observer, a room for gates and one for agents
  constexpr std::uint64_t for_all = 7;
  constexpr std::uint64_t passing =
      5;  // a pipe's other end, looks at /proc, a ledger's file or two
  constexpr std::uint64_t per_attempt = 3;  // pidfd, output, log; an agent has one more
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1;
  const std::uint64_t taken = open_descriptors() + for_all + passing;
  const std::uint64_t room = limit.rlim_cur > taken ? limit.rlim_cur - taken : 0;
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(room / per_attempt, 1, 1'000'000));
}

/// Whoever can rename a folder above the logs could put others in their place.
bool Processes::is_logged() const {
  struct stat held {};
  struct stat named {};
  return ::fstat(log_dir_.get(), &held) == 0 && ::lstat(options_.log_dir.c_str(), &named) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

}  // namespace assay::process
