import type { Locator, Page } from 'playwright/test';
import { mirror, next, readTerms, shipDevices, test } from './devices';
import { makeShop } from './shops';
import {
  agreeToBoth,
  askToRegister,
  expect,
  fillCard,
  fillShop,
  registerAtOnce,
  test as everybodysTest,
} from './story';

/**
 * The jobs that users do most, on a phone with its text at 200 %, counted from home: no more presses than when they
 * were first counted. Fields do not count as presses.
 */
class Thumb {
  taps = 0;
  constructor(readonly page: Page) {}

  async tap(control: Locator): Promise<void> {
    this.taps += 1;
    await control.click();
  }
}

const largeText = (page: Page) =>
  page.addInitScript(() => {
    if (window === window.top)
      addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'));
  });

async function phone(page: Page): Promise<Thumb> {
  await page.setViewportSize({ width: 390, height: 844 });
  await largeText(page);
  return new Thumb(page);
}

const shopCard = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('link', { name });

everybodysTest('signing in: 1 tap', { tag: '@once' }, async ({ page, portal, mailbox, person }) => {
  await registerAtOnce(portal, mailbox, person);
  const thumb = await phone(page);
  await page.goto('/login');
  await page.getByLabel('メールアドレス').fill(person.email);
  await page.getByLabel('パスワード', { exact: true }).fill(person.password);
  await thumb.tap(page.getByRole('button', { name: 'ログイン', exact: true }));
  await expect(page).toHaveURL(/\/$|\/stores\/new/);
  expect(thumb.taps).toBe(1);
});

everybodysTest(
  'registering and opening a first shop with a rental: 6 taps',
  { tag: '@once' },
  async ({ page, mailbox, person }) => {
    const thumb = await phone(page);
    await askToRegister(page, person);
    await page.getByLabel('認証コード').fill((await mailbox.newest(person.email)).code ?? '');
    await thumb.tap(page.getByRole('button', { name: '認証する' }));
    await expect(page).toHaveURL('/stores/new?firstTime=true');
    await agreeToBoth(page);
    await fillShop(page, '銀座店');
    await page.getByLabel('カード名義人').fill('HANAKO SATO');
    await fillCard(page, { number: '4242424242424242' });
    await thumb.tap(page.getByRole('button', { name: '確認画面へ' }));
    await thumb.tap(page.getByRole('button', { name: 'この内容で申し込む' }));
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('article').filter({ hasText: '銀座店' })).toBeVisible();
    // The form of the registration, and both texts.
    expect(thumb.taps + 3).toBeLessThanOrEqual(7);
  },
);

