import StripeSdk from 'stripe';
import { Differs, same, type Fact } from '../../platform/facts';
import type { StripeSandbox } from './stripe-sandbox';
import { days, idOf, latestInvoice, rest, setQuantity, subscribe } from './subscribe';

const prorations = 'https://docs.stripe.com/billing/subscriptions/prorations';
const pendingUpdates = 'https://docs.stripe.com/billing/subscriptions/pending-updates';

/**
 * Bills 20 units, lowers them to 6 without proration, then raises them to `to` at once: 20 are credited, `to` charged.
 */
async function raiseAfterLowering(sandbox: StripeSandbox, to: number): Promise<void> {
  const shop = await sandbox.startShop();
  const made = await subscribe(sandbox, shop, [{ price: sandbox.prices.fifth, quantity: 20 }]);
  await shop.advanceTo(made.periodStart + days(3));
  const [id = ''] = made.items;
  await setQuantity(sandbox, shop, made, { id, quantity: 6 }, 'none');
  await setQuantity(sandbox, shop, made, { id, quantity: to }, 'always_invoice');
  const { total } = await latestInvoice(sandbox, made.id);
  const at = shop.now();
  same('the total of the invoice in yen', rest(to * 8800, made, at) - rest(20 * 8800, made, at), total);
}

/** A subscription whose first item is being raised to 5 by an update that waits for 3-D Secure. */
async function waitingIncrease(sandbox: StripeSandbox, items: { price: string; quantity: number }[]) {
  const { stripe } = sandbox;
  const shop = await sandbox.startShop();
  const made = await subscribe(sandbox, shop, items);
  const strict = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: shop.customer });
  await stripe.customers.update(shop.customer, { invoice_settings: { default_payment_method: strict.id } });
  await shop.advanceTo(made.periodStart + days(2));
  const changed = await stripe.subscriptions.update(made.id, {
    items: [{ id: made.items[0] ?? '', quantity: 5 }],
    proration_behavior: 'always_invoice',
    proration_date: shop.now(),
    payment_behavior: 'pending_if_incomplete',
  });
  return { made, changed, invoice: await latestInvoice(sandbox, made.id) };
}

