// SPDX-License-Identifier: MIT
// Long use cases as processes of their own: for faces whose callers do not wait so long, or may be
// killed meanwhile. They are found again by their names.
#pragma once

#include "api/verify.h"
#include "shell/ports/jobs.h"

#include <functional>
#include <string>
#include <vector>

namespace assay::api {

struct Begun {
  std::string run_id;
  bool is_new = true;  ///< no: a run of the same gates was under way, or the name was known
};

/// The words by which this program, started anew, does what is asked for; the api has none.
using Words = std::vector<std::string>;

/// Starts the run and returns when it is in the ledger. Only gates of the configuration: a manifest
/// cannot be given. `spell` gets the name of the run. Problems: nothing was run.
Reply<Begun> begin_verify(const VerifyRequest& request, const Site& site,
                          const std::function<Words(const std::string& run_id)>& spell);

/// Asks a run that begin_verify has started to stop; one that somebody else has started is left
/// alone.
Reply<> stop_begun(const std::string& run_id, const std::string& by, const Site& site);

/// Starts this program with these words; the name it is found by begins with `kind`.
Reply<std::string> begin_errand(const std::string& kind, Words words, const Site& site);

struct Errand {
  shell::JobSight::State state = shell::JobSight::State::unknown;
  int status = -1;         ///< exit status of one that has ended
  std::string output;      ///< likewise: the JSON it printed
  std::string complaints;  ///< the beginning of what it said on stderr
};

/// Problems: there is no errand of that kind and name.
Reply<Errand> look_at_errand(const std::string& kind, const std::string& name, const Site& site);
Reply<> stop_errand(const std::string& name, const Site& site);

}  // namespace assay::api
