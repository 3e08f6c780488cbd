import type Stripe from 'stripe';
import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import { render } from '../state/render';
import type { Kind, Kinds } from '../state/kinds';

export const apiVersion = '2026-10-28.endive';

type EventType = Stripe.Event['type'];

/** The old values of the fields that differ (event.data.previous_attributes). */
function differences(before: object, after: object): Record<string, unknown> {
  const old = before as Record<string, unknown>;
  const current = after as Record<string, unknown>;
  const previous: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(old), ...Object.keys(current)])) {
    if (old[key] === current[key]) continue;
    if (JSON.stringify(old[key]) !== JSON.stringify(current[key])) previous[key] = old[key] ?? null;
  }
  return previous;
}

/**
 * Records an event with the object's current state and queues it for the webhook, if one gets it. `before` is the
 * rendered object before an update.
 */
export function recordEvent<K extends Kind>(
  account: Account,
  type: EventType,
  kind: K,
  thing: Kinds[K],
  before?: object,
): void {
  const object = render(account, kind, thing);
  const previous = before && differences(before, object);
  if (previous && Object.keys(previous).length === 0) return;
  const { request } = account;
  // An endpoint that is added later receives nothing of what happened before (docs.stripe.com/api/events/object).
  const webhook = account.addresses.webhook?.();
  const isSent = webhook !== undefined && (webhook.events?.includes(type) ?? true);
  const event = account.put('events', {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: account.now,
    data: { object, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: isSent ? 1 : 0,
    request: { id: request?.id ?? null, idempotency_key: request?.idempotencyKey ?? null },
    type,
  });
  if (isSent) account.put('deliveries', { id: event.id, attempts: 0, due: account.now });
}

/** Changes fields of a stored thing and, if anything differs, records `type` with the old values. */
export function changeWithEvent<K extends Kind>(
  account: Account,
  type: EventType,
  kind: K,
  id: string,
  changes: Partial<Kinds[K]>,
): Kinds[K] {
  const before = render(account, kind, account.own(kind, id));
  const after = account.change(kind, id, changes);
  recordEvent(account, type, kind, after, before);
  return after;
}
