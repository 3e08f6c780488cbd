import type { Page } from 'playwright/test';
import { getNextInvoice } from '#shared/contract/document';
import { deviceCount } from '#shared/model/subscription';
import { longDate } from '../frontend/src/lib/format';
import { recordApps } from '#shared/model/record-system';
import {
  mirror,
  next,
  openDevice,
  progressOf,
  readDevice,
  readTerms,
  receiptIn,
  rowOf,
  shipDevices,
  test,
  type Shop,
} from './testing/devices';
import { makeShop, shopsOf } from './testing/shops';
import { expect } from './testing/story';

/** Goes from the open device to the wizard's last question in the fewest steps. */
async function toLastStep(page: Page): Promise<void> {
  await page.getByRole('button', { name: '返却を申し込む' }).click();
  await page.getByRole('radio', { name: '契約終了' }).check();
  await next(page).click();
  await next(page).click();
  await readTerms(page, '返却規約');
  await next(page, '同意して次へ').click();
  await expect(progressOf(page)).toHaveAttribute('value', '80');
}

test('a rented device is returned, from the reason to the receipt, and is locked then', async ({
  page,
  shop,
  staff,
}) => {
  const [serial = ''] = await shipDevices(staff, shop, {});
  await mirror(shop);
  await openDevice(page, shop, serial);
  await page.getByRole('button', { name: '返却を申し込む' }).click();
  const dialog = page.getByRole('dialog', { name: `返却：${serial}` });

  await expect(progressOf(page)).toHaveAttribute('value', '20');
  await next(page).click();
  await expect(dialog.getByRole('alert')).toContainText('返却理由を選択してください');
  await expect(dialog.getByRole('alert')).toContainText('返却理由の選択は必須です。');
  await dialog.getByRole('radio', { name: '台数削減' }).check();
  await dialog.getByLabel('補足（任意）').fill('  裏口に置きます  ');
  // A double click opens the next step, not the one after it.
  await next(page).dblclick();

  await expect(progressOf(page)).toHaveAttribute('value', '40');
  await expect(dialog.getByText('台数削減')).toBeVisible();
  await next(page).click();

  await expect(progressOf(page)).toHaveAttribute('value', '60');
  await expect(dialog.getByText('規約を最後までお読みください')).toBeVisible();
  await expect(next(page, '同意して次へ')).toBeDisabled();
  await readTerms(page, '返却規約');
  await next(page, '同意して次へ').click();

  // Back to the first step: the choices and the scanned code are kept.
  await expect(progressOf(page)).toHaveAttribute('value', '80');
  for (const percent of ['60', '40', '20']) {
    await next(page, '戻る').click();
    await expect(progressOf(page)).toHaveAttribute('value', percent);
  }
  await expect(dialog.getByRole('radio', { name: '台数削減' })).toBeChecked();
  await expect(dialog.getByLabel('補足（任意）')).toHaveValue('  裏口に置きます  ');
  await next(page).click();
  await next(page).click();
  await next(page, '同意して次へ').click();
  await next(page, '返却を申し込む').click();

  await expect(progressOf(page)).toHaveAttribute('value', '100');
  await expect(dialog.getByText('返却用の箱を発送します')).toBeVisible();
  const receipt = await receiptIn(page);
  await next(page, '完了').click();
  await expect(rowOf(page, serial)).toContainText(receipt);
  await expect(async () => {
    await page.reload();
    await expect(rowOf(page, serial)).toContainText('返却：確認待ち', { timeout: 1000 });
  }).toPass();

  await page.getByRole('button', { name: serial, exact: true }).click();
  const device = await readDevice(shop, serial);
  const overview = page.getByRole('dialog', { name: serial });
  await expect(overview.getByText('現在、返却のお手続き中です')).toBeVisible();
  await expect(overview.getByText('次にお手続きできる日')).toBeVisible();
  await expect(overview.getByText(longDate(Date.parse(device?.lockUntil ?? '')))).toBeVisible();
  await expect(overview.getByRole('button', { name: /申し込む/ })).toHaveCount(0);

  const { fields } = recordApps.requests;
  const records = await staff.requestsFor(serial);
  const notesOfReturn = expect.stringMatching(/^裏口に置きます\n返却用の箱の発送期限: /);
  expect(
    records.map((record) =>
      [fields.receiptNumber, fields.kind, fields.reason, fields.notes, fields.customerId, fields.shopAddress].map(
        ({ code }) => record[code]?.value,
      ),
    ),
  ).toEqual([[receipt, '返却', '台数削減', notesOfReturn, shop.customerId, '〒107-0062 東京都港区南青山1-1-1']]);
});

