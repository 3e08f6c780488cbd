import { screen, waitFor, within } from '@testing-library/react';
import { listShops, refreshShop } from '#shared/contract/billing';
import { getEndingReceipt, planEnding, previewEnding, takeBackEnding } from '#shared/contract/ending';
import { getConfig } from '#shared/contract/platform';
import { endingOf, factsOf, noticePeriodOf, returnTimes } from '#shared/model/ending';
import type { EndingPreview, EndingReceipt } from '#shared/model/ending-plan';
import { address, renderScreens } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { aPayment, aShop, aSubscription, readAt } from '../../../../testing/shops';
import { stageConfig } from '../../../../testing/stage-config';
import { EndingScreen } from './ending-screen';
import { EndingReceiptScreen } from './ending-receipt-screen';

const subscription = aSubscription({ billing_cycle_anchor: Date.UTC(2026, 10, 10, 3) / 1000 }, 2);
const shop = aShop({ subscriptions: [subscription] });
const preview = (changes: Partial<EndingPreview> = {}): EndingPreview => ({
  choices: endingOf(factsOf(subscription), noticePeriodOf(false), readAt).map(({ renewals, ...ending }) => ({
    ...ending,
    charges: renewals.map((at) => ({ at, amount: 18_700 })),
    total: renewals.length * 18_700,
    unrefunded: ending.way === 'now' ? 15_583 : 0,
  })),
  devices: 2,
  owed: 0,
  planned: null,
  ...changes,
});
const receipt = (changes: Partial<EndingReceipt> = {}): EndingReceipt => ({
  number: 'R-20261115-7K3QX',
  acceptedAt: readAt,
  shopName: '青山店',
  subscriptionId: 'sub_1',
  contract: 'Revonizer 1台目 ほか1件',
  devices: 2,
  endsAt: subscription.current_period_end,
  ...returnTimes(subscription.current_period_end),
  atOnce: false,
  total: 0,
  owed: 0,
  state: 'planned',
  ...changes,
});

let server: FakeServer;
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(readAt * 1000);
  server = new FakeServer().install().on(listShops, [shop]).on(previewEnding, preview());
});
afterEach(() => jest.restoreAllMocks());

test('the notice is enforced and there is no card: no end to choose, but the subscription has not ended', async () => {
  const cardless = aSubscription({ default_payment_method: null });
  expect(endingOf(factsOf(cardless), noticePeriodOf(true), readAt)).toEqual([]);
  server.on(listShops, [aShop({ subscriptions: [cardless] })]).on(previewEnding, preview({ choices: [] }));
  renderScreens({ '/subscription/:id/end': <EndingScreen />, '*': null }, { at: '/subscription/sub_1/end' });
  expect(await screen.findByText('今お選びいただける終了日はありません')).toBeVisible();
  expect(screen.getByRole('link', { name: 'カードを登録する' })).toBeVisible();
  expect(screen.queryByText('この契約は終了しています')).not.toBeInTheDocument();
});

const show = (path = '/subscription/sub_1/end') =>
  renderScreens(
    { '/subscription/:id/end': <EndingScreen />, '/subscription/:id/end/receipt': <EndingReceiptScreen /> },
    { at: path },
  );
const card = async (name: string) => within(await screen.findByRole('listitem', { name }));

test('the ways stand side by side, each with its dates, its charges and an equal button', async () => {
  show();
  const [now, period, later] = [
    await card('今すぐ終了'),
    await card('今の契約期間の終わり'),
    await card('より後の契約期間の終わり'),
  ];
  expect(now.getByText(/15,583円/)).toBeVisible();
  expect(period.getByText('2026年12月10日')).toBeVisible();
  expect(later.getAllByText('18,700円')).toHaveLength(2);
  const buttons = screen.getAllByRole('button', { name: 'この終了日を選ぶ' });
  expect(new Set(buttons.map(({ className }) => className)).size).toBe(1);
  expect(screen.getByText(/30日前を過ぎてからのお手続きもお受けします/)).toBeVisible();
});

