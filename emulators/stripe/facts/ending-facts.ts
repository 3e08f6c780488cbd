import type { Stripe } from 'stripe';
import { same, type Fact } from '../../platform/facts';
import type { SandboxShop, StripeSandbox } from './stripe-sandbox';
import { addWaiting, days, latestInvoice, rest, subscribe, type Subscribed } from './subscribe';

const cancel = 'https://docs.stripe.com/api/subscriptions/cancel';

/** A subscription of 9,900 yen ten minutes after its renewal, and that renewal's invoice. */
async function renewed(sandbox: StripeSandbox): Promise<{ shop: SandboxShop; id: string; draft: Stripe.Invoice }> {
  const shop = await sandbox.startShop();
  const { id, periodEnd } = await subscribe(sandbox, shop, [{ price: sandbox.prices.first, quantity: 1 }]);
  await shop.advanceTo(periodEnd + 600);
  return { shop, id, draft: await latestInvoice(sandbox, id) };
}

type Waiting = (sandbox: StripeSandbox, shop: SandboxShop, made: Subscribed) => Promise<number>;

/** An item of 500 yen waits. */
const item: Waiting = async (sandbox, shop, { id }) => (await addWaiting(sandbox, shop, id, 500)).amount;

/** A second device waits to be charged for the whole period. */
const prorated: Waiting = async ({ stripe }, _shop, { id, items: [first = ''], periodStart }) => {
  const items = [{ id: first, quantity: 2 }];
  await stripe.subscriptions.update(id, {
    items,
    proration_behavior: 'create_prorations',
    proration_date: periodStart,
  });
  return 9_900;
};

/** What waits is previewed as the last invoice; `charged` once the period is over, in yen, the newest first. */
async function endsWaiting(
  sandbox: StripeSandbox,
  { wait, charged }: { wait: Waiting; charged: number[] },
  end: (id: string) => Promise<unknown>,
): Promise<void> {
  const { stripe, prices } = sandbox;
  const shop = await sandbox.startShop();
  const made = await subscribe(sandbox, shop, [{ price: prices.first, quantity: 1 }]);
  const waiting = await wait(sandbox, shop, made);
  const last = await stripe.invoices.createPreview({
    subscription: made.id,
    subscription_details: { cancel_now: true, proration_behavior: 'none' },
  });
  same('the preview of the last invoice in yen', waiting, last.total);
  await end(made.id);
  await shop.advanceTo(made.periodEnd + days(1));
  const { data } = await stripe.invoices.list({ customer: shop.customer });
  same(
    'the paid invoices in yen',
    charged,
    data.map((one) => one.amount_paid),
  );
}

