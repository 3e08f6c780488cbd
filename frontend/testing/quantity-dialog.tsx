import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import {
  calculatePricing,
  changeQuantities,
  getItemPrice,
  listPrices,
  listShops,
  previewQuantities,
} from '#shared/contract/billing';
import { listShopDevices } from '#shared/contract/device';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import type { Charge, QuantityPreview } from '#shared/model/pricing';
import { QuantityDialog } from '../src/features/orders/quantity/quantity-dialog';
import { useSubscription } from '../src/lib/use-shops';
import { enabled } from './enabled';
import { FakeStripe } from './fake-stripe';
import { renderApp } from './render-app';
import { FakeServer } from './server';
import { aPricing, aShop, aSubscription } from './shops';

export const shopOf = (subscription: Subscription): ShopRecord => aShop({ subscriptions: [subscription] });
/** Stripe's preview of one device more. */
export const preview = (changes: Partial<QuantityPreview> = {}): QuantityPreview => ({
  prorationDate: 1_795_000_000,
  dueNow: 7040,
  dueNowLines: [{ description: '2〜4台目 1台分の残り期間', quantity: 1, amount: 7040 }],
  nextInvoice: { amount: 18_700, date: Date.UTC(2026, 11, 10, 3) / 1000 },
  monthly: {
    lines: [
      { name: 'Revonizer 1台目', quantity: 1, unitAmount: 9900, amount: 9900 },
      { name: 'Revonizer 2〜4台目', quantity: 1, unitAmount: 8800, amount: 8800 },
    ],
    discount: 0,
    total: 18_700,
  },
  ...changes,
});

/** A server that previews one device more, and a Stripe. */
export function quantityServer(): { server: FakeServer; stripe: FakeStripe } {
  const server = new FakeServer()
    .install()
    .on(listPrices, [])
    .on(getItemPrice, { priceId: 'price_1' })
    .on(calculatePricing, aPricing(5))
    .on(previewQuantities, preview())
    .on(listShopDevices, []);
  return { server, stripe: new FakeStripe().install(server) };
}

function Host() {
  const [open, setOpen] = useState(true);
  const found = useSubscription('sub_1');
  return found.state === 'found' ? (
    <>
      {open && <QuantityDialog shop={found.shop} subscription={found.subscription} onClose={() => setOpen(false)} />}
      <p>{`表示中 ${found.subscription.items.map(({ quantity }) => quantity).join('・')}`}</p>
      <button onClick={() => setOpen(true)}>また開く</button>
    </>
  ) : null;
}

export async function openDialog(server: FakeServer, subscription = aSubscription()) {
  server.on(listShops, [shopOf(subscription)]);
  const view = renderApp(<Host />);
  const dialog = within(await screen.findByRole('dialog'));
  const press = async (name: string | RegExp): Promise<void> => view.user.click(await enabled(name, dialog));
  return { ...view, dialog, press };
}
/** Opens the dialog, and goes on to the confirmation of one device more. */
export async function confirmOne(server: FakeServer, subscription = aSubscription()) {
  const opened = await openDialog(server, subscription);
  await opened.press('契約台数を増やす');
  await opened.press('確認へ進む');
  await opened.dialog.findByRole('region', { name: '月額料金' });
  return opened;
}
/** The server makes the change: the shop then has `units` devices. */
export const changes = (server: FakeServer, charge: Charge, units = 2) =>
  server.on(changeQuantities, { shop: shopOf(aSubscription({}, units)), charge });
export const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
/** The idempotency keys of the changes, in order. */
export const keys = (server: FakeServer) =>
  server.askedOf(changeQuantities).map(({ headers }) => headers.get('idempotency-key'));
/** The button that confirms {@link preview}. */
export const submit = '7,040円を支払って変更する';
