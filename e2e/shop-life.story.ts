import type { Page } from 'playwright/test';
import { makeShop } from './testing/shops';
import { expect, expectDialogsClosed, rowIn, test } from './testing/story';

/** A link in the menu of a shop: beside the shop on a desktop, at the bottom on a phone. */
const menu = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).filter({ visible: true });
const rows = (page: Page) => page.getByRole('list', { name: '変更内容' }).getByRole('listitem');

test('a shop is edited, its devices go from 2 to 5 to 1 within the trial; each resource is read once', async ({
  page,
  portal,
  owner: { session },
}) => {
  const { customerId } = await makeShop(portal, session, { name: '青山店', devices: 2 });
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.push(pathname);
  });

  await page.goto('/');
  await page.getByRole('link', { name: '青山店' }).click();
  await expect(page).toHaveURL(`/store/${customerId}`);
  await expect(page.getByRole('list', { name: '契約', exact: true }).getByText('無料トライアル中')).toBeVisible();
  await page.getByRole('button', { name: '編集' }).click();
  const edit = page.getByRole('dialog', { name: '店舗情報の編集' });
  await edit.getByLabel('店舗名（サロン名）').fill('表参道店');
  const billing = edit.getByRole('group', { name: '請求先住所' });
  await billing.getByLabel('郵便番号').fill('1000001');
  await expect(billing.getByText('住所を自動入力しました')).toBeVisible();
  await billing.getByLabel('市区町村・番地').fill('千代田1-1');
  await edit.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByText('店舗情報を更新しました')).toBeVisible();
  await expect(edit).toHaveCount(0);
  await expect(page.getByText('千代田1-1')).toBeVisible();
  await expect(page.getByRole('banner').getByText('表参道店')).toBeVisible();

  // All screens of the shop, and back: they show data that was read when the first of them opened.
  await menu(page, '契約中のサービス').click();
  await expect(page.getByRole('heading', { name: '契約中のサービス' })).toBeVisible();
  await page.getByRole('button', { name: /の数量を変更/ }).click();
  const dialog = page.getByRole('dialog', { name: '数量の変更' });
  await dialog.getByRole('spinbutton', { name: '契約台数' }).fill('5');
  await expect(dialog.getByText('＋3台')).toBeVisible();
  await dialog.getByRole('button', { name: '確認へ進む' }).click();
  const confirmation = page.getByRole('dialog', { name: '数量変更の確認' });
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(1)).toContainText('8,800円');
  await expect(rows(page).nth(2)).toContainText('追加');
  await expect(rowIn(confirmation, '本日のお支払い')).toHaveText('0円');
  await expect(confirmation.getByRole('region', { name: '月額料金' })).toContainText('45,100円');
  await confirmation.getByRole('button', { name: 'この内容で変更する' }).click();
  await expect(page.getByText('数量を変更しました')).toBeVisible();
  await expect(page.getByText('契約台数 5台')).toBeVisible();

  await page.getByRole('button', { name: /の数量を変更/ }).click();
  await dialog.getByRole('spinbutton', { name: '契約台数' }).fill('1');
  await dialog.getByRole('button', { name: '確認へ進む' }).click();
  await expect(rows(page).filter({ hasText: '削除' })).toHaveCount(2);
  await expect(rows(page).nth(0)).toHaveText(/月1台$/);
  await confirmation.getByRole('button', { name: 'この内容で変更する' }).click();
  await expect(page.getByText('契約台数 1台')).toBeVisible();

  await page.getByRole('link', { name: /契約の詳細/ }).click();
  await expect(page.getByRole('heading', { name: '契約の詳細' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: '表参道店' }).click();
  await page.getByRole('link', { name: '購入履歴' }).click();
  await expect(page.getByText('0円', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: '店舗詳細へ戻る' }).click();
  await page
    .getByRole('link', { name: '店舗一覧へ戻る' })
    .or(menu(page, '店舗一覧'))
    .filter({ visible: true })
    .first()
    .click();
  await expect(page.getByRole('article')).toContainText('表参道店');
  expect(reads.filter((path) => path === '/api/stripe/customer')).toHaveLength(1);
  // What a change of quantities changes beside the shop is read again after each.
  const once = reads.filter((path) => !/\/(movements|next-invoice)$/.test(path));
  expect(new Set(once).size).toBe(once.length);
});

test(
  'auto-renewal is switched off and on; after a cancellation the shop can be deleted',
  { tag: '@once' },
  async ({ page, portal, owner: { session } }) => {
    const { customerId, subscriptionId } = await makeShop(portal, session, {
      name: '銀座店',
      devices: 1,
      state: 'active',
    });
    const openDeletion = async (): Promise<void> => {
      await page.getByRole('button', { name: '銀座店のメニュー' }).click();
      await page.getByRole('menuitem', { name: '削除' }).click();
    };
    const deletion = page.getByRole('dialog', { name: '店舗を削除しますか？' });
    await page.goto('/');
    await openDeletion();
    const blocked = page.getByRole('dialog', { name: '削除できません' });
    await expect(
      blocked.getByText('ご契約・お申し込みが1件残っています。先に解約または取り消しをしてください。'),
    ).toBeVisible();
    await expect(blocked.getByRole('button', { name: '削除する' })).toHaveCount(0);
    await blocked.getByRole('button', { name: '閉じる' }).last().click();
    await expectDialogsClosed(page);

    await page.goto(`/subscription/${subscriptionId}`);
    const renewal = page.getByRole('switch', { name: '自動更新' });
    await expect(renewal).toBeChecked();
    await renewal.click();
    await expect(renewal).not.toBeChecked();
    await expect(page.getByText('次回更新日で終了', { exact: true })).toBeVisible();
    await renewal.click();
    await expect(renewal).toBeChecked();
    await expect(page.getByText('次回更新日で終了', { exact: true })).toHaveCount(0);

    await page.getByRole('button', { name: '解約する' }).click();
    const cancellation = page.getByRole('dialog', { name: 'いつ解約しますか？' });
    await cancellation.getByRole('button', { name: '解約しない' }).click();
    await expect(cancellation).toHaveCount(0);
    await page.getByRole('button', { name: '解約する' }).click();
    await cancellation.getByRole('button', { name: '今すぐ解約' }).click();
    const atOnce = page.getByRole('dialog', { name: '今すぐ解約しますか？' });
    await atOnce.getByRole('button', { name: '今すぐ解約' }).click();
    await expect(page).toHaveURL(`/store/${customerId}`);
    await expect(page.getByText('契約中のサービスはありません')).toBeVisible();
    const after = page.getByRole('region', { name: 'この後の流れ' });
    await expect(after).toContainText('契約は終了しました');

    await page.goto('/');
    await openDeletion();
    await deletion.getByRole('button', { name: '削除する' }).click();
    await expect(page.getByText('確認が必要です')).toBeVisible();
    await deletion.getByRole('checkbox').check();
    await deletion.getByRole('button', { name: '削除する' }).click();
    await expect(page.getByText('店舗を削除しました')).toBeVisible();
    await expect(
      page.getByRole('button', { name: /最初の店舗/ }).or(page.getByRole('link', { name: /最初の店舗/ })),
    ).toBeVisible();
  },
);
