import type { Fixtures, Page } from 'playwright/test';
import { getDeviceSync, listShopDevices, syncDevices } from '#shared/contract/device';
import type { Device } from '#shared/model/device';
import { deviceRecord } from '../../local/kintone/device-record';
import type { PortalClient } from '../../local/portal-client';
import type { Staff } from '../../local/kintone/staff';
import type { Portal } from './portal';
import { makeShop, type SubscribedShop } from './shops';
import { expect, type Owner, test as everybodysTest } from './story';

export interface Shop extends SubscribedShop {
  /** A session of the shop's owner. */
  owner: PortalClient;
}

interface ShopAndStaff {
  shop: Shop;
  staff: Staff;
}

/** A shop of the owner's own with two devices, and the staff; for the test of any portal. */
export const shopAndStaff: Fixtures<ShopAndStaff, object, { portal: Portal; owner: Owner }> = {
  shop: async ({ portal, owner: { session } }, provide) =>
    provide({ ...(await makeShop(portal, session, { name: '青山店', devices: 2 })), owner: session }),
  staff: async ({ portal }, provide) => provide(await portal.staff()),
};

/** The test for everybody, with a shop and the staff. */
export const test = everybodysTest.extend<ShopAndStaff>(shopAndStaff);

export interface NewDevice {
  /** @default サブスク */
  category?: 'サブスク' | '購入機材' | '代替え機';
  sold?: boolean;
}

/** A serial number that no other story uses. */
export const newSerial = (): string => `RVZ-${crypto.randomUUID().slice(0, 8).toUpperCase()}`;

/**
 * Syncs the mirror with the record system by the owner's sync, which is allowed once a minute. If the time of the call
 * is up first, a task reads the rest.
 */
export async function mirror({ owner }: Pick<Shop, 'owner'>): Promise<void> {
  const { finishedAt: before } = await owner.send(getDeviceSync);
  const { finishedAt } = await owner.send(syncDevices);
  if (finishedAt !== null) return;
  await expect
    .poll(async () => (await owner.send(getDeviceSync)).finishedAt ?? 0, { timeout: 60_000 })
    .toBeGreaterThan(before ?? 0);
}

/** Ships devices to a shop; returns their serial numbers, in order. The next sync mirrors them. */
export async function shipDevices(
  staff: Staff,
  shop: Pick<Shop, 'subscriptionId'>,
  ...devices: NewDevice[]
): Promise<string[]> {
  const serials = devices.map(newSerial);
  await staff.add(
    'devices',
    devices.map((device, index) =>
      deviceRecord(serials[index] ?? '', { subscriptionId: shop.subscriptionId, ...device }),
    ),
  );
  return serials;
}

/** A device as its owner reads it. */
export async function readDevice({ customerId, owner }: Shop, serialNumber: string): Promise<Device | undefined> {
  const devices = await owner.send(listShopDevices, { params: { id: customerId } });
  return devices.find((device) => device.serialNumber === serialNumber);
}

/** Opens a device in a shop's list. */
export async function openDevice(
  page: Page,
  { customerId }: Pick<Shop, 'customerId'>,
  serialNumber: string,
): Promise<void> {
  await page.goto(`/store/${customerId}/devices`);
  await page.getByRole('button', { name: serialNumber, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** The row of a device in the list. */
export const rowOf = (page: Page, serialNumber: string) =>
  page.getByRole('list', { name: 'デバイス', exact: true }).getByRole('listitem').filter({ hasText: serialNumber });

/** The progress that the open wizard shows, in percent. */
export const progressOf = (page: Page) => page.getByRole('progressbar', { name: 'お手続きの進み具合' });

export const next = (page: Page, name: string | RegExp = '次へ') =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

/** Scrolls terms to their end. */
export const readTerms = (page: Page, name: string) =>
  page
    .getByRole('region', { name, exact: true })
    .evaluate((element) => element.scrollTo({ top: element.scrollHeight }));

/** The receipt number in the open dialog. */
export async function receiptIn(page: Page): Promise<string> {
  const text = await page
    .getByRole('dialog')
    .getByText(/R-\d{8}-[0-9A-Z]{5}/)
    .first()
    .innerText();
  return /R-\d{8}-[0-9A-Z]{5}/.exec(text)?.[0] ?? '';
}
