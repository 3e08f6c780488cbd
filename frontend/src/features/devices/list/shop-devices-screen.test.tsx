import { screen, waitFor, within } from '@testing-library/react';
import { listShops } from '#shared/contract/billing';
import { getDeviceSync, listShopDevices, syncDevices } from '#shared/contract/device';
import { listRepairs } from '#shared/contract/repair';
import type { Device } from '#shared/model/device';
import { device, request, sold } from '../../../../testing/devices';
import { renderScreens } from '../../../../testing/render-app';
import { FakeServer, refuses } from '../../../../testing/server';
import { ShopDevicesScreen } from './shop-devices-screen';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer()
    .install()
    .on(listShops, [])
    .on(listRepairs, [])
    .on(getDeviceSync, { finishedAt: 1_795_224_300 });
});

function show(...devices: Device[]) {
  if (devices.length > 0) server.on(listShopDevices, devices);
  return renderScreens({ '/store/:id/devices': <ShopDevicesScreen />, '*': null }, { at: '/store/cus_1/devices' });
}
const rows = async () =>
  within(await screen.findByRole('list', { name: 'デバイス' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

test('each device shows its data and the state of its request', async () => {
  const { user } = show(
    device('RV-1'),
    sold('RV-2', { stripeSubscriptionId: '' }),
    device('RV-3', { status: '返却' }),
    device('RV-5', { status: '返却', stripeSubscriptionId: 'sub_0' }),
    device('RV-4', {
      status: '点検中',
      statusUpdatedAt: null,
      request: request({ kind: 'exchange', state: 'in_work' }),
    }),
  );
  expect(await rows()).toEqual([
    'RV-1サブスク出荷出荷日 2026年11月20日',
    'RV-2購入機材出荷出荷日 2026年11月20日',
    'RV-4サブスク点検中交換：対応中状態の更新 —受付番号 RQ-0007',
  ]);
  expect(screen.getByText('契約番号 sub_1')).toBeVisible();
  // Who looks for a device in the shop need not read past those that are gone.
  expect(screen.getByRole('button', { name: 'RV-3', hidden: true })).not.toBeVisible();
  await user.click(screen.getByText('返却済み 2台'));
  const away = within(screen.getByRole('list', { name: '返却済みのデバイス' })).getAllByRole('listitem');
  expect(away.map((row) => row.textContent)).toEqual([
    'RV-3サブスク返却返却日 2026年11月20日',
    'RV-5サブスク返却返却日 2026年11月20日契約番号 sub_0',
  ]);
  expect(document.title).toBe('デバイス管理 | Revonizer');
});

test('more than a page: its fold counts the returned devices that it has', async () => {
  const many = (count: number, name: string, more: Partial<Device> = {}) =>
    Array.from({ length: count }, (_, index) => device(`${name}-${index}`, more));
  const { user } = show(...many(25, 'RV'), ...many(40, 'OLD', { status: '返却' }));
  expect(await rows()).toHaveLength(25);
  await user.click(screen.getByText('返却済み 5台'));
  const away = within(screen.getByRole('list', { name: '返却済みのデバイス' })).getAllByRole('listitem');
  expect(away).toHaveLength(5);
});

test.each([
  ['accepted', '受付済み'],
  ['delivered', '確認待ち'],
  ['in_work', '対応中'],
  ['done', '完了'],
  ['cancelled', '取消'],
] as const)('a request that is %s reads %s', async (state, words) => {
  show(device('RV-1', { request: request({ state }) }));
  expect(await screen.findByText(`返却：${words}`)).toBeVisible();
});

test('no devices, a failure with a retry, and an unknown shop each have a message', async () => {
  server.on(listShopDevices, []);
  const { unmount } = show();
  expect(await screen.findByRole('heading', { name: 'この店舗のデバイスはまだありません' })).toBeVisible();
  unmount();

  server.refuse(listShopDevices, 'SERVICE_UNAVAILABLE');
  const { user, unmount: leave } = show();
  expect(await screen.findByRole('alert')).toHaveTextContent('デバイス情報の取得に失敗しました');
  server.on(listShopDevices, [device('RV-1')]);
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByRole('button', { name: 'RV-1' })).toBeVisible();
  leave();

  server.refuse(listShopDevices, 'SHOP_NOT_FOUND');
  show();
  expect(await screen.findByRole('heading', { name: '指定された店舗が見つかりません' })).toBeVisible();
});

test('while the list loads: the screen says so', async () => {
  server.reply(listShopDevices, new Promise(() => undefined));
  show();
  expect(await screen.findByText('デバイスを読み込み中')).toBeInTheDocument();
});

test('500 devices: one page is drawn, the others by paging or by a search for the serial number', async () => {
  const { user } = show(
    ...Array.from({ length: 500 }, (_, index) => device(`RV-${String(index + 1).padStart(4, '0')}`)),
  );
  expect(await rows()).toHaveLength(30);
  expect(screen.getByText('500台中 1〜30台目')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '次へ' }));
  expect(screen.getByRole('button', { name: 'RV-0031' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'RV-0001' })).not.toBeInTheDocument();
  // Full-width, as a Japanese keyboard types it.
  await user.type(screen.getByLabelText('シリアル番号で検索'), 'ｒｖ－０４９９');
  expect(await screen.findByText('1台が見つかりました')).toBeVisible();
  expect(screen.getByRole('button', { name: 'RV-0499' })).toBeVisible();
  await user.type(screen.getByLabelText('シリアル番号で検索'), 'x');
  expect(await screen.findByText(/を含むシリアル番号のデバイスはありません/)).toBeVisible();
});

