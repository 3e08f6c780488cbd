import type Stripe from 'stripe';
import { route, type Route } from '../calls/route';
import { changeWithEvent } from '../events/record-event';
import { closeDispute, isInquiry, needsResponse, submitEvidence } from '../rules/dispute-charge';
import type { Account } from '../state/account';
import type { WireDispute } from '../wire/objects';
import { errors } from '../wire/errors';
import { mergeMetadata, metadata } from '../wire/metadata';
import { hasAll, page, paging, timeFilter, withinTime } from '../wire/paging';
import { fields, flag, paramsOf, text, unsupported } from '../wire/params';

/** Texts only: the emulator has no files. */
const updateParams = paramsOf<Stripe.DisputeUpdateParams>()({
  evidence: fields({
    cancellation_policy_disclosure: text(20_000),
    customer_email_address: text(),
    customer_name: text(),
    product_description: text(20_000),
    refund_policy_disclosure: text(20_000),
    service_date: text(),
    uncategorized_text: text(20_000),
  }),
  intended_submission_method: unsupported,
  metadata: metadata(),
  submit: flag(),
});
const listParams = paramsOf<Stripe.DisputeListParams>()({
  ...paging,
  charge: text(),
  created: timeFilter,
  payment_intent: text(),
});

/** A dispute takes one answer, until it is due (docs.stripe.com/disputes/responding). */
function answerable(account: Account, id: string): WireDispute {
  const dispute = account.need('disputes', id);
  if (!needsResponse(dispute)) throw errors.invalid('This dispute is already closed, or its evidence was submitted.');
  return dispute;
}

export const disputeRoutes: Route[] = [
  route('GET /v1/disputes', listParams, ({ account }, { charge, created, payment_intent, ...paging }) => {
    const all = account.store
      .all('disputes')
      .filter((one) => hasAll(one, { charge, payment_intent }) && withinTime(one.created, created));
    return page('/v1/disputes', all, paging, 'dispute');
  }),
  route('GET /v1/disputes/{id}', {}, ({ account, path }) => account.need('disputes', path['id'] ?? '')),
  // docs.stripe.com/api/disputes/update: evidence is submitted at once unless `submit` is false.
  route('POST /v1/disputes/{id}', updateParams, ({ account, path }, { evidence, metadata: given, submit = true }) => {
    const id = path['id'] ?? '';
    if (!evidence) {
      const { metadata: before } = account.need('disputes', id);
      return account.change('disputes', id, { metadata: mergeMetadata(before, given) });
    }
    const { evidence: before, evidence_details: details, metadata: known } = answerable(account, id);
    const staged = changeWithEvent(account, 'charge.dispute.updated', 'disputes', id, {
      evidence: { ...before, ...evidence },
      evidence_details: { ...details, has_evidence: true },
      metadata: mergeMetadata(known, given),
    });
    return submit ? submitEvidence(account, id) : staged;
  }),
  // docs.stripe.com/api/disputes/close: acknowledges it as lost, for good.
  route('POST /v1/disputes/{id}/close', {}, ({ account, path }) => {
    const dispute = answerable(account, path['id'] ?? '');
    return closeDispute(account, dispute.id, isInquiry(dispute) ? 'warning_closed' : 'lost');
  }),
];
