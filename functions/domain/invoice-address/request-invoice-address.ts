import { clock } from '../../adapters/clock';
import { enqueueNotice } from '../../adapters/users-table/notices';
import { logger } from '../../runtime/logger';
import { accountOf } from '../throttle/attempts';
import { countMail } from '../throttle/messages';

/** How long the mail may wait to be sent, in seconds. */
const worthSending = 24 * 60 * 60;

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
 * own address (decision 061). It is the last step of an order and never fails it: a mail above the limit, or one that
 * cannot be kept, is only logged.
 */
export async function requestInvoiceAddress({ userId, customerId, email, from }: RequestedAddress): Promise<void> {
  const at = clock.seconds();
  const id = `invoice-address#${customerId}`;
  try {
    await countMail(accountOf(email), from);
    await enqueueNotice({
      id,
      kind: 'invoice-address',
      customerId,
      userId,
      to: email,
      at,
      expiresAt: at + worthSending,
    });
  } catch (error) {
    logger.warn('no mail to an invoice address', { userId, customerId, error: error as Error });
  }
}
