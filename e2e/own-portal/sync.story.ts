import { listShopDevices } from '#shared/contract/device';
import { recordApps } from '#shared/model/record-system';
import { deviceRecord } from '../../local/kintone/device-record';
import { newSerial, rowOf, shipDevices, shopAndStaff } from '../testing/devices';
import { expect } from '../testing/story';
import { test as ownPortalTest } from './own-portal';

/** In a portal of its own no other story's reading is in the way of the sync. */
const test = ownPortalTest.extend(shopAndStaff);

test('the sync button shows what changed in the record system, and a second press within a minute joins it', async ({
  page,
  portal,
  shop,
  staff,
}) => {
  const [serial = ''] = await shipDevices(staff, shop, {});
  await page.goto(`/store/${shop.customerId}/devices`);
  await portal.local('schedule/mirror-devices', {});
  await page.reload();
  await expect(rowOf(page, serial)).toContainText('出荷');

  const { serialNumber, status } = recordApps.devices.fields;
  await staff.change('devices', serialNumber.code, serial, { [status.code]: '返却' });
  const button = page.getByRole('button', { name: '最新の情報に更新' });
  const synced = () => page.waitForResponse((response) => response.url().endsWith('/api/devices/sync'));
  const first = synced();
  await button.click();
  await expect(page.getByText('すべて最新の情報です。')).toBeVisible();
  await expect(rowOf(page, serial)).toContainText('返却');
  const { finishedAt } = (await (await first).json()) as { finishedAt: number };
  const shown = new Date(finishedAt * 1000).toISOString();
  await expect(page.getByText('最終同期').locator('time')).toHaveAttribute('datetime', shown);
  const again = synced();
  await button.click();
  expect((await again).status()).toBe(200);
});

test('a shop with 500 devices is shown a page at a time and searched by serial number', async ({
  page,
  portal,
  shop,
  staff,
}) => {
  const stem = newSerial();
  const serials = Array.from({ length: 500 }, (_, index) => `${stem}-${String(index + 1).padStart(3, '0')}`);
  await staff.add(
    'devices',
    serials.map((serial) => deviceRecord(serial, { subscriptionId: shop.subscriptionId })),
  );
  // By the schedule, which has more time than a call: a machine under load takes seconds for so many.
  const mirrored = async (): Promise<number> => {
    await portal.local('schedule/mirror-devices', {});
    return (await shop.owner.send(listShopDevices, { params: { id: shop.customerId } })).length;
  };
  await expect.poll(mirrored).toBe(serials.length);
  await page.goto(`/store/${shop.customerId}/devices`);
  const rows = page.getByRole('list', { name: 'デバイス', exact: true }).getByRole('listitem');
  await expect(page.getByText('500台中 1〜30台目')).toBeVisible();
  await expect(rows).toHaveCount(30);
  await expect(rows.first()).toContainText(`${stem}-001`);
  await page.getByRole('button', { name: '次へ' }).click();
  await expect(page.getByText('500台中 31〜60台目')).toBeVisible();
  await expect(rows.first()).toContainText(`${stem}-031`);
  // Full-width digits, as a Japanese keyboard types them.
  await page.getByLabel('シリアル番号で検索').fill('－４９９');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(`${stem}-499`);
  await page.getByLabel('シリアル番号で検索').fill('no such');
  await expect(page.getByText('「no such」を含むシリアル番号のデバイスはありません')).toBeVisible();
});
