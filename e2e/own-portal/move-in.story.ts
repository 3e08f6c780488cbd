import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeBusiness } from '../../local/seed/business';
import { stripeOf } from '../testing/shops';
import { expect, signIn } from '../testing/story';
import { test } from './own-portal';

/** docs/moving-in.md, with its commands, over the running portal and with the rights of the templates. */
test(
  'a running business moves in: an owner sets the password from the mail and sees shops, devices and invoices',
  { tag: '@once' },
  async ({ page, portal, mailbox, account }) => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-move-in-'));
    const mapping = join(folder, 'move-in.json');
    const run = promisify(execFile);
    const moveIn = async (...words: string[]): Promise<string> => {
      const options = ['--stage', 'local', '--mapping', mapping, '--out', folder];
      const file = ['--import', 'tsx', 'infra/cli/move-in.ts'];
      const env = { ...process.env, PORTAL_URL: portal.url };
      return (await run(process.execPath, [...file, ...options, ...words], { env })).stdout;
    };
    const stripe = await stripeOf(portal);
    const business = await makeBusiness({ stripe, staff: await portal.staff(), userEmail: account.email }, 6, 1);
    await writeFile(mapping, JSON.stringify(business.mapping));
    await portal.local('schedule/mirror-devices', {});

    expect(await moveIn('look')).toContain('6 customers of 2 owners can be linked');
    const report = await readFile(join(folder, 'look.csv'), 'utf8');
    expect(report.split('\r\n').filter((line) => line.includes('請求先のメールアドレスがありません'))).toHaveLength(1);
    expect(await moveIn('link')).toContain('Every next invoice is as before.');
    const email = 'salon0@business.example.jp';
    await writeFile(join(folder, 'first.txt'), email);
    expect(await moveIn('--only', join(folder, 'first.txt'), 'invite')).toContain('1 owners are invited');

    const { link } = await mailbox.newest(email);
    expect(link).toContain('/reset-password?token=');
    await page.goto(link ?? '');
    const password = 'Ozone-and-salons-9';
    await page.getByLabel('新しいパスワード', { exact: true }).fill(password);
    await page.getByLabel('新しいパスワード（確認）', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'パスワードを設定' }).click();
    await expect(page.getByText('パスワードを設定しました')).toBeVisible();
    await signIn(page, { email, password });
    for (const salon of ['サロン0', 'サロン1', 'サロン2'])
      await expect(page.getByText(salon, { exact: true }).first()).toBeVisible();
    await page.goto('/documents');
    await expect(page.getByRole('link', { name: /サロン1 18,700円/ })).toBeVisible();
    await page.goto('/devices');
    await expect(page.getByText('RVZ-B1-0').first()).toBeVisible();

    expect(await moveIn('invite')).toContain('1 owners are invited');
    await expect(async () =>
      expect(await moveIn('look')).toContain('2 owners are linked, 2 invited, 1 have come'),
    ).toPass();

    expect(await moveIn('undo', '--all')).toContain('1 owners are taken back');
    await expect(async () => expect(await moveIn('look')).toContain('3 customers of 1 owners can be linked')).toPass();
  },
);
