import { logger } from '../../runtime/logger';
import { addressNotice, enqueueNotice } from '../notices/notice-task';
import { accountOf } from '../limits/attempts';
import { take } from '../limits/limits';

/** How long the mail may wait to be sent, in seconds. */
const worthTelling = 24 * 60 * 60;

interface RequestedAddress {
  userId: string;
  customerId: string;
  /** The address that is to get the shop's invoices. */
  email: string;
  /** Network address of the request. */
  from: string;
}

/**
 * Has a link mailed to the address that an owner named for a shop's invoices; until its click they go to the account's
 * own address (decisions/accounts). It is the last step of an order and never fails it: a mail above the limit, or one
 * that cannot be kept, is only logged.
 */
export async function requestInvoiceAddress({ userId, customerId, email, from }: RequestedAddress): Promise<void> {
  try {
    await take({ kind: 'mail', of: { receiver: accountOf(email), network: from } });
    const address = addressNotice({ userId, email }, worthTelling, `invoice-address#${customerId}`);
    await enqueueNotice({ kind: 'invoice-address', customerId, ...address });
  } catch (error) {
    logger.warn('no mail to an invoice address', { userId, customerId, error: error as Error });
  }
}
