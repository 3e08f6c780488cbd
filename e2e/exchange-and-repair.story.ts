import { recordApps } from '#shared/model/record-system';
import {
  mirror,
  next,
  openDevice,
  progressOf,
  readTerms,
  receiptIn,
  rowOf,
  shipDevices,
  test,
} from './testing/devices';
import { expect } from './testing/story';

test(
  'a rented device is exchanged; only the button at the end closes the wizard then',
  { tag: '@once' },
  async ({ page, shop, staff }) => {
    const [serial = '', bought = '', substitute = ''] = await shipDevices(
      staff,
      shop,
      {},
      { category: '購入機材' },
      { category: '代替え機' },
    );
    await mirror(shop);
    await openDevice(page, shop, serial);
    await page.getByRole('button', { name: '交換を申し込む' }).click();
    const dialog = page.getByRole('dialog', { name: `交換：${serial}` });
    await next(page).click();
    await expect(dialog.getByRole('alert')).toContainText('不調部分を選択してください');
    await dialog.getByRole('checkbox', { name: '異音がする' }).check();
    await dialog.getByRole('checkbox', { name: 'オゾンが出ない' }).check();
    await dialog.getByLabel('補足（任意）').fill('  先週から  ');
    await next(page).click();
    await expect(dialog.getByText('オゾンが出ない、異音がする')).toBeVisible();
    await next(page).click();
    const send = next(page, '同意して交換を申し込む');
    await expect(send).toBeDisabled();
    await readTerms(page, '交換規約');
    await send.click();

    await expect(dialog.getByRole('heading', { name: '交換のお申し込みを受け付けました' })).toBeVisible();
    await expect(progressOf(page)).toHaveAttribute('value', '100');
    const receipt = await receiptIn(page);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(dialog.getByRole('button', { name: '閉じる' })).toBeDisabled();
    await expect(dialog).toBeVisible();
    await next(page, '完了').click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, serial)).toContainText(receipt);
    const { issues, notes } = recordApps.requests.fields;
    const told = async () =>
      (await staff.requestsFor(serial)).map((record) => [record[issues.code]?.value, record[notes.code]?.value]);
    await expect
      .poll(told)
      .toEqual([[['オゾンが出ない', '異音がする'], expect.stringMatching(/^先週から\n交換機の発送期限: /)]]);

    for (const [other, category] of [
      [bought, '購入機材'],
      [substitute, '代替え機'],
    ] as const) {
      await page.getByRole('button', { name: other, exact: true }).click();
      await expect(page.getByRole('dialog').getByText('このデバイスで行える操作はありません')).toBeVisible();
      await expect(
        page.getByRole('dialog').getByText(`${category}は、交換・返却のお手続きの対象外です。`),
      ).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  },
);

test(
  'a bought device is repaired: history and work are shown, a running repair blocks another',
  { tag: '@once' },
  async ({ page, shop, staff }) => {
    const { repairs, workRecords } = recordApps;
    const sold = { category: '購入機材', sold: true } as const;
    const [broken = '', sound = ''] = await shipDevices(staff, shop, sold, sold);
    const repair = (done: boolean) => ({
      [repairs.fields.serialNumber.code]: broken,
      [repairs.fields.reportedAt.code]: done ? '2026-05-01T01:00:00Z' : '2026-11-10T01:00:00Z',
      [repairs.fields.item.code]: done ? 'ポンプがおかしい' : 'オゾンが出ない',
      [repairs.fields.completed.code]: done ? '1' : '0',
      [repairs.fields.amount.code]: done ? '18700' : '',
      [repairs.fields.underWarranty.code]: done ? 'はい' : null,
    });
    const [doneId = ''] = await staff.add('repairs', [repair(true), repair(false)]);
    await staff.add(
      'workRecords',
      ['受付', '部品交換'].map((item) => ({
        [workRecords.fields.repairRecordId.code]: doneId,
        [workRecords.fields.workedAt.code]: '2026-05-02T01:00:00Z',
        [workRecords.fields.item.code]: item,
      })),
    );
    await mirror(shop);

    await openDevice(page, shop, broken);
    const dialog = page.getByRole('dialog', { name: `修理：${broken}` });
    await expect(dialog.getByText('修理を進めています')).toBeVisible();
    await expect(dialog.getByText('処理中')).toBeVisible();
    await expect(dialog.getByRole('button', { name: '次へ' })).toHaveCount(0);
    await dialog.getByRole('tab', { name: '修理履歴' }).click();
    const history = dialog.getByRole('list', { name: '修理履歴' }).getByRole('listitem');
    await expect(history).toHaveText([/処理中.*オゾンが出ない.*確認中/, /完了.*保証対象.*ポンプがおかしい.*18,700円/]);
    await history.last().getByRole('button').click();
    await expect(dialog.getByRole('region', { name: '作業履歴' }).getByRole('listitem')).toHaveText([
      /受付/,
      /部品交換/,
    ]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: sound, exact: true }).click();
    const request = page.getByRole('dialog', { name: `修理：${sound}` });
    await request.getByRole('tab', { name: '修理履歴' }).click();
    await expect(request.getByText('修理履歴がありません')).toBeVisible();
    await request.getByRole('tab', { name: '修理申請' }).click();
    await next(page).click();
    await expect(request.getByRole('alert')).toContainText('少なくとも1つの不具合を選択してください。');
    await request.getByRole('checkbox', { name: 'その他の不具合' }).check();
    await next(page).click();
    await next(page, '修理を申し込む').click();
    await expect(request.getByRole('heading', { name: '修理申請を受け付けました' })).toBeVisible();
    await expect(request.getByText('担当者から連絡いたします。')).toBeVisible();
    await expect(request.getByText(/担当者の連絡先/)).toHaveCount(1);
    const receipt = await receiptIn(page);
    await next(page, '完了').click();
    await expect(rowOf(page, sound)).toContainText(receipt);
    await page.getByRole('button', { name: sound, exact: true }).click();
    await expect(request.getByText('次にお手続きできる日')).toBeVisible();
    await expect(request.getByRole('button', { name: '次へ' })).toHaveCount(0);
    await expect.poll(() => staff.requestsFor(sound)).toHaveLength(1);
  },
);
