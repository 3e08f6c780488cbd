import { act, screen, within } from '@testing-library/react';
import {
  calculatePricing,
  changeQuantities,
  getItemPrice,
  listPrices,
  previewQuantities,
} from '#shared/contract/billing';
import { listShopDevices } from '#shared/contract/device';
import { listMovements } from '#shared/contract/movement';
import { enabled } from '../../../../testing/enabled';
import { device } from '../../../../testing/devices';
import { aMovement } from '../../../../testing/movements';
import { valueOf } from '../../../../testing/find';
import {
  confirmOne,
  gone,
  openDialog,
  preview,
  quantityServer,
  shopOf,
  submit,
} from '../../../../testing/quantity-dialog';
import { refuses, type FakeServer } from '../../../../testing/server';
import { aSubscription } from '../../../../testing/shops';

const care = {
  subscription_item_id: 'si_care',
  price_id: 'price_care',
  quantity: 2,
  product: { name: '安心サポート', description: '定期点検' },
  amount: 550,
  currency: 'jpy',
  interval: 'month',
};
let server: FakeServer;
beforeEach(() => void ({ server } = quantityServer()));

describe('choosing', () => {
  test('the tiers follow the number, from 1 to 99, with a numeric keypad', async () => {
    const { dialog, user, press } = await openDialog(server);
    const field = dialog.getByRole('spinbutton', { name: '契約台数' });
    expect(field).toHaveAttribute('inputmode', 'numeric');
    expect(dialog.getByRole('button', { name: '契約台数を減らす' })).toBeDisabled();
    await user.clear(field);
    await user.type(field, '6');
    expect(dialog.getByText('＋5台')).toBeVisible();
    expect(dialog.getByText('Revonizer 5台目以降')).toBeVisible();
    // 9,900 + 3 × 8,800 + 2 × 8,800.
    expect(dialog.getByText('53,900円')).toBeVisible();
    await user.clear(field);
    await user.type(field, '99');
    expect(dialog.getByRole('button', { name: '契約台数を増やす' })).toBeDisabled();
    await user.clear(field);
    await user.tab();
    expect(field).toHaveValue('1');
    expect(dialog.getByRole('button', { name: '確認へ進む' })).toBeDisabled();
    await press('キャンセル');
    await gone();
  });

  test('the price of each item is asked for once, and wins over the amount that the shop was read with', async () => {
    server.on(getItemPrice, { priceId: 'price_care' }).on(listPrices, [{ id: 'price_care', unit_amount: 9_000 }]);
    const { dialog, press, user } = await openDialog(server);
    expect((await dialog.findAllByText('9,000円'))[0]).toBeVisible();
    await press('キャンセル');
    await gone();
    await user.click(screen.getByRole('button', { name: 'また開く' }));
    expect((await screen.findAllByText('9,000円'))[0]).toBeVisible();
    expect(server.askedOf(getItemPrice).map(({ url }) => url.pathname)).toEqual([
      '/api/stripe/subscription-item/si_FIRST_UNIT/price',
    ]);
  });

  test('fewer devices: those that no open movement takes are chosen from, and the chosen ones are sent', async () => {
    const swap = aMovement({ kind: 'swap', cause: 'exchange', state: 'box-sent', serialNumbers: ['RV-3'] });
    server
      .on(listMovements, { movements: [swap], counts: [] })
      .on(listShopDevices, [device('RV-1'), device('RV-2'), device('RV-3')])
      .on(changeQuantities, { shop: shopOf(aSubscription({}, 2)), charge: { status: 'none' } })
      .on(previewQuantities, preview({ dueNow: 0, dueNowLines: [] }));
    const { dialog, user, press } = await openDialog(server, aSubscription({}, 3));
    await press('契約台数を減らす');
    await user.click(await dialog.findByRole('checkbox', { name: 'RV-2' }));
    expect(dialog.queryByRole('checkbox', { name: 'RV-3' })).not.toBeInTheDocument();
    await press('確認へ進む');
    await press('この内容で変更する');
    await gone();
    expect(server.askedOf(changeQuantities)[0]?.body).toMatchObject({ total: 2, serials: ['RV-2'] });
  });

  test('one of two devices is chosen: it goes no further, and says how many are missing', async () => {
    server
      .on(listShopDevices, [device('RV-1'), device('RV-2'), device('RV-3')])
      .on(changeQuantities, { shop: shopOf(aSubscription({}, 1)), charge: { status: 'none' } })
      .on(previewQuantities, preview({ dueNow: 0, dueNowLines: [] }));
    const { dialog, user, press } = await openDialog(server, aSubscription({}, 3));
    await press('契約台数を減らす');
    await press('契約台数を減らす');
    await user.click(await dialog.findByRole('checkbox', { name: 'RV-2' }));
    await press('確認へ進む');
    expect(dialog.getByRole('alert')).toHaveTextContent('返却するデバイスをあと1台お選びください');
    expect(dialog.getByRole('checkbox', { name: 'RV-2' })).toBeChecked();
    await user.click(dialog.getByRole('checkbox', { name: 'RV-2' }));
    await press('確認へ進む');
    await press('この内容で変更する');
    await gone();
    expect(server.askedOf(changeQuantities)[0]?.body).not.toHaveProperty('serials');
  });

  test('fewer devices, one not shipped yet: its shipment is called off, the others are chosen', async () => {
    const shipment = aMovement({ kind: 'ship', cause: 'raised', serialNumbers: [], withdrawable: false });
    server
      .on(listMovements, { movements: [shipment, { ...shipment, id: 'mv-2', state: 'on-its-way' }], counts: [] })
      .on(listShopDevices, [device('RV-1'), device('RV-2')])
      .on(previewQuantities, preview({ dueNow: 0, dueNowLines: [] }));
    const { dialog, press } = await openDialog(server, aSubscription({}, 4));
    await press('契約台数を減らす');
    expect(await dialog.findByText('まだ発送していない1台は、発送を取りやめます')).toBeVisible();
    expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument();
    await press('確認へ進む');
    await dialog.findByRole('region', { name: '月額料金' });
    expect(valueOf('お届け・返却')).toHaveTextContent(
      'まだ発送していない1台は、発送を取りやめます。ほかに返却いただくデバイスはありません。',
    );
    await press('戻る');
    await press('契約台数を減らす');
    expect(await dialog.findByText('返却するデバイス（1台）')).toBeVisible();
    await press('確認へ進む');
    await dialog.findByRole('region', { name: '月額料金' });
    expect(valueOf('お届け・返却')).toHaveTextContent(
      'まだ発送していない1台は、発送を取りやめます。減らすデバイス1台の返却用の箱を、1週間以内にお送りします。' +
        '箱が届いてから1週間以内に、デバイスをご返送ください。',
    );
  });

  test('fewer devices, one sent back already: it is the one, and no box is promised', async () => {
    server.on(listMovements, { movements: [aMovement()], counts: [] });
    const { dialog, press } = await openDialog(server, aSubscription({}, 3));
    await press('契約台数を減らす');
    expect(await dialog.findByText('返却をお申し込み済みの1台が、減らす台数に含まれます')).toBeVisible();
    await press('確認へ進む');
    expect(await dialog.findByText(/含まれます。ほかに返却いただくデバイスはありません。$/)).toBeVisible();
  });

  test('other products are asked for in a second step, only if there are some', async () => {
    const { dialog, press } = await openDialog(server, { ...aSubscription(), items: [...aSubscription().items, care] });
    await press('次へ');
    expect(dialog.getByRole('region', { name: 'その他の商品' })).toHaveFocus();
    expect(dialog.getByRole('button', { name: '確認へ進む' })).toBeDisabled();
    await press('安心サポートを減らす');
    await press('安心サポートを減らす');
    expect(dialog.getByRole('button', { name: '安心サポートを減らす' })).toBeDisabled();
    await press('確認へ進む');
    expect(dialog.getByRole('heading', { name: '数量変更の確認' })).toBeVisible();
    const row = within(
      within(dialog.getByRole('list', { name: '変更内容' }))
        .getByText('安心サポート')
        .closest('li')!,
    );
    expect(row.getByText('削除')).toBeVisible();
    expect(row.getByText('2')).toBeVisible();
    expect(server.askedOf(previewQuantities)[0]?.body).toEqual({
      quantities: { si_FIRST_UNIT: 1, si_care: 0 },
      total: 1,
      seen: { si_FIRST_UNIT: 1, si_care: 2 },
    });
    await press('戻る');
    expect(dialog.getByRole('spinbutton', { name: '安心サポート' })).toHaveValue('0');
  });

  test.each(['past_due', 'unpaid', 'incomplete'] as const)('%s: first the payment', async (status) => {
    const { dialog } = await openDialog(server, aSubscription({ status }));
    expect(dialog.getByRole('note')).toHaveTextContent('お支払いが確認できていません');
    expect(dialog.getByRole('link', { name: 'お支払いへ進む' })).toHaveAttribute('href', '/subscription/sub_1');
  });

  test.each([
    ['canceled', 'このご契約は終了しています'],
    ['paused', '契約を一時停止しています'],
  ] as const)('%s: quantities cannot be changed', async (status, text) => {
    const { dialog } = await openDialog(server, aSubscription({ status }));
    expect(dialog.getByRole('note')).toHaveTextContent(text);
  });
});

