// SPDX-License-Identifier: MIT
#include "adapters/store/state/key_ring.h"

#include "adapters/os/bytes.h"
#include "adapters/os/error.h"
#include "base/ed25519.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>

namespace assay::state {

namespace {

using os::Descriptor;

constexpr const char* folder = "keys";
constexpr const char* private_file = "keys/private.pem";
constexpr std::uint64_t file_max = 64U << 20U;

/// What stands in a file of the state directory. Fault::not_found: there is none.
Result<std::string> read_own(const StateDirectory& state, const std::string& name) {
  const Descriptor fd(
      ::openat(state.fd(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  if (!fd && errno == ENOENT) return Error{Fault::not_found, name + ": no such file"};
  if (!fd) return os::error_of(name, errno);
  std::string text;
  if (const int problem = os::read_rest(fd.get(), file_max, text))
    return os::error_of(name, problem);
  return text;
}

/// There as a whole, or as it was.
Result<> replace_own(const StateDirectory& state, const std::string& name, std::string_view text) {
  const Descriptor directory = TRY(state.directory(folder));
  const std::string draft = fmt::format("{}.{}", name, ::getpid());
  {
    const Descriptor fd(::openat(state.fd(), draft.c_str(),
                                 O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!fd) return os::error_of(name, errno);
    if (const int problem = os::write_all(fd.get(), text)) return os::error_of(name, problem);
    if (::fsync(fd.get()) != 0) return os::error_of(name, errno);
  }
  if (::renameat(state.fd(), draft.c_str(), state.fd(), name.c_str()) != 0 ||
      ::fsync(directory.get()) != 0)
    return os::error_of(name, errno);
  return {};
}

std::string file_of(const std::string& key) { return fmt::format("{}/{}.pem", folder, key); }

Result<std::uint64_t> read_count(const StateDirectory& state) {
  const auto text = read_own(state, "keys/counted");
  if (!text && text.error().fault == Fault::not_found) return 0;
  const std::string digits = TRY(text);
  std::uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, fault] = std::from_chars(digits.data(), end, number);
  if (fault != std::errc() || std::string_view(stop, static_cast<std::size_t>(end - stop)) != "\n")
    return Error{Fault::io, "keys/counted: this is not a number that assay wrote"};
  return number;
}

/// The public key of a private one, kept under its name.
Result<shell::PublicKey> keep_public(const StateDirectory& state, std::string_view private_key) {
  shell::PublicKey key;
  key.pem = TRY(ed25519::public_key_of(private_key));
  key.name = TRY(ed25519::name_of(key.pem));
  key.is_current = true;
  TRY(replace_own(state, file_of(key.name), key.pem));
  return key;
}

/// The private key comes last: while it is not there, nothing is.
Result<std::string> make_first(const StateDirectory& state, const shell::Keys::AskEnded& ended) {
  std::string before;
  for (const auto& [run, head] : TRY(ended())) before += fmt::format("{} {}\n", run, head);
  TRY(replace_own(state, "keys/before", before));
  std::string made = TRY(ed25519::make_key());
  TRY(keep_public(state, made));
  TRY(replace_own(state, private_file, made));
  return made;
}

Result<Descriptor> lock(const StateDirectory& state) {
  TRY(state.directory(folder));
  Descriptor fd(::openat(state.fd(), "keys/lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!fd) return os::error_of("keys/lock", errno);
  while (::flock(fd.get(), LOCK_EX) != 0) {
    if (errno != EINTR) return os::error_of("keys/lock", errno);
  }
  return fd;
}

Result<std::string> own_key(const StateDirectory& state, const shell::Keys::AskEnded& ended) {
  auto found = read_own(state, private_file);
  if (!found && found.error().fault == Fault::not_found) return make_first(state, ended);
  return found;
}

class Turn final : public shell::SigningTurn {
 public:
  Turn(std::shared_ptr<const StateDirectory> state, Descriptor held, std::string key,
       shell::PublicKey known, std::uint64_t counted)
      : state_(std::move(state)),
        held_(std::move(held)),
        key_(std::move(key)),
        known_(std::move(known)),
        counted_(counted) {}

  std::uint64_t counted() const override { return counted_; }
  Result<shell::Signature> sign(std::string_view message) override {
    return shell::Signature{known_.name, TRY(ed25519::sign(key_, message))};
  }
  Result<> count(std::uint64_t number) override {
    return replace_own(*state_, "keys/counted", fmt::format("{}\n", number));
  }

 private:
  std::shared_ptr<const StateDirectory> state_;
  Descriptor held_;
  std::string key_;
  shell::PublicKey known_;
  std::uint64_t counted_;
};

}  // namespace

Result<std::unique_ptr<shell::SigningTurn>> KeyRing::take_turn(const AskEnded& ended) {
  Descriptor held = TRY(lock(*state_));
  std::string key = TRY(own_key(*state_, ended));
  shell::PublicKey known;
  const auto pem = ed25519::public_key_of(key);
  if (!pem) {
    return Error{Fault::io, fmt::format("{}/{}: {}: `assay key rotate` makes a new one",
                                        state_->path(), private_file, pem.error().what)};
  }
  known.pem = *pem;
  known.name = TRY(ed25519::name_of(known.pem));
  const std::uint64_t counted = TRY(read_count(*state_));
  return std::unique_ptr<shell::SigningTurn>(
      std::make_unique<Turn>(state_, std::move(held), std::move(key), std::move(known), counted));
}

Result<std::vector<shell::PublicKey>> KeyRing::all() {
  std::vector<shell::PublicKey> keys;
  std::error_code failure;
  std::string current;
  if (const auto own = read_own(*state_, private_file)) {
    if (const auto pem = ed25519::public_key_of(*own)) current = *pem;
  }
  namespace fs = std::filesystem;
  for (fs::directory_iterator at(state_->path() + "/" + folder, failure), end;
       !failure && at != end; at.increment(failure)) {
    const std::string name = at->path().filename();
    if (name == "private.pem" || at->path().extension() != ".pem") continue;
    shell::PublicKey key;
    key.pem = TRY(read_own(*state_, fmt::format("{}/{}", folder, name)));
    const auto called = ed25519::name_of(key.pem);
    if (!called) continue;  // no key of ours signs nothing
    key.name = *called;
    key.is_current = key.pem == current;
    keys.push_back(std::move(key));
  }
  std::sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) {
    return std::pair(!a.is_current, a.name) < std::pair(!b.is_current, b.name);
  });
  return keys;
}

Result<std::uint64_t> KeyRing::counted() { return read_count(*state_); }

Result<shell::RunHeads> KeyRing::ended_before() {
  const auto text = read_own(*state_, "keys/before");
  if (!text && text.error().fault == Fault::not_found) return shell::RunHeads();
  const std::string all = TRY(text);
  std::string_view rest = all;
  shell::RunHeads heads;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos)
      return Error{Fault::io, "keys/before: this is not a list that assay wrote"};
    heads.emplace(line.substr(0, space), line.substr(space + 1));
  }
  return heads;
}

Result<shell::PublicKey> KeyRing::rotate(const AskEnded& ended) {
  const Descriptor held = TRY(lock(*state_));
  const auto own = read_own(*state_, private_file);
  if (!own && own.error().fault == Fault::not_found) TRY(make_first(*state_, ended));
  const std::string made = TRY(ed25519::make_key());
  shell::PublicKey key = TRY(keep_public(*state_, made));
  TRY(replace_own(*state_, private_file, made));
  return key;
}

bool KeyRing::holds(const shell::Signature& signature, std::string_view message) {
  const bool is_name = signature.key.size() == 64 &&
                       std::all_of(signature.key.begin(), signature.key.end(), [](char c) {
                         return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
                       });
  const auto pem = is_name ? read_own(*state_, file_of(signature.key)) : Result<std::string>("");
  if (!pem) return false;
  const auto name = ed25519::name_of(*pem);
  return name && *name == signature.key && ed25519::holds(*pem, message, signature.bytes);
}

}  // namespace assay::state
