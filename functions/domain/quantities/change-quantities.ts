import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import type { Charge } from '#shared/model/pricing';
import type { QuantityChange } from '#shared/model/quantities';
import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import { forgetIntention, type IntentionItem } from '../../adapters/devices-table/movements';
import { recentBilling } from '../../adapters/stripe/recent-billing';
import { cataloguePrices } from '../../adapters/stripe/catalogue-prices';
import { chargeBudget, type RequestBudget } from '../../adapters/stripe/client';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';
import { previewIncrease } from '../../adapters/stripe/preview-items';
import {
  putQuantityChange,
  readQuantityChange,
  type QuantityChangeItem,
  type QuantityPlan,
} from '../../adapters/users-table/quantity-changes';
import { announce, announceLowering } from '../booking/announce-change';
import type { ShopOwner } from '../shops/find-shop';
import { leaseShop } from '../shops/lease-shop';
import { readBack, readBackRefused, subscriptionChange } from '../shops/read-back';
import type { IdempotencyIdentity } from '../idempotency/identify';
import { requireSubscription } from '../subscriptions/require-subscription';
import { carryOut } from './carry-out-change';
import { checkChangeable, prorationDateOf, toQuantityItems } from './changeable';
import { decideChange } from './decide-change';
import { decideTargets, devicesIn, wasShown } from './decide-quantities';
import { take, tooManyChanges } from '../limits/limits';
import { waitForInvoice } from './invoice-limit';
import { areMet, canGoOn, madeInvoice, planChange } from './quantity-plan';

/** How long a change is kept, in seconds: less than Stripe keeps idempotency keys (24 hours). */
const keptFor = 23 * 60 * 60;

/** A change that an owner asks for, or that a returned device makes, which nobody asks about. */
type Asked = QuantityChange & { returned?: readonly string[] };

/** A plan, with the number of devices before it. */
interface Planned {
  plan: QuantityPlan;
  devices: number;
}

/** The plan of a change, decided from Stripe's current state; undefined if all quantities are already as asked. */
async function planAsked(
  live: LiveSubscription,
  asked: QuantityChange,
  options: RequestBudget,
): Promise<Planned | undefined> {
  checkChangeable(live);
  const items = await toQuantityItems(live, options);
  // Checked before the targets, because an item that the caller saw and names may have been deleted.
  if (asked.seen && !wasShown(items, asked.seen)) throw new CallError('QUANTITY_CHANGED');
  const targets = decideTargets(items, asked);
  const prorationDate = prorationDateOf(asked.prorationDate, live, clock.seconds());
  if (targets.length === 0) return undefined;
  // A trial costs nothing today, so that without a card it would bring any number of devices (decision 048).
  if (live.status === 'trialing' && !live.hasCard && targets.some(({ from, to }) => to > from))
    throw new CallError('PAYMENT_METHOD_MISSING');
  const [prices, { billed, invoicedAt }] = await Promise.all([cataloguePrices(options), recentBilling(live, options)]);
  const plan = planChange(live, { targets, prices, billed, prorationDate });
  await checkCharge(live, { ...plan, shown: asked.dueNow }, invoicedAt, options);
  return { plan, devices: devicesIn(items) };
}

/**
 * Refuses what would be charged at once if it is another amount than was `shown` (yen; undefined if none was), if there
 * is no card for it, or if the subscription has had too many invoices (`invoicedAt`: unix seconds).
 */
async function checkCharge(
  live: LiveSubscription,
  { increases, prorationDate, shown }: QuantityPlan & { shown: number | undefined },
  invoicedAt: readonly number[],
  options: RequestBudget,
): Promise<void> {
  if (increases.length === 0) {
    if (shown) throw priceChanged();
    return;
  }
  const wait = waitForInvoice(invoicedAt, clock.seconds());
  if (wait > 0) throw tooManyChanges(wait);
  if (live.hasCard && shown === undefined) return;
  const { amountDue } = await previewIncrease(live.id, increases, prorationDate, options);
  if (shown !== undefined && shown !== amountDue) throw priceChanged();
  if (!live.hasCard && amountDue > 0) throw new CallError('PAYMENT_METHOD_MISSING');
}

