import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import {
  calculatePricing,
  changeQuantities,
  listPrices,
  listShops,
  previewQuantities,
  refreshShop,
} from '#shared/contract/billing';
import { listShopDevices } from '#shared/contract/device';
import { listMovements } from '#shared/contract/movement';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import type { Charge, QuantityPreview } from '#shared/model/pricing';
import { device } from '../../../../testing/devices';
import { FakeStripe } from '../../../../testing/fake-stripe';
import { aMovement } from '../../../../testing/movements';
import { renderApp } from '../../../../testing/render-app';
import { FakeServer, answers, refuses } from '../../../../testing/server';
import { aPricing, aShop, aSubscription } from '../../../../testing/shops';
import { useSubscription } from '../../../lib/use-shops';
import { QuantityDialog } from './quantity-dialog';

const care = {
  subscription_item_id: 'si_care',
  quantity: 2,
  product: { name: '安心サポート', description: '定期点検' },
  amount: 550,
  currency: 'jpy',
  interval: 'month',
};
const shopOf = (subscription: Subscription): ShopRecord => aShop({ subscriptions: [subscription] });
const preview = (changes: Partial<QuantityPreview> = {}): QuantityPreview => ({
  prorationDate: 1_795_000_000,
  dueNow: 7040,
  dueNowLines: [{ description: '2〜4台目 1台分の残り期間', quantity: 1, amount: 7040 }],
  nextInvoice: { amount: 18_700, date: Date.UTC(2026, 11, 10, 3) / 1000 },
  monthly: {
    lines: [
      { name: 'Revonizer 1台目', quantity: 1, unitAmount: 9900, amount: 9900 },
      { name: 'Revonizer 2〜4台目', quantity: 1, unitAmount: 8800, amount: 8800 },
    ],
    discount: 0,
    total: 18_700,
  },
  ...changes,
});

let server: FakeServer;
let stripe: FakeStripe;
beforeEach(() => {
  server = new FakeServer()
    .install()
    .on(listPrices, [])
    .on(calculatePricing, aPricing(5))
    .on(previewQuantities, preview())
    .on(listShopDevices, []);
  stripe = new FakeStripe().install(server);
});

function Host() {
  const [open, setOpen] = useState(true);
  const found = useSubscription('sub_1');
  return found.state === 'found' ? (
    <>
      {open && <QuantityDialog shop={found.shop} subscription={found.subscription} onClose={() => setOpen(false)} />}
      <p>{`表示中 ${found.subscription.items.map(({ quantity }) => quantity).join('・')}`}</p>
      <button onClick={() => setOpen(true)}>また開く</button>
    </>
  ) : null;
}

async function openDialog(subscription = aSubscription()) {
  server.on(listShops, [shopOf(subscription)]);
  const view = renderApp(<Host />);
  const dialog = within(await screen.findByRole('dialog'));
  const press = async (name: string | RegExp): Promise<void> =>
    view.user.click(await dialog.findByRole('button', { name }));
  return { ...view, dialog, press };
}
async function confirmOne(subscription = aSubscription()) {
  const opened = await openDialog(subscription);
  await opened.press('契約台数を増やす');
  await opened.press('確認へ進む');
  await opened.dialog.findByRole('region', { name: '本日のお支払い' });
  return opened;
}
const changes = (charge: Charge, units = 2) =>
  server.on(changeQuantities, { shop: shopOf(aSubscription({}, units)), charge });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const keys = () => server.askedOf(changeQuantities).map(({ headers }) => headers.get('idempotency-key'));
/** A row of the order's terms. */
const term = (name: string) => screen.getAllByRole('term').find(({ textContent }) => textContent === name)?.nextSibling;
const submit = '7,040円を支払って変更する';

