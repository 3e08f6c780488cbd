import { callBudget } from '#shared/constants';
import { endOfLate, threeDays } from '#shared/model/ending';
import { isLeftToStaff, isOver, hasNotBegun } from '#shared/model/subscription';
import { clock } from '#functions/platform/clock';
import type { Write } from '#functions/platform/dynamodb/transaction';
import { type LatePayment, listLateSubscriptions, readLatePayment } from '#functions/billing/late-payments';
import { planEnd } from '#functions/billing/live-subscription';
import { type SubscriptionNotice, noticeWrite } from '#functions/mails/notices-table';
import {
  beginForcedEnd,
  finishForcedEnd,
  listDunning,
  type DunningItem,
  readDunning,
  removeDunning,
  dunningTask,
  tellStep,
} from '#functions/billing/dunning-table';
import { unlessMissing } from '#functions/platform/stripe/errors';
import { readUser } from '#functions/platform/users-table';
import { ownerOf } from '#functions/shops/shops-table';
import { defineWorker } from '#functions/platform/worker';
import { logger } from '#functions/platform/logger';
import { leaseShop } from '#functions/platform/leases';
import { refreshShop } from '#functions/shops/refresh-shop';

const day = 86_400;
/** How long the item is kept, in seconds. */
const kept = 120 * day;
/** Seconds before the end at which the owner gets another notice; the last one has two days to be mailed. */
const twoWeeks = 14 * day;
const fiveDays = 5 * day;

type ToldStep = Exclude<DunningItem['step'], 'ending'>;
const order: readonly DunningItem['step'][] = ['payment-overdue', 'ends-in-two-weeks', 'ends-soon', 'ending'];

export interface DunningFacts {
  /** When the oldest unpaid invoice was due, and now; unix seconds. */
  dueAt: number;
  now: number;
  /** The ends of the current period and of the next one. */
  periodEnds: readonly [number, number];
  /** The end that is planned at Stripe; null if none is. */
  plannedEnd: number | null;
  /** The steps already done for this invoice. */
  last: Pick<DunningItem, 'step' | 'endsAt' | 'sentAt'> | undefined;
}

export type DunningDecision =
  | { do: 'wait' }
  | { do: 'tell'; step: ToldStep; endsAt: number }
  | { do: 'plan'; endsAt: number };

/**
 * Decides the next step for a late payment. The subscription ends with the period in which the payment becomes a month
 * late (spec 1). Notices go out at first sight, 14 and 5 days before; of missed ones only the latest. The end is
 * planned once the last one was mailed, 3 days before at least; otherwise the next period's end counts. Pure.
 */
export function decideDunning({ dueAt, now, periodEnds, plannedEnd, last }: DunningFacts): DunningDecision {
  const isTold = (end: number): boolean => last?.endsAt === end && last.sentAt !== undefined;
  const endsAt = endOfLate({ dueAt, now, periodEnds, isTold });
  if (endsAt === undefined) return { do: 'wait' };
  const done = last?.endsAt === endsAt ? last : undefined;
  const left = endsAt - now;
  const step = left <= fiveDays ? 'ends-soon' : left <= twoWeeks ? 'ends-in-two-weeks' : 'payment-overdue';
  if (!done || order.indexOf(step) > order.indexOf(done.step)) return { do: 'tell', step, endsAt };
  return isTold(endsAt) && (plannedEnd === null || plannedEnd > endsAt) ? { do: 'plan', endsAt } : { do: 'wait' };
}

interface Owner {
  userId: string;
  email: string;
}

/** The owner of a subscription's shop, with their address; one without an owner must not be ended here. */
async function ownerOfShop(customerId: string): Promise<Owner | undefined> {
  const userId = await ownerOf(customerId);
  const profile = userId === undefined ? undefined : (await readUser(userId, 'ownership')).profile;
  return profile && { userId: profile.userId, email: profile.email };
}

function noticeOf(
  owner: Owner,
  kind: SubscriptionNotice['kind'],
  { id, customerId, shopName }: LatePayment,
  amounts: { owed: number; endsAt: number },
): Write {
  // Mailed later, it would not be three days before the end.
  const expiresAt = kind === 'ends-soon' ? amounts.endsAt - threeDays + 1 : undefined;
  return noticeWrite(owner, { kind, subscription: { id, customerId, shopName, ...amounts } }, { expiresAt });
}

/**
 * Reads the shop of an ended subscription for its snapshot, removes the dunning and enqueues the notice. In this
 * order: while the dunning goes on, that reading tells the owner nothing (mails/shop-notices.ts).
 */
async function finish(ended: LatePayment, owner: Owner): Promise<void> {
  const { id: subscriptionId, customerId } = ended;
  await refreshShop(owner.userId, customerId);
  const amounts = { owed: ended.debt?.owed ?? 0, endsAt: ended.endedAt ?? clock.seconds() };
  if (await finishForcedEnd(subscriptionId, noticeOf(owner, 'contract-ended', ended, amounts)))
    logger.warn('a subscription has ended for a late payment', { subscriptionId, customerId, owed: amounts.owed });
}

