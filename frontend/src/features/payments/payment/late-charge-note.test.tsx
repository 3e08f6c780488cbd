import { screen } from '@testing-library/react';
import type { ShopRecord } from '#shared/model/customer';
import { renderApp } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { aPayment, aShop, aSubscription, readAt } from '../../../../testing/shops';
import { PayPanel } from './pay-panel';

beforeEach(() => void new FakeServer().install());

function open(shop: ShopRecord): void {
  const [subscription = aSubscription()] = shop.subscriptions;
  renderApp(<PayPanel shop={shop} subscription={subscription} now={readAt * 1000} />);
}
const payNow = () => screen.findByRole('button', { name: '今すぐ支払う' });

const lateSince = (since: number) => ({ amount: 18_700, since });

test('late by five days: what the terms provide, as of today, and no word of an invoice', async () => {
  open(
    aShop({
      subscriptions: [aSubscription({ status: 'past_due' })],
      payment_history: [aPayment({ status: 'failed', late: lateSince(Date.UTC(2026, 10, 10, 4) / 1000) })],
    }),
  );
  const note = await screen.findByText(/年14.6％の遅延損害金を申し受けると定めています。本日までの額は/);
  expect(note).toHaveTextContent(/37円です。$/);
});

test('a subscription that has ended: the same', async () => {
  open(
    aShop({
      subscriptions: [aSubscription({ status: 'canceled' })],
      payment_history: [aPayment({ status: 'failed', late: lateSince(Date.UTC(2026, 10, 10, 4) / 1000) })],
    }),
  );
  expect(await screen.findByText(/本日までの額は/)).toHaveTextContent(/です。$/);
});

test.each([
  ['on the day it was due', { late: lateSince(Date.UTC(2026, 10, 15, 1) / 1000) }, 'past_due' as const],
  ['for a first payment, which begins nothing until it is made', {}, 'incomplete' as const],
])('%s there is no late charge', async (_when, payment, status) => {
  open(
    aShop({
      subscriptions: [aSubscription({ status })],
      payment_history: [aPayment({ status: 'failed', ...payment })],
    }),
  );
  expect(await payNow()).toBeVisible();
  expect(screen.queryByText(/遅延損害金/)).not.toBeInTheDocument();
});
