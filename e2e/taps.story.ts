import type { Page } from 'playwright/test';
import { listDocuments } from '#shared/contract/document';
import { newPhone } from './testing/accounts';
import { mirror, next, readTerms, shipDevices, test } from './testing/devices';
import { makeShop } from './testing/shops';
import { sizes } from './testing/sizes';
import {
  agreeToBoth,
  askToRegister,
  test as everybodysTest,
  expect,
  expectDialogsClosed,
  fillCard,
  fillShop,
  signIn,
  signOut,
} from './testing/story';

interface Effort {
  /** Presses of a finger or mouse, wherever they land. */
  taps: number;
  /** Fields that were typed into, the payment provider's too; what the page fills in itself does not count. */
  fields: number;
}

/** Counts what a person does on a page. To be called before the page opens its first address. */
async function countEffort(page: Page): Promise<{ start: () => void; spent: () => Effort }> {
  let spent: Effort = { taps: 0, fields: 0 };
  await page.exposeFunction('countEffort', (kind: keyof Effort) => {
    spent[kind] += 1;
  });
  await page.addInitScript(() => {
    const count = (kind: string) =>
      void (globalThis as unknown as { countEffort: (kind: string) => Promise<void> }).countEffort(kind);
    const typed = new WeakSet<EventTarget>();
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && count('taps'), true);
    addEventListener(
      'input',
      ({ isTrusted, target }) => {
        const isText = target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox';
        if (!isTrusted || !isText || typed.has(target)) return;
        typed.add(target);
        count('fields');
      },
      true,
    );
  });
  return {
    start: () => {
      spent = { taps: 0, fields: 0 };
    },
    spent: () => ({ ...spent }),
  };
}

/** The jobs that users do most, on a phone with its text at 200 %: what each costs, counted by the page itself. */
async function phone(page: Page) {
  await page.setViewportSize(sizes.phone.viewport);
  await page.addInitScript(() => {
    if (window === window.top)
      addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'));
  });
  const { start, spent } = await countEffort(page);
  /** What was done since the last `start`. */
  const costs = (taps: number, fields: number): Promise<void> => expect.poll(spent).toEqual({ taps, fields });
  return { start, costs };
}
const shopCard = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

