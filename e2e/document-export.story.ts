import { readFile } from 'node:fs/promises';
import { makeShop } from './shops';
import { expect, test } from './story';

test('a year is handed over in three taps, and the mail leads to the same page', async ({
  page,
  portal,
  mailbox,
  owner,
}) => {
  await makeShop(portal, owner.session, { name: '青山店', devices: 2 });
  await expect(async () => {
    await portal.local('schedule/archive-documents', {});
    await page.goto('/documents');
    await expect(page.getByRole('list', { name: '書類' })).toBeVisible({ timeout: 2_000 });
  }).toPass();

  await page.getByRole('link', { name: '1年分をダウンロード' }).click();
  await page.getByRole('button', { name: 'ファイルを作成する' }).click();
  const link = page.getByRole('link', { name: 'ダウンロードする' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^Revonizer_\d{4}\.zip$/);
  expect((await readFile(await download.path())).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');

  await portal.local('schedule/send-notices', {});
  await expect(async () => {
    const mails = await mailbox.messages(owner.email);
    const mail = mails.find(({ subject }) => subject?.includes('ダウンロードできます'));
    expect(new URL(mail?.link ?? 'http://none').pathname).toBe(new URL(page.url()).pathname);
  }).toPass();
});
