import * as z from 'zod/mini';
import { monthLaterInJapan } from '#shared/model/japan-time';
import { hasNotBegun, isOver } from '#shared/model/subscription';
import { clock } from '#functions/platform/clock';
import type { Write } from '#functions/platform/dynamodb/transaction';
import { callBudget } from '#functions/platform/stripe/client';
import { type LatePayment, listLateSubscriptions, readLatePayment } from '#functions/billing/late-payments';
import { cancelAtOnce } from '#functions/shops/planned-end';
import { type LateNotice, addressNotice, noticeWrite } from '#functions/mails/notices-table';
import {
  beginEnding,
  finishEnding,
  listOverdue,
  type OverdueItem,
  readOverdue,
  removeOverdue,
  tellStep,
} from './overdue-table';
import { readPartition } from '#functions/platform/users-table';
import { ownerOf } from '#functions/shops/shops-table';
import { defineTask } from '#functions/platform/tasks';
import { defineWorker } from '#functions/platform/worker';
import { logger } from '#functions/platform/logger';
import { leaseShop } from '#functions/shops/lease-shop';
import { renewSnapshot } from '#functions/shops/renew-snapshot';

const day = 86_400;
/** How long an unsent notice and the item of a late payment are kept, in seconds. */
const worthTelling = 3 * day;
const kept = 120 * day;
/** Seconds before the end at which the owner gets another notice. */
const twoWeeks = 14 * day;
/** The same; also the shortest time between an owner's first notice and the end. */
const threeDays = 3 * day;

type ToldStep = Exclude<OverdueItem['step'], 'ending'>;
const order: readonly OverdueItem['step'][] = ['payment-overdue', 'ends-in-two-weeks', 'ends-in-three-days', 'ending'];

export interface OverdueFacts {
  /** When the oldest unpaid invoice was due, and now; unix seconds. */
  dueAt: number;
  now: number;
  /** The steps already done for this invoice. */
  last: Pick<OverdueItem, 'step' | 'firstToldAt'> | undefined;
}

export type OverdueDecision =
  | { do: 'wait' }
  | { do: 'tell'; step: ToldStep; endsAt: number }
  | { do: 'end'; endsAt: number };

/**
 * Decides the next step for a late payment. One month after it was due the subscription ends (spec 1); the owner gets a
 * notice when it is first seen, 14 and 3 days before the end, each once. After missed runs only the latest notice is
 * sent. An owner who could not be told before has three more days, even if the month is over. Pure.
 */
export function decideOverdue({ dueAt, now, last }: OverdueFacts): OverdueDecision {
  const endsAt = Math.max(monthLaterInJapan(dueAt), (last?.firstToldAt ?? now) + threeDays);
  if (last && now >= endsAt) return { do: 'end', endsAt };
  const left = endsAt - now;
  const step = left <= threeDays ? 'ends-in-three-days' : left <= twoWeeks ? 'ends-in-two-weeks' : 'payment-overdue';
  return last && order.indexOf(step) <= order.indexOf(last.step) ? { do: 'wait' } : { do: 'tell', step, endsAt };
}

interface Owner {
  userId: string;
  email: string;
}

/**
 * The owner of a subscription's shop, with their address; undefined for subscriptions without an owner here, which must
 * not be ended here.
 */
async function ownerOfShop(customerId: string): Promise<Owner | undefined> {
  const userId = await ownerOf(customerId);
  const profile = userId === undefined ? undefined : (await readPartition(userId, 'ownership')).profile;
  return profile && { userId: profile.userId, email: profile.email };
}

const noticeOf = (
  owner: Owner,
  kind: LateNotice['kind'],
  { subscriptionId, customerId, shopName }: LatePayment,
  amounts: Pick<LateNotice['contract'], 'owed' | 'endsAt'>,
): Write =>
  noticeWrite({
    kind,
    contract: { subscriptionId, customerId, shopName, ...amounts },
    ...addressNotice(owner, worthTelling),
  });

