import { changeWithEvent, recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import { hour } from '../time/periods';
import { errors } from '../wire/errors';
import { nulls, type WireCharge, type WireRefund } from '../wire/objects';
import { closeDispute, isInquiry } from './dispute-charge';
import { behaviourOf } from './saved-cards';

/** How long the bank takes for a refund that succeeds or fails later: Stripe's page says "some time". */
const bankTakes = hour;

const yen = (amount: number): string => `¥${amount.toLocaleString('en-US')}`;

/** The successful charge of a payment intent, which may not be there. */
export function chargeOf(account: Account, intent: string): WireCharge | undefined {
  const { latest_charge: id } = account.own('paymentIntents', intent);
  const charge = id === null ? undefined : account.own('charges', id);
  return charge?.paid ? charge : undefined;
}

/** Refuses what Stripe refuses (docs.stripe.com/api/refunds/create, docs.stripe.com/error-codes). */
function checkRefundable(account: Account, charge: WireCharge, amount: number): void {
  const { id, amount_refunded: refunded } = charge;
  if (!charge.paid) throw errors.invalid(`Charge ${id} has failed and cannot be refunded.`, { param: 'charge' });
  if (account.store.all('disputes').some((one) => one.charge === id && !one.is_charge_refundable))
    throw errors.invalid(`Charge ${id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  const left = charge.amount - refunded;
  if (left === 0) throw errors.invalid(`Charge ${id} has already been refunded.`, { code: 'charge_already_refunded' });
  if (amount > left)
    throw errors.invalid(`Refund amount (${yen(amount)}) is greater than unrefunded amount on charge (${yen(left)})`, {
      param: 'amount',
    });
}

/** Adds to what went back of a charge; negative if a refund failed. */
const countRefund = ({ id, amount, amount_refunded: before }: WireCharge, by: number) => ({
  id,
  changes: { amount_refunded: before + by, refunded: before + by === amount },
});

/** Gives money of a charge back to its card; all that is left of it, unless `amount` says less. */
export function refundCharge(
  account: Account,
  charge: WireCharge,
  given: { amount?: number | undefined; reason?: WireRefund['reason'] | undefined; metadata?: WireRefund['metadata'] },
): WireRefund {
  const { amount = charge.amount - charge.amount_refunded, reason = null, metadata = {} } = given;
  checkRefundable(account, charge, amount);
  const method = charge.payment_method ?? '';
  const pending = behaviourOf(account, method).refunds === 'pending';
  const refund = account.put('refunds', {
    id: newId('re'),
    object: 'refund',
    amount,
    ...nulls('balance_transaction customer_account receipt_number source_transfer_reversal transfer_reversal'),
    charge: charge.id,
    created: account.now,
    currency: charge.currency,
    customer: charge.customer,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: method,
    reason,
    status: pending ? 'pending' : 'succeeded',
  });
  recordEvent(account, 'refund.created', 'refunds', refund);
  const { id, changes } = countRefund(charge, amount);
  const { refunded } = changeWithEvent(account, 'charge.refunded', 'charges', id, changes);
  // docs.stripe.com/disputes/how-disputes-work: a refund in full resolves an inquiry.
  if (refunded)
    for (const one of account.store.all('disputes'))
      if (one.charge === id && isInquiry(one) && one.status !== 'warning_closed')
        closeDispute(account, one.id, 'warning_closed');
  return refund;
}

/** The bank's late word on a refund. A failed one gives the money back to the account (docs.stripe.com/refunds). */
function settleRefund(account: Account, { id, charge, amount }: WireRefund, status: 'succeeded' | 'failed'): void {
  const failed = status === 'failed';
  changeWithEvent(account, 'refund.updated', 'refunds', id, {
    status,
    ...(failed && { failure_reason: 'unknown' }),
  });
  recordEvent(account, 'charge.refund.updated', 'refunds', account.own('refunds', id));
  if (!failed) return;
  const { id: of, changes } = countRefund(account.own('charges', charge), -amount);
  changeWithEvent(account, 'charge.updated', 'charges', of, changes);
  recordEvent(account, 'refund.failed', 'refunds', account.own('refunds', id));
}

/** How refunds to Stripe's cards for that end (docs.stripe.com/testing#refunds); for due.ts. */
export function* refundDues(account: Account): Iterable<{ at: number; happen: () => void }> {
  for (const one of account.store.all('refunds')) {
    const fails = behaviourOf(account, one.payment_method).refunds === 'fail' && one.status === 'succeeded';
    if (!fails && one.status !== 'pending') continue;
    yield { at: one.created + bankTakes, happen: () => settleRefund(account, one, fails ? 'failed' : 'succeeded') };
  }
}
