import type { ShopRecord, Subscription } from '#shared/model/customer';
import { chargesCard, deviceCount, monthlyPrice, hasNotBegun, isOver } from '#shared/model/subscription';
import { plannedEndOf } from '#shared/model/ending';
import { monthEndInJapan } from '#shared/model/japan-time';
import { promisedBy } from '#shared/model/movement';
import { sum } from '#shared/numbers';
import { type Write, writeAll } from '#functions/platform/dynamodb/transaction';
import {
  type News,
  type NewsNotice,
  type SubscriptionNotice,
  toldWrite,
  noticeWrite,
  worthTelling,
} from './notices-table';
import { readEmail, readMailSettings } from '#functions/accounts/profiles-table';
import { ownerOf, readSnapshot } from '#functions/shops/shops-table';
import { clock } from '#functions/platform/clock';
import { forcedEndOf, dunningTask } from '#functions/billing/dunning-table';
import { describeShop } from '#functions/shops/describe-shop';

/** The write that enqueues news for a shop's owner; none without an owner, or if they want no news. */
export async function newsNotice(
  customerId: string,
  kind: NewsNotice['kind'],
  news: Omit<News, 'customerId' | 'shopName'>,
): Promise<Write[]> {
  const userId = await ownerOf(customerId);
  if (userId === undefined) return [];
  const [settings, snapshot] = await Promise.all([readMailSettings(userId), readSnapshot(userId, customerId)]);
  if (!settings || settings.newsMails === false) return [];
  const shopName = snapshot ? describeShop(snapshot.record).name : '';
  return [noticeWrite({ userId, email: settings.email }, { kind, news: { ...news, customerId, shopName } })];
}

/** The notice that confirms an order, once it is certain that it was paid or its trial began. */
export async function orderedNotice(
  userId: string,
  record: ShopRecord,
  { subscriptionId: id, from, to: devices }: { subscriptionId: string; from: number; to: number },
  movements: readonly { subscriptionId: string }[],
): Promise<Write[]> {
  if (from > 0 || movements.some(({ subscriptionId }) => subscriptionId === id)) return [];
  const email = await readEmail(userId);
  if (email === undefined) return [];
  const begins = record.subscriptions.find((one) => one.id === id);
  const subscription = {
    id,
    shopName: describeShop(record).name,
    devices,
    shipsBy: promisedBy('subscribed', clock.seconds()),
    ...(begins && { total: monthlyPrice(begins) }),
    ...(begins?.trial_end && { endsAt: begins.trial_end }),
  };
  return [noticeWrite({ userId, email }, { kind: 'ordered', subscription })];
}

/** How long before its end an owner is told of it, in seconds. */
const before = 7 * 24 * 60 * 60;

/** Tells the owner once that a trial ends within seven days and is charged then. Returns how many notices. */
export async function tellTrialsEnding(userId: string, record: ShopRecord): Promise<number> {
  const now = clock.seconds();
  const ending = record.subscriptions.filter(
    ({ status, arrangement, trial_end: end, cancel_at_period_end: ends }) =>
      status === 'trialing' && arrangement === undefined && end !== null && end > now && end <= now + before && !ends,
  );
  if (ending.length === 0) return 0;
  const email = await readEmail(userId);
  if (email === undefined) return 0;
  let told = 0;
  for (const subscription of ending) {
    const { id, trial_end: endsAt, default_payment_method: card, ends_at: plannedEnd } = subscription;
    const notice = {
      kind: 'trial-ending' as const,
      subscription: {
        id,
        shopName: describeShop(record).name,
        devices: deviceCount(subscription),
        total: monthlyPrice(subscription),
        ...(endsAt !== null && { endsAt }),
        ...(typeof plannedEnd === 'number' && { plannedEnd }),
        ...(card === null && { withoutCard: true }),
      },
    };
    // What it asks for is possible until then only.
    const expiresAt = Math.min(now + worthTelling, endsAt ?? Infinity);
    const once = toldWrite(`trial-ending-${id}`, endsAt, now);
    if (await writeAll([once, noticeWrite({ userId, email }, notice, { expiresAt })])) told += 1;
  }
  return told;
}

/** How many days before a card expires its owner is told, each once: within a week, for which it is remembered. */
const daysBeforeExpiry = [30, 7];
const week = 7 * 24 * 60 * 60;

