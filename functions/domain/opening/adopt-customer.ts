import { originOfCustomer } from '../../adapters/stripe/customers';
import { readOpening, recordCustomer } from '../../adapters/users-table/openings';
import { logger } from '../../runtime/logger';
import { settleInvoiceAddress } from '../invoice-address/settle-invoice-address';
import { dropOpening } from './open-steps';
import { parseOpeningName } from './opening-name';

/**
 * A customer at Stripe without an owner may belong to a request that was interrupted before it could record it. Then it
 * becomes the shop of the user who made the request, and that user's retry continues from there. Returns that user's
 * id; undefined for any other customer, and if the account was deleted meanwhile: then the customer is deleted.
 */
export async function adoptCustomer(customerId: string): Promise<string | undefined> {
  const origin = await originOfCustomer(customerId);
  const name = origin && parseOpeningName(origin.opening);
  if (!origin || !name) return undefined;
  const opening = await readOpening(origin.userId, name.key);
  if (opening?.id !== name.id) return undefined;
  const { acceptance, customer } = opening.plan;
  const adopted = await recordCustomer(origin.userId, opening, {
    customerId,
    createdAt: opening.createdAt,
    ...(acceptance && { acceptance }),
  });
  if (adopted === 'no-user') await dropOpening(origin.userId, name, customerId);
  if (adopted === 'recorded') await settleInvoiceAddress(origin.userId, customerId, { sentTo: customer?.email });
  logger.info('customer of an unfinished opening seen', { customerId, adopted });
  return adopted === 'recorded' ? origin.userId : undefined;
}
