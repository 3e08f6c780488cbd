import { originOfCustomer } from '../../adapters/stripe/customers';
import { readSubmit, recordCustomer } from '../../adapters/users-table/openings';
import { logger } from '../../runtime/logger';
import { parseSubmitName } from '../idempotency/identify';
import { dropSubmit } from './open-steps';

/**
 * A customer that Stripe tells of and that nobody owns may be one whose submit was cut off before it could record it:
 * then it becomes the shop of the user who asked for it, and the submit's retry goes on from there. Answers that
 * user; undefined for any other customer, and where the account was deleted meanwhile: then the customer is taken
 * back.
 */
export async function adoptCustomer(customerId: string): Promise<string | undefined> {
  const origin = await originOfCustomer(customerId);
  const name = origin && parseSubmitName(origin.submit);
  if (!origin || !name) return undefined;
  const submit = await readSubmit(origin.userId, name.key);
  if (submit?.id !== name.id) return undefined;
  const { acceptance } = submit.plan;
  const adopted = await recordCustomer(origin.userId, submit, {
    customerId,
    createdAt: submit.createdAt,
    ...(acceptance && { acceptance }),
  });
  if (adopted === 'no-user') await dropSubmit(origin.userId, name, customerId);
  logger.info('customer of an open submit seen', { customerId, adopted });
  return adopted === 'recorded' ? origin.userId : undefined;
}
