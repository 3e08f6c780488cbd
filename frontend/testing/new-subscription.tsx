import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import {
  calculatePricing,
  createSetupIntent,
  createSubscription,
  listPrices,
  listShops,
  setDefaultPaymentMethod,
} from '#shared/contract/billing';
import type { ShopRecord } from '#shared/model/customer';
import {
  NewSubscriptionButton,
  NewSubscriptionFlow,
  firstStep,
  type NewSubscriptionStep,
} from '../src/features/orders/new-subscription/new-subscription-flow';
import { useNow } from '../src/lib/use-timeout';
import { useShop } from '../src/lib/use-shops';
import { enabled } from './enabled';
import { FakeStripe } from './fake-stripe';
import { button } from './find';
import { renderApp } from './render-app';
import { FakeServer } from './server';
import { aPricing, aShop, aSubscription, saved, visa } from './shops';

/** A shop with a card, whose subscription has ended. */
export const withCard = aShop({
  customer: { default_payment_method: saved(visa) },
  subscriptions: [aSubscription({ id: 'sub_0', status: 'canceled' })],
});
/** A shop without a card, which never rented. */
export const newcomer = aShop({ customer: { default_payment_method: null } });
/** The shop with a card, after its order. */
export const withDevices = { ...withCard, subscriptions: [aSubscription({}, 2), ...withCard.subscriptions] };

/** A server that takes an order without a trial, and a Stripe. */
export function orderServer(): { server: FakeServer; stripe: FakeStripe } {
  const server = new FakeServer()
    .install()
    .on(calculatePricing, aPricing(1, 0, false))
    .on(listPrices, [])
    .on(createSetupIntent, { clientSecret: 'seti_1_secret_2', publishableKey: 'pk_live' })
    .on(setDefaultPaymentMethod, { shop: withDevices })
    .on(createSubscription, { shop: withDevices, subscriptionId: 'sub_1', charge: { status: 'paid', amount: 9_900 } });
  return { server, stripe: new FakeStripe().install(server) };
}

function Host() {
  const found = useShop('cus_1');
  const now = useNow();
  const [step, setStep] = useState<NewSubscriptionStep>();
  if (found.state !== 'found') return null;
  return (
    <>
      <NewSubscriptionButton onBegin={() => setStep(firstStep(found.shop))} />
      <NewSubscriptionFlow shop={found.shop} now={now} step={step} onStep={setStep} />
    </>
  );
}
/** Opens the flow for a shop. */
export const open = async (server: FakeServer, shop: ShopRecord, options: Parameters<typeof renderApp>[1] = {}) => {
  server.on(listShops, [shop]);
  const { user } = renderApp(<Host />, options);
  await user.click(await button('新しいサブスクリプション'));
  return { user };
};
export const quantityDialog = () => screen.findByRole('dialog', { name: '数量の変更' });
type User = Awaited<ReturnType<typeof open>>['user'];
export const toPayment = async (user: User) => {
  await user.click(await enabled('お支払い方法へ進む'));
};
export const toConfirmation = async (user: User) => {
  await toPayment(user);
  await user.click(await button('確認へ進む'));
};
/** Types a card and saves it. */
export const enterCard = async (user: User) => {
  await user.type(await screen.findByLabelText('カード名義人'), 'TARO YAMADA');
  await screen.findByText('カードの入力欄');
  await user.click(await button('カードを登録して確認へ'));
};
export const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
