import type { Locator, Page } from 'playwright/test';
import { mirror, next, openDevice, shipDevices, test as devicesTest } from './testing/devices';
import { makeShop } from './testing/shops';
import { setUpSms, verifySms } from '#shared/contract/security';
import { expectHome, newPhone } from './testing/accounts';
import { sizes } from './testing/sizes';
import { expect, signIn, test } from './testing/story';

/** Whether all corners of an element are in the window, and nothing lies on them. */
const isInView = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const corners = [left + 12, right - 12].flatMap((x) => [top + 12, bottom - 12].map((y) => [x, y] as const));
    return corners.every(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (node.contains(hit) || hit.contains(node));
    });
  });

devicesTest('a dangerous fault: its alert is in view, also with large text', async ({ page, shop, staff }) => {
  const [serial = ''] = await shipDevices(staff, shop, {});
  await mirror(shop);
  for (const percent of [100, 200]) {
    await openDevice(page, shop, serial);
    await page.addStyleTag({ content: `html { font-size: ${percent}% }` });
    await page.getByRole('button', { name: '交換を申し込む' }).click();
    const dialog = page.getByRole('dialog', { name: `交換：${serial}` });
    await next(page).click();
    await expect(dialog.getByRole('checkbox').first()).toBeFocused();
    await dialog.getByRole('checkbox', { name: '異常発熱する' }).check();
    const alert = dialog.getByRole('alert').filter({ hasText: 'すぐに電源プラグを抜いてください' });
    await expect.poll(() => isInView(alert), { message: `${percent} %` }).toBe(true);
  }
});

test('a list is found again as it was left: its page, search and order', { tag: '@once' }, async ({ page, portal }) => {
  await signIn(page, await portal.demo('owner'));
  await expectHome(page);
  const cards = page.getByRole('list', { name: '店舗', exact: true }).getByRole('article');
  const openFirstAndReturn = async (): Promise<void> => {
    const name = (await cards.first().getByRole('heading').innerText()).trim();
    await cards.first().getByRole('link').first().click();
    await expect(page).toHaveURL(/\/store\//);
    await page.goBack();
    await expect(cards.first()).toContainText(name);
  };
  await page.getByRole('navigation', { name: '店舗のページ' }).getByRole('button', { name: '次へ' }).click();
  await expect(page.getByText(/店舗中 11〜/)).toBeVisible();
  await openFirstAndReturn();
  await expect(page.getByText(/店舗中 11〜/)).toBeVisible();
  await page.getByLabel('並び順').selectOption('created');
  await page.getByLabel('店舗名で検索').fill('銀座');
  await expect(page.getByText(/店舗が見つかりました/)).toBeVisible();
  await openFirstAndReturn();
  await expect(page.getByLabel('店舗名で検索')).toHaveValue('銀座');
  await expect(page.getByLabel('並び順')).toHaveValue('created');
});

/** The rectangle of an element; throws if it has none. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('not on the screen');
  return box;
}

test('the buttons that stay on the screen are a bar below the amounts; a toast covers no title or button', async ({
  page,
  portal,
  owner,
}) => {
  const { subscriptionId } = await makeShop(portal, owner.session, { name: '青山店', devices: 2, state: 'active' });
  await page.goto('/');
  const bar = await boxOf(page.getByRole('region', { name: '共有とQRコード' }));
  const main = await boxOf(page.locator('main'));
  const window = page.viewportSize() ?? { width: 0, height: 0 };
  expect(bar.x + bar.width).toBe(window.width);
  expect(window.width - bar.width).toBeLessThanOrEqual(288);
  expect(bar.x).toBeLessThanOrEqual(main.x + 288);

  await page.goto(`/subscription/${subscriptionId}`);
  await page.getByRole('switch', { name: '自動更新' }).click();
  const toast = page.getByText('自動更新をオフにしました');
  await expect(toast).toBeVisible();
  // It slides to its place.
  await expect.poll(() => coveredBy(page, '自動更新をオフにしました')).toEqual([]);
});

/** What titles and buttons lie under a toast. */
const coveredBy = (page: Page, title: string): Promise<string[]> =>
  page.evaluate((words) => {
    const toast = [...document.querySelectorAll('[data-sonner-toast]')].find((one) => one.textContent?.includes(words));
    const { left, right, top, bottom } = (toast as HTMLElement).getBoundingClientRect();
    return [...document.querySelectorAll('main h1, main h2, main button, main a, header a, nav a')]
      .filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width > 0 && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      })
      .map((one) => one.textContent ?? '');
  }, title);

test(
  'a subscription of five devices without an open parcel is two screens of a phone',
  { tag: '@once' },
  async ({ page, portal }) => {
    await page.setViewportSize(sizes.phone.viewport);
    await signIn(page, await portal.demo('owner'));
    await expectHome(page);
    await page.getByRole('link', { name: 'オゾンサロン青山店' }).click();
    await page.getByRole('link', { name: 'Revonizer', exact: true }).click();
    await expect(page.getByRole('button', { name: '解約する' })).toBeVisible();
    // The next charge is the monthly price on the next day, so that nothing repeats it.
    const contract = page.getByRole('region', { name: 'Revonizer', exact: true });
    await expect(contract).toContainText(/月額料金（税込）\s*45,100円/);
    await expect(contract).toContainText(/次回更新日\s*20\d\d年/);
    await expect(page.getByRole('region', { name: '次回のご請求' })).toHaveCount(0);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThanOrEqual(1700);
  },
);

test('what is told in the second step of a sign-in leaves its button free', async ({
  page,
  portal,
  mailbox,
  account,
}) => {
  const session = await portal.signIn(account);
  const phone = newPhone();
  await session.send(setUpSms, { body: { phoneNumber: phone } });
  const { code } = await mailbox.newest(phone);
  await session.send(verifySms, { body: { code: code ?? '' } });
  await page.clock.install();
  await signIn(page, account);
  await page.getByText('コードが届かないとき').click();
  await page.clock.fastForward(31_000);
  await page.getByRole('button', { name: /再送信/ }).click();
  await expect(page.getByText('認証コードを再送信しました')).toBeVisible();
  await expect.poll(() => isInView(page.getByRole('button', { name: '認証する' }))).toBe(true);
});