/** What ends of a subscription charge (decisions/ends). */
export const endingFacts: readonly Fact<StripeSandbox>[] = [
  {
    id: 'cancel-now-preview-credits',
    says: 'A preview with cancel_now and create_prorations credits the rest of the period, and changes nothing.',
    page: 'https://docs.stripe.com/api/invoices/create_preview#create_create_preview-subscription_details-cancel_now',
    async check(sandbox) {
      const { stripe, prices } = sandbox;
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [{ price: prices.fifth, quantity: 3 }]);
      await shop.advanceTo(made.periodStart + days(10));
      const { total } = await stripe.invoices.createPreview({
        subscription: made.id,
        subscription_details: { cancel_now: true, proration_behavior: 'create_prorations' },
      });
      same('the total in yen', -rest(3 * 8800, made, shop.now()), total);
      same('the status', 'active', (await stripe.subscriptions.retrieve(made.id)).status);
    },
  },
  {
    id: 'renewal-is-a-draft-first',
    says:
      'Ten minutes after a renewal its invoice is a draft that Stripe charges by itself, with the present balance of ' +
      'its customer.',
    page: 'https://docs.stripe.com/api/invoices/object#invoice_object-starting_balance',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { shop, id, draft } = await renewed(sandbox);
      same('the draft', ['draft', true, 0], [draft.status, draft.auto_advance, draft.starting_balance]);
      await stripe.customers.update(shop.customer, { balance: -900 });
      const { starting_balance: balance, total } = await latestInvoice(sandbox, id);
      same('the draft with a credit', [-900, 9900], [balance, total]);
    },
  },
  {
    id: 'preview-beside-a-draft',
    says: 'While the invoice of a renewal is a draft, the preview of the next one has the whole balance too.',
    page: 'https://docs.stripe.com/billing/customer/balance',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { shop, id } = await renewed(sandbox);
      await stripe.customers.update(shop.customer, { balance: -900 });
      const { starting_balance: balance, amount_due: due } = await stripe.invoices.createPreview({ subscription: id });
      same('the preview', [-900, 9000], [balance, due]);
      await shop.advanceTo(shop.now() + days(1));
      const { starting_balance: left, amount_due: charged } = await stripe.invoices.createPreview({ subscription: id });
      same('the preview after the draft was charged', [0, 9900], [left, charged]);
    },
  },
  {
    id: 'ended-draft-is-not-charged',
    says: 'A subscription that is canceled while the invoice of its renewal is a draft never pays that invoice.',
    page: 'https://docs.stripe.com/api/subscriptions/cancel',
    async check(sandbox) {
      const { stripe } = sandbox;
      const { shop, id, draft } = await renewed(sandbox);
      await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false });
      await shop.advanceTo(shop.now() + days(2));
      const { status, auto_advance: advances } = await stripe.invoices.retrieve(draft.id);
      same('the draft', ['draft', false], [status, advances]);
    },
  },
  {
    id: 'pending-item-after-the-end',
    says: 'An invoice item that waits when its subscription ends with its period is charged then.',
    page: cancel,
    check: (sandbox) =>
      endsWaiting(sandbox, { wait: item, charged: [500, 9_900] }, (id) =>
        sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: true }),
      ),
  },
  {
    id: 'pending-item-after-an-end-at-once',
    says: 'An invoice item that waits when its subscription is cancelled is charged at the end of the period.',
    page: cancel,
    check: (sandbox) =>
      endsWaiting(sandbox, { wait: item, charged: [500, 9_900] }, (id) =>
        sandbox.stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }),
      ),
  },
  {
    id: 'pending-proration-after-the-end',
    says: 'A proration that waits when its subscription ends with its period is charged then.',
    page: cancel,
    check: (sandbox) =>
      endsWaiting(sandbox, { wait: prorated, charged: [9_900, 9_900] }, (id) =>
        sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: true }),
      ),
  },
  {
    id: 'pending-proration-of-an-end-at-once',
    says: 'A proration that waits when its subscription is cancelled without prorate and invoice_now is removed.',
    page: cancel,
    check: (sandbox) =>
      endsWaiting(sandbox, { wait: prorated, charged: [9_900] }, (id) =>
        sandbox.stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }),
      ),
  },
  {
    id: 'preview-of-the-last-is-as-of-now',
    says:
      'A preview with cancel_now counts a discount that is over at the end of the period, unless it names the ones ' +
      'that count; the invoice at the end does not.',
    page: 'https://docs.stripe.com/api/invoices/create_preview#create_create_preview-discounts',
    async check(sandbox) {
      const { stripe, prices, onClose } = sandbox;
      const off = await stripe.coupons.create({
        amount_off: 1_000,
        currency: 'jpy',
        duration: 'repeating',
        duration_in_months: 1,
      });
      onClose(() => stripe.coupons.del(off.id));
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [{ price: prices.first, quantity: 1 }], {
        discounts: [{ coupon: off.id }],
      });
      await addWaiting(sandbox, shop, made.id, 500);
      const last = async (more: Stripe.InvoiceCreatePreviewParams = {}): Promise<number> =>
        (
          await stripe.invoices.createPreview({
            subscription: made.id,
            subscription_details: { cancel_now: true, proration_behavior: 'none' },
            ...more,
          })
        ).total;
      same('the previews in yen', [0, 500], [await last(), await last({ discounts: '' })]);
      await stripe.subscriptions.update(made.id, { cancel_at_period_end: true });
      await shop.advanceTo(made.periodEnd + days(1));
      const { data } = await stripe.invoices.list({ customer: shop.customer });
      same(
        'the paid invoices in yen, the newest first',
        [500, 8_900],
        data.map((one) => one.amount_paid),
      );
    },
  },
];
