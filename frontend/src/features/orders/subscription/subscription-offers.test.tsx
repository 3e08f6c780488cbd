import { act, screen, waitFor, within } from '@testing-library/react';
import { listShops, setAutoRenewal } from '#shared/contract/billing';
import type { Subscription } from '#shared/model/customer';
import { renderScreens } from '../../../../testing/render-app';
import type { FakeServer } from '../../../../testing/server';
import { shopServer } from '../../../../testing/shop-server';
import { aPayment, aShop, aSubscription, saved, visa } from '../../../../testing/shops';
import { SubscriptionScreen } from './subscription-screen';

let server: FakeServer;
beforeEach(() => {
  server = shopServer();
});
afterEach(() => jest.restoreAllMocks());

function show(changes: Partial<Subscription>) {
  const shop = aShop({ subscriptions: [aSubscription(changes)], payment_history: [aPayment({ status: 'failed' })] });
  server.on(listShops, [changes.status === 'incomplete' ? shop : { ...shop, payment_history: [] }]);
  return renderScreens({ '/subscription/:id': <SubscriptionScreen />, '*': null }, { at: '/subscription/sub_1' });
}
const priced = () => screen.findByText('月額料金の内訳');

test('the way back is the first step of one that ends', async () => {
  server.on(setAutoRenewal, { shop: aShop({ subscriptions: [aSubscription()] }) });
  const { user } = show({ cancel_at_period_end: true });
  await user.click(await screen.findByRole('button', { name: '契約を続ける' }));
  expect(await screen.findByText('自動更新をオンにしました')).toBeVisible();
  expect(await screen.findByRole('button', { name: '数量を変更' })).toBeVisible();
  expect(screen.queryByRole('button', { name: '契約を続ける' })).not.toBeInTheDocument();
  expect(server.askedOf(setAutoRenewal)[0]?.body).toEqual({ autoRenewal: true });
});

test.each(['incomplete', 'paused'] as const)('%s: no renewal is promised that it does not have', async (status) => {
  show({ status });
  await priced();
  expect(screen.queryByText(/に更新します/)).not.toBeInTheDocument();
});

test('what takes its place is not pressed by a second press', async () => {
  server.on(setAutoRenewal, { shop: aShop({ subscriptions: [aSubscription()] }) });
  const { user } = show({ cancel_at_period_end: true });
  const step = await screen.findByRole('button', { name: '契約を続ける' });
  await user.click(step);
  await waitFor(() => expect(step).toHaveTextContent('数量を変更'));
  act(() => step.click());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('paused: the staff resume it', async () => {
  show({ status: 'paused', default_payment_method: null });
  await priced();
  expect(screen.getByText(/再開するには、カードを登録して、担当者までご連絡ください。/)).toBeVisible();
});

test('paused by the staff, with a card: no card is asked for', async () => {
  show({ status: 'paused' });
  await priced();
  expect(screen.getByText('再開をご希望の場合は、担当者までご連絡ください。')).toBeVisible();
  expect(screen.queryByText(/カードが登録されませんでした/)).not.toBeInTheDocument();
});

test.each([
  ['scheduled', 'ご契約の変更を予定しています', 0],
  ['uncollected', '料金のお支払いを止めています', 1],
  ['invoiced', '請求書払いのご契約です', 1],
] as const)(
  '%s by the staff: the screen says so, and offers only what is possible',
  async (arrangement, title, switches) => {
    show({ arrangement, default_payment_method: null });
    await priced();
    expect(screen.getByText(title)).toBeVisible();
    expect(screen.queryByRole('button', { name: '数量を変更' })).not.toBeInTheDocument();
    expect(screen.queryAllByRole('switch')).toHaveLength(switches);
    expect(screen.queryAllByText('カードが登録されていません')).toHaveLength(arrangement === 'scheduled' ? 1 : 0);
    expect(screen.getByRole('button', { name: '解約する' })).toBeVisible();
  },
);

test.each([
  ['no card', null],
  ['an expired card', saved({ ...visa, exp_month: 10, exp_year: 2026 })],
])('%s, and an end with the period: no next payment is named', async (_what, method) => {
  show({ default_payment_method: method, cancel_at_period_end: true });
  await priced();
  expect(screen.queryByText(/次回のお支払い/)).not.toBeInTheDocument();
});

const begun = Date.parse('2026-11-10T03:00:00Z') / 1000;
const shownSubscription = () => screen.findByRole('region', { name: 'Revonizer' });

test.each(['incomplete', 'paused'] as const)('%s: no day of a renewal, which may never come', async (status) => {
  show({ status });
  expect(await shownSubscription()).not.toHaveTextContent('次回更新日');
});

test.each([
  ['its start is known', { current_period_start: begun }],
  ['its start is not known', {}],
])('late, and %s: it still renews, and its day is named once', async (_what, changes) => {
  show({ status: 'past_due', ...changes });
  const day = within(await shownSubscription()).getByText('次回更新日（お支払い後）');
  expect(day.nextSibling).toHaveTextContent('2026年12月10日');
});

test('the staff planned an end within the period: that day, not the period’s', async () => {
  show({ cancel_at_period_end: true, ends_at: Date.parse('2026-12-05T03:00:00Z') / 1000, current_period_start: begun });
  const card = await shownSubscription();
  expect(within(card).getByText('契約終了日').nextSibling).toHaveTextContent('2026年12月5日');
  expect(card).not.toHaveTextContent('12月10日');
});

test.each([
  ['with a card', {}, '次回更新日'],
  ['without a card: no payment is promised', { default_payment_method: null }, 'トライアル終了'],
])('a trial %s: the name of its end', async (_what, changes, label) => {
  const end = Date.parse('2027-01-10T03:00:00Z') / 1000;
  show({ status: 'trialing', trial_end: end, current_period_start: begun, current_period_end: end, ...changes });
  const timeline = within(await screen.findByRole('figure', { name: '契約期間' }));
  expect(timeline.getByText(label)).toBeVisible();
});

const discount = { code: 'OZONE1000', amount: 1_000 };
test.each([
  ['with this period', { cancel_at_period_end: true }],
  ['later, before the discount does', { ends_at: Date.parse('2027-02-15T03:00:00Z') / 1000 }],
])('the subscription ends %s: no price after its discount is named', async (_when, changes) => {
  show({ discounts: [{ ...discount, once: false, end: Date.parse('2027-02-22T03:00:00Z') / 1000 }], ...changes });
  const card = await shownSubscription();
  expect(card).toHaveTextContent('割引（OZONE1000）1,000円引き');
  expect(card).not.toHaveTextContent('割引の終了後は');
});

test('two discounts of the staff, without codes and ends: both are named', async () => {
  const given = { code: null, once: false, end: null };
  show({
    discounts: [
      { ...given, amount: 1_000 },
      { ...given, amount: 500 },
    ],
  });
  const card = await shownSubscription();
  expect(card).toHaveTextContent('割引1,000円引き');
  expect(card).toHaveTextContent('割引500円引き');
});

test('the subscription ends before the only payment with a discount: that payment is not promised', async () => {
  show({ cancel_at_period_end: true, discounts: [{ ...discount, once: true, end: null }] });
  expect(await shownSubscription()).not.toHaveTextContent('次回のお支払いのみ');
});
