// SPDX-License-Identifier: MIT
// Telling somebody when a run begins to wait or ends. What is to be told follows from the journal;
// what was told is kept beside it. So nothing is lost however a process ends, and nothing of it
// happens in the way of a run: a process of its own delivers, and later commands finish what it
// left.
#pragma once

#include "api/site.h"
#include "core/standing.h"
#include "format/notice/notice.h"
#include "shell/ports/audience.h"

#include <string>
#include <vector>

namespace assay::api {

/// Passes on what it is told, and sends for the delivery when the run comes to stand in a way that
/// somebody is to hear of.
class Herald final : public shell::Audience {
 public:
  Herald(shell::Audience& other, const Site& site) : other_(other), site_(site) {}

  void begun(const core::RunStarted& e) override;
  void started(const core::Launch& e) override { other_.started(e); }
  void ended(const core::AttemptEnded& e) override { other_.ended(e); }
  void decided(const core::Machine& machine) override;
  void stopping(const std::string& by) override { other_.stopping(by); }
  bool watches() const override { return other_.watches(); }
  void watching(const std::vector<shell::AgentSight>& e) override { other_.watching(e); }
  void tick() override { other_.tick(); }
  Millis period() const override { return other_.period(); }

 private:
  shell::Audience& other_;
  const Site& site_;
  bool tells_ = false;  ///< its plan names somebody
  core::Standing last_ = {};
};

/// Has the courier of the site deliver what is due, in a process of its own. Nobody waits for it;
/// if it cannot be started, a later command will do.
void send_for_delivery(const Site& site);

/// One notice and one who is to get it.
struct NoticeSight {
  format::Notice notice;
  core::Receiver receiver;
  format::Delivery delivery;
};

struct DeliverRequest {
  Millis linger{0};      ///< how long failures are tried again
  bool at_once = false;  ///< also what is not due yet, or was given up
};

/// Delivers what is due. One process at a time does; while one more waits to do it next, this
/// returns at once. What is left undelivered is returned.
Reply<std::vector<NoticeSight>> deliver_notices(const DeliverRequest& request, const Site& site);

/// Everything that runs which may still tell something have told, oldest run first.
Reply<std::vector<NoticeSight>> list_notices(const Site& site);

}  // namespace assay::api
