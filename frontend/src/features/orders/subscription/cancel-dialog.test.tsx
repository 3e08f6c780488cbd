import { screen, waitFor, within } from '@testing-library/react';
import { cancelSubscription, listShops, previewEnding, refreshShop, setAutoRenewal } from '#shared/contract/billing';
import type { Payment, Subscription } from '#shared/model/customer';
import { noRefund, plannedEndOf, waysToEnd, type EndingPreview } from '#shared/model/ending';
import { address, renderScreens } from '../../../../testing/render-app';
import { type FakeServer, refuses } from '../../../../testing/server';
import { shopServer } from '../../../../testing/shop-server';
import { aPayment, aShop, aSubscription, readAt } from '../../../../testing/shops';
import { SubscriptionScreen } from './subscription-screen';

let server: FakeServer;
beforeEach(() => {
  server = shopServer();
});
afterEach(() => jest.restoreAllMocks());

const renewal = aSubscription().current_period_end;
const shopOf = (subscription: Subscription, payment_history: Payment[] = []) =>
  aShop({ subscriptions: [subscription], payment_history });

/** What Stripe previews: by default nothing more is charged. */
function previewOf(subscription: Subscription, changes: Partial<EndingPreview> = {}): EndingPreview {
  const ways = waysToEnd({ status: subscription.status, endsAt: plannedEndOf(subscription) ?? null });
  return {
    ways: ways.map((way) =>
      way === 'now' ? { way, endsAt: readAt, charges: [] } : { way, endsAt: renewal, charges: [] },
    ),
    owed: 0,
    ...changes,
  };
}
async function openDialog(subscription = aSubscription(), payments: Payment[] = []) {
  server.on(listShops, [shopOf(subscription, payments)]);
  const view = renderScreens({ '/subscription/:id': <SubscriptionScreen />, '*': null }, { at: '/subscription/sub_1' });
  await view.user.click(await screen.findByRole('button', { name: /解約する$|^申し込みを取り消す$/ }));
  return {
    ...view,
    dialog: within(await screen.findByRole('dialog', { name: /(いつ|今すぐ)解約しますか？$|取り消しますか？$/ })),
  };
}
const open = async (changes: Partial<Subscription> = {}, preview: Partial<EndingPreview> = {}, paid?: Payment[]) => {
  const subscription = aSubscription(changes);
  server.on(previewEnding, previewOf(subscription, preview));
  return openDialog(subscription, paid);
};
type Opened = Awaited<ReturnType<typeof open>>;
/** With its day, for who hears it alone. */
const nameOf = (name: string): string => (name === 'この日に終了' ? 'この日に終了（2026年12月10日）' : name);
const way = async ({ dialog }: Opened, name: 'この日に終了' | '今すぐ解約') =>
  within(await dialog.findByRole('listitem', { name: nameOf(name) }));
const atRenewal = async (opened: Opened) =>
  opened.user.dblClick((await way(opened, 'この日に終了')).getByRole('button', { name: nameOf('この日に終了') }));
