import { screen, within } from '@testing-library/react';
import { useNavigate } from 'react-router-dom';
import { getUser } from '#shared/contract/account';
import { listShops } from '#shared/contract/billing';
import { listMovements } from '#shared/contract/movement';
import type { Subscription } from '#shared/model/customer';
import type { Movement } from '#shared/model/movement';
import { aMovement } from '../../../testing/movements';
import { hanako, renderApp, renderScreens } from '../../../testing/render-app';
import { FakeServer } from '../../../testing/server';
import { aShop, aSubscription, readAt } from '../../../testing/shops';
import { changedState, WhatNext } from './what-next';
import { HomeScreen } from '../shops/home/home-screen';
import { ServicesScreen } from '../orders/services/services-screen';

let server: FakeServer;
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(readAt * 1000);
  server = new FakeServer().install();
});
afterEach(() => jest.restoreAllMocks());

const lines = async (): Promise<(string | null)[]> => {
  const card = within(await screen.findByRole('region', { name: 'この後の流れ' }));
  await card.findAllByRole('listitem');
  return [...card.getAllByRole('heading', { level: 3 }), ...card.getAllByRole('listitem')].map(
    ({ textContent }) => textContent,
  );
};
function show(subscription: Partial<Subscription>, units: number, ...movements: Movement[]) {
  server.on(listMovements, { movements, counts: [] });
  const shop = aShop({ subscriptions: [aSubscription(subscription, units)] });
  return renderApp(<WhatNext shop={shop} subscriptionId="sub_1" />, { at: '/' });
}
const shipment = (more: Partial<Movement>): Movement => aMovement({ kind: 'ship', withdrawable: false, ...more });

test('an order with a trial: the shipment, and the first payment, each with its day', async () => {
  show(
    { status: 'trialing', trial_end: Date.UTC(2026, 11, 20, 3) / 1000 },
    2,
    shipment({ cause: 'subscribed', count: 2 }),
  );
  expect(await lines()).toEqual([
    'お届け 2台',
    'ご契約・お支払い',
    'デバイスを発送します2026年11月25日まで',
    'デバイスが届きます',
    '初回のお支払い（無料トライアル終了後）2026年12月20日',
  ]);
});

test('a raised quantity: the shipment, and the next payment for all devices', async () => {
  show({}, 3, shipment({ cause: 'raised' }), aMovement({ id: 'mv-2', subscription: 'sub_other' }));
  expect(await lines()).toEqual([
    'お届け 1台',
    'ご契約・お支払い',
    'デバイスを発送します2026年11月25日まで',
    'デバイスが届きます',
    '次回のお支払い（3台分）2026年12月10日',
  ]);
});

test('a lowered quantity before anything was sent: nothing to send back', async () => {
  show({}, 1, shipment({ state: 'withdrawn' }));
  expect(await lines()).toEqual(['ご契約・お支払い', '次回のお支払い（1台分）2026年12月10日']);
});

test('an end at once: the box, and the way back', async () => {
  show({ status: 'canceled' }, 1, aMovement({ cause: 'ended', withdrawable: false }));
  expect(await lines()).toEqual([
    '返却 1台',
    'ご契約・お支払い',
    '返却用の箱を発送します2026年11月25日まで',
    '箱が届いたら、デバイスと付属品をご返送ください2026年12月2日まで',
    '到着の確認後、返却は完了です',
    '契約は終了しました。月額料金は今後かかりません',
  ]);
});

test('a planned end: its day, and the days of the box and of sending back', async () => {
  show({ cancel_at_period_end: true }, 1);
  expect((await lines()).slice(1)).toEqual([
    '契約が終了します2026年12月10日',
    '返却用の箱を発送します2026年12月17日まで',
    '箱が届いたら、デバイスと付属品をご返送ください2026年12月24日まで',
  ]);
});

test('the movements cannot be read: what is known of the payment is shown', async () => {
  server.refuse(listMovements, 'PAYMENTS_UNAVAILABLE');
  renderApp(<WhatNext shop={aShop({ subscriptions: [aSubscription()] })} />, { at: '/' });
  expect(await screen.findByText('次回のお支払い（1台分）')).toBeVisible();
});

/** Leads to a page as a change does. */
function Change({ to, customerId }: { to: string; customerId: string }) {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(to, { state: changedState({ customerId }) })}>
      変更
    </button>
  );
}

test.each([
  ['/', 'cus_1', true],
  ['/store/cus_1/services', 'cus_1', true],
  ['/store/cus_1/services', 'cus_2', false],
])('a change leads to %s: what happens next with %s is shown there: %s', async (to, customerId, shown) => {
  const shop = aShop({ subscriptions: [aSubscription()] });
  server
    .on(getUser, { user: hanako })
    .on(listShops, [shop])
    .on(listMovements, { movements: [shipment({ cause: 'raised' })], counts: [] });
  const { user } = renderScreens(
    {
      '/': <HomeScreen />,
      '/store/:id/services': <ServicesScreen />,
      '/before': <Change to={to} customerId={customerId} />,
    },
    { at: '/before' },
  );
  await user.click(screen.getByRole('button', { name: '変更' }));
  await screen.findAllByText(/Revonizer/);
  expect(screen.queryAllByRole('region', { name: 'この後の流れ' })).toHaveLength(shown ? 1 : 0);
});