test(
  'two tabs send at the same time: one gets the receipt, the other says that the device is locked',
  { tag: '@once' },
  async ({ page, context, shop, staff }) => {
    const [serial = ''] = await shipDevices(staff, shop, {});
    await mirror(shop);
    const other = await context.newPage();
    const tabs = [page, other] as const;
    for (const tab of tabs) {
      await openDevice(tab, shop, serial);
      await toLastStep(tab);
    }
    await next(other, '戻る').click();
    await next(other, '戻る').click();
    await next(other, '戻る').click();
    // Other content makes another request, not a retry of the first.
    await other.getByRole('radio', { name: '店舗閉店' }).check();
    await next(other).click();
    await next(other).click();
    await next(other, '同意して次へ').click();
    await Promise.all(tabs.map((tab) => next(tab, '返却を申し込む').click()));

    const done = (tab: Page) => tab.getByRole('heading', { name: '返却のお申し込みを受け付けました' });
    const refused = (tab: Page) => tab.getByText('現在、返却のお手続き中です').first();
    for (const tab of tabs) await expect(done(tab).or(refused(tab)).first()).toBeVisible();
    const won = await Promise.all(tabs.map((tab) => done(tab).isVisible()));
    expect(won.filter(Boolean)).toHaveLength(1);
    const loser = tabs[won.indexOf(false)] ?? other;
    await expect(loser.getByText('返却処理エラー')).toBeVisible();
    await expect(loser.getByText('次にお手続きできる日')).toBeVisible();
    await expect.poll(() => staff.requestsFor(serial)).toHaveLength(1);
  },
);

/** What a shop is charged next, and for how many devices. */
async function nextBill({ owner, customerId }: Shop): Promise<{ amount: number; devices: number }> {
  const { amount } = await owner.send(getNextInvoice, { params: { id: customerId } });
  const [subscription] = (await shopsOf(owner)).find(({ customer }) => customer.id === customerId)?.subscriptions ?? [];
  return { amount, devices: subscription ? deviceCount(subscription) : 0 };
}

test(
  'a return from three devices to two: the next bill to the yen, and so it is at once',
  { tag: '@once' },
  async ({ page, portal, owner: { session }, staff }) => {
    const made = await makeShop(portal, session, { name: '渋谷店', devices: 3, state: 'active' });
    const shop = { ...made, owner: session };
    const [serial = ''] = await shipDevices(staff, shop, {}, {}, {});
    await mirror(shop);
    await openDevice(page, shop, serial);
    await page.getByRole('button', { name: '返却を申し込む' }).click();
    await page.getByRole('radio', { name: '台数削減' }).check();
    await next(page).click();
    await page.getByRole('radio', { name: '2台に減らす' }).check();
    await expect(page.getByRole('dialog')).toContainText('次回のご請求額は18,700円になります。');
    await next(page).click();
    await readTerms(page, '返却規約');
    await next(page, '同意して次へ').click();
    await next(page, '返却を申し込む').click();
    await receiptIn(page);
    expect(await nextBill(shop)).toEqual({ amount: 18_700, devices: 2 });
    await page.goto(`/subscription/${shop.subscriptionId}`);
    await expect(page.getByText('お手元 3台 / ご請求 2台')).toBeVisible();
  },
);
