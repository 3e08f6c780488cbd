import { screen, within } from '@testing-library/react';
import { listShops } from '#shared/contract/billing';
import { listDevices } from '#shared/contract/device';
import { listMovements } from '#shared/contract/movement';
import { listRepairs } from '#shared/contract/repair';
import type { DeviceGroup } from '#shared/model/device';
import { device, repair, request, sold } from '../../../../testing/devices';
import { aMovement } from '../../../../testing/movements';
import { address, renderScreens } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { aShop, aSubscription } from '../../../../testing/shops';
import { ScannedDeviceScreen } from './scanned-device-screen';

let server: FakeServer;
const groups: DeviceGroup[] = [
  { id: 'cus_1', name: '銀座店', address: '東京都中央区', devices: [device('RV-1')] },
  { id: 'cus_2', name: '青山店', address: '東京都港区', devices: [device('RV 2/あ', { request: request() })] },
];
beforeEach(() => void (server = new FakeServer().install().on(listDevices, groups)));

const show = (at: string) => renderScreens({ '/devices/:content': <ScannedDeviceScreen />, '*': null }, { at });

test('an encoded serial number: its device with shop, request and actions', async () => {
  const { user } = show(`/devices/${encodeURIComponent('RV 2/あ')}`);
  expect(await screen.findByRole('heading', { name: 'RV 2/あ' })).toBeVisible();
  expect(screen.getByRole('link', { name: '青山店' })).toHaveAttribute('href', '/store/cus_2/devices');
  expect(screen.getByRole('region', { name: '返却のお申し込みの状況' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: '返却・交換を申し込む' }));
  expect(within(await screen.findByRole('dialog')).getByRole('button', { name: '交換を申し込む' })).toBeVisible();
});

test.each([
  ['sold', { subscriptionRentalAvailability: '販売済', deviceCategory: '購入機材' }, '修理を申し込む'],
  ['back', { status: '返却' }, '詳しく見る'],
  ['locked', { isActionLocked: true }, '詳しく見る'],
])('a device that is %s: its button says what can be asked for', async (_, more, name) => {
  server.on(listDevices, [{ id: 'cus_1', name: '銀座店', address: '', devices: [device('RV-3', more)] }]);
  show('/devices/RV-3');
  expect(await screen.findByRole('button', { name })).toBeVisible();
});

test.each([
  ['an open movement takes it', device('RV-3'), '詳しく見る', '担当者までご連絡ください。'],
  ['its repair is open', sold('RV-3'), '詳しく見る', '修理を進めています'],
  ['its contract ended', device('RV-3', { stripeSubscriptionId: 'sub_2' }), '返却を申し込む', '交換は申し込めません。'],
])('%s: its button offers no more than its dialog', async (what, of, name, text) => {
  const taking = what.includes('movement') ? [aMovement({ serialNumbers: ['RV-3'] })] : [];
  server
    .on(listMovements, { movements: taking, counts: [] })
    .on(listRepairs, [repair('1', { 修理完了フラグ: '0' })])
    .on(listShops, [aShop({ subscriptions: [{ ...aSubscription(), id: 'sub_2', status: 'canceled' }] })])
    .on(listDevices, [{ id: 'cus_1', name: '銀座店', address: '', devices: [of] }]);
  const { user } = show('/devices/RV-3');
  await user.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText(new RegExp(text))).toBeVisible();
  expect(screen.getAllByRole('button', { name, hidden: true })[0]).toHaveAttribute('aria-haspopup', 'dialog');
});

test('a byte order mark and line end around the serial number are ignored', async () => {
  show('/devices/%EF%BB%BFRV-1%0D%0A');
  expect(await screen.findByRole('heading', { name: 'RV-1' })).toBeVisible();
});

test("spaces around the record's serial number are ignored", async () => {
  server.on(listDevices, [{ id: 'cus_1', name: '銀座店', address: '', devices: [device(' RV-3 ')] }]);
  show('/devices/%20RV-3%20');
  expect(await screen.findByRole('heading', { name: 'RV-3' })).toBeVisible();
});

test('a serial number in full width: the device with that number, and one that has it so itself first', async () => {
  const fullWidth = { ...device('ＲＶ－４'), id: 'full' };
  server.on(listDevices, [
    { id: 'cus_1', name: '銀座店', address: '', devices: [device('RV-1'), device('RV-4'), fullWidth] },
  ]);
  const { unmount } = show(`/devices/${encodeURIComponent('ＲＶ－１')}`);
  expect(await screen.findByRole('heading', { name: 'RV-1' })).toBeVisible();
  unmount();
  show(`/devices/${encodeURIComponent('ＲＶ－４')}`);
  expect(await screen.findByRole('heading', { name: 'ＲＶ－４' })).toBeVisible();
});

test.each([
  ['/devices/cus_1', '/store/cus_1'],
  [`/devices/${encodeURIComponent('https://portal.example/payment-history/cus_2')}`, '/payment-history/cus_2'],
  [`/devices/${encodeURIComponent('cus_/../../admin')}`, '/store/cus_%2F..%2F..%2Fadmin'],
  ['/devices/%20', '/devices'],
])('%s redirects to %s', (at, to) => {
  show(at);
  expect(address()).toBe(to);
  expect(server.asked).toHaveLength(0);
});

test.each([
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'https://evil.example/',
  '../admin',
  'あ'.repeat(300),
])('%j is shown as text without a link', async (content) => {
  show(`/devices/${encodeURIComponent(content)}`);
  expect(await screen.findByRole('heading', { name: 'デバイスが見つかりません' })).toBeVisible();
  expect(screen.getByText(content, { selector: 'bdi' })).toBeVisible();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.filter((href) => !href?.startsWith('tel:'))).toEqual(['/devices']);
});

test("another user's device: shown as not found", async () => {
  server.on(listDevices, []);
  show('/devices/RV-1');
  expect(await screen.findByRole('heading', { name: 'デバイスが見つかりません' })).toBeVisible();
});

test('the list fails: an error with a retry', async () => {
  server.refuse(listDevices, 'SERVICE_UNAVAILABLE');
  const { user } = show('/devices/RV-1');
  expect(await screen.findByRole('alert')).toHaveTextContent('デバイス情報の取得に失敗しました');
  server.on(listDevices, groups);
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByRole('heading', { name: 'RV-1' })).toBeVisible();
});