describe('sync', () => {
  test('a sync shows its last success, reads the record system and then the list again', async () => {
    const { user } = show(device('RV-1'));
    expect(await screen.findByText('2026年11月21日 10:25')).toBeVisible();
    server.on(syncDevices, { finishedAt: 1_795_224_900 }).on(getDeviceSync, { finishedAt: 1_795_224_900 });
    server.on(listShopDevices, [device('RV-1'), device('RV-2')]);
    await user.click(screen.getByRole('button', { name: '最新の情報に更新' }));
    expect(await screen.findByRole('button', { name: 'RV-2' })).toBeVisible();
    expect(await screen.findByText('すべて最新の情報です。')).toBeVisible();
    expect(await screen.findByText('2026年11月21日 10:35')).toBeVisible();
    expect(server.askedOf(listShopDevices)).toHaveLength(2);
  });

  test.each([
    ['the readings of the day are used up', refuses('SYNC_TOO_SOON'), /ただいま同期が混み合っている/],
    ['the record system is down', refuses('RECORDS_UNAVAILABLE'), /デバイスの管理システムに接続できません。/],
    ['no network', 'unreachable' as const, /通信エラーが発生しました/],
  ])('%s: a message, and the list stays', async (_case, response, text) => {
    const { user } = show(device('RV-1'));
    server.reply(syncDevices, response);
    await user.click(await screen.findByRole('button', { name: '最新の情報に更新' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('button', { name: 'RV-1' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: '最新の情報に更新' })).toBeEnabled());
  });

  test('before the first sync: the screen says so', async () => {
    server.on(getDeviceSync, { finishedAt: null });
    show(device('RV-1'));
    expect(await screen.findByText('まだ同期していません')).toBeVisible();
  });
});

test('a shop can be shared as a link and as a QR code', async () => {
  show(device('RV-1'));
  expect(await screen.findByRole('button', { name: 'このページを共有' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'QRコードを読み取る' })).toBeVisible();
  expect(await screen.findByText('この店舗のQRコード', { selector: 'span' })).toBeVisible();
});

test('a rented device opens exchange and return, a sold one its repair', async () => {
  const { user } = show(device('RV-1'), sold('RV-2'));
  await user.click(await screen.findByRole('button', { name: 'RV-1' }));
  const dialog = await screen.findByRole('dialog', { name: 'RV-1' });
  expect(within(dialog).getByRole('button', { name: '交換を申し込む' })).toBeVisible();
  expect(within(dialog).getByRole('button', { name: '返却を申し込む' })).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: '閉じる' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'RV-2' }));
  expect(await screen.findByRole('dialog', { name: '修理：RV-2' })).toBeVisible();
});
