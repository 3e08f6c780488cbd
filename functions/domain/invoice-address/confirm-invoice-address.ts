import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { hash } from '../../adapters/ids';
import { callBudget } from '../../adapters/stripe/client';
import {
  deleteInvoiceAddress,
  keepInvoiceAddress,
  readInvoiceAddress,
} from '../../adapters/users-table/invoice-addresses';
import { readEmail } from '../../adapters/users-table/profiles';
import { logger } from '../../runtime/logger';
import { enqueueAccountNotice } from '../notices/enqueue-account-notice';
import { settleInvoiceAddress } from './settle-invoice-address';

const usedUp = 'このリンクは無効か、有効期限が切れているか、すでに使用されています。';
const refused = (): CallError => new CallError('LINK_INVALID', { text: usedUp });

/**
 * Makes the address to which the link of `token` was mailed the invoice address of its shop, here and at Stripe, and
 * tells the owner. Refuses with LINK_INVALID; while Stripe is down the link stays valid. Safe to repeat.
 */
export async function confirmInvoiceAddress(token: string): Promise<void> {
  const until = clock.now() + callBudget;
  const secretHash = hash(token);
  const waiting = await readInvoiceAddress(secretHash);
  if (!waiting || waiting.expiresAt <= clock.seconds()) throw refused();
  const { userId, customerId, email } = waiting;
  if (!(await keepInvoiceAddress(userId, customerId, email))) throw refused();
  await settleInvoiceAddress(userId, customerId, { until });
  await deleteInvoiceAddress(secretHash);
  const owner = await readEmail(userId);
  if (owner !== undefined) await enqueueAccountNotice('invoice-address-changed', { userId, email: owner });
  logger.info('invoice address confirmed', { userId, customerId });
}
