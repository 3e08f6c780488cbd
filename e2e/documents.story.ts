import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright/test';
import { cancelSubscription } from '#shared/contract/billing';
import { listDocuments } from '#shared/contract/document';
import { deleteShop } from '#shared/contract/shop';
import type { DocumentState } from '#shared/model/document';
import type { PortalClient } from '../local/portal-client';
import { makeShop } from './testing/shops';
import { changeCard, expect, test } from './testing/story';

const rows = (page: Page) => page.getByRole('list', { name: '書類' }).getByRole('listitem');
/** Waits for Stripe's event of an invoice in this state: a second or two, on a busy machine more. */
const eventOf = (owner: PortalClient, state: DocumentState): Promise<void> =>
  expect(async () => {
    const { documents } = await owner.send(listDocuments, { query: { state } });
    expect(documents.some(({ amount }) => amount > 0)).toBe(true);
  }).toPass({ intervals: [200], timeout: 60_000 });

async function openDocuments(page: Page, owner: PortalClient, state: DocumentState): Promise<void> {
  await eventOf(owner, state);
  await page.goto('/documents');
}

/** Presses the link of the PDF and returns the file's first bytes. */
async function openPdf(page: Page): Promise<string> {
  const link = page.getByRole('link', { name: '請求書・領収書PDF' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return (await readFile(await download.path())).subarray(0, 5).toString('latin1');
}

test('a document opens Stripe’s PDF', { tag: '@once' }, async ({ page, portal, owner: { session } }) => {
  await makeShop(portal, session, { name: '青山店', devices: 2, state: 'active' });
  await openDocuments(page, session, 'paid');
  await rows(page).filter({ hasText: '18,700円' }).getByRole('link').click();
  await expect(page.getByRole('region', { name: '内訳' })).toContainText('18,700円');
  expect(await openPdf(page)).toBe('%PDF-');
});

test('a document of a deleted shop opens', { tag: '@once' }, async ({ page, portal, owner: { session } }) => {
  const shop = await makeShop(portal, session, { name: '閉店した店', devices: 1, state: 'active' });
  await openDocuments(page, session, 'paid');
  await session.send(cancelSubscription, { params: { id: shop.subscriptionId } });
  await session.send(deleteShop, { params: { customerId: shop.customerId } });
  await page.goto('/documents');
  await rows(page).filter({ hasText: '9,900円' }).getByRole('link').click();
  await expect(page.getByText('閉店した店').first()).toBeVisible();
  expect(await openPdf(page)).toBe('%PDF-');
});

test(
  'a year from April to March downloads as one ZIP, and the mail leads to the same page',
  { tag: '@once' },
  async ({ page, portal, mailbox, owner }) => {
    await makeShop(portal, owner.session, { name: '青山店', devices: 2, state: 'active' });
    await openDocuments(page, owner.session, 'paid');
    const day = /(\d+)年(\d+)月/.exec((await rows(page).first().textContent()) ?? '');
    const [year, month] = [Number(day?.[1]), Number(day?.[2])];

    await page.getByRole('link', { name: 'まとめてダウンロード' }).click();
    await page.getByLabel('開始年').selectOption(String(month < 4 ? year - 1 : year));
    await page.getByLabel('開始月').selectOption('4');
    await expect(page.getByText(/^\d{4}年4月〜\d{4}年3月$/)).toBeVisible();
    await page.getByRole('button', { name: 'ファイルを作成する' }).click();
    const link = page.getByRole('link', { name: 'ダウンロードする' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/^Revonizer_\d{4}-04_\d{4}-03\.zip$/);

    const files = unzipSync(await readFile(await download.path()));
    const [header, ...documents] = new TextDecoder().decode(files['index.csv']).trimEnd().split('\r\n');
    expect(header).toBe(
      '発行日,番号,店舗,種類,税抜金額,税率,消費税,税込金額,状態,登録番号,お支払い日,カード下4桁,お支払い額',
    );
    expect(documents.some((row) => row.includes('"青山店","請求書",17000,"10%",1700,18700,"お支払い完了"'))).toBe(true);
    const pdfs = Object.keys(files).filter((name) => name.endsWith('.pdf'));
    expect(pdfs).toHaveLength(documents.length);

    await expect(async () => {
      const mails = await mailbox.messages(owner.email);
      const mail = mails.find(({ subject }) => subject?.includes('ダウンロードできます'));
      expect(new URL(mail?.link ?? 'http://none').pathname).toBe(new URL(page.url()).pathname);
    }).toPass();
  },
);

test(
  'a payment is in the documents right after it, without a reload',
  { tag: '@once' },
  async ({ page, portal, owner: { session } }) => {
    const declined = 'pm_card_chargeCustomerFail';
    await makeShop(portal, session, { name: '青山店', devices: 2, card: declined, state: 'active' });
    await openDocuments(page, session, 'open');
    await page.getByRole('link', { name: '店舗一覧へ戻る' }).filter({ visible: true }).first().click();
    await page.getByRole('link', { name: /お支払いへ進む/ }).click();
    await page.getByRole('link', { name: /別のカードを登録/ }).click();
    await changeCard(page, '4242424242424242');
    await page.getByRole('button', { name: '今すぐ支払う' }).click();
    await expect(page.getByText('お支払いが完了しました')).toBeVisible();
    await eventOf(session, 'paid');
    while (new URL(page.url()).pathname !== '/documents') await page.goBack();
    await expect(rows(page).filter({ hasText: '18,700円' })).toContainText('Visa 末尾4242');
    await expect(rows(page).filter({ hasText: 'お支払い待ち' })).toHaveCount(0);
  },
);