test('nothing was shipped: no box and no return are named', async () => {
  server.on(previewEnding, preview({ devices: 0 }));
  show();
  const now = await card('今すぐ終了');
  for (const row of [/返却用の箱/, /ご返送/]) expect(now.queryByText(row)).toBeNull();
});

test('three steps by keyboard: the date, the confirmation, the receipt; what was seen is sent', async () => {
  server.on(planEnding, { shop, receipt: receipt() }).on(getEndingReceipt, receipt());
  const { user } = show();
  const later = await card('より後の契約期間の終わり');
  await user.selectOptions(later.getByLabelText('終了日'), '2027年2月10日');
  later.getByRole('button', { name: 'この終了日を選ぶ' }).focus();
  await user.keyboard('{Enter}');
  (await screen.findByRole('button', { name: 'この内容で解約する' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/subscription/sub_1/end/receipt'));
  expect(server.askedOf(planEnding)[0]?.body).toEqual({
    endsAt: Date.UTC(2027, 1, 10, 3) / 1000,
    seen: { total: 37_400, owed: 0, planned: null },
  });
  expect(await screen.findByText('受付番号 R-20261115-7K3QX')).toBeVisible();
});

test('at once: said to be final before the button', async () => {
  const { user } = show();
  await user.click((await card('今すぐ終了')).getByRole('button', { name: 'この終了日を選ぶ' }));
  expect(await screen.findByText('この操作は取り消せません')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '選び直す' }));
  expect(await screen.findByRole('listitem', { name: '今すぐ終了' })).toBeVisible();
});

test.each([
  ['now' as const, '今すぐ終了', preview({ choices: [] })],
  ['period' as const, '今の契約期間の終わり', preview({ planned: subscription.current_period_end })],
])(
  '%s, and the response is lost: the receipt is shown, because the subscription ends as chosen',
  async (_, name, after) => {
    server.reply(planEnding, 'unreachable');
    const { user } = show();
    await user.click((await card(name)).getByRole('button'));
    server.on(previewEnding, after).on(getEndingReceipt, receipt());
    await user.click(await screen.findByRole('button', { name: 'この内容で解約する' }));
    await waitFor(() => expect(address()).toBe('/subscription/sub_1/end/receipt'));
    expect(screen.queryByText('キャンセル処理中にエラーが発生しました')).not.toBeInTheDocument();
  },
);

test('the response is lost and the subscription goes on: an error, and the same button again', async () => {
  server.reply(planEnding, 'unreachable');
  const { user } = show();
  await user.click((await card('今すぐ終了')).getByRole('button'));
  await user.click(await screen.findByRole('button', { name: 'この内容で解約する' }));
  expect(await screen.findByText('キャンセル処理中にエラーが発生しました')).toBeVisible();
  expect(screen.getByRole('button', { name: 'この内容で解約する' })).toBeEnabled();
});

test('the costs changed meanwhile: a message, and the current ones', async () => {
  server.refuse(planEnding, 'ENDING_CHANGED');
  const { user } = show();
  await user.click((await card('今の契約期間の終わり')).getByRole('button', { name: 'この終了日を選ぶ' }));
  server.on(previewEnding, preview({ owed: 9_900 }));
  await user.click(await screen.findByRole('button', { name: 'この内容で解約する' }));
  expect(await screen.findByText(/ご契約の状態が変わりました/)).toBeVisible();
  expect(await screen.findByText(/9,900円/)).toBeVisible();
});

test('a late payer sees what is owed by the terms, whatever end they choose', async () => {
  const since = readAt - 31 * 86_400;
  const late = aPayment({ amount: 9_900, created: since - 3_600, status: 'failed', late: { amount: 9_900, since } });
  const pastDue = aShop({ subscriptions: [{ ...subscription, status: 'past_due' }], payment_history: [late] });
  server.on(listShops, [pastDue]);
  show();
  expect(await screen.findByText(/遅延損害金を申し受ける/)).toHaveTextContent('本日までの額は122円です。');
  const row = async (name: string, label: string) =>
    (await card(name)).getByText(label).closest('div')?.querySelector('dd')?.textContent;
  expect(await row('今すぐ終了', '年14.6％の遅延損害金（本日のお支払いの場合）')).toBe('122円');
  // 25 days more until 10 December, at 3.96 yen a day.
  expect(await row('今の契約期間の終わり', '年14.6％の遅延損害金（終了日のお支払いの場合）')).toBe('221円');
  expect(screen.getByText('どの終了日を選んでも、未払いのご請求のお支払いは必要です。')).toBeVisible();
});

test('a planned end is taken back', async () => {
  server.on(previewEnding, preview({ planned: subscription.current_period_end })).on(takeBackEnding, { shop });
  const { user } = show();
  await screen.findByText('解約を受け付けています');
  server.on(previewEnding, preview());
  await user.click(screen.getByRole('button', { name: '解約を取り消す' }));
  await waitFor(() => expect(screen.queryByText('解約を受け付けています')).not.toBeInTheDocument());
});

test.each([
  ['is taken back', subscription, '解約を取り消しました'],
  ['stays', { ...subscription, ends_at: subscription.current_period_end }, '解約の取り消し中にエラーが発生しました'],
  ['has come', { ...subscription, status: 'canceled' as const }, '解約の取り消し中にエラーが発生しました'],
])('a planned end %s, and the response is lost: the screen says what is so', async (_what, now, words) => {
  server
    .on(previewEnding, preview({ planned: subscription.current_period_end }))
    .reply(takeBackEnding, 'unreachable')
    .on(refreshShop, { shop: aShop({ subscriptions: [now] }) });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: '解約を取り消す' }));
  expect(await screen.findByText(words)).toBeInTheDocument();
});