/** Tells the owner of a card that expires while a subscription needs it (decisions/stripe). Returns how many. */
export async function tellCardsExpiring(userId: string, record: ShopRecord): Promise<number> {
  const now = clock.seconds();
  const expiring = record.subscriptions.flatMap((subscription) => {
    const card = (subscription.default_payment_method ?? record.customer.default_payment_method)?.card;
    const end = plannedEndOf(subscription);
    if (!card || isOver(subscription) || hasNotBegun(subscription) || !chargesCard(subscription)) return [];
    const expiresAt = monthEndInJapan(card.exp_year, card.exp_month);
    const days = daysBeforeExpiry.find((one) => {
      const since = expiresAt - one * 24 * 60 * 60;
      return now >= since && now < since + week;
    });
    const needed = end === undefined || end > expiresAt;
    return days !== undefined && needed ? [{ subscription, last4: card.last4, expiresAt, days }] : [];
  });
  const email = expiring.length > 0 ? await readEmail(userId) : undefined;
  if (email === undefined) return 0;
  let told = 0;
  for (const { subscription, last4, expiresAt, days } of expiring) {
    const facts = { id: subscription.id, shopName: describeShop(record).name, last4, endsAt: expiresAt };
    const notice = noticeWrite({ userId, email }, { kind: 'card-expires', subscription: facts });
    // One mail for all subscriptions of a shop that the card pays.
    const once = toldWrite(`card-expires-${record.customer.id}-${last4}`, `${expiresAt}-${days}`, now);
    if (await writeAll([once, notice])) told += 1;
  }
  return told;
}

interface EndChange {
  kind: Extract<SubscriptionNotice['kind'], 'will-end' | 'ended' | 'end-withdrawn'>;
  /** Unix seconds; undefined if it goes on. */
  endsAt: number | undefined;
}

/** What is new about a subscription's end between two readings; `after` undefined: its customer was deleted. */
function endChangeOf(before: Subscription, after: Subscription | undefined, now: number): EndChange | undefined {
  if (isOver(before)) return undefined;
  if (!after || isOver(after))
    return hasNotBegun(before) ? undefined : { kind: 'ended', endsAt: after?.ended_at ?? now };
  const [was, is] = [plannedEndOf(before), plannedEndOf(after)];
  if (is === was) return undefined;
  return { kind: is === undefined ? 'end-withdrawn' : 'will-end', endsAt: is };
}

const owedIn = ({ payment_history: payments }: ShopRecord, id: string): number =>
  sum(payments.map((one) => (one.subscription === id && one.status === 'failed' ? one.amount : 0)));

/**
 * The notices that tell an owner of ends, once and by whomever, for the transaction that keeps the reading which finds
 * them. Of an end for a late payment its task tells, after looking whether it was paid. `record` is undefined if the
 * customer was deleted at Stripe; `now` in unix seconds.
 */
export async function endNotices(
  userId: string,
  before: ShopRecord | undefined,
  record: ShopRecord | undefined,
  now: number,
): Promise<Write[]> {
  const find = (shop: ShopRecord | undefined, id: string) => shop?.subscriptions.find((one) => one.id === id);
  const ids = [...(before?.subscriptions ?? []), ...(record?.subscriptions ?? [])].map(({ id }) => id);
  const writes = Array.from(new Set(ids), async (id) => {
    const [was, is] = [find(before, id), find(record, id)];
    const change = was && endChangeOf(was, is, now);
    const ends = is && (isOver(is) ? was && !isOver(was) : plannedEndOf(is) !== undefined);
    const forced = change || ends ? await forcedEndOf(id) : undefined;
    const looks =
      ends && record && forced !== undefined
        ? [dunningTask.write({ subscriptionId: id, customerId: record.customer.id }, { id })]
        : [];
    const isForced = forced !== undefined && !(change?.kind === 'ended' && (change.endsAt ?? 0) < forced);
    const email = change && !isForced ? await readEmail(userId) : undefined;
    if (!before || !change || email === undefined) return looks;
    const { kind, endsAt } = change;
    const facts = { id, shopName: describeShop(before).name, owed: owedIn(record ?? before, id) };
    const subscription = { ...facts, ...(endsAt !== undefined && { endsAt }) };
    return [...looks, noticeWrite({ userId, email }, { kind, subscription })];
  });
  return (await Promise.all(writes)).flat();
}
