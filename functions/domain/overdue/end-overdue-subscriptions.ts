import { clock } from '../../adapters/clock';
import type { Write } from '../../adapters/dynamodb/transaction';
import { callBudget } from '../../adapters/stripe/client';
import {
  lateDebtOf,
  listLateSubscriptions,
  readNamedSubscription,
  type LateSubscription,
  type NamedSubscription,
} from '../../adapters/stripe/late-payments';
import { cancelAtOnce } from '../../adapters/stripe/planned-end';
import type { LateNotice } from '../../adapters/users-table/notices';
import {
  beginEnding,
  finishEnding,
  hasRest,
  keepRest,
  listOverdue,
  removeOverdue,
  removeRest,
  tellStep,
  type OverdueItem,
} from '../../adapters/users-table/overdue';
import { readPartition } from '../../adapters/users-table/read-partition';
import { ownerOf } from '../../adapters/users-table/shops';
import { logger } from '../../runtime/logger';
import { workUntil } from '../work-until';
import { decideOverdue } from './decide-overdue';
import { renewSnapshot } from '../shops/renew-snapshot';
import { addressNotice } from '../notices/address-notice';
import { noticeWrite } from '../notices/notice-task';
import { leaseShop } from '../shops/lease-shop';
import { logFailure } from '../log-failure';

const day = 86_400;
/** How long an unsent notice and the item of a late payment are kept, in seconds. */
const worthTelling = 3 * day;
const kept = 120 * day;
/** Subscriptions handled at once; the rest of Stripe's limit is for waiting users. */
const subscriptionsAtOnce = 5;

export interface Overdue {
  /** Number of late payments read. */
  late: number;
  told: number;
  ended: number;
  failed: number;
  /** Not reached in time: {@link continueOverdue} continues with them. */
  left: number;
}

interface Owner {
  userId: string;
  email: string;
}

/**
 * The owner of a subscription's shop, with their address; undefined for subscriptions without an owner here, which this
 * job must not end.
 */
async function ownerOfShop(customerId: string): Promise<Owner | undefined> {
  const userId = await ownerOf(customerId);
  const profile = userId === undefined ? undefined : (await readPartition(userId, 'ownership')).profile;
  return profile && { userId: profile.userId, email: profile.email };
}

const noticeOf = (owner: Owner, late: LateNotice): Write =>
  noticeWrite({ ...late, ...addressNotice(owner, worthTelling) });

const latePayment = (
  { id, customerId, shopName }: NamedSubscription,
  owed: number,
  endsAt: number,
): LateNotice['contract'] => ({ subscriptionId: id, customerId, shopName, owed, endsAt });

/**
 * Reads the shop for its snapshot, removes the late payment and enqueues the notice. In this order: while the late
 * payment stands, that reading tells the owner nothing (booking/end-notices.ts). Returns whether this run did it.
 */
async function finish(subscription: NamedSubscription, owner: Owner): Promise<boolean> {
  await renewSnapshot(owner.userId, subscription.customerId);
  const owed = (await lateDebtOf(subscription.id))?.owed ?? 0;
  // An interrupted end is finished a day later.
  const endedAt = subscription.endedAt ?? clock.seconds();
  const finished = await finishEnding(
    subscription.id,
    noticeOf(owner, { kind: 'contract-ended', contract: latePayment(subscription, owed, endedAt) }),
  );
  if (finished)
    logger.warn('a subscription was ended for a late payment', {
      subscriptionId: subscription.id,
      customerId: subscription.customerId,
      owed,
    });
  return finished;
}

/**
 * Ends a subscription while no payment for it is running in the portal, because a payment holds the shop's lease. Does
 * nothing if it was paid by then, or if another run was quicker.
 */
async function end(customerId: string, { userId }: Owner, ending: OverdueItem, known: OverdueItem): Promise<boolean> {
  await using _lease = await leaseShop({ userId, customerId, busy: 'CHANGE_IN_PROGRESS' });
  const options = { until: clock.now() + callBudget };
  const debt = await lateDebtOf(ending.subscriptionId, options);
  if (debt?.invoiceId !== ending.invoiceId || !(await beginEnding(ending, known))) return false;
  await cancelAtOnce(ending.subscriptionId, options);
  return true;
}

