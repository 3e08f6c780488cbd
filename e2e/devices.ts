import type { BrowserContext, Page } from 'playwright/test';
import { listShops } from '#shared/contract/billing';
import { listShopDevices, syncDevices } from '#shared/contract/device';
import { createShopWithSubscription } from '#shared/contract/shop';
import type { ShopRecord } from '#shared/model/customer';
import type { Device } from '#shared/model/device';
import { defaultAppIds, recordApps, type RecordAppKey } from '#shared/model/record-system';
import type { Portal } from './portal';
import { sampleBodies } from './samples';
import { expect, test as everybodysTest } from './story';

type Values = Record<string, string | null>;
type StoredRecord = Record<string, { value: unknown }>;

/** What the staff do in the record system, by its own API. Fields are named by their codes. */
export class Staff {
  constructor(private readonly portal: Portal) {}

  async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { records, kintoneApiToken } = await this.portal.services();
    const headers = {
      'x-cybozu-api-token': kintoneApiToken,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const answer = await fetch(`${records}/k/v1/${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok)
      throw new Error(`The record system answered ${method} ${path} with ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** Adds records, a hundred at a time; their ids. */
  async add(app: RecordAppKey, records: readonly Values[]): Promise<string[]> {
    const ids: string[] = [];
    for (let from = 0; from < records.length; from += 100) {
      const part = records
        .slice(from, from + 100)
        .map((record) => Object.fromEntries(Object.entries(record).map(([code, value]) => [code, { value }])));
      ids.push(
        ...(await this.#send<{ ids: string[] }>('POST', 'records.json', { app: defaultAppIds[app], records: part }))
          .ids,
      );
    }
    return ids;
  }

  /** The records of an app whose field holds a text. */
  async find(app: RecordAppKey, code: string, text: string): Promise<StoredRecord[]> {
    const query = new URLSearchParams({ app: defaultAppIds[app], query: `${code} = "${text}"` });
    return (await this.#send<{ records: StoredRecord[] }>('GET', `records.json?${query}`)).records;
  }

  /** Changes the one record of an app whose field holds a text. */
  async change(app: RecordAppKey, code: string, text: string, values: Values): Promise<void> {
    const [record] = await this.find(app, code, text);
    const fields = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
    await this.#send('PUT', 'record.json', { app: defaultAppIds[app], id: record?.['$id']?.value, record: fields });
  }

  /** What the record system holds of requests for a device. */
  requestsFor(serialNumber: string): Promise<StoredRecord[]> {
    return this.find('requests', recordApps.requests.fields.serialNumber.code, serialNumber);
  }
}

export interface Shop {
  customerId: string;
  subscriptionId: string;
  /** Whose it is. */
  cookie: string;
}

/** The session of the person that a page belongs to. */
export async function sessionOf(context: BrowserContext): Promise<string> {
  const session = (await context.cookies()).find(({ name }) => name === '__Host-session');
  return `__Host-session=${session?.value ?? ''}`;
}

/** Opens a shop with a subscription for somebody who is signed in. */
export async function openShop(portal: Portal, cookie: string): Promise<Shop> {
  const { status, body } = await portal.send(createShopWithSubscription, {
    cookie,
    body: sampleBodies['create-shop-with-subscription'],
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(status).toBe(200);
  const { customerId, subscriptionId } = body as Shop;
  // What a device is found by: the projection of the shops knows the new one.
  const shops = (await portal.send(listShops, { cookie })).body as ShopRecord[];
  expect(shops.flatMap(({ subscriptions }) => subscriptions.map(({ id }) => id))).toContain(subscriptionId);
  return { customerId, subscriptionId, cookie };
}

/** Everybody's test with a shop of the owner's own, and the staff. */
export const test = everybodysTest.extend<{ shop: Shop; staff: Staff }>({
  shop: async ({ portal, owner: _owner, context }, provide) =>
    provide(await openShop(portal, await sessionOf(context))),
  staff: async ({ portal }, provide) => provide(new Staff(portal)),
});

export interface NewDevice {
  /** @default サブスク */
  category?: 'サブスク' | '購入機材' | '代替え機';
  sold?: boolean;
}

/** A serial number that no other story uses. */
export const newSerial = (): string => `RVZ-${crypto.randomUUID().slice(0, 8).toUpperCase()}`;

/** The record of a shipped device of a shop. */
export const deviceRecord = (
  serialNumber: string,
  { subscriptionId }: Pick<Shop, 'subscriptionId'>,
  { category = 'サブスク', sold = false }: NewDevice = {},
): Values => {
  const { fields } = recordApps.devices;
  return {
    [fields.serialNumber.code]: serialNumber,
    [fields.status.code]: '出荷',
    [fields.statusUpdatedAt.code]: '2026-11-01T00:00:00Z',
    [fields.stripeSubscriptionId.code]: subscriptionId,
    [fields.deviceCategory.code]: category,
    [fields.subscriptionRentalAvailability.code]: sold ? '販売済' : null,
  };
};

/** Brings the mirror in line for the shop's owner, who may do so once a minute. */
export async function mirror(portal: Portal, { cookie }: Pick<Shop, 'cookie'>): Promise<void> {
  const { status, body } = await portal.send(syncDevices, { cookie });
  expect([status, body]).toEqual([200, expect.objectContaining({ skipped: 0 })]);
}

/** Ships devices to a shop; their serial numbers, in order. The mirror knows them with the next sync. */
export async function shipDevices(
  staff: Staff,
  shop: Pick<Shop, 'subscriptionId'>,
  ...devices: NewDevice[]
): Promise<string[]> {
  const serials = devices.map(newSerial);
  await staff.add(
    'devices',
    devices.map((device, index) => deviceRecord(serials[index] ?? '', shop, device)),
  );
  return serials;
}

/** A device as the shop's owner reads it. */
export async function readDevice(
  portal: Portal,
  { customerId, cookie }: Shop,
  serialNumber: string,
): Promise<Device | undefined> {
  const { body } = await portal.send(listShopDevices, { cookie, params: { id: customerId } });
  return (body as Device[]).find((device) => device.serialNumber === serialNumber);
}

/** Opens a device of a shop's list. */
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

/** How far the open wizard says it is, in percent. */
export const progressOf = (page: Page) => page.getByRole('progressbar', { name: 'お手続きの進み具合' });

export const next = (page: Page, name = '次へ') => page.getByRole('dialog').getByRole('button', { name, exact: true });

/** Scrolls terms to their end. */
export const readTerms = (page: Page, name: string) =>
  page
    .getByRole('region', { name, exact: true })
    .evaluate((element) => element.scrollTo({ top: element.scrollHeight }));

/** The receipt number that the open dialog shows. */
export async function receiptIn(page: Page): Promise<string> {
  const text = await page
    .getByRole('dialog')
    .getByText(/R-\d{8}-[0-9A-Z]{5}/)
    .first()
    .innerText();
  return /R-\d{8}-[0-9A-Z]{5}/.exec(text)?.[0] ?? '';
}