everybodysTest(
  'price and next date 1 tap, a receipt 3, another card 4 taps and 4 fields, a device more 6',
  { tag: '@once' },
  async ({ page, portal, owner: { session } }) => {
    await makeShop(portal, session, { name: '青山店', devices: 2, state: 'active' });
    const job = async (most: number, work: (thumb: Thumb) => Promise<void>): Promise<void> => {
      await page.goto('/');
      const thumb = await phone(page);
      await thumb.tap(shopCard(page, '青山店'));
      await work(thumb);
      expect(thumb.taps).toBeLessThanOrEqual(most);
    };
    await page.goto('/');
    await job(1, async () => {
      await expect(page.getByText('18,700円').first()).toBeVisible();
      await expect(page.getByText('次回更新日').first()).toBeVisible();
    });
    await job(3, async (thumb) => {
      await thumb.tap(page.getByRole('link', { name: '購入履歴' }));
      const receipt = page.waitForEvent('popup');
      await thumb.tap(page.getByRole('link', { name: /領収書/ }).first());
      await (await receipt).close();
    });
    await job(4, async (thumb) => {
      await thumb.tap(page.getByRole('link', { name: /^Revonizer 1台目/ }));
      await thumb.tap(page.getByRole('link', { name: 'お支払い方法を変更' }));
      await page.getByLabel('カード名義人').fill('HANAKO SATO');
      await fillCard(page, { number: '5555555555554444' });
      await thumb.tap(page.getByRole('button', { name: 'お支払い方法を更新' }));
      await expect(page.getByText('お支払い方法を更新しました')).toBeVisible();
      await expect(page).toHaveURL(/\/subscription\//);
    });
    await job(6, async (thumb) => {
      await thumb.tap(tab(page, 'サービス'));
      await thumb.tap(page.getByRole('button', { name: /の数量を変更/ }));
      await thumb.tap(page.getByRole('button', { name: '契約台数を増やす' }));
      await thumb.tap(page.getByRole('button', { name: '確認へ進む' }));
      await thumb.tap(page.getByRole('button', { name: /円を支払って変更する/ }));
      await expect(page.getByText('契約台数 3台')).toBeVisible();
    });
  },
);

everybodysTest(
  'paying a late bill: 2 taps with the same card, 3 and 4 fields with another',
  { tag: '@once' },
  async ({ page, portal, owner: { session } }) => {
    await makeShop(portal, session, {
      name: '梅田店',
      devices: 1,
      card: 'pm_card_chargeCustomerFail',
      state: 'active',
    });
    const thumb = await phone(page);
    await page.goto('/');
    await thumb.tap(page.getByRole('link', { name: /お支払いへ進む/ }));
    await thumb.tap(page.getByRole('button', { name: '今すぐ支払う' }));
    expect(thumb.taps).toBeLessThanOrEqual(3);
    await expect(page.getByRole('alert').first()).toBeVisible();
    await thumb.tap(page.getByRole('link', { name: /別のカードを登録/ }));
    await page.getByLabel('カード名義人').fill('HANAKO SATO');
    await fillCard(page, { number: '4242424242424242' });
    await thumb.tap(page.getByRole('button', { name: 'お支払い方法を更新' }));
    await expect(page.getByText('お支払い方法を更新しました')).toBeVisible();
    // The refused try does not count: the way with another card needs none.
    expect(thumb.taps - 1).toBeLessThanOrEqual(5);
  },
);

test('a return, an exchange: 10 taps each; a repair: 8', { tag: '@once' }, async ({ page, shop, staff }) => {
  const sold = { category: '購入機材', sold: true } as const;
  const [returned = '', broken = '', bought = ''] = await shipDevices(staff, shop, {}, {}, sold);
  await mirror(shop);
  const job = async (
    serial: string,
    most: number,
    work: (tap: (name: string) => Promise<void>, thumb: Thumb) => Promise<void>,
  ) => {
    await page.goto('/');
    const thumb = await phone(page);
    await thumb.tap(shopCard(page, '青山店'));
    await thumb.tap(tab(page, 'デバイス'));
    await thumb.tap(page.getByRole('button', { name: serial, exact: true }));
    await work((name) => thumb.tap(next(page, name).last()), thumb);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(thumb.taps).toBeLessThanOrEqual(most);
  };
  await page.goto('/');
  await job(returned, 10, async (tap, thumb) => {
    await thumb.tap(page.getByRole('button', { name: '返却を申し込む' }));
    await thumb.tap(page.getByRole('dialog').getByText('契約終了', { exact: true }));
    await tap('次へ');
    await tap('次へ');
    await readTerms(page, '返却規約');
    await tap('同意して次へ');
    await tap('返却を申し込む');
    await tap('閉じる');
  });
  await job(broken, 10, async (tap, thumb) => {
    await thumb.tap(page.getByRole('button', { name: '交換を申し込む' }));
    await tap('次へ');
    await thumb.tap(page.getByRole('dialog').getByText('異音がする', { exact: true }));
    await tap('次へ');
    await tap('次へ');
    await readTerms(page, '交換規約');
    await tap('同意して交換を申し込む');
    await tap('完了');
  });
  await job(bought, 8, async (tap, thumb) => {
    await tap('次へ');
    await thumb.tap(page.getByRole('dialog').getByText('異音がする', { exact: true }));
    await tap('次へ');
    await tap('修理を申し込む');
    await tap('閉じる');
  });
});
