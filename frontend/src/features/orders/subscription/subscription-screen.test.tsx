import { screen, waitFor, within } from '@testing-library/react';
import { listShops, refreshShop, setAutoRenewal } from '#shared/contract/billing';
import type { Subscription } from '#shared/model/customer';
import { subscriptionStatuses } from '#shared/model/subscription';
import { renderScreens } from '../../../../testing/render-app';
import { type FakeServer, refuses } from '../../../../testing/server';
import { shopServer } from '../../../../testing/shop-server';
import { aPayment, aShop, aSubscription, readAt, saved, visa } from '../../../../testing/shops';
import { subscriptionLooks } from './subscription-badge';
import { SubscriptionScreen } from './subscription-screen';

const day = 24 * 60 * 60;
let server: FakeServer;
beforeEach(() => {
  server = shopServer();
});
afterEach(() => jest.restoreAllMocks());

const shopOf = (...subscriptions: Subscription[]) => aShop({ subscriptions });
function show(subscription?: Subscription, at = '/subscription/sub_1') {
  if (subscription) server.on(listShops, [shopOf(subscription)]);
  return renderScreens({ '/subscription/:id': <SubscriptionScreen />, '*': null }, { at });
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const autoRenewal = () => screen.findByRole('switch', { name: '自動更新' });

test('the screen shows subscription, price, card and shop', async () => {
  const { user } = show(aSubscription({ current_period_start: readAt - 5 * day }, 5));
  const subscription = await region('Revonizer');
  expect(document.title).toBe('契約の詳細 | Revonizer');
  expect(subscription.getByText('契約中')).toBeVisible();
  expect(subscription.getByText('契約台数').nextSibling).toHaveTextContent('5台');
  expect(subscription.getByText('月額料金（税込）').nextSibling).toHaveTextContent('45,100円');
  expect(within(subscription.getByRole('figure', { name: '契約期間' })).getByText('2026年12月10日')).toBeVisible();
  expect(subscription.getByText('あと25日')).toBeVisible();
  await user.click(subscription.getByText('月額料金の内訳'));
  expect(subscription.getByText('26,400円')).toBeVisible();
  expect((await region('お支払い方法')).getByRole('link', { name: 'お支払い方法を変更' })).toHaveAttribute(
    'href',
    '/billing/subscription/sub_1',
  );
  expect((await region('お支払い方法')).getByText('Visa 末尾4242')).toBeInTheDocument();
  expect(subscription.getByRole('link', { name: 'サロンみなと' })).toHaveAttribute('href', '/store/cus_1');
  expect(screen.getByRole('link', { name: '契約中のサービスへ戻る' })).toHaveAttribute('href', '/store/cus_1/services');
});

test.each([
  ['trialing', '無料トライアル中'],
  ['active', '契約中'],
  ['incomplete', '初回お支払い待ち'],
  ['incomplete_expired', 'お申し込み期限切れ'],
  ['canceled', '解約済み'],
  ['unpaid', '未払い'],
  ['past_due', 'お支払い遅延'],
  ['paused', '一時停止中'],
] as const)('status %s: shown as %s', async (status, label) => {
  show(aSubscription({ status }));
  expect(await screen.findByText(label)).toBeVisible();
});

test('each status has a colour of its own', () => {
  const tones = Object.values(subscriptionLooks).map(({ tone }) => tone);
  expect(tones).toHaveLength(subscriptionStatuses.length);
  expect(new Set(tones).size).toBe(tones.length);
});

test.each([
  [20 * 60 * 60, 1],
  [2 * day, 0],
])('a trial that ends in %i s: the first payment is announced in its last day', async (left, shown) => {
  const end = readAt + left;
  const { user } = show(aSubscription({ status: 'trialing', trial_end: end, current_period_end: end }));
  expect(await screen.findByText('次回更新日')).toBeVisible();
  expect(screen.queryAllByText(/^無料トライアルは(本日|明日)で終わります$/)).toHaveLength(shown);
  const notices = screen.queryAllByRole('note').map(({ textContent }) => textContent);
  expect(notices.filter((text) => /お手続きは不要です。.*それまでに自動更新をオフに/.test(text))).toHaveLength(shown);
  for (const way of screen.queryAllByRole('button', { name: '自動更新' })) await user.click(way);
  expect((await autoRenewal()) === document.activeElement).toBe(shown === 1);
  // What the notice says is said once; up to that minute it can be ended free.
  expect(screen.queryAllByText(/料金はかかりません/)).toHaveLength(1 - shown);
  expect(screen.queryAllByText(/ \d+:\d\d$/)).toHaveLength(1);
});

test('a trial is shown until its end', async () => {
  const trial = {
    status: 'trialing',
    trial_end: readAt + 9 * day,
    current_period_start: readAt - 26 * day,
    current_period_end: readAt + 9 * day,
  } as const;
  const { unmount } = show(aSubscription(trial));
  expect(await screen.findByText(/料金はかかりません/)).toHaveTextContent(
    /^2026年11月24日 \d+:\d\dまで、料金はかかりません。$/,
  );
  expect(screen.getByText('次回更新日').nextSibling).toHaveTextContent('2026年11月24日');
  unmount();
  show(aSubscription({ ...trial, status: 'active', trial_end: readAt }));
  await screen.findByText('契約中');
  expect(screen.queryByText(/料金はかかりません/)).not.toBeInTheDocument();
});

test('a trial without a card, on its last day: the card is asked for, and no payment is promised', async () => {
  const end = readAt + 20 * 60 * 60;
  show(aSubscription({ status: 'trialing', trial_end: end, current_period_end: end, default_payment_method: null }));
  expect(await screen.findByText(/ \d+:\d\d$/)).toBeVisible();
  expect(screen.getByText(/までにカードを登録しないと、契約は終了します。$/)).toBeVisible();
  expect(screen.queryByText(/お支払いが始まります/)).not.toBeInTheDocument();
});

describe('auto-renewal', () => {
  test('switched off: the subscription is flagged as ending', async () => {
    server.on(setAutoRenewal, { shop: shopOf(aSubscription({ cancel_at_period_end: true })) });
    const { user } = show(aSubscription());
    const on = await autoRenewal();
    expect(on).toBeChecked();
    expect(screen.queryByText('次回更新日で終了')).not.toBeInTheDocument();
    await user.click(on);
    expect(await screen.findByText('次回更新日で終了')).toBeVisible();
    expect(await screen.findByText('自動更新をオフにしました')).toBeVisible();
    expect(await autoRenewal()).not.toBeChecked();
    const card = screen.getByRole('region', { name: 'Revonizer' });
    expect(within(card).getByText('月額料金（税込）').nextSibling).toHaveTextContent('次回以降は0円');
    expect(within(card).getByText('終了後の返却期限').nextSibling).toHaveTextContent('2026年12月24日');
    expect(within(card).getAllByText(/12月10日/)).toHaveLength(1);
    expect(server.askedOf(setAutoRenewal)[0]?.body).toEqual({ autoRenewal: false });
    expect(server.askedOf(listShops)).toHaveLength(1);
  });

  test.each([
    ['on the way here', 'unreachable' as const],
    ['between the server and Stripe', refuses('PAYMENTS_UNAVAILABLE')],
  ])('the response was lost %s: the switch shows what became of it', async (_where, lost) => {
    server.reply(setAutoRenewal, lost).on(refreshShop, { shop: shopOf(aSubscription({ cancel_at_period_end: true })) });
    const { user } = show(aSubscription());
    await user.click(await autoRenewal());
    expect(await screen.findByText('自動更新設定の変更中にエラーが発生しました')).toBeInTheDocument();
    await waitFor(async () => expect(await autoRenewal()).not.toBeChecked());
  });

  test('auto-renewal is switched on again: the flag disappears', async () => {
    server.on(setAutoRenewal, { shop: shopOf(aSubscription()) });
    const { user } = show(aSubscription({ cancel_at_period_end: true }));
    await user.click(await autoRenewal());
    expect(await screen.findByText('自動更新をオンにしました')).toBeVisible();
    expect(server.askedOf(setAutoRenewal)[0]?.body).toEqual({ autoRenewal: true });
  });

  test('the change is refused: a message, and the switch stays', async () => {
    server.refuse(setAutoRenewal, 'CHANGE_IN_PROGRESS');
    const { user } = show(aSubscription());
    await user.click(await autoRenewal());
    expect(await screen.findByText('自動更新設定の変更中にエラーが発生しました')).toBeVisible();
    expect(screen.getByText('別の変更を処理しています。少し待ってから、もう一度お試しください。')).toBeVisible();
    expect(await autoRenewal()).toBeChecked();
    expect(server.askedOf(refreshShop)).toHaveLength(0);
  });

  test('canceled elsewhere: the screen shows the current state', async () => {
    server
      .refuse(setAutoRenewal, 'SUBSCRIPTION_NOT_CHANGEABLE')
      .on(refreshShop, { shop: shopOf(aSubscription({ status: 'canceled' })) });
    const { user } = show(aSubscription());
    await user.click(await autoRenewal());
    expect(await screen.findByText('自動更新設定の変更中にエラーが発生しました')).toBeVisible();
    expect(await screen.findByText('解約済み')).toBeVisible();
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  });
});

test.each(['canceled', 'incomplete_expired'] as const)('%s: nothing can be changed', async (status) => {
  show(aSubscription({ status, discounts: [{ code: 'FIRSTONE', amount: 990, once: false, end: null }] }));
  await screen.findByText('終了時の月額料金の内訳');
  expect(screen.queryByRole('link', { name: /お支払い方法/ })).not.toBeInTheDocument();
  expect(screen.getByText('終了時の台数').nextSibling).toHaveTextContent('1台');
  expect(screen.queryByText('月額料金（税込）')).not.toBeInTheDocument();
  expect(screen.queryByText(/ご契約が続くあいだ|FIRSTONE/)).not.toBeInTheDocument();
  for (const name of ['数量を変更', '解約する']) expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: '新しいサブスクリプション' })).toBeVisible();
});

