import { recordApps } from '#shared/model/record-system';
import type { Message } from '../../local/cloud/inbox/inbox';
import { mirror, next, openDevice, readTerms, receiptIn, rowOf, shipDevices, shopAndStaff } from '../testing/devices';
import { expect } from '../testing/story';
import { test as ownPortalTest } from './own-portal';

const test = ownPortalTest.extend(shopAndStaff);

test('record system and SNS are down: a request is accepted, arrives once later, and its owner follows it', async ({
  page,
  portal,
  shop,
  staff,
}) => {
  const [serial = ''] = await shipDevices(staff, shop, {});
  await mirror(shop);
  // After the minute in which the owner may not sync again.
  await portal.local('clock', { advance: '2m' });
  await openDevice(page, shop, serial);
  await page.getByRole('button', { name: '交換を申し込む' }).click();
  await page.getByRole('checkbox', { name: '異常発熱する' }).check();
  await next(page).click();
  await next(page).click();
  await readTerms(page, '交換規約');

  for (const service of ['records', 'sns']) await portal.local('faults', { service, mode: 'down' });
  await next(page, '同意して交換を申し込む').click();
  const dialog = page.getByRole('dialog', { name: `交換：${serial}` });
  await expect(dialog.getByRole('heading', { name: '交換のお申し込みを受け付けました' })).toBeVisible();
  const receipt = await receiptIn(page);
  await next(page, '完了').click();
  await expect(rowOf(page, serial)).toContainText('交換：受付済み');

  const syncButton = page.getByRole('button', { name: '最新の情報に更新' });
  await syncButton.click();
  await expect(page.getByText('同期できませんでした')).toBeVisible();
  await expect(rowOf(page, serial)).toContainText(receipt);

  const notices = async (): Promise<Message[]> =>
    (await portal.local<Message[]>('inbox')).filter((message) => message.text.includes(receipt));
  await portal.local('faults', undefined, 'DELETE');
  expect([await staff.requestsFor(serial), await notices()]).toEqual([[], []]);
  // A failed sync counts for its minute too.
  await portal.local('clock', { advance: '61s' });
  await syncButton.click();
  await expect(page.getByText('同期しました')).toBeVisible();
  // Longer than a failed task waits before it is tried again.
  await portal.local('clock', { advance: '10m' });
  const { receiptNumber, stage } = recordApps.requests.fields;
  expect((await staff.requestsFor(serial)).map((record) => record[receiptNumber.code]?.value)).toEqual([receipt]);
  const [notice, ...more] = await notices();
  expect(more).toEqual([]);
  for (const needed of [serial, '異常発熱する', '〒107-0062 東京都港区南青山1-1-1', '0312345678'])
    expect(notice?.text).toContain(needed);
  await page.reload();
  await expect(rowOf(page, serial)).toContainText('交換：確認待ち');

  for (const [set, shown] of [
    ['対応中', '交換：対応中'],
    ['完了', '交換：完了'],
  ] as const) {
    await staff.change('requests', receiptNumber.code, receipt, { [stage.code]: set });
    await portal.local('schedule/mirror-devices', {});
    await page.reload();
    await expect(rowOf(page, serial)).toContainText(shown);
  }
  await page.getByRole('button', { name: serial, exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: '返却を申し込む' })).toBeVisible();
  await expect(page.getByRole('dialog').getByText('次にお手続きできる日')).toHaveCount(0);
});