describe('choosing', () => {
  test('the tiers follow the number, from 1 to 99, with a numeric keypad', async () => {
    const { dialog, user, press } = await openDialog();
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
    expect(dialog.getByRole('button', { name: '変更はありません' })).toBeDisabled();
    await press('キャンセル');
    await gone();
  });

  test('fewer devices: one on its way back counts, the rest is chosen, and the chosen ones are sent', async () => {
    const back = aMovement({ lowers: 'waiting', serialNumbers: ['RV-3'] });
    server
      .on(listMovements, { movements: [back], counts: [] })
      .on(listShopDevices, [device('RV-1'), device('RV-2')])
      .on(changeQuantities, { shop: shopOf(aSubscription({}, 1)), charge: { status: 'none' } })
      .on(previewQuantities, preview({ dueNow: 0, dueNowLines: [] }));
    const { dialog, user, press } = await openDialog(aSubscription({}, 3));
    await press('契約台数を減らす');
    expect(await dialog.findByText('返却の手続き中の1台を、減らす台数に数えます')).toBeVisible();
    expect(dialog.getByText('RV-3')).toBeVisible();
    expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument();
    await press('契約台数を減らす');
    await user.click(await dialog.findByRole('checkbox', { name: 'RV-2' }));
    await press('確認へ進む');
    await press('この内容で変更する');
    await gone();
    expect(server.askedOf(changeQuantities)[0]?.body).toMatchObject({ total: 1, serials: ['RV-2'] });
  });

  test('other products are asked for in a second step, only if there are some', async () => {
    const { dialog, press } = await openDialog({ ...aSubscription(), items: [...aSubscription().items, care] });
    await press('次へ');
    expect(dialog.getByRole('region', { name: 'その他の商品' })).toHaveFocus();
    expect(dialog.getByRole('button', { name: '変更はありません' })).toBeDisabled();
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
    const { dialog } = await openDialog(aSubscription({ status }));
    expect(dialog.getByRole('note')).toHaveTextContent('お支払いが確認できていません');
    expect(dialog.getByRole('link', { name: 'お支払いの確認へ' })).toHaveAttribute('href', '/subscription/sub_1');
  });

  test('an ended subscription: quantities cannot be changed', async () => {
    const { dialog } = await openDialog(aSubscription({ status: 'canceled' }));
    expect(dialog.getByRole('note')).toHaveTextContent('このご契約は終了しています');
  });
});

describe('confirming', () => {
  test('the confirmation shows old and new, due now, each month, and the legal terms', async () => {
    const { dialog } = await confirmOne();
    const rows = within(dialog.getByRole('list', { name: '変更内容' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Revonizer 1台目9,900円/月1変更なし',
      'Revonizer 2〜4台目8,800円/月追加0から1へ',
    ]);
    expect(within(dialog.getByRole('region', { name: '本日のお支払い' })).getByRole('paragraph')).toHaveTextContent(
      '7,040円',
    );
    expect(within(dialog.getByRole('region', { name: '月額料金' })).getByText('18,700円')).toBeVisible();
    expect(dialog.getByRole('heading', { name: /^次回（.*2026年12月10日.*）からの月額料金$/ })).toBeVisible();
    expect(dialog.getAllByRole('term').map((term) => term.textContent)).toEqual(
      expect.arrayContaining([
        'ご利用台数',
        '本日のお支払い',
        '次回のお支払い',
        'お支払い方法',
        'お届け・返却',
        '契約期間',
        '解約',
      ]),
    );
    expect(term('本日のお支払い')).toHaveTextContent('7,040円（税込・今期の日割り分）');
    expect(term('次回のお支払い')).toHaveTextContent('2026年12月10日に18,700円、以後は毎月1回');
    expect(dialog.getByText('契約台数 2台（変更前 1台）')).toBeVisible();
    expect(dialog.getByText('クレジットカード（Visa 末尾4242）')).toBeVisible();
    expect(dialog.getByText('1か月（自動更新）')).toBeVisible();
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
    const { dialog } = await confirmOne();
    expect(dialog.getByText(/本日のお支払いはありません/)).toBeVisible();
    expect(within(dialog.getByRole('region', { name: '月額料金' })).getByText('16,830円')).toBeVisible();
    expect(term('本日のお支払い')).toHaveTextContent('0円');
    expect(term('次回のお支払い')).toHaveTextContent('に16,000円、以後は毎月1回16,830円');
    expect(term('割引の終了後')).toHaveTextContent('プロモーションの適用期間が終わると、月額18,700円（税込）です');
    expect(dialog.getByText(/次回のご請求額は、精算と割引を含めて/)).toHaveTextContent('16,000円');
    expect(dialog.getByRole('button', { name: 'この内容で変更する' })).toBeEnabled();
  });

  test('an unknown price: shown as 8,800 yen a month', async () => {
    server
      .refuse(calculatePricing, 'PAYMENTS_UNAVAILABLE')
      .refuse(listPrices, 'PAYMENTS_UNAVAILABLE')
      .refuse(previewQuantities, 'PAYMENTS_UNAVAILABLE');
    const { dialog, press } = await openDialog();
    await press('契約台数を増やす');
    await press('確認へ進む');
    expect(await dialog.findByText('料金を計算できませんでした')).toBeVisible();
    expect(within(dialog.getByRole('list', { name: '変更内容' })).getAllByRole('listitem')[1]).toHaveTextContent(
      '8,800円/月',
    );
  });

  test('the preview fails: applying is disabled until a retry succeeds', async () => {
    let answer: (value: { status: number; body: string }) => void = () => undefined;
    server.reply(previewQuantities, new Promise((resolve) => void (answer = resolve)));
    const { dialog, press } = await openDialog();
    await press('契約台数を増やす');
    await press('確認へ進む');
    expect(dialog.getByText('料金を計算しています')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'この内容で変更する' })).toBeDisabled();
    await act(async () => answer(refuses('PAYMENTS_UNAVAILABLE')));
    expect(
      await dialog.findByText('決済サービスに接続できません。しばらくしてから、もう一度お試しください。'),
    ).toBeVisible();
    expect(dialog.getByRole('button', { name: 'この内容で変更する' })).toBeDisabled();
    server.on(previewQuantities, preview());
    await press('もう一度計算する');
    expect(await dialog.findByRole('button', { name: submit })).toBeEnabled();
  });
});

