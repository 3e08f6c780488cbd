import { screen, within } from '@testing-library/react';
import { getDeviceSync, listDevices, syncDevices } from '#shared/contract/device';
import { device } from '../../../../testing/devices';
import { renderApp } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { DeviceManagementScreen } from './device-management-screen';

let server: FakeServer;
beforeEach(() => void (server = new FakeServer().install().on(getDeviceSync, { finishedAt: 1_795_224_300 })));

test('each shop is a card with name, address and its devices', async () => {
  server.on(listDevices, [
    {
      id: 'cus_1',
      name: '青山店',
      address: '東京都港区',
      devices: [device('RV-1'), device('RV/2', { status: '返却' })],
    },
    { id: 'cus_2', name: '', address: '', devices: [] },
  ]);
  const { user } = renderApp(<DeviceManagementScreen />);
  const shop = within(await screen.findByRole('region', { name: '青山店' }));
  expect(shop.getByText('東京都港区')).toBeVisible();
  // One of the two was sent back.
  expect(shop.getByText('お手元1台')).toBeVisible();
  expect(shop.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'RV-1出荷状態の更新 2026年11月20日 10:30',
    'RV/2返却状態の更新 2026年11月20日 10:30',
  ]);
  expect(
    within(screen.getByRole('region', { name: '店舗名未設定' })).getByText('この店舗のデバイスはまだありません'),
  ).toBeVisible();
  await user.click(shop.getByRole('button', { name: 'RV/2' }));
  expect(await screen.findByRole('dialog', { name: 'RV/2' })).toBeVisible();
});

test('more than three shops are folded under name and address until one is pressed, or found', async () => {
  const shop = (of: number) => ({
    id: `cus_${of}`,
    name: `${of}号店`,
    address: `港区${of}丁目`,
    devices: [device(`RV-${of}`)],
  });
  server.on(listDevices, [1, 2, 3, 4, 5, 6].map(shop));
  const { user } = renderApp(<DeviceManagementScreen />);
  await user.click(await screen.findByText('2号店'));
  expect(screen.getByText('RV-2')).toBeVisible();
  expect(screen.getByText('RV-3')).not.toBeVisible();
  expect(screen.getByText('港区3丁目')).toBeVisible();
  await user.type(screen.getByRole('searchbox'), '3号店');
  expect(screen.getByText('RV-3')).toBeVisible();
  await user.clear(screen.getByRole('searchbox'));
  expect(await screen.findByText('RV-2')).toBeVisible();
  expect(screen.getByText('RV-3')).not.toBeVisible();
});

test('the shops are in the order of home', async () => {
  const group = (id: string, name: string) => ({ id, name, address: '', devices: [] });
  server.on(listDevices, [group('cus_1', 'サロン10号店'), group('cus_2', ''), group('cus_3', 'サロン2号店')]);
  renderApp(<DeviceManagementScreen />);
  await screen.findByRole('region', { name: 'サロン2号店' });
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'サロン2号店',
    'サロン10号店',
    '店舗名未設定',
  ]);
});

test('the list fails, is retried, is empty, and is filled by a sync', async () => {
  server.refuse(listDevices, 'SERVICE_UNAVAILABLE').on(syncDevices, { finishedAt: 1_795_224_900 });
  const { user } = renderApp(<DeviceManagementScreen />);
  expect(await screen.findByRole('alert')).toHaveTextContent('デバイス情報の取得に失敗しました');
  server.on(listDevices, []);
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByRole('heading', { name: 'デバイスはまだありません' })).toBeVisible();
  server.on(listDevices, [
    {
      id: 'cus_1',
      name: '青山店',
      address: '',
      devices: Array.from({ length: 41 }, (_, index) => device(`RV-${index}`)),
    },
  ]);
  await user.click(screen.getByRole('button', { name: '最新の情報に更新' }));
  const shop = within(await screen.findByRole('region', { name: '青山店' }));
  expect(shop.getAllByRole('listitem')).toHaveLength(5);
  for (let page = 1; page < 9; page += 1) await user.click(shop.getByRole('button', { name: '次へ' }));
  expect(shop.getByText('41台中 41〜41台目')).toBeVisible();
});

test('the search finds devices by serial number and by shop, and says when there is none', async () => {
  const devices = (shop: number) => Array.from({ length: 4 }, (_, index) => device(`RV-${shop}-${index}`));
  server.on(listDevices, [
    { id: 'cus_1', name: '青山店', address: '', devices: devices(1) },
    { id: 'cus_2', name: '銀座店', address: '', devices: devices(2) },
    { id: 'cus_3', name: '新宿店', address: '', devices: [] },
  ]);
  const { user } = renderApp(<DeviceManagementScreen />);
  const shops = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  const field = await screen.findByRole('searchbox', { name: 'シリアル番号・店舗名で検索' });
  expect(shops()).toEqual(['銀座店', '新宿店', '青山店']);
  // Full-width, as a Japanese keyboard types it.
  await user.type(field, 'ｒｖ－２－３');
  expect(await screen.findByRole('button', { name: 'RV-2-3' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'RV-2-2' })).not.toBeInTheDocument();
  expect(shops()).toEqual(['銀座店']);
  await user.clear(field);
  await user.type(field, '青山');
  expect(shops()).toEqual(['青山店']);
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  await user.type(field, 'x');
  expect(await screen.findByText('「青山x」のデバイスはありません')).toBeVisible();
});

test('a sync that takes longer than the call: says that it takes a minute', async () => {
  server.on(listDevices, []).on(syncDevices, { finishedAt: null });
  const { user } = renderApp(<DeviceManagementScreen />);
  expect(await screen.findByRole('heading', { name: 'デバイスはまだありません' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: '最新の情報に更新' }));
  expect(await screen.findByText('同期を受け付けました')).toBeVisible();
});
