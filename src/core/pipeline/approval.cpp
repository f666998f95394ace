// SPDX-License-Identifier: MIT
// A person is asked, or the project has said that nobody is.
#include "base/digest.h"
#include "base/ensure.h"
#include "core/pipeline/turn.h"

#include <algorithm>

namespace assay::core::pipeline {

void Turn::ask_person() {
  s_.phase = Phase::approving;
  s_.key = new_key();
  const Question wanted = question_of(s_);
  s_.waiting_for = wanted.gate_id;
  // An answer has to name what nobody could know before this question was asked. It stays the same
  // until it is answered, however often the coordinator goes away.
  if (is_new(s_) && s_.nonce.empty())
    s_.nonce = digest_of(s_.salt + wanted.gate_id + std::to_string(answers_to(s_, wanted.gate_id)) +
                         std::to_string(at_.time_since_epoch().count()))
                   .hex();
  if (stops()) return;
  if (s_.plan->approval == Approval::autonomous) {
    const Option* chosen = default_option(wanted);
    if (chosen == nullptr && !wanted.options.empty()) chosen = &wanted.options.front();
    if (chosen == nullptr)
      return end(core::Outcome::error, Target::error, wanted.gate_id + ": no option is left");
    return answered({at_, s_.key, wanted.gate_id, chosen->id, "", "assay"}, true);
  }
  ask(AskApproval{.key = s_.key,
                  .question = wanted,
                  .ordinal = answers_to(s_, wanted.gate_id),
                  .nonce = s_.nonce},
      &Turn::approved);
}

void Turn::answered(const ApprovalGiven& e, bool automatic) {
  ENSURE(s_.phase == Phase::approving);
  const Question wanted = question_of(s_);
  const auto option = std::find_if(wanted.options.begin(), wanted.options.end(),
                                   [&](const Option& each) { return each.id == e.option; });
  if (option == wanted.options.end() || e.gate_id != wanted.gate_id) {
    // An answer to another question is none, and says nothing about the work: the question stands.
    return ask_person();
  }
  s_.waiting_for.clear();
  s_.nonce.clear();
  s_.approvals.push_back({e.gate_id, e.option, e.comment, e.by, e.at, automatic});
  if (option->comment && !is_new(s_)) s_.told.next_feedback = e.comment;
  if (is_new(s_)) s_.told.next_wish = e.comment;
  leave(Outcome::option,
        e.gate_id + ": " + e.option + (automatic ? " (auto_selected)" : " by " + e.by), e.option);
}

}  // namespace assay::core::pipeline
