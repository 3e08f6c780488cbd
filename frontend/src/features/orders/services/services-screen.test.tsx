import { screen, within } from '@testing-library/react';
import { listShops } from '#shared/contract/billing';
import type { ShopRecord } from '#shared/model/customer';
import { renderScreens } from '../../../../testing/render-app';
import type { FakeServer } from '../../../../testing/server';
import { shopServer } from '../../../../testing/shop-server';
import { aShop, aSubscription } from '../../../../testing/shops';
import { ServicesScreen } from './services-screen';

let server: FakeServer;
beforeEach(() => {
  server = shopServer();
});
afterEach(() => jest.restoreAllMocks());

function show(...shops: ShopRecord[]) {
  if (shops.length > 0) server.on(listShops, shops);
  return renderScreens({ '/store/:id/services': <ServicesScreen /> }, { at: '/store/cus_1/services' });
}

test('each subscription is listed with its state, items, quantities and price', async () => {
  show(
    aShop({
      subscriptions: [
        aSubscription({ cancel_at_period_end: true }, 3),
        aSubscription({ id: 'sub_2', status: 'canceled' }),
      ],
    }),
  );
  const [running, ended] = (await screen.findAllByRole('article')).map((card) => within(card));
  expect(document.title).toBe('契約中のサービス | Revonizer');
  expect(running?.getByText('契約中')).toBeVisible();
  expect(running?.getByText('次回更新日で終了')).toBeVisible();
  expect(running?.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Revonizer 1台目9,900円×1',
    'Revonizer 2〜4台目8,800円×2',
  ]);
  expect(running?.getByText('27,500円')).toBeVisible();
  expect(running?.getByRole('link', { name: /契約の詳細/ })).toHaveAttribute('href', '/subscription/sub_1');
  expect(screen.getByRole('heading', { name: '過去の契約' })).toBeVisible();
  expect(ended?.getByText('解約済み')).toBeVisible();
  expect(ended?.queryByRole('button')).not.toBeInTheDocument();
});

test('a press on a subscription: its quantity dialog opens', async () => {
  const { user } = show(aShop({ subscriptions: [aSubscription({}, 3)] }));
  await user.click(await screen.findByRole('button', { name: /^Revonizer\s*の数量を変更$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: '数量の変更' }));
  expect(dialog.getByRole('spinbutton', { name: '契約台数' })).toHaveValue('3');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a subscription runs already: a new one opens its quantity dialog', async () => {
  const { user } = show(aShop({ subscriptions: [aSubscription()] }));
  await user.click(await screen.findByRole('button', { name: '新しいサブスクリプション' }));
  expect(await screen.findByRole('dialog', { name: '数量の変更' })).toBeVisible();
});

test('no subscription: the screen says so, and the wizard starts the first', async () => {
  const { user } = show(aShop());
  expect(await screen.findByRole('heading', { name: '契約中のサービスはありません' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: '新しいサブスクリプション' }));
  expect(await screen.findByRole('dialog')).toBeVisible();
});

test('an open payment: a message', async () => {
  show(aShop({ subscriptions: [aSubscription({ status: 'past_due' })] }));
  expect(await screen.findByRole('note')).toHaveTextContent('お支払いが確認できていません');
});

test('the shop of another user: shown as not found', async () => {
  show(aShop({ customer: { id: 'cus_other' } }));
  expect(await screen.findByRole('alert')).toHaveTextContent('店舗情報が見つかりませんでした');
});

test('the read fails: an error with a retry', async () => {
  server.refuse(listShops, 'PAYMENTS_UNAVAILABLE');
  const { user } = show();
  expect(screen.getByText('読み込み中')).toBeInTheDocument();
  expect(await screen.findByRole('alert')).toHaveTextContent('サービス情報の取得に失敗しました');
  server.on(listShops, [aShop()]);
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByText('契約中のサービスはありません')).toBeVisible();
});
