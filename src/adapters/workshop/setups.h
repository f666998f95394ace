// SPDX-License-Identifier: MIT
// Results of set-ups, by the digest of what they were made from: <state>/setups/<digest>/ has the
// files, beside a list that says what each of them was. A result is copied in and copied out: no
// file of it has a second name anywhere, so nobody who works in a copy writes to it. One that is
// not as it was when it was kept is not given out any more.
#pragma once

#include "adapters/os/descriptor.h"
#include "adapters/workshop/unseen.h"
#include "base/result.h"

#include <string>
#include <vector>

namespace assay::workshop {

class Setups {
 public:
  explicit Setups(const std::string& state_dir);

  /// Brings a result into a working tree; what is there already stays. False: none is kept, or
  /// somebody is making or removing it.
  Result<bool> give(const std::string& digest, const std::string& directory) const;
  /// The same for who has its lock.
  Result<bool> give_own(const std::string& digest, const std::string& directory) const;

  /// Keeps what a set-up has made in a working tree. Places in its texts and links that name that
  /// working tree will name the one they are given to.
  Result<> keep(const std::string& digest, const std::string& directory,
                const std::vector<Unseen>& made) const;

  /// The right to make it, as long as it lives; no descriptor: somebody else has it.
  Result<os::Descriptor> lock(const std::string& digest) const;

 private:
  std::string folder_of(const std::string& digest) const { return directory_ + "/" + digest; }
  Result<os::Descriptor> locked(const std::string& digest, int how) const;

  std::string directory_;
};

}  // namespace assay::workshop