/** Chosen by a press, which may be doubled, and then confirmed. */
async function atOnce(opened: Opened): Promise<void> {
  await opened.user.dblClick((await way(opened, '今すぐ解約')).getByRole('button', { name: '今すぐ解約' }));
  expect(server.askedOf(cancelSubscription)).toHaveLength(0);
  await confirmed(opened, '今すぐ解約');
}
async function confirmed({ user, dialog }: Opened, name: '今すぐ解約' | '申し込みを取り消す'): Promise<void> {
  const button = await dialog.findByRole('button', { name });
  await waitFor(() => expect(button).toBeEnabled());
  await user.dblClick(button);
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

test('both ways with their day, what is still charged, and what is not refunded', async () => {
  const charges = [{ at: renewal, amount: 1_500 }];
  const { ways } = previewOf(aSubscription());
  const opened = await open({}, { ways: ways.map((one) => (one.way === 'renewal' ? { ...one, charges } : one)) });
  expect(opened.dialog.getByRole('button', { name: '解約しない' })).toHaveFocus();
  const [later, now] = [await way(opened, 'この日に終了'), await way(opened, '今すぐ解約')];
  expect(later.getAllByText('2026年12月10日')[0]).toBeVisible();
  expect(later.getByText('これからのご請求').nextSibling).toHaveTextContent('1,500円2026/12/10 1,500円');
  expect(later.queryByText(/返金/)).not.toBeInTheDocument();
  expect(now.getByText('本日')).toBeVisible();
  expect(now.getByText('これからのご請求').nextSibling).toHaveTextContent(/^0円$/);
  expect(now.getByText(noRefund)).toBeVisible();
  expect(now.getByText('元に戻すことはできません。')).toBeVisible();
  expect(opened.dialog.getByText(/お手元にデバイスがある場合は、.*1週間以内に返却用の箱/)).toBeVisible();
  expect(opened.dialog.queryByRole('note')).not.toBeInTheDocument();
  expect(opened.dialog.queryByText(/追加のお支払いはありません/)).not.toBeInTheDocument();
});

test.each([
  ['both ways', {}, 'どちらも、追加のお支払いはありません。'],
  [
    'the only way',
    { cancel_at_period_end: true },
    'このままでも2026年12月10日に終了します。追加のお支払いはありません。',
  ],
])('%s without a charge: said once', async (_what, changes, words) => {
  const { dialog } = await open(changes);
  expect(await dialog.findByText(words)).toBeVisible();
  expect(dialog.queryByText('これからのご請求')).not.toBeInTheDocument();
  const stays = 'cancel_at_period_end' in changes ? 'このままにする' : '解約しない';
  expect(dialog.getByRole('button', { name: stays })).toBeVisible();
});

test.each([
  ['a press', ({ user, dialog }: Opened) => user.click(dialog.getByRole('button', { name: '戻る' }))],
  ['Escape', ({ user }: Opened) => user.keyboard('{Escape}')],
])('at once: a press in the choice asks, with what is lost; %s leads back to the choice', async (_how, leave) => {
  const opened = await open();
  await opened.user.dblClick((await way(opened, '今すぐ解約')).getByRole('button', { name: '今すぐ解約' }));
  const question = within(await screen.findByRole('dialog', { name: '今すぐ解約しますか？' }));
  expect(question.getByText(noRefund)).toBeVisible();
  expect(question.getByText('元に戻すことはできません。')).toBeVisible();
  expect(question.queryByRole('listitem')).not.toBeInTheDocument();
  expect(question.getByText('追加のお支払いはありません。')).toBeVisible();
  expect(document.activeElement).toHaveTextContent(noRefund);
  await leave(opened);
  expect(await way(opened, 'この日に終了')).toBeDefined();
  expect(document.activeElement).toHaveTextContent('どちらも、追加のお支払いはありません。');
  expect(server.askedOf(cancelSubscription)).toHaveLength(0);
});

test('at once in a trial: the rest of it is lost, and nothing was paid that could be refunded', async () => {
  const opened = await open({ status: 'trialing', trial_end: renewal });
  const now = await way(opened, '今すぐ解約');
  expect(now.getByText('残りの無料期間は使えなくなります。')).toBeVisible();
  expect(now.queryByText(noRefund)).not.toBeInTheDocument();
});

test('at once, pressed twice: ended once, and the shop opens', async () => {
  server.on(cancelSubscription, { shop: shopOf(aSubscription({ status: 'canceled' })) });
  await atOnce(await open());
  await waitFor(() => expect(address()).toBe('/store/cus_1'));
  expect(await screen.findByText('契約を解約しました')).toBeVisible();
  expect(server.askedOf(cancelSubscription)).toHaveLength(1);
  expect(server.askedOf(cancelSubscription)[0]?.url.pathname).toBe('/api/stripe/subscription/sub_1/cancel');
});

test('at the renewal: the switch of the auto-renewal, off; the screen stays and shows the end', async () => {
  server.on(setAutoRenewal, { shop: shopOf(aSubscription({ cancel_at_period_end: true })) });
  await atRenewal(await open());
  await closed();
  expect(await screen.findByText('解約を受け付けました')).toBeVisible();
  expect(screen.getByText('次回更新日で終了')).toBeVisible();
  expect(screen.getByRole('switch', { name: '自動更新' })).not.toBeChecked();
  expect(address()).toBe('/subscription/sub_1');
  expect(server.askedOf(setAutoRenewal).map(({ body }) => body)).toEqual([{ autoRenewal: false }]);
});

test('the dialog is closed: nothing ends; opened again, Stripe previews anew', async () => {
  const { user, dialog } = await open();
  await user.click(dialog.getByRole('button', { name: '解約しない' }));
  await closed();
  await user.click(screen.getByRole('button', { name: '解約する' }));
  await screen.findByRole('button', { name: '今すぐ解約' });
  expect(server.askedOf(previewEnding)).toHaveLength(2);
  expect(server.askedOf(cancelSubscription)).toHaveLength(0);
});

describe.each([
  ['on the way here', 'unreachable' as const],
  ['between the server and Stripe', refuses('PAYMENTS_UNAVAILABLE')],
])('the response was lost %s, and it is done: it counts as done', (_where, lost) => {
  test('at once', async () => {
    server.reply(cancelSubscription, lost).on(refreshShop, { shop: shopOf(aSubscription({ status: 'canceled' })) });
    await atOnce(await open());
    await waitFor(() => expect(address()).toBe('/store/cus_1'));
    expect(await screen.findByText('契約を解約しました')).toBeVisible();
  });

  test('at the renewal', async () => {
    server.reply(setAutoRenewal, lost).on(refreshShop, { shop: shopOf(aSubscription({ cancel_at_period_end: true })) });
    await atRenewal(await open());
    await closed();
    expect(await screen.findByText('解約を受け付けました')).toBeVisible();
  });
});

test.each([
  ['words of the server', refuses('SUBSCRIPTION_NOT_FOUND'), '指定されたサブスクリプションが見つかりません'],
  ['no response', 'unreachable' as const, '通信エラーが発生しました。接続を確認して、もう一度お試しください。'],
])('%s: the dialog stays with a message', async (_what, response, words) => {
  server.reply(cancelSubscription, response).reply(setAutoRenewal, response);
  const opened = await open();
  await atRenewal(opened);
  expect(await screen.findByText('自動更新設定の変更中にエラーが発生しました')).toBeVisible();
  await atOnce(opened);
  expect(await screen.findByText('キャンセル処理中にエラーが発生しました')).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
  expect(address()).toBe('/subscription/sub_1');
});

test('Stripe has no preview: no way can be chosen, and it can be read again', async () => {
  server.refuse(previewEnding, 'PAYMENTS_UNAVAILABLE');
  const { user, dialog } = await openDialog();
  expect(await dialog.findByRole('alert')).toHaveTextContent('解約の内容を取得できませんでした');
  expect(dialog.queryByRole('button', { name: '今すぐ解約' })).not.toBeInTheDocument();
  server.on(previewEnding, previewOf(aSubscription()));
  await user.click(dialog.getByRole('button', { name: 'もう一度試す' }));
  expect(await dialog.findByRole('button', { name: '今すぐ解約' })).toBeVisible();
});

describe('what an owner has to know before', () => {
  const trial_end = renewal;
  test.each<[string, Partial<Subscription>, string[], RegExp]>([
    [
      'a trial without a card',
      { status: 'trialing', trial_end, default_payment_method: null },
      ['この日に終了', '今すぐ解約'],
      /何もしなくても、無料トライアルの終了（2026年12月10日）とともに契約が終了します/,
    ],
    ['paused', { status: 'paused' }, ['今すぐ解約'], /一時停止しているため、更新日はありません/],
    [
      'a change by the staff, and an end',
      { arrangement: 'scheduled', ends_at: renewal },
      ['今すぐ解約'],
      /担当者までご連絡ください/,
    ],
    [
      'ending already',
      { cancel_at_period_end: true },
      ['今すぐ解約'],
      /^このままでも2026年12月10日に終了します。追加のお支払いはありません。$/,
    ],
  ])('%s', async (_what, changes, ways, words) => {
    const { dialog } = await open(changes);
    expect(await dialog.findByText(words)).toBeVisible();
    // What was decided before asks for nothing: it is a plain sentence.
    expect(dialog.queryAllByRole('note')).toHaveLength(changes.cancel_at_period_end ? 0 : 1);
    expect(
      screen.getByRole('dialog', {
        name: ways.length > 1 ? 'いつ解約しますか？' : '今すぐ解約しますか？',
      }),
    ).toBeVisible();
    expect(dialog.queryAllByRole('listitem').map((one) => within(one).getByRole('heading').textContent)).toEqual(
      ways.length > 1 ? ways.map(nameOf) : [],
    );
    expect(dialog.getByRole('button', { name: '今すぐ解約' })).toBeVisible();
  });

  test('late: what is owed whatever is chosen, and the late charge of the terms', async () => {
    const late = { amount: 9_900, since: Date.UTC(2026, 10, 10, 4) / 1000 };
    const { dialog } = await open({ status: 'past_due' }, { owed: 9_900 }, [aPayment({ status: 'failed', late })]);
    const note = await dialog.findByRole('note');
    expect(note).toHaveTextContent('9,900円は、いつ解約しても、お支払いが必要です。');
    expect(note).toHaveTextContent('本日までの額は19円です。');
  });

  test('not begun: the order is taken back, nothing that was shipped, and nothing owed', async () => {
    server.on(cancelSubscription, { shop: shopOf(aSubscription({ status: 'incomplete_expired' })) });
    const opened = await open({ status: 'incomplete' });
    const { dialog } = opened;
    expect(await dialog.findByText(/契約はまだ始まっていません。取り消しても、料金はかかりません。/)).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'お申し込みを取り消しますか？' })).toBeVisible();
    expect(dialog.queryByRole('note')).not.toBeInTheDocument();
    expect(dialog.queryByText(/解約|本日|追加のお支払い/)).not.toBeInTheDocument();
    expect(dialog.queryByText(/返却用の箱/)).not.toBeInTheDocument();
    expect(dialog.queryByText(/お支払いが必要です/)).not.toBeInTheDocument();
    await confirmed(opened, '申し込みを取り消す');
    expect(await screen.findByText('お申し込みを取り消しました')).toBeVisible();
    expect(screen.queryByText(/返却用の箱/)).not.toBeInTheDocument();
  });

  test('it ended elsewhere meanwhile: no way is left', async () => {
    const { dialog } = await open({}, { ways: [] });
    expect(await dialog.findByRole('note')).toHaveTextContent('この契約は終了しています。');
    expect(dialog.queryByRole('listitem')).not.toBeInTheDocument();
  });
});