/** What waits for an invoice is charged with an increase, a discount may have ended, the balance may have changed. */
const priceChanged = (): CallError =>
  new CallError('PRICE_CHANGED', {
    text: '金額が変わりました。台数の変更や請求は行われていません。新しい金額をご確認のうえ、もう一度お試しください。',
  });

/**
 * The same for a change that goes on: without an invoice of its own it would charge only now. If its first request
 * charges at this very moment, the charge is the one that was shown.
 */
async function checkChargeAgain(
  { plan }: QuantityChangeItem,
  live: LiveSubscription,
  shown: number | undefined,
  options: RequestBudget,
): Promise<void> {
  const isCharged = (now: LiveSubscription): boolean =>
    areMet(plan.increases, now) || madeInvoice(plan, now) !== undefined;
  if (isCharged(live)) return;
  try {
    await checkCharge(live, { ...plan, shown }, [], options);
  } catch (error) {
    if (!isCharged(await requireSubscription(live.id, options))) throw error;
  }
}

/** Announces the devices that go back, before Stripe is asked to change anything. */
async function announceGoing(
  customerId: string,
  { id: subscriptionId }: LiveSubscription,
  { returned, serials = [], total }: Asked,
  devices: number,
): Promise<IntentionItem | undefined> {
  if (!returned) return announceLowering(customerId, { subscriptionId, from: devices, to: total, serials });
  await announce(customerId, subscriptionId, { to: total ?? devices, serialNumbers: returned });
  return undefined;
}

/** Plans a change and records the plan; undefined if there is nothing to change. */
async function beginChange(
  userId: string,
  { key, fingerprint }: IdempotencyIdentity,
  live: LiveSubscription,
  asked: QuantityChange,
  { onPlanned, ...options }: RequestBudget & { onPlanned: (devices: number) => Promise<void> },
): Promise<QuantityChangeItem | undefined> {
  const planned = await planAsked(live, asked, options);
  if (!planned) return undefined;
  await onPlanned(planned.devices);
  await take({ kind: 'quantities', of: { subscription: live.id } });
  const change: QuantityChangeItem = {
    subscriptionId: live.id,
    id: newId(),
    key,
    fingerprint,
    state: 'working',
    plan: planned.plan,
    spentKeys: 0,
    expiresAt: clock.seconds() + keptFor,
  };
  await putQuantityChange(userId, change);
  return change;
}

/**
 * Changes the quantities of a subscription exactly once, even if the same request arrives twice, is retried or is cut
 * off. The shop's lease lets one request change it at a time. The record keeps the plan as absolute quantities, so that
 * every retry does the same, under idempotency keys made of the record's id. The charge is read from the invoice,
 * because Stripe's response may be lost. Returns the changed shop and the charge.
 */
export async function changeQuantities(
  caller: ShopOwner,
  subscriptionId: string,
  asked: Asked,
  identity: IdempotencyIdentity,
): Promise<{ shop: ShopRecord; charge: Charge }> {
  const askedAt = clock.now();
  const shopChange = subscriptionChange(caller, subscriptionId, chargeBudget);
  const { userId, customerId, until } = shopChange;
  let charge: Charge = { status: 'none' };
  let announced: IntentionItem | undefined;
  try {
    await using _lease = await leaseShop({ userId, customerId, busy: 'IDEMPOTENCY_KEY_IN_USE' });
    const newest = await readQuantityChange(userId, subscriptionId);
    const decision = decideChange(newest, identity, askedAt, clock.now());
    if (decision.do === 'refuse') throw decision.refusal;
    if (decision.do === 'return') charge = decision.record.charge ?? charge;
    else {
      const live = await requireSubscription(subscriptionId, { until });
      const goesOn = decision.do === 'resume' && canGoOn(decision.record.plan, live);
      if (goesOn) await checkChargeAgain(decision.record, live, asked.dueNow, { until });
      const onPlanned = async (devices: number): Promise<void> =>
        void (announced = await announceGoing(customerId, live, asked, devices));
      const change = goesOn ? decision.record : await beginChange(userId, identity, live, asked, { until, onPlanned });
      if (change) charge = await carryOut({ userId, change, options: { until } }, live);
    }
  } catch (error) {
    if (announced && error instanceof CallError) await forgetIntention(customerId, announced);
    await readBackRefused(shopChange);
    throw error;
  }
  return { shop: await readBack(shopChange), charge };
}
