import { screen } from '@testing-library/react';
import { listShops, paySubscription } from '#shared/contract/billing';
import type { Subscription } from '#shared/model/customer';
import { FakeStripe } from '../../../../testing/fake-stripe';
import { renderApp } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { aPayment, aShop, aSubscription } from '../../../../testing/shops';
import { useSubscription } from '../../../lib/use-shops';
import { PayPanel } from './pay-panel';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().install();
  new FakeStripe().install(server);
});

function Panel() {
  const found = useSubscription('sub_1');
  if (found.state !== 'found') return null;
  return <PayPanel shop={found.shop} subscription={found.subscription} now={found.shop.readAt * 1000} />;
}

async function pay(changes: Partial<Subscription>): Promise<void> {
  const shop = aShop({ subscriptions: [aSubscription(changes)], payment_history: [aPayment({ status: 'failed' })] });
  server
    .on(listShops, [shop])
    .on(paySubscription, { shop: { ...shop, payment_history: [] }, charge: { status: 'paid', amount: 9_900 } });
  const { user } = renderApp(<Panel />);
  await user.click(await screen.findByRole('button', { name: '今すぐ支払う' }));
  await screen.findByText('お支払いが完了しました');
}

test('a payment of a contract that continues: it goes on', async () => {
  await pay({ status: 'past_due' });
  expect(screen.getByText('ありがとうございます。ご契約はそのまま続きます。')).toBeInTheDocument();
});

test.each([
  ['that has ended', { status: 'canceled' }],
  ['that ends with its period', { status: 'past_due', cancel_at_period_end: true }],
  ['that ends later', { status: 'active', ends_at: 1_900_000_000 }],
] as const)('a payment of a contract %s: nobody is told that it goes on', async (_what, changes) => {
  await pay(changes);
  expect(screen.getByText('ありがとうございます。')).toBeInTheDocument();
});

test('the first payment: the contract has begun', async () => {
  await pay({ status: 'incomplete' });
  expect(screen.getByText('ありがとうございます。ご契約が始まりました。')).toBeInTheDocument();
});
