import { screen, waitFor, within } from '@testing-library/react';
import { getUser } from '#shared/contract/account';
import { listShops } from '#shared/contract/billing';
import { listMovements } from '#shared/contract/movement';
import { deleteShop } from '#shared/contract/shop';
import { aMovement } from '../../../../testing/movements';
import { hanako, renderApp } from '../../../../testing/render-app';
import { FakeServer, refuses } from '../../../../testing/server';
import { aShop, aSubscription } from '../../../../testing/shops';
import { HomeScreen } from './home-screen';

let server: FakeServer;
const other = aShop({ customer: { id: 'cus_2', metadata: { サロン名: 'サロン表参道' } } });
beforeEach(() => {
  server = new FakeServer().install().on(getUser, { user: hanako }).on(listShops, [aShop(), other]);
});

const pressDelete = async (name: string | RegExp, { user } = renderApp(<HomeScreen />)) => {
  await user.click(await screen.findByRole('button', { name: 'サロンみなとのメニュー' }));
  await user.click(await screen.findByRole('menuitem', { name: '削除' }));
  return within(await screen.findByRole('dialog', { name }));
};
const openDialog = async () => {
  const view = renderApp(<HomeScreen />);
  const dialog = await pressDelete('店舗を削除しますか？', view);
  return {
    user: view.user,
    dialog,
    remove: dialog.getByRole('button', { name: '削除する' }),
    agree: dialog.getByRole('checkbox', { name: '注意事項を確認し、削除に同意します' }),
  };
};

test('no agreement: a message, nothing deleted', async () => {
  const { user, dialog, remove } = await openDialog();
  expect(dialog.getByText(/請求書・領収書は、削除した後もプロフィールの画面からさがせます/)).toBeVisible();
  await user.click(remove);
  expect(await screen.findByText('確認が必要です')).toBeInTheDocument();
  expect(dialog.getByText('削除に関する注意事項に同意してください')).toBeVisible();
  expect(dialog.getByRole('checkbox')).toBeInvalid();
  expect(server.askedOf(deleteShop)).toHaveLength(0);
});

test('agreed, with a double click: one deletion, the dialog closes, the list is read again', async () => {
  server.on(deleteShop, { message: 'ok' });
  const { user, remove, agree } = await openDialog();
  await user.click(agree);
  server.on(listShops, [other]);
  await user.dblClick(remove);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.queryByText('サロンみなと', { selector: 'a' })).not.toBeInTheDocument());
  expect(screen.getByRole('link', { name: 'サロン表参道' })).toBeVisible();
  expect(server.askedOf(deleteShop).map(({ url }) => url.pathname)).toEqual([
    '/api/stores/delete-stripe-customer/cus_1',
  ]);
  expect(server.askedOf(listShops)).toHaveLength(2);
});

test('a shop with a subscription: told at once, with the way to it', async () => {
  server.on(listShops, [aShop({ subscriptions: [aSubscription({ id: 'sub_7' })] }), other]);
  const dialog = await pressDelete('この店舗は削除できません');
  expect(dialog.getByText('サロンみなと')).toBeVisible();
  expect(dialog.getByText('ご契約・お申し込みが1件残っています。先に解約または取り消しをしてください。')).toBeVisible();
  expect(dialog.getByRole('link', { name: '契約を見る' })).toHaveAttribute('href', '/subscription/sub_7');
  expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: '削除する' })).not.toBeInTheDocument();
});

test('devices are still to be sent back: that stays so, and no screen or mail tells of them any more', async () => {
  const ended = aShop({ subscriptions: [aSubscription({ status: 'canceled' })] });
  const collection = aMovement({ cause: 'ended', count: 2, serialNumbers: [], withdrawable: false });
  server.on(listShops, [ended, other]).on(listMovements, { movements: [collection], counts: [] });
  const { dialog } = await openDialog();
  expect(await dialog.findByText('返却の手続きが終わっていないデバイスがあります（2台）')).toBeVisible();
  expect(dialog.getByText(/店舗を削除しても、デバイスのご返却は必要です。/)).toBeVisible();
});

test('all devices are back: nothing about sending any', async () => {
  const back = aMovement({ cause: 'ended', state: 'closed', withdrawable: false });
  server.on(listMovements, { movements: [back], counts: [] });
  const { dialog } = await openDialog();
  await waitFor(() => expect(server.askedOf(listMovements)).toHaveLength(1));
  expect(dialog.queryByText(/返却の手続きが終わっていない/)).not.toBeInTheDocument();
});

test('the shop was already deleted: treated as a success', async () => {
  server.refuse(deleteShop, 'SHOP_NOT_FOUND');
  const { user, remove, agree } = await openDialog();
  await user.click(agree);
  server.on(listShops, [other]);
  await user.click(remove);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test.each([
  [
    'active subscriptions',
    refuses('SHOP_NOT_DELETABLE', { activeSubscriptions: 2, unpaidInvoices: 0 }),
    '削除できません',
    'ご契約・お申し込みが2件残っています。先に解約または取り消しをしてください。',
  ],
  [
    'unpaid invoices',
    refuses('SHOP_NOT_DELETABLE', { activeSubscriptions: 0, unpaidInvoices: 1 }),
    '削除できません',
    '未払いの請求が1件あります。先にお支払いください。',
  ],
  [
    'another refusal',
    refuses('PAYMENTS_UNAVAILABLE'),
    '削除エラー',
    '決済サービスに接続できません。しばらくしてから、もう一度お試しください。',
  ],
  [
    "a response that is not the portal's",
    { status: 502, body: 'bad gateway' },
    '削除エラー',
    '店舗の削除に失敗しました',
  ],
  ['no response', 'unreachable' as const, '通信エラー', '接続を確認して、もう一度お試しください。'],
])('%s: a message, and the shop stays', async (_what, response, title, description) => {
  server.reply(deleteShop, response);
  const { user, remove, agree } = await openDialog();
  await user.click(agree);
  await user.click(remove);
  expect(await screen.findByText(title)).toBeInTheDocument();
  expect(screen.getByText(description)).toBeInTheDocument();
  expect(screen.getByRole('dialog')).toBeVisible();
  const decides = typeof response === 'object' && response.status < 500;
  expect(server.askedOf(listShops)).toHaveLength(decides ? 1 : 2);
});

test('the dialog is closed: nothing deleted', async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'キャンセル' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.askedOf(deleteShop)).toHaveLength(0);
});

test('a shop with an open payment: its card says so', async () => {
  server.on(listShops, [aShop({ subscriptions: [aSubscription({ status: 'past_due' })] }), other]);
  renderApp(<HomeScreen />);
  const [late, fine] = await screen.findAllByRole('article');
  expect(late).toHaveTextContent('お支払い遅延');
  expect(fine).not.toHaveTextContent('お支払い遅延');
});
