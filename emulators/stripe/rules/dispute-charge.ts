import { changeWithEvent, recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import { day } from '../time/periods';
import { nulls, type WireCharge, type WireDispute } from '../wire/objects';
import { behaviourOf } from './saved-cards';

/** Fields of the evidence: docs.stripe.com/api/disputes/evidence_object. */
const noEvidence: WireDispute['evidence'] = {
  ...nulls('access_activity_log billing_address cancellation_policy cancellation_policy_disclosure'),
  ...nulls('cancellation_rebuttal customer_communication customer_email_address customer_name customer_purchase_ip'),
  ...nulls('customer_signature duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id'),
  ...nulls('product_description receipt refund_policy refund_policy_disclosure refund_refusal_explanation'),
  ...nulls('service_date service_documentation shipping_address shipping_carrier shipping_date'),
  ...nulls('shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text'),
  enhanced_evidence: {},
};

/** docs.stripe.com/disputes/responding: 7 to 21 days, by the card's network; until the end of that day. */
const answeredWithin = 20 * day;
/** docs.stripe.com/disputes/how-disputes-work: an inquiry that did not become a dispute by then is closed. */
const inquiryEnds = 120 * day;

export const isInquiry = ({ status }: WireDispute): boolean => status.startsWith('warning_');
export const needsResponse = ({ status }: WireDispute): boolean => status.endsWith('needs_response');

const change = (account: Account, id: string, changes: Partial<WireDispute>): WireDispute =>
  changeWithEvent(account, 'charge.dispute.updated', 'disputes', id, changes);

/** The end of the day by which the bank wants the evidence, in unix seconds. */
const dueBy = ({ now }: Account): number => now - (now % day) + answeredWithin + day - 1;

/** The bank opens a dispute or inquiry, if the card is one of Stripe's for that (docs.stripe.com/testing#disputes). */
export function openDispute(account: Account, charge: WireCharge, method: string): void {
  const { disputes: sort } = behaviourOf(account, method);
  if (!sort) return;
  const isWarning = sort === 'inquiry';
  account.change('charges', charge.id, { disputed: true });
  const dispute = account.put('disputes', {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: account.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: dueBy(account),
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isWarning,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: isWarning ? 'fraudulent' : sort,
    status: isWarning ? 'warning_needs_response' : 'needs_response',
  });
  recordEvent(account, 'charge.dispute.created', 'disputes', dispute);
  // An inquiry moves no money (docs.stripe.com/disputes/how-disputes-work).
  if (!isWarning) recordEvent(account, 'charge.dispute.funds_withdrawn', 'disputes', dispute);
}

/** The bank has decided, or nobody answered it in time. */
export function closeDispute(account: Account, id: string, status: 'won' | 'lost' | 'warning_closed'): WireDispute {
  const closed = account.change('disputes', id, { status });
  recordEvent(account, 'charge.dispute.closed', 'disputes', closed);
  if (status === 'won') recordEvent(account, 'charge.dispute.funds_reinstated', 'disputes', closed);
  return closed;
}

/** Sends the evidence to the bank, which decides at once by the texts of docs.stripe.com/testing#disputes. */
export function submitEvidence(account: Account, id: string): WireDispute {
  const { evidence, evidence_details: details, ...before } = account.own('disputes', id);
  const inquiry = before.status.startsWith('warning_');
  const submitted = change(account, id, {
    status: inquiry ? 'warning_under_review' : 'under_review',
    evidence_details: { ...details, submission_count: details.submission_count + 1, submission_method: 'manual' },
  });
  const { uncategorized_text: said } = evidence;
  if (said === 'escalate_inquiry_evidence' && inquiry) {
    // The dispute that the inquiry became wants its own evidence, by a day of its own.
    const evidence_details = { ...submitted.evidence_details, due_by: dueBy(account) };
    const escalated = change(account, id, { status: 'needs_response', is_charge_refundable: false, evidence_details });
    recordEvent(account, 'charge.dispute.funds_withdrawn', 'disputes', escalated);
    return escalated;
  }
  if (said !== 'winning_evidence' && said !== 'losing_evidence') return submitted;
  return closeDispute(account, id, inquiry ? 'warning_closed' : said === 'winning_evidence' ? 'won' : 'lost');
}

/** What becomes of disputes that nobody answers; for due.ts. */
export function* disputeDues(account: Account): Iterable<{ at: number; happen: () => void }> {
  for (const one of account.store.all('disputes')) {
    const { id, created, evidence_details: details } = one;
    if (isInquiry(one) && one.status !== 'warning_closed')
      yield { at: created + inquiryEnds, happen: () => closeDispute(account, id, 'warning_closed') };
    if (one.status === 'needs_response' && details.due_by !== null)
      yield {
        at: details.due_by,
        happen: () => {
          account.change('disputes', id, { evidence_details: { ...details, past_due: true } });
          closeDispute(account, id, 'lost');
        },
      };
  }
}
