// SPDX-License-Identifier: MIT
#include "adapters/store/state/key_ring.h"

#include "adapters/os/bytes.h"
#include "adapters/os/error.h"
#include "base/digest.h"
#include "base/ed25519.h"
#include "base/hmac.h"
#include "base/text/base64.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <utility>

namespace assay::state {

namespace {

using os::Descriptor;

constexpr const char* folder = "keys";
constexpr const char* private_file = "keys/private.pem";
constexpr const char* before_file = "keys/before";
constexpr const char* before_draft = "keys/before.first";  // until the private key is there
constexpr const char* noted_folder = "keys/open";
constexpr const char* others_folder = "keys/others";
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

std::string other_file(const std::string& key) {
  return fmt::format("{}/{}.pem", others_folder, key);
}

std::string file_of(const std::string& key) { return fmt::format("{}/{}.pem", folder, key); }

/// What private.pem says, which is signed with the key that stands in it: whoever only writes here
/// can add no key, and count nothing back.
struct Ring {
  std::string key;  ///< private
  std::uint64_t counted = 0;
  std::string before;              ///< digest of keys/before
  std::vector<std::string> keys;   ///< names of all there ever were, the current one last
  std::vector<std::string> codes;  ///< secrets of earlier keys that codes were made with
};

constexpr std::string_view ring_mark = "assay/keys/v1\n";
constexpr std::string_view signed_by = "signature ";

Error broken(std::string_view why) {
  return {Fault::io,
          fmt::format("{} {}: `assay key rotate` makes a new key, and takes the runs that "
                      "have ended for unsigned",
                      private_file, why)};
}

Result<> write_ring(const StateDirectory& state, const Ring& ring) {
  std::string body = ring.key + fmt::format("counted {}\nbefore {}\n", ring.counted, ring.before);
  for (const std::string& name : ring.keys) body += fmt::format("key {}\n", name);
  for (const std::string& code : ring.codes) body += fmt::format("code {}\n", code);
  const std::string signature = TRY(ed25519::sign(ring.key, std::string(ring_mark) + body));
  body += fmt::format("{}{}\n", signed_by, base64_of(signature, Base64::plain, Padding::full));
  return replace_own(state, private_file, body);
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

bool read_ring_line(std::string_view line, Ring& ring) {
  if (line.starts_with("counted ")) {
    const std::string_view digits = line.substr(8);
    return std::from_chars(digits.data(), digits.data() + digits.size(), ring.counted).ec ==
           std::errc();
  }
  if (line.starts_with("before ")) ring.before = line.substr(7);
  if (line.starts_with("key ")) ring.keys.emplace_back(line.substr(4));
  if (line.starts_with("code ")) ring.codes.emplace_back(line.substr(5));
  return true;
}

/// Fault::not_found: there never was a key.
Result<Ring> read_ring(const StateDirectory& state) {
  const auto text = read_own(state, private_file);
  if (!text && text.error().fault == Fault::not_found) {
    std::error_code failure;
    const bool had = std::filesystem::exists(state.path() + "/" + before_file, failure);
    return had ? broken("is missing") : text.error();
  }
  const std::string all = TRY(text);
  const std::size_t sign = all.rfind(signed_by);
  const std::size_t end = all.find("-----END PRIVATE KEY-----\n");
  if (sign == std::string::npos || end == std::string::npos || end > sign)
    return broken("is not what assay wrote");
  Ring ring;
  std::string_view lines = std::string_view(all).substr(0, sign);
  lines.remove_prefix(end + std::string_view("-----END PRIVATE KEY-----\n").size());
  ring.key = all.substr(0, static_cast<std::size_t>(lines.data() - all.data()));
  const auto known = ed25519::public_key_of(ring.key);
  std::string_view rest = std::string_view(all).substr(sign + signed_by.size());
  const auto signature = from_base64(take_line(rest));
  if (!known || !signature ||
      !ed25519::holds(*known, std::string(ring_mark) + all.substr(0, sign), *signature))
    return broken("is not what assay wrote");
  while (!lines.empty()) {
    if (!read_ring_line(take_line(lines), ring)) return broken("is not what assay wrote");
  }
  if (ring.keys.empty()) return broken("is not what assay wrote");
  return ring;
}

/// What the codes of a private key are made with.
std::string code_secret(const std::string& key) { return hmac_of(key, "assay/codes/v1").hex(); }

/// A key is added to the ring, and signs from now on.
Result<> add_key(const StateDirectory& state, Ring& ring) {
  if (!ring.key.empty()) ring.codes.push_back(code_secret(ring.key));
  ring.key = TRY(ed25519::make_key());
  const std::string pem = TRY(ed25519::public_key_of(ring.key));
  ring.keys.push_back(TRY(ed25519::name_of(pem)));
  TRY(replace_own(state, file_of(ring.keys.back()), pem));
  return write_ring(state, ring);
}

/// The list of the runs that were there before the first key gets its name when the key is there: a
/// list without a key means that the key was taken away, never that somebody was killed here.
Result<> name_before(const StateDirectory& state, const Ring& ring) {
  const auto draft = read_own(state, before_draft);
  if (!draft || digest_of(*draft).hex() != ring.before) return {};
  const Descriptor directory = TRY(state.directory(folder));
  if (::renameat(state.fd(), before_draft, state.fd(), before_file) != 0 ||
      ::fsync(directory.get()) != 0)
    return os::error_of(before_file, errno);
  return {};
}

/// The list whose digest the key names: under its own name, or still as a draft.
Result<std::string> read_before(const StateDirectory& state, const Ring& ring) {
  for (const char* name : {before_file, before_draft}) {
    auto all = read_own(state, name);
    if (all && digest_of(*all).hex() == ring.before) return all;
    if (!all && all.error().fault != Fault::not_found) return all;
  }
  return Error{Fault::io, "keys/before: this is not the list that assay wrote"};
}

Result<Ring> make_first(const StateDirectory& state, const shell::Keys::AskRuns& runs) {
  std::string before;
  for (const auto& [run, head] : TRY(runs())) before += fmt::format("{} {}\n", run, head);
  Ring ring;
  ring.before = digest_of(before).hex();
  TRY(replace_own(state, before_draft, before));
  TRY(add_key(state, ring));
  TRY(name_before(state, ring));
  return ring;
}

Result<Descriptor> lock(const StateDirectory& state) {
  const auto made = state.directory(folder);
  Descriptor fd(::openat(state.fd(), "keys/lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
  // Whatever it is, it is no question of what was asked for.
  if (!made || !fd) return Error{Fault::io, os::error_of(state.path() + "/keys/lock", errno).what};
  while (::flock(fd.get(), LOCK_EX) != 0) {
    if (errno != EINTR) return os::error_of("keys/lock", errno);
  }
  return fd;
}

class Turn final : public shell::SigningTurn {
 public:
  Turn(std::shared_ptr<const StateDirectory> state, Descriptor held, Ring ring)
      : state_(std::move(state)), held_(std::move(held)), ring_(std::move(ring)) {}

  std::uint64_t counted() const override { return ring_.counted; }
  Result<shell::Signature> sign(std::string_view message) override {
    std::string bytes = TRY(ed25519::sign(ring_.key, message));
    return shell::Signature{ring_.keys.back(), std::move(bytes)};
  }
  Result<> count(std::uint64_t number) override {
    ring_.counted = number;
    return write_ring(*state_, ring_);
  }

 private:
  std::shared_ptr<const StateDirectory> state_;
  Descriptor held_;
  Ring ring_;
};

bool is_none(const Error& error) { return error.fault == Fault::not_found; }

Result<shell::PublicKey> public_key(const StateDirectory& state, const Ring& ring,
                                    const std::string& name) {
  shell::PublicKey key;
  key.pem = TRY(read_own(state, file_of(name)));
  const auto called = ed25519::name_of(key.pem);
  if (!called || *called != name)
    return Error{Fault::io, file_of(name) + ": is not the key of that name"};
  key.name = name;
  key.is_current = name == ring.keys.back();
  return key;
}

}  // namespace

Result<std::unique_ptr<shell::SigningTurn>> KeyRing::take_turn(const AskRuns& runs) {
  Descriptor held = TRY(lock(*state_));
  auto ring = read_ring(*state_);
  if (!ring && is_none(ring.error())) ring = make_first(*state_, runs);
  if (!ring) return ring.error();
  TRY(name_before(*state_, *ring));  // whoever made the key may have been killed before
  return std::unique_ptr<shell::SigningTurn>(
      std::make_unique<Turn>(state_, std::move(held), ring.take()));
}

Result<std::vector<shell::PublicKey>> KeyRing::all() {
  std::vector<shell::PublicKey> keys;
  const auto ring = read_ring(*state_);
  if (!ring && is_none(ring.error())) return keys;
  if (!ring) return ring.error();
  for (auto name = ring->keys.rbegin(); name != ring->keys.rend(); ++name)
    keys.push_back(TRY(public_key(*state_, *ring, *name)));
  return keys;
}

Result<std::uint64_t> KeyRing::counted() {
  const auto ring = read_ring(*state_);
  if (!ring && is_none(ring.error())) return 0;
  if (!ring) return ring.error();
  return ring->counted;
}

shell::RunHeads heads_of(std::string_view list) {
  shell::RunHeads heads;
  while (!list.empty()) {
    const std::string_view line = take_line(list);
    const std::size_t space = std::min(line.find(' '), line.size());
    heads.emplace(line.substr(0, space), line.substr(std::min(space + 1, line.size())));
  }
  return heads;
}

Result<shell::RunHeads> KeyRing::runs_before() {
  const auto ring = read_ring(*state_);
  if (!ring && is_none(ring.error())) return shell::RunHeads();
  if (!ring) return ring.error();
  const std::string all = TRY(read_before(*state_, *ring));
  return heads_of(all);
}

/// Without the old key nobody can say what it signed: what has ended counts as unsigned then.
Result<shell::PublicKey> KeyRing::rotate(const AskRuns& runs) {
  const Descriptor held = TRY(lock(*state_));
  auto ring = read_ring(*state_);
  if (ring) {
    TRY(add_key(*state_, *ring));
  } else {
    ring = make_first(*state_, runs);
  }
  known_.reset();
  if (!ring) return ring.error();
  return public_key(*state_, *ring, ring->keys.back());
}

/// Null: there is no key, or the ring is not what assay wrote.
const KeyRing::Known* KeyRing::known(bool anew) {
  if (known_ && !anew) return &*known_;
  known_.reset();
  const auto ring = read_ring(*state_);
  if (!ring) return nullptr;
  Known known{{}, ring->codes, ring->key, ring->keys.back()};
  known.codes.push_back(code_secret(ring->key));
  for (const std::string& name : ring->keys) {
    if (auto key = public_key(*state_, *ring, name)) known.pems.emplace(name, std::move(key->pem));
  }
  known_ = std::move(known);
  return &*known_;
}

bool KeyRing::holds(const shell::Signature& signature, std::string_view message) {
  // Somebody else may have made a new key since.
  for (const bool anew : {false, true}) {
    const Known* known = this->known(anew);
    if (known == nullptr) break;
    const auto key = known->pems.find(signature.key);
    if (key != known->pems.end()) return ed25519::holds(key->second, message, signature.bytes);
  }
  return holds_for_other(signature, message);
}

/// The name is the digest of the key, so that nobody can put another one under it.
bool KeyRing::holds_for_other(const shell::Signature& signature, std::string_view message) {
  if (!trusted_.contains(signature.key) || !Digest::parse(signature.key)) return false;
  const auto pem = read_own(*state_, other_file(signature.key));
  const auto called = pem ? ed25519::name_of(*pem) : pem;
  return called && *called == signature.key && ed25519::holds(*pem, message, signature.bytes);
}

Result<> KeyRing::introduce(const std::vector<shell::TeamKey>& keys) {
  static_cast<void>(TRY(state_->directory(folder)));
  static_cast<void>(TRY(state_->directory(others_folder)));
  for (const shell::TeamKey& key : keys) {
    if (Digest::parse(key.name)) TRY(replace_own(*state_, other_file(key.name), key.pem));
  }
  return {};
}

Result<std::string> KeyRing::code_of(std::string_view message, const AskRuns& runs) {
  const Known* known = this->known(false);
  if (known == nullptr) {
    static_cast<void>(TRY(take_turn(runs)));  // makes the first one
    known = this->known(true);
  }
  if (known == nullptr) return broken("is not what assay wrote");
  return hmac_of(known->codes.back(), message).hex();
}

Result<shell::Signature> KeyRing::sign_at_once(std::string_view message) {
  const Known* known = this->known(false);
  if (known == nullptr) return broken("is not what assay wrote");
  return shell::Signature{known->name, TRY(ed25519::sign(known->key, message))};
}

bool KeyRing::fits(std::string_view code, std::string_view message) {
  for (const bool anew : {false, true}) {
    const Known* known = this->known(anew);
    if (known == nullptr) return false;
    const bool found = std::any_of(
        known->codes.begin(), known->codes.end(),
        [&](const std::string& secret) { return code == hmac_of(secret, message).hex(); });
    if (found) return true;
  }
  return false;
}

// Not synced: what is lost with the machine is a number that says less than the ledger.
void KeyRing::note(const std::string& run_id, std::uint64_t events) {
  if (noted_run_ != run_id) {
    static_cast<void>(state_->directory(folder));
    const auto made = state_->directory(noted_folder);
    const std::string name = fmt::format("{}/{}", noted_folder, run_id);
    note_ = Descriptor(
        ::openat(state_->fd(), name.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!made || !note_) return;
    noted_run_ = run_id;
  }
  const std::string text = fmt::format("{:020}\n", events);
  static_cast<void>(::pwrite(note_.get(), text.data(), text.size(), 0));
}

void KeyRing::forget(const std::string& run_id) {
  ::unlinkat(state_->fd(), fmt::format("{}/{}", noted_folder, run_id).c_str(), 0);
  noted_run_.clear();
  note_ = Descriptor();
}

Result<std::map<std::string, std::uint64_t>> KeyRing::noted() {
  std::map<std::string, std::uint64_t> all;
  std::error_code failure;
  const std::filesystem::path path = state_->path() + "/" + noted_folder;
  for (const auto& entry : std::filesystem::directory_iterator(path, failure)) {
    const std::string run = entry.path().filename().string();
    const auto text = read_own(*state_, fmt::format("{}/{}", noted_folder, run));
    std::uint64_t events = 0;
    // One that has just been made says nothing yet; one that has just gone is none.
    if (text) std::from_chars(text->data(), text->data() + text->size(), events);
    if (events > 0) all.emplace(run, events);
  }
  return all;
}

}  // namespace assay::state