/**
 * Reads the shop of an ended subscription for its snapshot, removes the late payment and enqueues the notice. In this
 * order: while the late payment stands, that reading tells the owner nothing (movements/shop-notices.ts).
 */
async function finish(ended: LatePayment, owner: Owner): Promise<void> {
  const { subscriptionId, customerId } = ended;
  await renewSnapshot(owner.userId, customerId);
  const amounts = { owed: ended.debt?.owed ?? 0, endsAt: ended.endedAt ?? clock.seconds() };
  if (await finishEnding(subscriptionId, noticeOf(owner, 'contract-ended', ended, amounts)))
    logger.warn('a subscription was ended for a late payment', { subscriptionId, customerId, owed: amounts.owed });
}

/**
 * Ends a subscription while no payment for it is running in the portal, because a payment holds the shop's lease. Does
 * nothing and returns false if it was paid by then, or if another run was quicker.
 */
async function end({ userId }: Owner, ending: OverdueItem, known: OverdueItem): Promise<boolean> {
  const { subscriptionId, customerId } = ending;
  await using _lease = await leaseShop({ userId, customerId, busy: 'CHANGE_IN_PROGRESS' });
  const options = { until: clock.now() + callBudget };
  const late = await readLatePayment(subscriptionId, options);
  if (late?.debt?.invoiceId !== ending.invoiceId || !(await beginEnding(ending, known))) return false;
  await cancelAtOnce(subscriptionId, options);
  return true;
}

/**
 * Does what is due today for a late payment: warns its owner, ends the subscription, or forgets it because it was paid.
 * Stripe's current state decides, so that no owner who has paid gets a notice or loses the subscription. Each step is
 * recorded together with its notice, so that a repeat sends it once, and goes on where this was cut off.
 */
export async function settleOverdue({ subscriptionId }: { subscriptionId: string }): Promise<void> {
  const [late, known] = await Promise.all([readLatePayment(subscriptionId), readOverdue(subscriptionId)]);
  const owner = late && (await ownerOfShop(late.customerId));
  if (owner && late.status === 'canceled' && known?.step === 'ending') return finish(late, owner);
  if (!owner || !late.debt || isOver(late) || hasNotBegun(late)) return removeOverdue(subscriptionId);
  const { customerId, debt } = late;
  const { invoiceId, dueAt, owed } = debt;
  const now = clock.seconds();
  const last = known?.invoiceId === invoiceId ? known : undefined;
  const decision = decideOverdue({ dueAt, now, last });
  if (decision.do === 'wait') return;
  const firstToldAt = last?.firstToldAt ?? now;
  const item = { subscriptionId, customerId, invoiceId, dueAt, firstToldAt, expiresAt: now + kept };
  if (decision.do === 'tell') {
    const { step, endsAt } = decision;
    await tellStep({ ...item, step }, known, noticeOf(owner, step, late, { owed, endsAt }));
  } else if (last && (await end(owner, { ...item, step: 'ending' }, last))) {
    await finish((await readLatePayment(subscriptionId)) ?? late, owner);
  }
}

const overduePayment = defineTask(
  'settle-overdue',
  z.object({ subscriptionId: z.string(), customerId: z.string() }),
  ({ customerId }) => customerId,
);

/**
 * Enqueues a task for each subscription with a late payment, and for each that was late: it ends one whose payment is
 * one month late, and notifies its owner before (spec 1; decisions/ends). If Stripe is down nothing is done and the
 * error is thrown. Returns how many there are.
 */
export async function endOverdueSubscriptions(): Promise<{ late: number }> {
  const [late, known] = await Promise.all([listLateSubscriptions(), listOverdue()]);
  const all = new Map([...known, ...late].map(({ subscriptionId, customerId }) => [subscriptionId, customerId]));
  for (const [subscriptionId, customerId] of all)
    await overduePayment.enqueue({ subscriptionId, customerId }, { id: subscriptionId });
  return { late: all.size };
}

export const overdueWorkers = [
  defineWorker(overduePayment, settleOverdue, 'Each step is recorded with its notice, and Stripe is read anew.'),
];