describe('applying', () => {
  test('a double click: the confirmed change is sent once, and the returned shop is shown', async () => {
    let answer: (value: { status: number; body: string }) => void = () => undefined;
    server.reply(changeQuantities, new Promise((resolve) => void (answer = resolve)));
    const { dialog, user } = await confirmOne();
    await user.dblClick(dialog.getByRole('button', { name: submit }));
    expect(dialog.getByRole('button', { name: '閉じる' })).toBeDisabled();
    await act(async () =>
      answer(
        answers(changeQuantities, { shop: shopOf(aSubscription({}, 2)), charge: { status: 'paid', amount: 7040 } }),
      ),
    );
    await gone();
    expect(server.askedOf(changeQuantities)).toHaveLength(1);
    expect(server.askedOf(changeQuantities)[0]?.body).toEqual({
      quantities: { si_FIRST_UNIT: 1 },
      total: 2,
      seen: { si_FIRST_UNIT: 1 },
      prorationDate: 1_795_000_000,
    });
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(screen.getByText('表示中 1・1')).toBeVisible();
    expect(await screen.findByText('7,040円のお支払いが完了しました。')).toBeVisible();
    expect(server.askedOf(listShops)).toHaveLength(1);
  });

  test('the shop cannot be read again yet: a message says so', async () => {
    changes({ status: 'none' }, 1);
    const { press } = await confirmOne();
    await press(submit);
    expect(await screen.findByText(/画面への反映には少し時間がかかることがあります/)).toBeVisible();
  });

  test.each([
    ['a lost answer', 'unreachable' as const, '通信エラーが発生しました。接続を確認して、もう一度お試しください。'],
    [
      'Stripe down',
      refuses('PAYMENTS_UNAVAILABLE'),
      '決済サービスに接続できません。しばらくしてから、もう一度お試しください。',
    ],
  ])('%s: a message, the choice is kept, the next try has the same key', async (_what, answer, words) => {
    server.reply(changeQuantities, answer);
    const { press } = await confirmOne();
    await press(submit);
    expect(await screen.findByText('数量の更新中にエラーが発生しました')).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
    changes({ status: 'paid', amount: 7040 });
    await press(submit);
    await gone();
    expect(keys()[1]).toBe(keys()[0]);
  });

  test('the charge is being processed: not shown as failed, and the next try has the same key', async () => {
    server.refuse(changeQuantities, 'IDEMPOTENCY_KEY_IN_USE', { message: 'お支払いを処理しています。' });
    const { dialog, press } = await confirmOne();
    await press(submit);
    const alert = within(await dialog.findByRole('alert'));
    expect(alert.getByText('台数の変更を処理しています')).toBeVisible();
    expect(alert.getByText('お支払いを処理しています。')).toBeVisible();
    expect(screen.queryByText('数量の更新中にエラーが発生しました')).not.toBeInTheDocument();
    changes({ status: 'paid', amount: 7040 });
    await press(submit);
    await gone();
    expect(keys()[1]).toBe(keys()[0]);
  });

  test("a response without a text: the specification's text", async () => {
    server.reply(changeQuantities, { status: 500, body: '' });
    const { press } = await confirmOne();
    await press(submit);
    expect(await screen.findByText('数量の更新中にエラーが発生しました')).toBeVisible();
  });

  test('a declined card: the reason, a link to another card, and another key for the next try', async () => {
    server.refuse(changeQuantities, 'CARD_DECLINED', { message: 'カードの残高が不足しています。' });
    const { dialog, press } = await confirmOne();
    await press(submit);
    const alert = within(await dialog.findByRole('alert'));
    expect(alert.getByText('カードの残高が不足しています。')).toBeVisible();
    expect(alert.getByText('台数は変更されていません。')).toBeVisible();
    expect(alert.getByRole('link', { name: '別のカードを登録する' })).toHaveAttribute(
      'href',
      '/billing/subscription/sub_1',
    );
    changes({ status: 'paid', amount: 7040 });
    await press(submit);
    await gone();
    expect(keys()[1]).not.toBe(keys()[0]);
  });

  test.each(['the same request again', 'the shop read again'])(
    '3-D Secure is passed: %s shows the outcome',
    async (how) => {
      stripe.handleNextAction.mockImplementation(async () => {
        if (how === 'the same request again') changes({ status: 'paid', amount: 7040 });
        else server.reply(changeQuantities, 'unreachable').on(refreshShop, { shop: shopOf(aSubscription({}, 2)) });
        return { paymentIntent: { status: 'succeeded' } };
      });
      changes({ status: 'requires_action', amount: 7040, clientSecret: 'pi_1_secret' }, 1);
      const { press } = await confirmOne();
      await press(submit);
      await gone();
      expect(stripe.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret' });
      expect(keys()[1]).toBe(keys()[0]);
      expect(screen.getByText('表示中 1・1')).toBeVisible();
      expect(await screen.findByText('7,040円のお支払いが完了しました。')).toBeVisible();
    },
  );

  test('3-D Secure is abandoned: nothing is changed, and another try is possible', async () => {
    stripe.handleNextAction.mockResolvedValueOnce({ error: { message: '認証がキャンセルされました。' } });
    changes({ status: 'requires_action', amount: 7040, clientSecret: 'pi_1_secret' }, 1);
    const { dialog, press } = await confirmOne();
    await press(submit);
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      '本人認証が完了していません台数は変更されていません。認証がキャンセルされました。',
    );
    changes({ status: 'paid', amount: 7040 });
    await press(submit);
    await gone();
    expect(keys()[1]).not.toBe(keys()[0]);
  });

  test.each(['preview', 'change'])(
    'changed in another tab, noticed by the %s: starts again from the new quantities',
    async (when) => {
      server
        .refuse(when === 'preview' ? previewQuantities : changeQuantities, 'QUANTITY_CHANGED')
        .on(refreshShop, { shop: shopOf(aSubscription({}, 4)) });
      const { dialog, press } = await openDialog();
      await press('契約台数を増やす');
      await press('確認へ進む');
      if (when === 'change') await press(submit);
      expect(await dialog.findByRole('alert')).toHaveTextContent('台数が別の画面で変更されています');
      expect(dialog.getByRole('spinbutton', { name: '契約台数' })).toHaveValue('4');
      server.on(previewQuantities, preview());
      await press('契約台数を増やす');
      await press('確認へ進む');
      await dialog.findByRole('region', { name: '本日のお支払い' });
      expect(server.askedOf(previewQuantities).at(-1)?.body).toMatchObject({
        total: 5,
        seen: { si_FIRST_UNIT: 1, si_SECOND_TO_FOURTH: 3 },
      });
    },
  );

  test('canceled in another tab: the reason, and the screens are updated', async () => {
    server
      .refuse(previewQuantities, 'SUBSCRIPTION_NOT_CHANGEABLE')
      .on(refreshShop, { shop: shopOf(aSubscription({ status: 'canceled' }, 3)) });
    const { dialog, press } = await openDialog();
    await press('契約台数を増やす');
    await press('確認へ進む');
    expect(await dialog.findByRole('alert')).toHaveTextContent('料金を計算できませんでした');
    expect(await screen.findByText('表示中 1・2')).toBeInTheDocument();
    expect(server.askedOf(refreshShop)).toHaveLength(1);
  });

  test('the preview is too old: it is read again', async () => {
    server.refuse(changeQuantities, 'PREVIEW_EXPIRED');
    const { dialog, press } = await confirmOne();
    server.on(previewQuantities, preview({ prorationDate: 1_795_000_999, dueNow: 7000 }));
    await press(submit);
    expect(await dialog.findByRole('button', { name: '7,000円を支払って変更する' })).toBeEnabled();
    expect(dialog.getByRole('alert')).toHaveTextContent('料金の確認から時間が経っています');
    changes({ status: 'paid', amount: 7000 });
    await press('7,000円を支払って変更する');
    await gone();
    expect(server.askedOf(changeQuantities)[1]?.body).toMatchObject({ prorationDate: 1_795_000_999 });
    expect(keys()[1]).not.toBe(keys()[0]);
  });
});