test('ended with a debt: it is paid first, and no order is offered that the server refuses', async () => {
  const payment_history = [aPayment({ status: 'failed' })];
  server.on(listShops, [aShop({ subscriptions: [aSubscription({ status: 'canceled' })], payment_history })]);
  show();
  expect(await screen.findByRole('button', { name: /支払う/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: '新しいサブスクリプション' })).not.toBeInTheDocument();
});

test('a trial that is to end before its time: the moment of the trial’s end is told', async () => {
  const [trial_end, ends_at] = [readAt + 9 * day, readAt + 5 * day];
  show(aSubscription({ status: 'trialing', trial_end, current_period_end: trial_end, ends_at }));
  expect(await screen.findByText(/料金はかかりません/)).toHaveTextContent(/2026年11月24日 \d+:\d\d/);
});

test.each([
  ['expired', { ...visa, exp_month: 10, exp_year: 2026 }, 'カードの有効期限が切れています'],
  ['that ends soon', { ...visa, exp_month: 12, exp_year: 2026 }, 'カードの有効期限が近づいています'],
])('a card %s: a message', async (_what, card, words) => {
  show(aSubscription({ default_payment_method: saved(card) }));
  expect(await screen.findByText(words)).toBeVisible();
});

test('no card: a link to register one', async () => {
  show(aSubscription({ default_payment_method: null }));
  expect(await screen.findByText('カードが登録されていません')).toBeVisible();
  expect(screen.getByRole('link', { name: 'カードを登録する' })).toHaveAttribute('href', '/billing/subscription/sub_1');
});

