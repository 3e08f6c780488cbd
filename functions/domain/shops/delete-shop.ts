import { CallError } from '#shared/errors';
import { addAuditRecord } from '../../adapters/audit-table/records';
import { clock } from '../../adapters/clock';
import { callBudget } from '../../adapters/stripe/client';
import { deleteCustomer } from '../../adapters/stripe/customers';
import { obligationsOf, type Obligations } from '../../adapters/stripe/obligations';
import { forgetShop } from '../../adapters/users-table/shops';
import { logger } from '../../runtime/logger';
import type { Caller, Origin } from '../caller';
import { bookMovements } from '../movements/book';
import { leaseShop } from './lease-shop';

/** Why a shop cannot be deleted, as a Japanese text (spec 8); undefined if it can. Pure. */
export function whatKeepsShop({ activeSubscriptions, unpaidInvoices }: Obligations): string | undefined {
  const reasons = [
    ...(activeSubscriptions > 0
      ? [`${activeSubscriptions}件の有効なサブスクリプションがあります。先に解約してください。`]
      : []),
    ...(unpaidInvoices > 0 ? [`${unpaidInvoices}件の未払いの請求があります。先にお支払いください。`] : []),
  ];
  return reasons.length > 0 ? reasons.join('') : undefined;
}

/**
 * Deletes a shop for good: its customer at Stripe with the cards, then all its data here except the audit record.
 * Throws SHOP_NOT_DELETABLE while Stripe has active subscriptions or unpaid invoices of it (spec 6), and
 * CHANGE_IN_PROGRESS while another request changes or opens it. One that was cut off while opening it is refused at its
 * next try. Safe to repeat: an interrupted deletion is finished by the retry, by Stripe's event or by the next list.
 */
export async function deleteShop(caller: Caller, customerId: string, from: Origin): Promise<void> {
  const { userId, session } = caller;
  await using _lease = await leaseShop({ userId, customerId, busy: 'CHANGE_IN_PROGRESS' });
  const until = clock.now() + callBudget;
  const obligations = await obligationsOf(customerId, { until });
  if (obligations !== 'deleted') {
    const text = whatKeepsShop(obligations);
    if (text !== undefined) throw new CallError('SHOP_NOT_DELETABLE', { text, details: { ...obligations } });
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
  await bookMovements(userId, customerId, { record: undefined, readAtMs: clock.now() });
  await forgetShop(userId, customerId);
  logger.info('shop deleted', { customerId });
}
