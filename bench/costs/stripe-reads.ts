import type { CallName } from '#shared/contract/index';
import { trialDays } from '#shared/model/pricing';
import { documentedAllocation } from '#emulators/stripe';
import { assumed, hoursAMonth, spansWith } from './assumptions';
import { jobOf } from './changes';
import type { StageParts } from './stage-parts';
import { callsOf, monthOf, work, type Work } from './traffic';

/** Stripe's allowance of reads; `aShop` is the portal's own budget a shop and month. */
export const readAllowance = {
  aTransaction: documentedAllocation.reads,
  least: documentedAllocation.least,
  aShop: 100,
} as const;

/**
 * Requests for one read of a shop with at most a hundred invoices (functions/adapters/stripe/read-shop.ts), without the
 * names of its products.
 */
const ofReading = 2;
/**
 * Requests for the names of products, if a function needs them so often a month: it knows them for five minutes
 * (functions/adapters/stripe/products.ts). A coupon is read once for a container, and few are in use: not counted.
 */
const ofNames = (times: number): number => spansWith(times, hoursAMonth * 12);
/** Events on one page of Stripe, and minutes that are read again (functions/domain/stripe-events). */
const eventsOnPage = 100;
const readAgainMinutes = 15;

/** Reads of Stripe by the kind of a call's work; writes do not count. */
const readsOf = new Map<Work, number>([
  [work.ask, 2 + 1],
  // Subscription, prices, billed lines, the invoice's outcome, and the shop read back with the names of its products.
  [work.pay, 4 + ofReading + 1],
  [work.renew, ofReading + 1],
]);
/** Reads for the card that a new shop's owner saved (functions/domain/cards/apply-saved-card.ts). */
const ofSavedCard = 5;

/** Requests that read Stripe in a month of 730 hours, by their cause. */
export function stripeReads(shops: number, stage: StageParts) {
  const month = monthOf(shops);
  const runsOf = (everyMinutes: number): number => (hoursAMonth * 60) / everyMinutes;
  const reconciling = jobOf(stage, 'reconcile-shops');
  const { everyMinutes } = jobOf(stage, 'read-missed-events');
  const calls = callsOf(month);
  const countOf = (name: CallName): number => calls.find((one) => one.name === name)?.count ?? 0;
  const events = countOf('stripe-webhook');
  const eventsInRun = (events * (everyMinutes + readAgainMinutes)) / (hoursAMonth * 60);
  // A trial without a card is looked up among the saved cards, a shop with a credit note among those that are kept.
  const inPass = ofReading + (assumed('growth') * trialDays) / 30 + assumed('creditedShare');
  // A snapshot older than a day is read again when its owner opens the shop; each pass makes it new.
  const staleVisits = month.visits * (1 - (24 * 60) / reconciling.everyMinutes);
  return {
    'reconcile-shops': runsOf(reconciling.everyMinutes) * shops * inPass,
    // Events that the webhook took are only listed.
    'read-missed-events': runsOf(everyMinutes) * Math.max(1, Math.ceil(eventsInRun / eventsOnPage)),
    'Stripe’s events': events * ofReading + month.subscriptions * assumed('updatesPerSubscription') + ofNames(events),
    'visits of owners': staleVisits * assumed('shopsPerOwner') * ofReading + ofNames(staleVisits),
    // The invoice and its payment, when it is issued and when it is paid; the payment only then.
    documents: 3 * month.subscriptions + ofNames(2 * month.subscriptions),
    // Each new subscription looks for its tax rate (functions/adapters/stripe/tax-rate.ts).
    'tax of new subscriptions': countOf('create-shop-with-subscription') + countOf('create-subscription'),
    'cards of new shops': ofSavedCard * month.newShops,
    'changes by owners': calls.reduce((sum, one) => sum + one.count * (readsOf.get(one.work) ?? 0), 0),
    // Two lists, and for each late subscription the unpaid invoices.
    'end-overdue-subscriptions':
      runsOf(jobOf(stage, 'end-overdue-subscriptions').everyMinutes) *
      (2 + (1 / eventsOnPage + 2) * month.subscriptions * assumed('lateShare')),
  };
}
