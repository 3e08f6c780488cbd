import { CallError } from '#shared/errors';
import { addAuditRecord } from '../../adapters/audit-table/records';
import { clock } from '../../adapters/clock';
import { callBudget } from '../../adapters/stripe/client';
import { deleteCustomer } from '../../adapters/stripe/customers';
import { obligationsOf, type Obligations } from '../../adapters/stripe/obligations';
import { forgetShop } from '../../adapters/users-table/shops';
import { changeSubmit, listSubmits, type SubmitItem } from '../../adapters/users-table/openings';
import { logger } from '../../runtime/logger';
import type { Caller, Origin } from '../caller';
import { withShopLease } from './with-shop-lease';

/** What keeps a shop, for people (spec 8); undefined where nothing does. Pure. */
export function whatKeepsShop({ activeSubscriptions, unpaidInvoices }: Obligations): string | undefined {
  const reasons = [
    ...(activeSubscriptions > 0
      ? [`${activeSubscriptions}件の有効なサブスクリプションがあります。先に解約してください。`]
      : []),
    ...(unpaidInvoices > 0 ? [`${unpaidInvoices}件の未払いの請求があります。先にお支払いください。`] : []),
  ];
  return reasons.length > 0 ? reasons.join('') : undefined;
}

const busy = (): CallError => new CallError('CHANGE_IN_PROGRESS');

/** Submits of this shop that are not over. Refuses while one is being worked on. */
async function cutOffSubmits(userId: string, customerId: string): Promise<SubmitItem[]> {
  const open = (await listSubmits(userId)).filter(
    (submit) => submit.customerId === customerId && (submit.state === 'working' || submit.state === 'undoing'),
  );
  if (open.some((submit) => submit.leaseUntil > clock.now())) throw busy();
  return open;
}

/** What was cut off and never completed is not completed any more. */
async function endSubmits(userId: string, submits: readonly SubmitItem[]): Promise<void> {
  for (const submit of submits) {
    const ended = await changeSubmit(userId, submit, {
      state: 'refused',
      refusal: 'SHOP_NOT_FOUND',
      endedAt: clock.seconds(),
      leaseUntil: 0,
    });
    if (!ended) throw busy();
  }
}

async function deleteHeld(caller: Caller, customerId: string, from: Origin): Promise<void> {
  const { userId, session } = caller;
  const until = clock.now() + callBudget;
  const submits = await cutOffSubmits(userId, customerId);
  const obligations = await obligationsOf(customerId, { until });
  if (obligations !== 'deleted') {
    const text = whatKeepsShop(obligations);
    if (text !== undefined) throw new CallError('SHOP_NOT_DELETABLE', { text, details: { ...obligations } });
    await endSubmits(userId, submits);
    const acceptance = caller.shops.find((shop) => shop.customerId === customerId)?.acceptance;
    await addAuditRecord({
      event: 'shop-deleted',
      userId,
      by: session.impersonation?.by ?? userId,
      ...(session.impersonation && { session: session.impersonation.id }),
      customerId,
      ...(acceptance && { acceptance }),
      ...from,
    });
    await deleteCustomer(customerId, { until });
  }
  await forgetShop(userId, customerId);
  logger.info('shop deleted', { customerId });
}

/**
 * Deletes a shop for good: its customer in Stripe with the cards, then all that is kept of it here but the audit
 * record, which tells who agreed to what and when it ended. Refused while Stripe has active subscriptions or unpaid
 * invoices of it (spec 6), and while one is being begun or paid for: who does that holds the shop or its submit. Safe
 * to repeat: what was cut off is finished by the retry, by Stripe's event or by the next look at the shop.
 */
export const deleteShop = (caller: Caller, customerId: string, from: Origin): Promise<void> =>
  withShopLease({ userId: caller.userId, customerId, busy: 'CHANGE_IN_PROGRESS' }, () =>
    deleteHeld(caller, customerId, from),
  );