/** Charges for changes of quantities within a paid period (decisions/subscriptions). */
export const quantityFacts: readonly Fact<StripeSandbox>[] = [
  {
    id: 'credit-of-what-was-billed',
    says:
      'Flexible billing credits what was billed in the period, not the present quantity: after 20 to 6 without ' +
      'proration, 7 with an invoice credits 20 and charges 7.',
    page: prorations,
    check: (sandbox) => raiseAfterLowering(sandbox, 7),
  },
  {
    id: 'beyond-what-was-billed',
    says: 'After 20 to 6 without proration, 25 with an invoice charges the rest of the period for 5 units.',
    page: prorations,
    check: (sandbox) => raiseAfterLowering(sandbox, 25),
  },
  {
    id: 'ended-discount-is-taken-back',
    says:
      'After a discount of 50 % for one invoice, raising 20 to 21 with an invoice credits half of 20 and charges 21 ' +
      'in full; a negative item added to the update lowers exactly this invoice, also while the update is pending, ' +
      'and is gone with it if it is void.',
    page: 'https://docs.stripe.com/api/subscriptions/update#update_subscription-add_invoice_items',
    async check(sandbox) {
      const { stripe, prices } = sandbox;
      const shop = await sandbox.startShop();
      const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
      sandbox.onClose(() => stripe.coupons.del(coupon));
      const made = await subscribe(sandbox, shop, [{ price: prices.fifth, quantity: 20 }], { discounts: [{ coupon }] });
      await shop.advanceTo(made.periodStart + days(3));
      const { product } = await stripe.prices.retrieve(prices.fifth);
      const raise = () =>
        stripe.subscriptions.update(made.id, {
          items: [{ id: made.items[0] ?? '', quantity: 21 }],
          add_invoice_items: [
            {
              price_data: {
                currency: 'jpy',
                product: idOf(product) ?? '',
                tax_behavior: 'inclusive',
                unit_amount: -1_000,
              },
              discountable: false,
            },
          ],
          proration_behavior: 'always_invoice',
          proration_date: shop.now(),
          payment_behavior: 'pending_if_incomplete',
        });
      const total = rest(21 * 8800, made, shop.now()) - rest(10 * 8800, made, shop.now()) - 1_000;
      const waiting = async () =>
        (await stripe.invoiceItems.list({ customer: shop.customer, pending: true })).data.length;
      const strict = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: shop.customer });
      await stripe.subscriptions.update(made.id, { default_payment_method: strict.id });
      await raise();
      const open = await latestInvoice(sandbox, made.id);
      same('the invoice that the update waits for', [total, 'open'], [open.total, open.status]);
      await stripe.invoices.voidInvoice(open.id);
      same('items that wait after it is void', 0, await waiting());
      await stripe.subscriptions.update(made.id, { default_payment_method: shop.card ?? '' });
      await raise();
      const paid = await latestInvoice(sandbox, made.id);
      same('the invoice that is paid', [total, 'paid'], [paid.total, paid.status]);
      same('items that wait after it is paid', 0, await waiting());
    },
  },
  {
    id: 'none-makes-no-invoice',
    says: 'A quantity raised without proration makes no invoice; the renewal charges the new quantity in full.',
    page: prorations,
    async check(sandbox) {
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [{ price: sandbox.prices.fifth, quantity: 2 }]);
      const first = await latestInvoice(sandbox, made.id);
      const [id = ''] = made.items;
      await setQuantity(sandbox, shop, made, { id, quantity: 5 }, 'none');
      same('the newest invoice', first.id, (await latestInvoice(sandbox, made.id)).id);
      await shop.advanceTo(made.periodEnd + days(1));
      same('the renewal in yen', 5 * 8800, (await latestInvoice(sandbox, made.id)).total);
    },
  },
  {
    id: 'quantity-zero-keeps-history',
    says:
      'An item set to quantity 0 keeps its billed quantity. If it is raised above that again, only the difference is ' +
      'charged.',
    page: 'https://docs.stripe.com/billing/subscriptions/quantities',
    async check(sandbox) {
      const shop = await sandbox.startShop();
      const { first, fifth } = sandbox.prices;
      const made = await subscribe(sandbox, shop, [
        { price: first, quantity: 1 },
        { price: fifth, quantity: 3 },
      ]);
      await shop.advanceTo(made.periodStart + days(10));
      const [, id = ''] = made.items;
      await setQuantity(sandbox, shop, made, { id, quantity: 0 }, 'none');
      const { items } = await setQuantity(sandbox, shop, made, { id, quantity: 4 }, 'always_invoice');
      same('the number of items', 2, items.data.length);
      const { total } = await latestInvoice(sandbox, made.id);
      const at = shop.now();
      same('the total of the invoice in yen', rest(4 * 8800, made, at) - rest(3 * 8800, made, at), total);
    },
  },
  {
    id: 'deleted-item-forgets',
    says: 'An item that is deleted without proration and added again is charged in full for the rest of the period.',
    page: prorations,
    async check(sandbox) {
      const shop = await sandbox.startShop();
      const { first, fifth } = sandbox.prices;
      const made = await subscribe(sandbox, shop, [
        { price: first, quantity: 1 },
        { price: fifth, quantity: 3 },
      ]);
      await shop.advanceTo(made.periodStart + days(10));
      const [, id = ''] = made.items;
      await setQuantity(sandbox, shop, made, { id, deleted: true }, 'none');
      await setQuantity(sandbox, shop, made, { price: fifth, quantity: 3 }, 'always_invoice');
      const { total } = await latestInvoice(sandbox, made.id);
      same('the total of the invoice in yen', rest(3 * 8800, made, shop.now()), total);
    },
  },
  {
    id: 'preview-is-the-invoice',
    says: 'A preview with the same items, behaviour and proration date shows exactly the total that the change bills.',
    page: prorations,
    async check(sandbox) {
      const { stripe, prices } = sandbox;
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [{ price: prices.fifth, quantity: 2 }]);
      await shop.advanceTo(made.periodStart + days(11));
      const change = { id: made.items[0] ?? '', quantity: 9 };
      const preview = await stripe.invoices.createPreview({
        subscription: made.id,
        subscription_details: {
          items: [change],
          proration_behavior: 'always_invoice',
          proration_date: shop.now(),
        },
      });
      await setQuantity(sandbox, shop, made, change, 'always_invoice');
      same('the total in yen', preview.total, (await latestInvoice(sandbox, made.id)).total);
    },
  },
  {
    id: 'pending-update-waits-for-payment',
    says:
      'With pending_if_incomplete, a raised quantity whose payment asks for 3-D Secure stays pending: the old ' +
      'quantity stays, and voiding the invoice takes the update back. The void invoice stays the latest one.',
    page: pendingUpdates,
    async check(sandbox) {
      const { stripe, prices } = sandbox;
      const { made, changed, invoice } = await waitingIncrease(sandbox, [{ price: prices.fifth, quantity: 2 }]);
      same('the quantity while it waits', 2, changed.items.data[0]?.quantity);
      same('whether an update is pending', true, changed.pending_update !== null);
      await stripe.invoices.voidInvoice(invoice.id);
      const after = await stripe.subscriptions.retrieve(made.id);
      same('the pending update after the invoice is void', null, after.pending_update);
      same('the quantity after the invoice is void', 2, after.items.data[0]?.quantity);
      same('the latest invoice', invoice.id, idOf(after.latest_invoice));
    },
  },
  {
    id: 'other-items-end-pending-update',
    says: 'Deleting another item while an update waits for its payment ends the update, and its invoice is void.',
    page: `${pendingUpdates}#canceling-changing`,
    async check(sandbox) {
      const { stripe, prices } = sandbox;
      const { made, invoice } = await waitingIncrease(sandbox, [
        { price: prices.fifth, quantity: 2 },
        { price: prices.second, quantity: 1 },
      ]);
      const after = await stripe.subscriptions.update(made.id, {
        items: [{ id: made.items[1] ?? '', deleted: true }],
        proration_behavior: 'none',
      });
      same('the pending update', null, after.pending_update);
      same('its invoice', 'void', (await stripe.invoices.retrieve(invoice.id)).status);
    },
  },
  {
    id: 'ten-invoices-a-minute',
    says:
      'A subscription gets 10 new invoices a minute (and 20 a day, which takes too long to try); one more is refused ' +
      'with 429 and the reason "resource-specific".',
    page: 'https://docs.stripe.com/rate-limits',
    async check(sandbox) {
      const shop = await sandbox.startShop();
      const made = await subscribe(sandbox, shop, [{ price: sandbox.prices.fifth, quantity: 1 }]);
      const [id = ''] = made.items;
      let invoices = 1;
      let refusal: unknown;
      while (refusal === undefined && invoices < 12) {
        refusal = await setQuantity(sandbox, shop, made, { id, quantity: invoices + 1 }, 'always_invoice').then(
          () => undefined,
          (error: unknown) => error,
        );
        if (refusal === undefined) invoices += 1;
      }
      if (!(refusal instanceof StripeSdk.errors.StripeError)) throw new Differs('the 11th invoice', 'refused', 'made');
      same('the status', 429, refusal.statusCode);
      same('the reason', 'resource-specific', refusal.headers?.['stripe-rate-limited-reason']);
      same('invoices made', 10, invoices);
    },
  },
];
