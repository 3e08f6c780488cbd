import { CallError } from '#shared/errors';
import type { AskOptions } from '../../adapters/stripe/client';
import { takeBackInvoice } from '../../adapters/stripe/invoice-outcome';
import { isOver } from '../../adapters/stripe/is-over';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';
import { cancelAtOnce, setRenewal } from '../../adapters/stripe/planned-end';
import { needSubscription } from './require-subscription';

/**
 * Whether a subscription is to renew after this request; undefined where that is so already. `asked` is left out to
 * toggle (spec 7). One that is over, has not begun or is paused renews in no case: refused.
 */
export function decideRenewal(
  live: Pick<LiveSubscription, 'status' | 'endsAt'>,
  asked: boolean | undefined,
): boolean | undefined {
  if (isOver(live) || live.status === 'incomplete' || live.status === 'paused')
    throw new CallError('SUBSCRIPTION_NOT_CHANGEABLE');
  const renews = live.endsAt === null;
  const wanted = asked ?? !renews;
  return wanted === renews ? undefined : wanted;
}

/**
 * Lets a subscription renew or end with its period, or toggles that. On clears the end however it was set: by the
 * flag or by a date.
 */
export async function setAutoRenewal(
  subscriptionId: string,
  asked: boolean | undefined,
  options: AskOptions,
): Promise<void> {
  const live = await needSubscription(subscriptionId, options);
  const renews = decideRenewal(live, asked);
  if (renews !== undefined) await setRenewal(live, renews, options);
}

/**
 * Ends a subscription at once, for good, without refund: what it owes stays owed. An increase that waited for its
 * payment is taken back with its invoice, for nobody gets it any more. One that is over is left as it is.
 */
export async function cancelSubscription(subscriptionId: string, options: AskOptions): Promise<void> {
  const live = await needSubscription(subscriptionId, options);
  if (isOver(live)) return;
  if (live.pendingInvoiceId !== null) await takeBackInvoice(live.pendingInvoiceId, options);
  await cancelAtOnce(subscriptionId, options);
}