/** The outcome for one late payment. */
async function workOn(
  subscription: NamedSubscription,
  known: OverdueItem | undefined,
): Promise<'told' | 'ended' | 'nothing'> {
  const owner = await ownerOfShop(subscription.customerId);
  const debt = owner && (await lateDebtOf(subscription.id));
  if (!debt) return 'nothing';
  const now = clock.seconds();
  const last = known?.invoiceId === debt.invoiceId ? known : undefined;
  const decision = decideOverdue({ dueAt: debt.dueAt, now, last });
  if (decision.do === 'wait') return 'nothing';
  const item = {
    subscriptionId: subscription.id,
    invoiceId: debt.invoiceId,
    dueAt: debt.dueAt,
    firstToldAt: last?.firstToldAt ?? now,
    expiresAt: now + kept,
  };
  if (decision.do === 'tell') {
    const notice = noticeOf(owner, {
      kind: decision.step,
      contract: latePayment(subscription, debt.owed, decision.endsAt),
    });
    return (await tellStep({ ...item, step: decision.step }, known, notice)) ? 'told' : 'nothing';
  }
  if (!known || !(await end(subscription.customerId, owner, { ...item, step: 'ending' }, known))) return 'nothing';
  return (await finish(subscription, owner)) ? 'ended' : 'nothing';
}

/** A subscription that is no longer late: paid, or ended. The notice of an interrupted end is sent now. */
async function settle(item: OverdueItem): Promise<'ended' | 'nothing'> {
  const subscription = item.step === 'ending' ? await readNamedSubscription(item.subscriptionId) : undefined;
  const owner = subscription && (await ownerOfShop(subscription.customerId));
  if (subscription?.status === 'canceled' && owner) return (await finish(subscription, owner)) ? 'ended' : 'nothing';
  await removeOverdue(item.subscriptionId);
  return 'nothing';
}

/**
 * Whether the next step of a late payment is still to come, by what was recorded at the last one. Stripe is then not
 * asked about it, so that a run has time for the owners who need a notice.
 */
function waits({ openInvoices }: LateSubscription, known: OverdueItem | undefined): boolean {
  if (!known || !openInvoices.includes(known.invoiceId)) return false;
  const { dueAt } = known;
  return decideOverdue({ dueAt, now: clock.seconds(), last: known }).do === 'wait';
}

/**
 * Ends subscriptions whose payment is one month late, and notifies their owners before (spec 1; decisions/ends).
 * Stripe's current state decides, so that no owner who has paid gets a notice or loses the subscription. Each step is
 * recorded together with its notice, so that repeated runs send it once. The oldest debts come first; a failure delays
 * no other, and what is not reached by `until` (unix milliseconds) is kept for {@link continueOverdue}. If Stripe is
 * down nothing is done and the error is thrown.
 */
export async function endOverdueSubscriptions(until: number): Promise<Overdue> {
  const [late, known] = await Promise.all([listLateSubscriptions(), listOverdue()]);
  const items = new Map(known.map((item) => [item.subscriptionId, item]));
  const lateIds = new Set(late.map(({ id }) => id));
  const works = [
    ...late
      .filter((subscription) => !waits(subscription, items.get(subscription.id)))
      .map((subscription) => ({
        subscriptionId: subscription.id,
        run: () => workOn(subscription, items.get(subscription.id)),
      })),
    ...known
      .filter((item) => !lateIds.has(item.subscriptionId))
      .map((item) => ({ subscriptionId: item.subscriptionId, run: () => settle(item) })),
  ];
  const { results, failed, left } = await workUntil(
    { until, atOnce: subscriptionsAtOnce },
    works,
    ({ run }) => run(),
    ({ subscriptionId }, error) => logFailure('a late payment could not be dealt with', { subscriptionId }, error),
  );
  await (left > 0 ? keepRest() : removeRest());
  const count = (outcome: 'told' | 'ended') => results.filter((result) => result === outcome).length;
  return { late: late.length, told: count('told'), ended: count('ended'), failed, left };
}

/** Continues with what the last run did not reach; does nothing if there is nothing left. */
export const continueOverdue = async (until: number): Promise<Overdue> =>
  (await hasRest()) ? endOverdueSubscriptions(until) : { late: 0, told: 0, ended: 0, failed: 0, left: 0 };