test('paused: the switch says why it waits', async () => {
  show(aSubscription({ status: 'paused' }));
  expect(await autoRenewal()).toBeDisabled();
  expect(await autoRenewal()).toHaveAccessibleDescription('ご契約を再開すると切り替えられます。');
});

test('before the first payment: nothing to renew, the order can be taken back', async () => {
  show(aSubscription({ status: 'incomplete' }));
  expect(await screen.findByRole('button', { name: '申し込みを取り消す' })).toBeVisible();
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
});

test.each(subscriptionStatuses)('%s: other quantities are offered only if the server takes them', async (status) => {
  show(aSubscription({ status }));
  await region('Revonizer');
  const offered = status === 'active' || status === 'trialing' ? 1 : 0;
  expect(screen.queryAllByRole('button', { name: '数量を変更' })).toHaveLength(offered);
});

test.each(['past_due', 'unpaid', 'incomplete'] as const)('%s: the payment is shown first', async (status) => {
  show(aSubscription({ status }));
  const pay = await screen.findByRole('button', { name: /支払う/ });
  expect(
    pay.compareDocumentPosition(screen.getByRole('region', { name: 'Revonizer' })) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy();
});

test('active with an older invoice that is unpaid: it can be paid here', async () => {
  server.on(listShops, [
    aShop({
      subscriptions: [aSubscription({ status: 'active' })],
      payment_history: [aPayment({ id: 'in_2' }), aPayment({ id: 'in_1', status: 'failed', amount: 36_300 })],
    }),
  ]);
  show();
  const panel = await region('未払いのご請求があります');
  expect(panel.getByText('36,300円')).toBeVisible();
  expect(panel.getByRole('button', { name: /支払う/ })).toBeVisible();
});

test('the quantity button: its dialog opens', async () => {
  const { user } = show(aSubscription());
  await user.click(await screen.findByRole('button', { name: '数量を変更' }));
  expect(await screen.findByRole('dialog', { name: '数量の変更' })).toBeVisible();
});

test('the subscription of another user: shown as not found', async () => {
  show(aSubscription({ id: 'sub_other' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('指定されたサブスクリプションが見つかりません');
  for (const back of screen.getAllByRole('link', { name: /^店舗一覧へ/ })) expect(back).toHaveAttribute('href', '/');
});

test('the read fails: an error with a retry', async () => {
  server.refuse(listShops, 'PAYMENTS_UNAVAILABLE');
  const { user } = show();
  expect(screen.getByText('読み込み中')).toBeInTheDocument();
  expect(await screen.findByRole('alert')).toHaveTextContent('サブスクリプション情報の取得に失敗しました');
  server.on(listShops, [shopOf(aSubscription())]);
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByText('契約中')).toBeVisible();
});

test('old data: its age is shown, and it can be read again', async () => {
  server
    .on(listShops, [{ ...shopOf(aSubscription()), readAt: readAt - 2 * day }])
    .refuse(refreshShop, 'PAYMENTS_UNAVAILABLE');
  const { user } = show();
  expect(await screen.findByText(/2日前の情報を表示しています/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: '最新の情報に更新' }));
  expect(await screen.findByText('最新の情報を取得できませんでした')).toBeVisible();
  server.on(refreshShop, { shop: shopOf(aSubscription({}, 2)) });
  await user.click(screen.getByRole('button', { name: '最新の情報に更新' }));
  expect(await screen.findByText('最新の情報を表示しています')).toBeVisible();
  expect(screen.queryByText(/2日前の情報/)).not.toBeInTheDocument();
  expect(screen.getByText('契約台数').nextSibling).toHaveTextContent('2台');
});

test('a discount: its code, amount and end, and the price before and after', async () => {
  const end = Date.parse('2027-02-22T03:00:00Z') / 1000;
  show(aSubscription({ discounts: [{ code: 'OZONE1000', amount: 1_000, once: false, end }] }));
  const subscription = await region('Revonizer');
  expect(subscription.getByText('月額料金（税込）').nextSibling).toHaveTextContent('8,900円');
  const card = screen.getByRole('region', { name: 'Revonizer' });
  expect(card).toHaveTextContent('割引（OZONE1000）1,000円引き（2027年2月22日まで）割引の終了後は月額9,900円');
});

test('an ended subscription: the day on which it ended, not the end of its period', async () => {
  show(aSubscription({ status: 'canceled', ended_at: Date.parse('2026-11-14T03:00:00Z') / 1000 }));
  const subscription = await region('Revonizer');
  expect(subscription.getByText('契約終了日').nextSibling).toHaveTextContent('2026年11月14日');
});