describe('confirming', () => {
  test('the confirmation shows old and new, due now, each month, and the legal terms', async () => {
    const { dialog } = await confirmOne(server);
    const rows = within(dialog.getByRole('list', { name: '変更内容' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Revonizer 1台目9,900円/月1台',
      'Revonizer 2〜4台目8,800円/月追加0台から1台へ',
    ]);
    expect(within(dialog.getByRole('region', { name: '月額料金' })).getByText('18,700円')).toBeVisible();
    expect(dialog.getAllByRole('term').map((term) => term.textContent)).toEqual(
      expect.arrayContaining([
        '契約台数',
        '本日のお支払い',
        '次回のお支払い',
        'お支払い方法',
        'お届け',
        '契約期間',
        '解約',
      ]),
    );
    expect(valueOf('本日のお支払い')).toHaveTextContent('7,040円（税込・今期の日割り分）');
    expect(valueOf('本日のお支払い')?.nextSibling).toHaveTextContent('2〜4台目 1台分の残り期間7,040円');
    expect(valueOf('次回のお支払い')).toHaveTextContent('2026年12月10日に18,700円（税込）、以後毎月');
    expect(valueOf('月額合計（税込）')).toHaveTextContent(/^9,900円から18,700円へ$/);
    expect(valueOf('契約台数')).toHaveTextContent('1台から2台へ');
    expect(valueOf('お届け')).toHaveTextContent('追加のデバイスは、3営業日以内にお届け先へ発送します。');
    expect(dialog.getByText('Visa 末尾4242')).toBeVisible();
    expect(dialog.getByText('1か月（自動更新）')).toBeVisible();
    expect(valueOf('解約')).toHaveTextContent(/^解約を希望する日の30日前までに.*返金・日割り精算はありません。/);
    expect(valueOf('解約')).toHaveTextContent(/ただちに終了するかをお選びいただけます。お問い合わせ：/);
  });

  test('the way back to the quantities keeps the choice', async () => {
    const { dialog, press } = await confirmOne(server);
    await press('契約台数を修正');
    expect(dialog.getByRole('spinbutton', { name: '契約台数' })).toHaveValue('2');
    expect(dialog.getByRole('region', { name: '台数' })).toHaveFocus();
  });

  test('an end that is planned for a later period: the subscription is not said to renew', async () => {
    const { dialog } = await confirmOne(server, aSubscription({ ends_at: Date.UTC(2027, 2, 10, 3) / 1000 }));
    expect(dialog.getByText('2027年3月10日まで（自動更新オフ）')).toBeVisible();
    expect(valueOf('次回のお支払い')).toHaveTextContent(/12月10日に18,700円（税込）、以後契約の終了まで毎月$/);
  });

  test('an end one period after the next payment: no payment is promised after that one', async () => {
    await confirmOne(server, aSubscription({ ends_at: Date.UTC(2027, 0, 10, 3) / 1000 }));
    expect(valueOf('次回のお支払い')).toHaveTextContent('2026年12月10日に18,700円（税込）、以後のご請求はありません');
  });

  test('nothing due now, a discount, a settled next invoice: each is shown', async () => {
    server.on(
      previewQuantities,
      preview({
        dueNow: 0,
        dueNowLines: [],
        nextInvoice: { amount: 16_000, date: 1_796_000_000 },
        monthly: { ...preview().monthly, discount: 1870, total: 16_830 },
      }),
    );
    const { dialog } = await confirmOne(server);
    expect(within(dialog.getByRole('region', { name: '月額料金' })).getByText('16,830円')).toBeVisible();
    expect(valueOf('本日のお支払い')).toHaveTextContent(/^0円$/);
    expect(valueOf('次回のお支払い')).toHaveTextContent('に16,000円（精算と割引を含む）、以後毎月16,830円');
    expect(valueOf('割引の終了後')).toHaveTextContent('プロモーションの適用期間が終わると、月額18,700円（税込）です');
    await enabled('この内容で変更する');
  });

  test('what is on its way cannot be read: nothing is confirmed before it is', async () => {
    server.refuse(listMovements, 'PAYMENTS_UNAVAILABLE');
    const { dialog, press } = await openDialog(server);
    await press('契約台数を増やす');
    await press('確認へ進む');
    expect(await dialog.findByText('発送・返却の状況を取得できませんでした')).toBeVisible();
    expect(dialog.queryByText(/^お届け(・返却)?$/)).not.toBeInTheDocument();
    server.on(listMovements, { movements: [], counts: [] });
    await press('もう一度試す');
    expect(await dialog.findByText(/追加のデバイスは、3営業日以内にお届け先へ発送します/)).toBeVisible();
    await enabled(submit);
  });

  test('an unknown price: shown as 8,800 yen a month', async () => {
    server
      .refuse(calculatePricing, 'PAYMENTS_UNAVAILABLE')
      .refuse(listPrices, 'PAYMENTS_UNAVAILABLE')
      .refuse(previewQuantities, 'PAYMENTS_UNAVAILABLE');
    const { dialog, press } = await openDialog(server);
    await press('契約台数を増やす');
    await press('確認へ進む');
    expect(await dialog.findByText('料金を計算できませんでした')).toBeVisible();
    expect(within(dialog.getByRole('list', { name: '変更内容' })).getAllByRole('listitem')[1]).toHaveTextContent(
      '8,800円/月',
    );
  });

  test('the preview fails: applying is disabled until a retry succeeds', async () => {
    let respond: (value: { status: number; body: string }) => void = () => undefined;
    server.reply(previewQuantities, new Promise((resolve) => void (respond = resolve)));
    const { dialog, press } = await openDialog(server);
    await press('契約台数を増やす');
    await press('確認へ進む');
    expect(dialog.getByText('料金を計算しています')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'この内容で変更する' })).toBeDisabled();
    await act(async () => respond(refuses('PAYMENTS_UNAVAILABLE')));
    expect(
      await dialog.findByText('決済サービスに接続できません。しばらくしてから、もう一度お試しください。'),
    ).toBeVisible();
    expect(dialog.getByRole('button', { name: 'この内容で変更する' })).toBeDisabled();
    server.on(previewQuantities, preview());
    await press('もう一度計算する');
    await enabled(submit);
  });
});
