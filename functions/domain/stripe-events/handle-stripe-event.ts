import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { readEvent, type StripeEvent } from '../../adapters/stripe/read-event';
import { recordEvent, wasTaken } from '../../adapters/users-table/events';
import { ownerOf } from '../../adapters/users-table/shops';
import { logger } from '../../runtime/logger';
import { adoptCustomer } from '../opening/adopt-customer';
import { continueChange } from '../quantities/continue-change';
import { dropRemovedItems } from '../quantities/drop-removed-items';
import { applySavedCard } from '../cards/apply-saved-card';
import { chargeLatePayment } from '../late-charge/charge-late-payment';
import { reconcileShop } from '../shops/reconcile-shop';
import { refreshShop } from '../shops/refresh-shop';

const cardSaved = 'setup_intent.succeeded';
const subscriptionChanged = 'customer.subscription.updated';
const invoicePaid = 'invoice.paid';
/** Three days before a trial's end: the last time to give it the card that its owner saved. */
const trialEnding = 'customer.subscription.trial_will_end';
const increasePaid = 'customer.subscription.pending_update_applied';

/** Events after which a shop may look different. Payments are covered by the event of their invoice. */
const changesShop = (type: string): boolean => /^(customer|invoice|payment_method)\./.test(type) || type === cardSaved;

async function ownerFor({ type, customerId }: StripeEvent): Promise<string | undefined> {
  if (customerId === undefined) return undefined;
  return (await ownerOf(customerId)) ?? (type === 'customer.created' ? adoptCustomer(customerId) : undefined);
}

/**
 * Handles one of Stripe's events. An event only says which shop to read again, so neither order nor duplicates matter.
 * It is recorded as handled after it worked; a failure is thrown, so that Stripe delivers it again. An event that
 * concerns no shop of the portal is ignored.
 */
export async function handleStripeEvent(rawBody: string, signature: string | undefined): Promise<void> {
  const event = await readEvent(rawBody, signature);
  if (!event) throw new CallError('WEBHOOK_SIGNATURE_INVALID');
  logger.appendKeys({ eventId: event.id, eventType: event.type });
  if (!changesShop(event.type)) return;
  const [userId, taken] = await Promise.all([ownerFor(event), wasTaken(event.id)]);
  if (userId === undefined || event.customerId === undefined || taken) return;
  if (event.type === cardSaved && event.objectId !== undefined)
    await applySavedCard(userId, event.customerId, event.objectId);
  if (event.type === increasePaid && event.objectId !== undefined)
    await continueChange(userId, event.customerId, event.objectId);
  if (event.type === subscriptionChanged && event.objectId !== undefined)
    await dropRemovedItems(userId, event.customerId, event.objectId);
  if (event.type === invoicePaid && event.objectId !== undefined) await chargeLatePayment(event.objectId);
  const refresh = event.type === trialEnding ? reconcileShop : refreshShop;
  await refresh(userId, event.customerId);
  await recordEvent(event.id, event.type, clock.seconds());
}
