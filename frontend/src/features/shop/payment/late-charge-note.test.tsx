import { screen, waitFor } from '@testing-library/react';
import { getConfig } from '#shared/contract/platform';
import type { ShopRecord } from '#shared/model/customer';
import { renderApp } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { aPayment, aShop, aSubscription, readAt } from '../../../../testing/shops';
import { stageConfig } from '../../../../testing/stage-config';
import { PayPanel } from './pay-panel';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().install();
});

function open(shop: ShopRecord): void {
  const [subscription = aSubscription()] = shop.subscriptions;
  renderApp(<PayPanel shop={shop} subscription={subscription} now={readAt * 1000} />);
}
const payNow = () => screen.findByRole('button', { name: '今すぐ支払う' });

const lateSince = (since: number) => ({ amount: 18_700, since });

test.each([
  ['a stage that does not charge: what the terms provide, as of today', false],
  ['a stage that charges: it says that the next invoice has it', true],
])('late by five days, %s', async (_stage, chargesLate) => {
  server.on(getConfig, { ...stageConfig, chargesLate });
  open(
    aShop({
      subscriptions: [aSubscription({ status: 'past_due' })],
      // A late charge of 145 yen is on it, and bears none.
      payment_history: [
        aPayment({ status: 'failed', amount: 18_845, late: lateSince(Date.UTC(2026, 10, 10, 4) / 1000) }),
      ],
    }),
  );
  const note = await screen.findByText(/年14.6％の遅延損害金を申し受けると定めています。本日までの額は/);
  expect(note).toHaveTextContent('37円です。');
  await waitFor(() => expect(note.textContent.includes('次回のご請求に加えます')).toBe(chargesLate));
});

test('a subscription that has ended: there is no next invoice to promise the late charge for', async () => {
  server.on(getConfig, { ...stageConfig, chargesLate: true });
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