/** Holds the lease of the shop, because a payment in the portal and changes of the renewal hold it. */
const lease = ({ userId }: Owner, { customerId }: DunningItem) =>
  leaseShop({ userId, customerId, busy: 'CHANGE_IN_PROGRESS' });

/** Plans the end at Stripe, unless the invoice was paid by then, or another run was quicker. */
async function plan(owner: Owner, ending: DunningItem, dunning: DunningItem): Promise<void> {
  await using _lease = await lease(owner, ending);
  const options = { until: clock.now() + callBudget };
  const late = await readLatePayment(ending.subscriptionId, options);
  if (late.debt?.invoiceId !== ending.invoiceId || isOver(late)) return;
  const { formerEnd = late.endsAt } = (await readDunning(ending.subscriptionId)) ?? dunning;
  if (await beginForcedEnd({ ...ending, formerEnd }, dunning)) await planEnd(late.id, ending.endsAt, options);
}

/** Whether the invoice was paid for which an end is planned. Others may be late, which have their own month. */
const isPaid = (late: LatePayment, dunning: DunningItem | undefined): dunning is DunningItem =>
  dunning?.step === 'ending' && late.debt?.invoiceId !== dunning.invoiceId && !isOver(late);

/** Takes the planned end of a subscription back that was paid. */
async function withdrawForcedEnd(owner: Owner, item: DunningItem): Promise<void> {
  const { subscriptionId, customerId } = item;
  {
    await using _lease = await lease(owner, item);
    const options = { until: clock.now() + callBudget };
    const [late, dunning] = await Promise.all([readLatePayment(subscriptionId, options), readDunning(subscriptionId)]);
    if (!isPaid(late, dunning)) return;
    const { endsAt, formerEnd = null } = dunning;
    // A schedule of the staff owns the end.
    if (late.endsAt === endsAt && late.arrangement !== 'scheduled') await planEnd(subscriptionId, formerEnd, options);
  }
  await refreshShop(owner.userId, customerId);
  await removeDunning(subscriptionId);
}

/** Whether a subscription ended as it was planned for its late payment; its owner may have ended it before. */
const isForced = ({ endedAt }: LatePayment, dunning: DunningItem | undefined): boolean =>
  dunning?.step === 'ending' && endedAt !== null && endedAt >= dunning.endsAt;

/**
 * Does what is due for a late payment, by Stripe's current state, so that no owner who has paid is warned or loses the
 * subscription; what staff arranged is left to them. Each step is recorded together with its notice. Safe to repeat.
 */
export async function continueDunning({ subscriptionId }: { subscriptionId: string }): Promise<void> {
  const reading = unlessMissing(readLatePayment(subscriptionId));
  const [late, dunning] = await Promise.all([reading, readDunning(subscriptionId)]);
  // Rings once a day: the planned end stays known, because the keys may be a wrong account's.
  if (!late) return logger.error('Stripe knows no such subscription, whose payment was late', { subscriptionId });
  const owner = await ownerOfShop(late.customerId);
  if (owner && isForced(late, dunning)) return finish(late, owner);
  if (owner && isPaid(late, dunning)) return withdrawForcedEnd(owner, dunning);
  if (!owner || !late.debt || isOver(late) || hasNotBegun(late)) return removeDunning(subscriptionId);
  if (isLeftToStaff(late)) return;
  const { customerId, debt, periodEnds, endsAt: plannedEnd } = late;
  const { invoiceId, dueAt, owed } = debt;
  const now = clock.seconds();
  const last = dunning?.invoiceId === invoiceId ? dunning : undefined;
  const decision = decideDunning({ dueAt, now, periodEnds, plannedEnd, last });
  if (decision.do === 'wait') return;
  const { endsAt } = decision;
  const item = { subscriptionId, customerId, invoiceId, dueAt, endsAt, expiresAt: now + kept };
  if (decision.do === 'tell') {
    const { step } = decision;
    await tellStep({ ...item, step }, dunning, noticeOf(owner, step, late, { owed, endsAt }));
  } else if (last) await plan(owner, { ...last, ...item, step: 'ending' }, last);
}

/**
 * Enqueues a task for each subscription with a late payment, and for each that was late: it notifies its owner, and
 * ends it with the period in which the payment is a month late (spec 1; decisions/ends). If Stripe is down nothing is
 * done and the error is thrown. Returns how many there are.
 */
export async function endOverdueSubscriptions(): Promise<{ late: number }> {
  const [late, dunning] = await Promise.all([listLateSubscriptions(), listDunning()]);
  const all = new Map([...dunning, ...late].map(({ subscriptionId, customerId }) => [subscriptionId, customerId]));
  for (const [subscriptionId, customerId] of all)
    await dunningTask.enqueue({ subscriptionId, customerId }, { id: subscriptionId });
  return { late: all.size };
}

export const dunningWorkers = [
  defineWorker(dunningTask, continueDunning, 'Each step is recorded with its notice, and Stripe is read anew.'),
];
