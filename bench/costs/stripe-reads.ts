import type { CallName } from '#shared/contract/index';
import { assumed, hoursAMonth } from './assumptions';
import { jobOf } from './changes';
import { continueReconciling, reconcile } from './jobs';
import type { StageParts } from './stage-parts';
import { callsOf, monthOf, work, type Work } from './traffic';

/**
 * Stripe's allowance of reads: `aTransaction` for each transaction of 30 days, at least `least` a month
 * (docs.stripe.com/rate-limits, "API read request allocations"); `aShop` is the portal's own budget a shop and month.
 */
export const readAllowance = { aTransaction: 500, least: 10_000, aShop: 100 } as const;

/** Requests for one read of a shop (functions/adapters/stripe/read-shop.ts). */
const ofReading = 2;
/** Events on one page of Stripe, and minutes that are read again (functions/domain/stripe-events). */
const eventsOnPage = 100;
const readAgainMinutes = 15;

/** Reads of Stripe by the kind of a call's work; writes do not count. */
const readsOf = new Map<Work, number>([
  [work.ask, 2],
  // Subscription, prices, billed lines, the invoice's outcome, and the shop read back.
  [work.pay, 4 + ofReading],
  [work.renew, ofReading],
]);

/** Requests that read Stripe in a month of 730 hours, by their cause. */
export function stripeReads(shops: number, stage: StageParts) {
  const month = monthOf(shops);
  const runsOf = (everyMinutes: number): number => (hoursAMonth * 60) / everyMinutes;
  const reconciling = jobOf(stage, 'reconcile-shops');
  const continuing = jobOf(stage, 'continue-reconciling');
  const { everyMinutes } = jobOf(stage, 'read-missed-events');
  const calls = callsOf(month);
  const countOf = (name: CallName): number => calls.find((one) => one.name === name)?.count ?? 0;
  const events = countOf('stripe-webhook');
  const eventsInRun = (events * (everyMinutes + readAgainMinutes)) / (hoursAMonth * 60);
  return {
    'reconcile-shops': runsOf(reconciling.everyMinutes) * reconcile(month, reconciling).read * ofReading,
    'continue-reconciling':
      runsOf(continuing.everyMinutes) *
      continueReconciling(month, continuing, reconciling.everyMinutes).read *
      ofReading,
    // Events that the webhook took are only listed.
    'read-missed-events': runsOf(everyMinutes) * Math.max(1, Math.ceil(eventsInRun / eventsOnPage)),
    'Stripe’s events': events * ofReading + month.subscriptions * assumed('updatesPerSubscription'),
    // A snapshot older than a day is read again when its owner opens the shop.
    'visits of owners': month.visits * assumed('shopsPerOwner') * ofReading,
    // The invoice and its payment, when it is issued and when it is paid; the payment only then.
    'archive-documents': 3 * month.subscriptions,
    // Each new subscription looks for its tax rate (functions/adapters/stripe/tax-rate.ts).
    'tax of new subscriptions': countOf('create-shop-with-subscription') + countOf('create-subscription'),
    // Where a stage charges them: each paid renewal, and of each late one what was charged before, and the tax rate.
    'late charges, if charged': month.subscriptions * (1 + 2 * assumed('lateShare')),
    'changes by owners': calls.reduce((sum, one) => sum + one.count * (readsOf.get(one.work) ?? 0), 0),
    // Two lists, and for each late subscription the unpaid invoices.
    'end-overdue-subscriptions':
      runsOf(jobOf(stage, 'end-overdue-subscriptions').everyMinutes) *
      (2 + (1 / eventsOnPage + 2) * month.subscriptions * assumed('lateShare')),
  };
}
