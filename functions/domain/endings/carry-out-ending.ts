import type { ShopRecord, Subscription } from '#shared/model/customer';
import { plannedEndOf } from '#shared/model/ending';
import { deviceCount, subscriptionName } from '#shared/model/subscription-facts';
import { isOver } from '#shared/model/subscription-status';
import { clock } from '../../adapters/clock';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';
import { moveEnding, readEnding, startEnding, type EndingItem } from '../../adapters/users-table/endings';
import type { SubscriptionNotice } from '../../adapters/users-table/notices';
import { subscriptionNotice } from '../notices/subscription-notice';
import { newReceiptNumber } from '../booking/receipt-number';
import { ownSubscription, type ShopOwner } from '../shops/find-shop';
import { describeShop } from '../booking/describe-shop';

/** The user whose subscription ends, with the address for mails. */
export type SubscriptionOwner = ShopOwner & { profile: { email: string } };

interface Accepted {
  /** Unix seconds of the end. */
  endsAt: number;
  atOnce: boolean;
  /** Yen of the charges until then; null if they were not shown. */
  total: number | null;
  /** Yen that is late. */
  owed: number;
}

/** Yen of a subscription's late invoices, as its snapshot has them. */
export const owedIn = ({ payment_history: payments }: ShopRecord, { id }: Pick<Subscription, 'id'>): number =>
  payments.reduce((sum, one) => sum + (one.subscription === id && one.status === 'failed' ? one.amount : 0), 0);

/** The receipt of the planned end that Stripe has; undefined if staff took it back there, or moved it. */
const standing = ({ state, receipt, before }: EndingItem, { endsAt }: LiveSubscription): EndingItem['receipt'] =>
  state === 'planned' || state === 'intended'
    ? [receipt, before].find((one) => one?.atOnce === false && one.endsAt === endsAt)
    : undefined;

/**
 * Whether Stripe has carried out the newest end and it is the one asked for, so that a repeat gets its receipt and no
 * other. One that was cut off before Stripe was asked never was: its day and its charges are those of another time.
 */
const isSame = (known: EndingItem, live: LiveSubscription, { endsAt, atOnce }: Accepted): boolean =>
  known.receipt?.atOnce === atOnce &&
  (atOnce
    ? isOver(live) && (known.state === 'intended' || known.state === 'ended')
    : known.receipt.endsAt === endsAt && standing(known, live)?.endsAt === endsAt);

/** How often keeping an end is tried while other requests end the same subscription. */
const mostTries = 5;

/**
 * Keeps an end as intended. If the same end is requested twice at once, both requests get the one that was kept first.
 */
async function intend(
  userId: string,
  live: LiveSubscription,
  wanted: EndingItem,
  accepted: Accepted,
): Promise<EndingItem> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const known = await readEnding(userId, wanted.subscriptionId);
    if (known && isSame(known, live, accepted)) return known;
    const before = known && standing(known, live);
    const intended: EndingItem = { ...wanted, ...(before && { before }) };
    if (await startEnding(userId, known, intended)) return intended;
  }
  throw new Error(`The end of ${wanted.subscriptionId} could not be kept: others are at it`);
}

/**
 * Ends a subscription with `act`, and keeps its receipt: before Stripe is asked as intended, so that an accepted end
 * has a receipt even if this call is cut off; afterwards together with the mail. Stripe's event of the end finishes
 * what was cut off (tell-ended.ts). `live`: the subscription as it was just read, under the shop's lease.
 */
export async function carryOutEnding(
  caller: SubscriptionOwner,
  live: LiveSubscription,
  accepted: Accepted,
  act: () => Promise<void>,
): Promise<EndingItem> {
  const subscriptionId = live.id;
  const { record, subscription } = ownSubscription(caller, subscriptionId);
  const { userId } = caller;
  const now = clock.seconds();
  const wanted: EndingItem = {
    subscriptionId,
    customerId: record.customer.id,
    state: 'intended',
    receipt: {
      endsAt: accepted.endsAt,
      atOnce: accepted.atOnce,
      total: accepted.total,
      owed: accepted.owed,
      number: newReceiptNumber(now),
      acceptedAt: now,
      shopName: describeShop(record).name,
      contract: subscriptionName(subscription),
      devices: deviceCount(subscription),
    },
  };
  const ending = await intend(userId, live, wanted, accepted);
  if (ending.state !== 'intended') return ending;
  await act();
  const moved: EndingItem = { ...ending, state: accepted.atOnce ? 'ended' : 'planned' };
  delete moved.before;
  const told = await moveEnding(
    userId,
    ending,
    moved,
    subscriptionNotice(
      { userId, email: caller.profile.email },
      { kind: accepted.atOnce ? 'ended' : 'will-end', subscription: factsOfEnding(moved) },
    ),
  );
  // Another request was quicker: what is kept is what the owner's receipt and mail say.
  return told ? moved : ((await readEnding(userId, subscriptionId)) ?? moved);
}

/**
 * The end that counts for a subscription as Stripe has it: if another end was cut off before Stripe was asked, the
 * planned one before it, until its day and after it.
 */
export function standingEnd(ending: EndingItem, subscription: Subscription): EndingItem {
  const { before, ...newest } = ending;
  if (newest.state !== 'intended' || !before) return newest;
  const ended = isOver(subscription) && before.endsAt <= clock.seconds();
  const endsAt = ended ? subscription.current_period_end : plannedEndOf(subscription);
  return endsAt === before.endsAt ? { ...newest, state: 'planned', receipt: before } : newest;
}

const day = 86_400;

/**
 * Whether a subscription ended as a receipt says, and not on another day: staff may have ended it sooner, or extended
 * its trial. Stripe may be late by hours, so less than a day is no difference.
 */
export const isEndOf = ({ endsAt }: Pick<NonNullable<EndingItem['receipt']>, 'endsAt'>, endedAt: number): boolean =>
  Math.abs(endedAt - endsAt) < day;

/** What a mail says of an end. */
export const factsOfEnding = ({ subscriptionId, receipt }: EndingItem): SubscriptionNotice['subscription'] => ({
  id: subscriptionId,
  shopName: receipt?.shopName ?? '',
  ...(receipt && {
    receiptNumber: receipt.number,
    endsAt: receipt.endsAt,
    owed: receipt.owed,
    ...(receipt.total !== null && { total: receipt.total }),
  }),
});
