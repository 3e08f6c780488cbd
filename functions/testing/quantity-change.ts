import type { Stripe } from 'stripe';
import type { ShopRecord } from '#shared/model/customer';
import { changeQuantities, previewQuantities } from '#functions/quantities/calls';
import type { Browser } from './browser';
import { startPaymentServices, type ShopOwner } from './payment-services';
import { createSubscribedShop, startOfYear, type ShopWish, type SubscribedShop } from './subscribed';
import { testServices } from './test-services';

export const day = 86_400_000;

/** Services of a test file about the quantities of one subscription, with that shop and calls of its owner. */
export function testQuantities() {
  const services = testServices(startPaymentServices);
  const current = {} as { owner: ShopOwner; shop: SubscribedShop };
  beforeEach(async () => {
    startOfYear(services);
    current.owner = await services.createOwner();
  });

  const begin = async (wish: ShopWish): Promise<void> => {
    current.shop = await createSubscribedShop(services, current.owner, wish);
  };
  /** Ten of the 31 days from 15 January have passed; the amounts below are calculated with this. */
  const beginAndWait = async (wish: ShopWish): Promise<void> => {
    await begin(wish);
    services.clock.advance(10 * day);
  };
  const send = (
    body: unknown,
    {
      key,
      who = current.owner.browser,
      id = current.shop.subscriptionId,
    }: { key?: string; who?: Browser; id?: string } = {},
  ) =>
    who.send(changeQuantities, {
      method: 'POST',
      path: '/api',
      params: { id },
      body,
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  const preview = (body: unknown, id = current.shop.subscriptionId) =>
    current.owner.browser.send(previewQuantities, { method: 'POST', path: '/api', params: { id }, body });
  const live = (): Promise<Stripe.Subscription> => services.stripe.subscriptions.retrieve(current.shop.subscriptionId);
  const items = async (): Promise<Record<string, number>> =>
    Object.fromEntries((await live()).items.data.map((item) => [item.id, item.quantity ?? 0]));
  const quantities = async (): Promise<number[]> => Object.values(await items());
  const invoices = async (): Promise<Stripe.Invoice[]> =>
    (await services.stripe.invoices.list({ subscription: current.shop.subscriptionId })).data;
  const charged = async (): Promise<number[]> => (await invoices()).map((invoice) => invoice.amount_paid);
  const itemIds = async (): Promise<string[]> => Object.keys(await items());
  const shownQuantities = (body: unknown): number[] =>
    (body as { shop: ShopRecord }).shop.subscriptions[0]?.items.map((item) => item.quantity) ?? [];
  const writes = (): string[] =>
    services.operations.filter((one) => one.startsWith('stripe POST') && !one.includes('create_preview'));

  return {
    services,
    current,
    begin,
    beginAndWait,
    send,
    preview,
    live,
    items,
    quantities,
    invoices,
    charged,
    itemIds,
    shownQuantities,
    writes,
  };
}