test('the stage enforces the notice: the screen says so', async () => {
  server.on(getConfig, { ...stageConfig, enforcesNotice: true });
  show();
  expect(await screen.findByText(/30日以内に終了することはできません/)).toBeVisible();
});

test('the ends cannot be read: an error with a retry', async () => {
  server.refuse(previewEnding, 'PAYMENTS_UNAVAILABLE');
  const { user } = show();
  expect(await screen.findByText('解約の内容を取得できませんでした')).toBeVisible();
  server.on(previewEnding, preview());
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByRole('listitem', { name: '今すぐ終了' })).toBeVisible();
});

test.each([
  ['moved the end', { ends_at: Date.UTC(2027, 2, 10, 3) / 1000 }],
  ['ended the subscription on another day', { status: 'canceled' as const }],
])('the staff %s: its receipt says so, and not that the subscription goes on', async (_what, change) => {
  const moved = { ...subscription, ...change };
  server.on(listShops, [aShop({ subscriptions: [moved] })]).on(getEndingReceipt, receipt({ state: 'withdrawn' }));
  show('/subscription/sub_1/end/receipt');
  expect(await screen.findByText('終了日が変更されました（この受付の終了日は無効です）')).toBeVisible();
  server.on(listShops, [shop]);
});

test('a receipt: its facts and whom to call; without one, an error', async () => {
  server.on(getEndingReceipt, receipt({ state: 'ended', owed: 9_900 }));
  const { unmount } = show('/subscription/sub_1/end/receipt');
  expect(await screen.findByText('終了')).toBeVisible();
  expect(screen.getByText('9,900円')).toBeVisible();
  expect(await screen.findByText('03-1111-2222')).toBeVisible();
  unmount();
  server.refuse(getEndingReceipt, 'RECEIPT_NOT_FOUND');
  show('/subscription/sub_1/end/receipt');
  expect(await screen.findByText('解約受付書を表示できませんでした')).toBeVisible();
});
