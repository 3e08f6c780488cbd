import { deleteSecretWrite, putSecretItem, readSecretItem } from '#functions/platform/secret-items';
import { logger } from '#functions/platform/logger';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { enqueueNotice, noticeWrite } from '#functions/mails/notices-table';
import { accountOf } from '#functions/limits/attempts';
import { consume } from '#functions/limits/limits';
import { callBudget } from '#shared/constants';
import { CallError } from '#shared/errors';
import { clock } from '#functions/platform/clock';
import { hash, newSecret } from '#functions/platform/crypto';
import type { RequestBudget } from '#functions/platform/stripe/client';
import { readEmail } from '#functions/accounts/profiles-table';
import { updateCustomer } from './customers';
import { keepInvoiceAddress, readOwnedShop } from './shops-table';
import { refreshShop } from './refresh-shop';

/** An invoice address of a shop that waits for the click on its mailed link. */
interface WaitingInvoiceAddress {
  userId: string;
  customerId: string;
  email: string;
  /** Unix seconds; also the item's TTL. */
  expiresAt: number;
}

/** How long the link works, in seconds. */
const lifetime = 7 * 24 * 60 * 60;

/** The path of a new link that makes an address a shop's invoice address; only its secret's hash is kept. */
export async function invoiceAddressLink(of: Omit<WaitingInvoiceAddress, 'expiresAt'>): Promise<string> {
  const secret = newSecret();
  const waiting: WaitingInvoiceAddress = { ...of, expiresAt: clock.seconds() + lifetime };
  await putSecretItem('INVOICE-ADDRESS', hash(secret), waiting);
  return `/confirm-invoice-address?token=${secret}`;
}

/**
 * Has a link mailed to the address that an owner named for a shop's invoices; until its click they go to the account's
 * own address (decisions/accounts). It is the last step of an order and never fails it: a mail above the limit, or one
 * that cannot be kept, is only logged.
 */
export async function requestInvoiceAddress(
  { userId, customerId, email }: Omit<WaitingInvoiceAddress, 'expiresAt'>,
  network: string,
): Promise<void> {
  try {
    await consume({ kind: 'mail', of: { receiver: accountOf(email), network } });
    const id = `invoice-address#${customerId}`;
    await enqueueNotice({ userId, email }, { kind: 'invoice-address', customerId }, { id });
  } catch (error) {
    logger.warn('no mail to an invoice address', { userId, customerId, error });
  }
}

const refused = (): CallError =>
  new CallError('LINK_INVALID', { text: 'このリンクは無効か、有効期限が切れているか、すでに使用されています。' });

/** Makes the link's address its shop's invoice address, here and at Stripe. Throws LINK_INVALID. Safe to repeat. */
export async function confirmInvoiceAddress(token: string): Promise<void> {
  const until = clock.now() + callBudget;
  const waiting = await readSecretItem<WaitingInvoiceAddress>('INVOICE-ADDRESS', hash(token));
  if (!waiting) throw refused();
  const { userId, customerId, email } = waiting;
  if (!(await keepInvoiceAddress(userId, customerId, email))) throw refused();
  await updateInvoiceAddress(userId, customerId, { until });
  const owner = await readEmail(userId);
  await writeAll([
    deleteSecretWrite('INVOICE-ADDRESS', hash(token)),
    ...(owner === undefined ? [] : [noticeWrite({ userId, email: owner }, { kind: 'invoice-address-changed' })]),
  ]);
  logger.info('invoice address confirmed', { userId, customerId });
}

/** Where a shop's bills go: to its proven invoice address, or else to its owner's. Undefined if either is gone. */
async function addressOf(userId: string, customerId: string): Promise<string | undefined> {
  const [owned, email] = await Promise.all([readOwnedShop(userId, customerId), readEmail(userId)]);
  return owned && email && (owned.shop.invoiceEmail ?? email);
}

/**
 * Has Stripe send a shop's bills to the address that is in force, and renews the snapshot. `sentTo`: the address that
 * Stripe has, if it is known; then Stripe is asked only for another one. The address is read again after Stripe has
 * taken it: of changes made at one time, the last one to reach Stripe then wrote what is in force. Safe to repeat.
 */
export async function updateInvoiceAddress(
  userId: string,
  customerId: string,
  { sentTo, ...budget }: RequestBudget & { sentTo?: string | undefined } = {},
): Promise<void> {
  let sent = sentTo;
  for (;;) {
    const email = await addressOf(userId, customerId);
    if (email === undefined || email === sent) break;
    await updateCustomer(customerId, { email }, budget);
    sent = email;
  }
  if (sent !== sentTo) await refreshShop(userId, customerId, budget);
}
