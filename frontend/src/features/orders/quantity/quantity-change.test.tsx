import { act, screen, within } from '@testing-library/react';
import { changeQuantities, listShops, previewQuantities, refreshShop } from '#shared/contract/billing';
import { listShopDevices } from '#shared/contract/device';
import { listMovements } from '#shared/contract/movement';
import { getConfig } from '#shared/contract/platform';
import { device } from '../../../../testing/devices';
import { enabled } from '../../../../testing/enabled';
import type { FakeStripe } from '../../../../testing/fake-stripe';
import { aMovement } from '../../../../testing/movements';
import {
  changes,
  confirmOne,
  gone,
  keys,
  openDialog,
  preview,
  quantityServer,
  shopOf,
  submit,
} from '../../../../testing/quantity-dialog';
import { responds, refuses, type FakeServer } from '../../../../testing/server';
import { aSubscription } from '../../../../testing/shops';
import { stageConfig } from '../../../../testing/stage-config';

let server: FakeServer;
let stripe: FakeStripe;
beforeEach(() => void ({ server, stripe } = quantityServer()));

test('a double click: the confirmed change is sent once, and the returned shop is shown', async () => {
  let respond: (value: { status: number; body: string }) => void = () => undefined;
  server.reply(changeQuantities, new Promise((resolve) => void (respond = resolve)));
  const { dialog, user } = await confirmOne(server);
  await user.dblClick(await enabled(submit));
  expect(dialog.getByRole('button', { name: '閉じる' })).toBeDisabled();
  await act(async () =>
    respond(
      responds(changeQuantities, { shop: shopOf(aSubscription({}, 2)), charge: { status: 'paid', amount: 7040 } }),
    ),
  );
  await gone();
  expect(server.askedOf(changeQuantities)).toHaveLength(1);
  expect(server.askedOf(changeQuantities)[0]?.body).toEqual({
    quantities: { si_FIRST_UNIT: 1 },
    total: 2,
    seen: { si_FIRST_UNIT: 1 },
    prorationDate: 1_795_000_000,
    dueNow: 7040,
  });
  expect(keys(server)[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(screen.getByText('表示中 1・1')).toBeVisible();
  expect(await screen.findByText('7,040円のお支払いが完了しました。')).toBeVisible();
  expect(server.askedOf(listShops)).toHaveLength(1);
});

test('the shop cannot be read again yet: a message says so', async () => {
  changes(server, { status: 'none' }, 1);
  const { press } = await confirmOne(server);
  await press(submit);
  expect(await screen.findByText(/画面への反映には少し時間がかかることがあります/)).toBeVisible();
});

test('fewer devices of a subscription that ends at its renewal: no next bill is promised', async () => {
  const ending = aSubscription({ cancel_at_period_end: true }, 2);
  server.on(previewQuantities, preview({ dueNow: 0, dueNowLines: [] })).on(changeQuantities, {
    shop: shopOf(aSubscription({ cancel_at_period_end: true }, 1)),
    charge: { status: 'none' },
  });
  const { press } = await openDialog(server, ending);
  await press('契約台数を減らす');
  await press('確認へ進む');
  await press('この内容で変更する');
  await gone();
  expect(await screen.findByText('この変更によるご請求はありません。')).toBeVisible();
  expect(screen.queryByText(/次回のご請求/)).not.toBeInTheDocument();
});

test('the terms of the stage cannot be read: nothing can be confirmed until they are shown', async () => {
  server.refuse(getConfig, 'PAYMENTS_UNAVAILABLE');
  const { dialog, press } = await confirmOne(server);
  expect(await dialog.findByText('解約の条件を取得できませんでした')).toBeVisible();
  expect(dialog.getByRole('button', { name: submit })).toBeDisabled();
  server.on(getConfig, stageConfig);
  await press('もう一度試す');
  expect(await dialog.findByText(/^解約を希望する日の30日前までに/)).toBeVisible();
  await enabled(submit);
});

test.each([
  ['a lost response', 'unreachable' as const, '通信エラーが発生しました。接続を確認して、もう一度お試しください。'],
  [
    'Stripe down',
    refuses('PAYMENTS_UNAVAILABLE'),
    '決済サービスに接続できません。しばらくしてから、もう一度お試しください。',
  ],
])('%s: a message, the choice is kept, the next try has the same key', async (_what, response, words) => {
  server.reply(changeQuantities, response);
  const { press } = await confirmOne(server);
  await press(submit);
  expect(await screen.findByText('数量の更新中にエラーが発生しました')).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
  changes(server, { status: 'paid', amount: 7040 });
  await press(submit);
  await gone();
  expect(keys(server)[1]).toBe(keys(server)[0]);
});

test('two equal lines are due today, as of two items of the staff: both are shown', async () => {
  const line = { description: '出張設置', quantity: 1, amount: 3_300 };
  server.on(previewQuantities, preview({ dueNow: 6_600, dueNowLines: [line, line] }));
  const { dialog } = await confirmOne(server);
  expect(await dialog.findAllByText('出張設置')).toHaveLength(2);
});

test('the charge is being processed: not shown as failed, and the next try has the same key', async () => {
  server.refuse(changeQuantities, 'IDEMPOTENCY_KEY_IN_USE', { message: 'お支払いを処理しています。' });
  const { dialog, press } = await confirmOne(server);
  await press(submit);
  const alert = within(await dialog.findByRole('alert'));
  expect(alert.getByText('台数の変更を処理しています')).toBeVisible();
  expect(alert.getByText('お支払いを処理しています。')).toBeVisible();
  expect(screen.queryByText('数量の更新中にエラーが発生しました')).not.toBeInTheDocument();
  changes(server, { status: 'paid', amount: 7040 });
  await press(submit);
  await gone();
  expect(keys(server)[1]).toBe(keys(server)[0]);
});

test("a response without a text: the specification's text", async () => {
  server.reply(changeQuantities, { status: 500, body: '' });
  const { press } = await confirmOne(server);
  await press(submit);
  expect(await screen.findByText('数量の更新中にエラーが発生しました')).toBeVisible();
});

test('a declined card: the reason, a link to another card, and another key for the next try', async () => {
  server.refuse(changeQuantities, 'CARD_DECLINED', { message: 'カードの残高が不足しています。' });
  const { dialog, press } = await confirmOne(server);
  await press(submit);
  const alert = within(await dialog.findByRole('alert'));
  expect(alert.getByText('カードの残高が不足しています。')).toBeVisible();
  expect(alert.getByText('台数は変更されていません。')).toBeVisible();
  expect(alert.getByRole('link', { name: '別のカードを登録する' })).toHaveAttribute(
    'href',
    '/billing/subscription/sub_1',
  );
  changes(server, { status: 'paid', amount: 7040 });
  await press(submit);
  await gone();
  expect(keys(server)[1]).not.toBe(keys(server)[0]);
});

test.each(['the same request again', 'the shop read again'])(
  '3-D Secure is passed: %s shows the outcome',
  async (how) => {
    stripe.handleNextAction.mockImplementation(async () => {
      if (how === 'the same request again') changes(server, { status: 'paid', amount: 7040 });
      else server.reply(changeQuantities, 'unreachable').on(refreshShop, { shop: shopOf(aSubscription({}, 2)) });
      return { paymentIntent: { status: 'succeeded' } };
    });
    changes(server, { status: 'requires_action', amount: 7040, clientSecret: 'pi_1_secret' }, 1);
    const { press } = await confirmOne(server);
    await press(submit);
    await gone();
    expect(stripe.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret' });
    expect(keys(server)[1]).toBe(keys(server)[0]);
    expect(screen.getByText('表示中 1・1')).toBeVisible();
    expect(await screen.findByText('7,040円のお支払いが完了しました。')).toBeVisible();
  },
);

test('3-D Secure is abandoned: nothing is changed, and another try is possible', async () => {
  stripe.handleNextAction.mockResolvedValueOnce({ error: { message: '認証がキャンセルされました。' } });
  changes(server, { status: 'requires_action', amount: 7040, clientSecret: 'pi_1_secret' }, 1);
  const { dialog, press } = await confirmOne(server);
  await press(submit);
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    '本人認証が完了していません台数は変更されていません。認証がキャンセルされました。',
  );
  changes(server, { status: 'paid', amount: 7040 });
  await press(submit);
  await gone();
  expect(keys(server)[1]).not.toBe(keys(server)[0]);
});

test('the connection is lost in 3-D Secure: not called unchanged, and the next try is the same request', async () => {
  const lost = { error: { type: 'api_connection_error', message: '接続できませんでした。' } };
  stripe.handleNextAction.mockResolvedValueOnce(lost);
  stripe.retrievePaymentIntent
    .mockResolvedValueOnce({ paymentIntent: { status: 'requires_action' } })
    .mockResolvedValueOnce(lost);
  changes(server, { status: 'requires_action', amount: 7040, clientSecret: 'pi_1_secret' }, 1);
  const { dialog, press } = await confirmOne(server);
  await press(submit);
  const alert = await dialog.findByRole('alert');
  expect(alert).toHaveTextContent('お支払いの結果を確認できませんでした');
  expect(alert).not.toHaveTextContent('台数は変更されていません');
  changes(server, { status: 'paid', amount: 7040 });
  await press(submit);
  await gone();
  expect(keys(server)[1]).toBe(keys(server)[0]);
});

test.each(['preview', 'change'])(
  'changed in another tab, noticed by the %s: starts again from the new quantities',
  async (when) => {
    server
      .refuse(when === 'preview' ? previewQuantities : changeQuantities, 'QUANTITY_CHANGED')
      .on(refreshShop, { shop: shopOf(aSubscription({}, 4)) });
    const { dialog, press } = await openDialog(server);
    await press('契約台数を増やす');
    await press('確認へ進む');
    if (when === 'change') await press(submit);
    expect(await dialog.findByRole('alert')).toHaveTextContent('台数が別の画面で変更されています');
    expect(dialog.getByRole('spinbutton', { name: '契約台数' })).toHaveValue('4');
    server.on(previewQuantities, preview());
    await press('契約台数を増やす');
    await press('確認へ進む');
    await dialog.findByRole('region', { name: '月額料金' });
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
  const { dialog, press } = await openDialog(server);
  await press('契約台数を増やす');
  await press('確認へ進む');
  expect(await dialog.findByRole('alert')).toHaveTextContent('料金を計算できませんでした');
  expect(await screen.findByText('表示中 1・2')).toBeInTheDocument();
  expect(server.askedOf(refreshShop)).toHaveLength(1);
});

test.each([
  ['the preview is too old', 'PREVIEW_EXPIRED', '料金の確認から時間が経っています'],
  ['another amount would be charged', 'PRICE_CHANGED', '料金が変わりました'],
] as const)('%s: it is read again, and its amount is pressed anew', async (_case, code, text) => {
  server.refuse(changeQuantities, code);
  const { dialog, press } = await confirmOne(server);
  server.on(previewQuantities, preview({ prorationDate: 1_795_000_999, dueNow: 7000 }));
  await press(submit);
  expect(await dialog.findByRole('button', { name: '7,000円を支払って変更する' })).toBeEnabled();
  expect(dialog.getByRole('alert')).toHaveTextContent(text);
  changes(server, { status: 'paid', amount: 7000 });
  await press('7,000円を支払って変更する');
  await gone();
  expect(server.askedOf(changeQuantities)[1]?.body).toMatchObject({ prorationDate: 1_795_000_999, dueNow: 7000 });
  expect(keys(server)[1]).not.toBe(keys(server)[0]);
});

test('one of two chosen devices is refused: it is told, and the choice is as the server has it now', async () => {
  const text = 'RV-2: すでに返却の手続き中です。';
  const taken = aMovement({ kind: 'collect', cause: 'return', state: 'box-sent', serialNumbers: ['RV-2'] });
  server
    .on(listShopDevices, [device('RV-1'), device('RV-2'), device('RV-3')])
    .on(listMovements, { movements: [], counts: [] })
    .refuse(changeQuantities, 'INVALID_INPUT', { fields: { serials: text } })
    .on(previewQuantities, preview({ dueNow: 0, dueNowLines: [] }));
  const { dialog, user, press } = await openDialog(server, aSubscription({}, 3));
  await press('契約台数を減らす');
  await press('契約台数を減らす');
  await user.click(await dialog.findByRole('checkbox', { name: 'RV-1' }));
  await user.click(dialog.getByRole('checkbox', { name: 'RV-2' }));
  await press('確認へ進む');
  server.on(listMovements, { movements: [taken], counts: [] });
  await press('この内容で変更する');
  expect(await dialog.findByRole('alert')).toHaveTextContent(text);
  expect(dialog.getByRole('spinbutton', { name: '契約台数' })).toHaveValue('1');
  expect(dialog.queryByRole('checkbox', { name: 'RV-2' })).not.toBeInTheDocument();
  expect(dialog.getByRole('checkbox', { name: 'RV-1' })).not.toBeChecked();
});