everybodysTest(
  'signing in: 1 tap and 2 fields; with a code by SMS 2 taps and 3 fields',
  { tag: '@once' },
  async ({ page, owner, mailbox }) => {
    const { start, costs } = await phone(page);
    const number = newPhone();
    await page.goto('/settings/security');
    await page.getByRole('switch', { name: '2段階認証を使う' }).click();
    await page.getByLabel('電話番号').fill(number);
    await page.getByRole('button', { name: '認証コードを送信' }).click();
    await page.getByLabel('認証コード（SMS）').fill((await mailbox.newest(number)).code ?? '');
    await page.getByRole('button', { name: '認証する' }).click();
    await expect(page.getByText('電話番号の確認が完了しました')).toBeVisible();
    const codes = page.getByRole('dialog', { name: '2段階認証を有効にしました' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    // In large text too no code lies over another one.
    const boxes = await Promise.all((await codes.getByRole('listitem').all()).map((code) => code.boundingBox()));
    const rows = boxes.map((box) => `${box?.x} ${box?.y}`);
    expect([new Set(rows).size, new Set(boxes.map((box) => box?.x)).size]).toEqual([10, 1]);
    await codes.getByRole('button', { name: '保管しました' }).click();
    await signOut(page);

    const seen = await mailbox.messages(number);
    start();
    await signIn(page, owner);
    await expect(page.getByRole('heading', { name: '2段階認証' })).toBeVisible();
    await costs(1, 2);
    await page.getByLabel('認証コード（SMS）').fill((await mailbox.newest(number, seen)).code ?? '');
    await page.getByRole('button', { name: '認証する' }).click();
    await expect(page).toHaveURL('/');
    await costs(2, 3);
  },
);

everybodysTest(
  'registering and opening a first shop with a rental: 6 taps and 14 fields',
  { tag: '@once' },
  async ({ page, mailbox, person }) => {
    const { costs } = await phone(page);
    await askToRegister(page, person);
    await page.getByLabel('認証コード').fill((await mailbox.newest(person.email)).code ?? '');
    await page.getByRole('button', { name: '認証する' }).click();
    await expect(page).toHaveURL('/stores/new?firstTime=true');
    await agreeToBoth(page);
    await fillShop(page, '銀座店');
    await page.getByLabel('カード名義人').fill('HANAKO SATO');
    await fillCard(page, { number: '4242424242424242' });
    await page.getByRole('button', { name: '確認画面へ' }).click();
    await page.getByRole('button', { name: 'この内容で申し込む' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('article').filter({ hasText: '銀座店' })).toBeVisible();
    await costs(6, 14);
  },
);

everybodysTest(
  'price and next date 1 tap, a receipt 3, another card 4 taps and 4 fields, a device more 4, an end at the period 4',
  { tag: '@once' },
  async ({ page, portal, owner: { session } }) => {
    await makeShop(portal, session, { name: '青山店', devices: 2, state: 'active' });
    const { start, costs } = await phone(page);
    const job = async (taps: number, fields: number, work: () => Promise<void>): Promise<void> => {
      await page.goto('/');
      start();
      await shopCard(page, '青山店').click();
      await work();
      await costs(taps, fields);
    };
    await job(1, 0, async () => {
      await expect(page.getByText('18,700円').first()).toBeVisible();
      await expect(page.getByRole('region', { name: '次回のご請求' }).getByText(/^20\d\d年/)).toBeVisible();
    });
    await job(3, 0, async () => {
      await page.getByRole('link', { name: '購入履歴' }).click();
      const receipt = page.waitForEvent('popup');
      await page
        .getByRole('link', { name: /^領収書/ })
        .first()
        .click();
      await (await receipt).close();
    });
    await job(4, 4, async () => {
      await page.getByRole('link', { name: 'Revonizer', exact: true }).click();
      await page.getByRole('link', { name: 'お支払い方法を変更' }).click();
      await page.getByLabel('カード名義人').fill('HANAKO SATO');
      await fillCard(page, { number: '5555555555554444' });
      await page.getByRole('button', { name: 'お支払い方法を更新' }).click();
      await expect(page.getByText('お支払い方法を更新しました')).toBeVisible();
      await expect(page).toHaveURL(/\/subscription\//);
    });
    await job(4, 0, async () => {
      await page.getByRole('button', { name: '台数を追加' }).click();
      await page.getByRole('button', { name: '確認へ進む' }).click();
      await page.getByRole('button', { name: /円を支払って変更する/ }).click();
      await expect(page.getByRole('region', { name: /台に変更し、/ })).toContainText('お届け 3台');
    });
    await job(4, 0, async () => {
      await page.getByRole('link', { name: 'Revonizer', exact: true }).click();
      await page.getByRole('button', { name: '解約する' }).click();
      await page.getByRole('button', { name: 'この日に終了' }).click();
      await expect(page.getByText('次回更新日で終了', { exact: true })).toBeVisible();
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
    const { start, costs } = await phone(page);
    await page.goto('/');
    await page.getByRole('link', { name: /お支払いへ進む/ }).click();
    await page.getByRole('button', { name: '今すぐ支払う' }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await costs(2, 0);
    await page.goto('/');
    start();
    await page.getByRole('link', { name: /お支払いへ進む/ }).click();
    await page.getByRole('link', { name: /別のカードを登録/ }).click();
    await page.getByLabel('カード名義人').fill('HANAKO SATO');
    await fillCard(page, { number: '4242424242424242' });
    await page.getByRole('button', { name: 'お支払い方法を更新' }).click();
    await expect(page.getByText('お支払い方法を更新しました')).toBeVisible();
    await costs(3, 4);
  },
);

everybodysTest(
  'an invoice with its PDF 2 taps, a year of documents as one file 4',
  { tag: '@once' },
  async ({ page, portal, owner: { session } }) => {
    await makeShop(portal, session, { name: '青山店', devices: 2, state: 'active' });
    const isPaid = async () =>
      (await session.send(listDocuments, { query: { state: 'paid' } })).documents.some(({ amount }) => amount > 0);
    await expect.poll(isPaid).toBe(true);
    const { start, costs } = await phone(page);
    await page.goto('/');
    start();
    await page.getByRole('link', { name: '請求書・領収書' }).click();
    await page
      .getByRole('list', { name: '書類' })
      .getByRole('link', { name: /18,700円/ })
      .click();
    await expect(page.getByRole('link', { name: '請求書・領収書PDF' })).toBeVisible();
    await costs(2, 0);
    await page.goto('/');
    start();
    await page.getByRole('link', { name: '請求書・領収書' }).click();
    await page.getByRole('link', { name: 'まとめてダウンロード' }).click();
    await page.getByRole('button', { name: 'ファイルを作成する' }).click();
    const link = page.getByRole('link', { name: 'ダウンロードする' });
    await Promise.all([page.waitForEvent('download'), link.click()]);
    await costs(4, 0);
  },
);

// The specification has five steps for a return and for an exchange, and a button that closes them at the end. A reason
// is chosen before 次へ, because it may have a note. Which device an exchange or a repair is for is answered by the one
// that was pressed. From the device itself, e.g. by its QR code, it is two presses less.
test(
  'from home until it is accepted: a return 8 taps, an exchange 7, a repair 5; one more closes it',
  { tag: '@once' },
  async ({ page, shop, staff }) => {
    const sold = { category: '購入機材', sold: true } as const;
    const [returned = '', broken = '', bought = ''] = await shipDevices(staff, shop, {}, {}, sold);
    await mirror(shop);
    const { start, costs } = await phone(page);
    const step = (name: string) => next(page, name).last().click();
    const accepted = page.getByText('受付番号', { exact: true });
    const job = async (serial: string, taps: number, closes: string, work: () => Promise<void>): Promise<void> => {
      await page.goto('/');
      start();
      await page.getByRole('link', { name: 'すべてのデバイス' }).click();
      await page.getByRole('button', { name: serial, exact: true }).click();
      await work();
      await expect(accepted).toBeVisible();
      await costs(taps, 0);
      await step(closes);
      await expectDialogsClosed(page);
      await costs(taps + 1, 0);
    };
    await job(returned, 8, '完了', async () => {
      await page.getByRole('button', { name: '返却を申し込む' }).click();
      await page.getByRole('dialog').getByText('契約終了', { exact: true }).click();
      await step('次へ');
      await step('次へ');
      await readTerms(page, '返却規約');
      await step('同意して次へ');
      await step('返却を申し込む');
    });
    await job(broken, 7, '完了', async () => {
      await page.getByRole('button', { name: '交換を申し込む' }).click();
      await page.getByRole('dialog').getByText('異音がする', { exact: true }).click();
      await step('次へ');
      await step('次へ');
      await readTerms(page, '交換規約');
      await step('同意して交換を申し込む');
    });
    await job(bought, 5, '完了', async () => {
      await page.getByRole('dialog').getByText('異音がする', { exact: true }).click();
      await step('次へ');
      await step('修理を申し込む');
    });
  },
);
